"""What holds in every position of the crayon-rail games that can be reached."""

from collections import Counter
from typing import Any

import laws
import numpy as np
import pytest
from crayon_rails.forms import FORMS, QUICK, broken_law, game_of, play_on, positions
from hypothesis import given
from hypothesis import strategies as st

from railgym.envs.core.batch import run_random_games
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cards import OWED

# --- what a player sees -------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_random_play__keeps_the_laws_of_hidden_information(form: str) -> None:
    """For the public and every seat, at every ply of some games, in all kinds of decision."""
    game = game_of(form)
    options: Any = game.options
    wanted = {phases.PLACE, phases.OPERATE, phases.BUILD}
    wanted |= {phases.GIVE_UP} if options.extra_starting_cards else set()
    wanted |= {phases.BUILD_FROM} if any(options.full) else set()
    assert wanted <= laws.play_lawfully(game, 6, 200, play_on, broken_law)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__hides_and_worlds_agree(case: tuple[CrayonRails, Array], seed: int) -> None:
    game, state = case
    for player in laws.viewers(game):
        assert not broken_law(game, state, player, seed)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__is_blind_to_hidden_cards_that_change_places(case: tuple[CrayonRails, Array], seed: int) -> None:
    """Another world has another deck."""
    laws.check_blindness(*case, seed)


def test_worlds__have_any_of_the_unseen_cards_on_top_equally_often() -> None:
    """After a while of play, so that some cards are in the pile; the deck's size is known to all."""
    game = game_of("small, two")
    state = game.rules.new_state(3)
    play_on(game, state, 150, np.random.default_rng(3), "eager")
    size = int(state["deck"]["size"][0])
    deck = set(state["deck"]["cards"][0, :size].tolist())
    assert state["pile"]["size"][0] > 5 and size > 10
    view, tops = game.rules.view(state, 0), Counter[int]()
    for seed in range(60 * size):
        world = game.rules.determinize(view, 0, seed)["deck"]
        assert world["size"][0] == size and set(world["cards"][0, :size].tolist()) == deck
        tops[int(world["cards"][0, size - 1])] += 1
    assert abs(laws.spread(np.array([tops[card] for card in deck]))) < 5


@pytest.mark.bounds
@QUICK
@given(positions())
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[CrayonRails, Array]) -> None:
    game, state = case
    for observation in laws.check_observations(game, state):
        pieces = game.observation_layout.split(observation)
        assert not pieces["seats"][game.num_players :].any()
        assert pieces["seats"][: game.num_players, 0].all()


@pytest.mark.bounds
@pytest.mark.parametrize("encoder", ["nodes", "plans"])
@pytest.mark.parametrize("form", ["small, three, steps", "small, four, orders"])
def test_observation__by_any_encoder_is_within_its_bounds(form: str, encoder: str) -> None:
    game = game_of(form).encoded_by(encoder)
    assert isinstance(game, CrayonRails)
    low, high = game.observation_layout.bounds()
    for seed in range(4):
        state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0]:
            play_on(game, state, 3, rng, "eager")
            for player in range(game.num_players):
                observation = game.rules.encode(game.rules.view(state, player), player)
                assert (low <= observation).all() and (observation <= high).all()


# --- the same again -----------------------------------------------------------------------------------------------


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_action_words__come_back_as_their_action(case: tuple[CrayonRails, Array], seed: int) -> None:
    laws.check_words(*case, some=seed)


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    laws.check_repetition(game_of(form), seed, play_on, "eager")


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_copy__lives_on_its_own(case: tuple[CrayonRails, Array], seed: int) -> None:
    laws.check_copy(*case, seed)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["small, three, steps", "small, four, orders"])
def test_batch__plays_as_a_game_alone_does(form: str, threads: int) -> None:
    """Over several games of some environments."""
    assert laws.play_batch_and_alone(game_of(form), threads, 700) >= 3


# --- every game ends ----------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_every_game__ends_with_a_reason_and_a_result(form: str) -> None:
    """Random play ends within a bounded number of plies and turns; the seats share out a sum of zero.

    With bounds checks: on one thread, for in parallel code Numba may swallow the error.
    """
    game = game_of(form)
    results = run_random_games(game, np.arange(40 if form.startswith("small") else 8))
    check_results(game, results)
    assert (results["plies"] <= 30 * results["turns"]).all()


def check_results(game: CrayonRails, results: Array) -> None:
    n, options = game.num_players, game.options
    rounds = options.max_rounds + int(game.params["opening_rounds"][0])
    laws.check_payoffs(game, results)
    assert (results["turns"] <= rounds * n).all()
    late = game.params["card_payout"][0].max() if options.late_payment else 0
    assert (results["scores"][:, :n] >= (-OWED if game.params["borrow"][0] else 0) - late).all()


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_many_random_games__end(form: str) -> None:
    game = game_of(form)
    check_results(game, run_random_games(game, np.arange(10_000, 10_500)))


@pytest.mark.parametrize("style", ["random", "eager"])
@pytest.mark.parametrize("form", ["America, six, steps", "small, two", "small, three, steps", "small, four, orders"])
def test_every_turn__is_short(form: str, style: str) -> None:
    """Sixteen steps at most, the loads of the cities on the way, and segments for 20, each chosen in two actions."""
    for seed in range(3):
        laws.check_turns(game_of(form), seed, play_on, style, most=120, plies=1000)
