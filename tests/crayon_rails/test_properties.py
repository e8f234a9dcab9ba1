"""What holds in every position of the crayon-rail games that can be reached."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from crayon_rails.forms import FORMS, QUICK, broken_law, game_of, play_on, positions
from hypothesis import given
from hypothesis import strategies as st
from laws import play_batch_and_alone, viewers

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
    game, seen = game_of(form), Counter[int]()
    options: Any = game.options
    rng = np.random.default_rng(7)
    for seed in range(6):
        state = game.new_state(seed)
        while not state["terminated"][0] and state["ply"][0] < 200:
            seen[int(state["phase"][0])] += 1
            for player in viewers(game):
                broken = broken_law(game, state, player, int(rng.integers(2**62)))
                assert not broken, f"{broken}: seed {seed}, ply {state['ply'][0]}, viewer {player}"
            play_on(game, state, 1, rng, "eager" if seed % 2 else "random")
    wanted = {phases.PLACE, phases.OPERATE, phases.BUILD}
    wanted |= {phases.GIVE_UP} if options.extra_starting_cards else set()
    wanted |= {phases.BUILD_FROM} if any(options.full) else set()
    assert wanted <= set(seen)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__hides_and_worlds_agree(case: tuple[CrayonRails, Array], seed: int) -> None:
    game, state = case
    for player in viewers(game):
        assert not broken_law(game, state, player, seed)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__is_blind_to_hidden_cards_that_change_places(case: tuple[CrayonRails, Array], seed: int) -> None:
    """Another world with another deck looks the same to a player, in words as well."""
    game, state = case
    for player in range(game.num_players):
        other = game.determinize(game.view(state, player), player, seed)
        seen, mask = game.observe(state, player)
        seen_there, mask_there = game.observe(other, player)
        assert seen_there.tobytes() == seen.tobytes()
        assert mask_there.tobytes() == mask.tobytes()
        assert game.describe(game.view(other, player)) == game.describe(game.view(state, player))


def test_worlds__have_any_of_the_unseen_cards_on_top_equally_often() -> None:
    """After a while of play, so that some cards are in the pile; the deck's size is known to all."""
    game = game_of("small, two")
    state = game.new_state(3)
    play_on(game, state, 150, np.random.default_rng(3), "eager")
    size = int(state["deck"]["size"][0])
    deck = set(state["deck"]["cards"][0, :size].tolist())
    assert state["pile"]["size"][0] > 5 and size > 10
    view, tops = game.view(state, 0), Counter[int]()
    for seed in range(60 * size):
        world = game.determinize(view, 0, seed)["deck"]
        assert world["size"][0] == size and set(world["cards"][0, :size].tolist()) == deck
        tops[int(world["cards"][0, size - 1])] += 1
    chi = sum((tops[card] - 60) ** 2 / 60 for card in deck)
    assert abs(chi - (size - 1)) < 5 * (2 * (size - 1)) ** 0.5


@pytest.mark.bounds
@QUICK
@given(positions())
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[CrayonRails, Array]) -> None:
    game, state = case
    low, high = game.observation_layout.bounds()
    for player in range(game.num_players):
        observation, mask = game.observe(state, player)
        assert (observation.dtype, observation.shape) == (np.float32, (game.observation_layout.size,))
        assert (mask.dtype, mask.shape) == (np.int8, (len(game.actions),))
        assert (low <= observation).all() and (observation <= high).all()
        assert game.encode(game.view(state, player), player).tobytes() == observation.tobytes()
        decides = state["current"][0] == player and not state["terminated"][0]
        np.testing.assert_array_equal(mask, game.legal(state) if decides else 0 * mask)
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
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0]:
            play_on(game, state, 3, rng, "eager")
            for player in range(game.num_players):
                observation = game.encode(game.view(state, player), player)
                assert (low <= observation).all() and (observation <= high).all()


# --- the same again -----------------------------------------------------------------------------------------------


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_action_words__come_back_as_their_action(case: tuple[CrayonRails, Array], seed: int) -> None:
    """All differ; some of them are understood."""
    game, state = case
    legal = np.flatnonzero(game.legal(state))
    words = [game.action_to_string(state, int(action)) for action in legal]
    assert len(set(words)) == len(words)
    for i in np.random.default_rng(seed).permutation(len(legal))[:3]:
        assert game.action_from_string(state, words[i]) == legal[i]


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    """Whatever the state array held before, and whatever the global generators do."""
    game = game_of(form)
    first = game.new_state(seed)
    actions = play_on(game, first, 150, np.random.default_rng(seed), "eager")
    again = first.copy()
    again["mode"] = 0
    game._reset(game.params, again, seed)
    np.random.seed(0)  # noqa: NPY002
    for action in actions:
        game.apply(again, action)
    assert again.tobytes() == first.tobytes()


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_copy__lives_on_its_own(case: tuple[CrayonRails, Array], seed: int) -> None:
    """A copy that is played on leaves the first as it was, and then goes as the first does with the same actions."""
    game, state = case
    kept, copy = state.tobytes(), state.copy()
    actions = play_on(game, copy, 30, np.random.default_rng(seed))
    assert state.tobytes() == kept
    for action in actions:
        game.apply(state, action)
    assert state.tobytes() == copy.tobytes()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["small, three, steps", "small, four, orders"])
def test_batch__plays_as_a_game_alone_does(form: str, threads: int) -> None:
    """Over several deals of some lanes."""
    assert play_batch_and_alone(game_of(form), threads, 700) >= 3


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
    assert (results["end_reason"] > 0).all()
    assert (results["turns"] <= rounds * n).all()
    assert np.abs(results["payoff"].sum(axis=1)).max() < 1e-6
    assert np.abs(results["payoff"][:, n:]).max(initial=0) == 0
    assert (results["scores"][:, :n] >= (-OWED if game.params["borrow"][0] else 0)).all()


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_many_random_games__end(form: str) -> None:
    game = game_of(form)
    check_results(game, run_random_games(game, np.arange(10_000, 10_500)))


@pytest.mark.parametrize("style", ["random", "eager"])
@pytest.mark.parametrize("form", ["America, six, steps", "small, two", "small, three, steps", "small, four, orders"])
def test_every_turn__is_short(form: str, style: str) -> None:
    """Sixteen steps at most, the loads of the cities on the way, and segments for 20, each chosen in two actions."""
    game = game_of(form)
    for seed in range(3):
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        turn, plies = 0, 0
        while not state["terminated"][0] and state["ply"][0] < 1000:
            play_on(game, state, 1, rng, style)
            turn, plies = int(state["turn"][0]), plies + 1 if turn == int(state["turn"][0]) else 0
            assert plies <= 120
