"""What holds in every position of Rail Baron that can be reached."""

from collections import defaultdict
from typing import Any

import laws
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rail_baron_cards.checker import pick
from rail_baron_cards.forms import (
    FORMS,
    QUICK,
    broken_law,
    game_of,
    play_on,
    positions,
)

from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_random_games
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import (
    PHASES,
)
from railgym.envs.rail_baron_cards.state import SEATS

# --- what a player sees -------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_random_play__keeps_the_laws_of_hidden_information(form: str) -> None:
    """For the public and every seat, at every ply of some games, in all kinds of decision."""
    seen = laws.play_lawfully(game_of(form), 20, 150, play_on, broken_law)
    unseen = {PHASES[i] for i in range(len(PHASES)) if i not in seen}
    by_option = {"bids": "bid for the order of play", "home_swap": "keep or exchange start and destination"}
    options: Any = game_of(form).options
    off = {phase for option, phase in by_option.items() if getattr(options, option) in ("none", False)}
    cards = {"choose a card to discard", "choose the first destination"}
    assert unseen == off | (cards if options.by_dice else {"choose a destination before the move"})


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__hides_and_worlds_agree(case: tuple[Game, Array], seed: int) -> None:
    game, state = case
    for player in laws.viewers(game):
        assert not broken_law(game, state, player, seed)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__does_not_change_when_hidden_cards_are_exchanged(case: tuple[Game, Array], seed: int) -> None:
    """Another world has other hands, another deck and other bids."""
    laws.check_blindness(*case, seed)


@pytest.mark.bounds
@QUICK
@given(positions())
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[Game, Array]) -> None:
    game, state = case
    for observation in laws.check_observations(game, state):
        pieces = game.observation_layout.split(observation)
        assert not pieces["seats"][game.num_players :].any()
        assert pieces["seats"][: game.num_players, 0].all()
        assert not pieces["railroads"][:, len(game.display.words.owners) : SEATS].any()


@pytest.mark.bounds
def test_observation__by_node_is_within_its_bounds() -> None:
    game = game_of("small, two, full").encoded_by("nodes")
    low, high = game.observation_layout.bounds()
    for seed in range(6):
        state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0]:
            play_on(game, state, 1, rng, "eager")
            for player in range(game.num_players):
                observation, _ = game.rules.observe(state, player)
                assert observation.shape == (game.observation_layout.size,)
                assert (low <= observation).all() and (observation <= high).all()


# --- the same again -----------------------------------------------------------------------------------------------


def ride_in_steps(game: Game, state: Array, action: int) -> None:
    """Play a ride along a route section by section, and stop where it ends if pips are left."""
    ride, step = game.actions.blocks["ride"].start, game.actions.blocks["step"].start
    game.rules.legal(state)
    kind, dots = divmod(action - ride, 12)
    sections = game.rules.scratch["routes"][0][kind]["sections"].tolist()[: dots + 1]
    for i, section in enumerate(sections):
        stop_due = int(state["pips"][0]) > 1
        events = game.rules.apply(state, step + section)
        arrived = any(game.event_kinds[event.kind] == "arrived" for event in events)
        assert not arrived or i == len(sections) - 1
    if stop_due and not arrived:
        game.rules.apply(state, game.actions.blocks["stop"].start)


@pytest.mark.parametrize("options", [{}, {"board": "small", "num_players": 4}], ids=["two", "small, four"])
def test_plans__have_the_same_result_as_their_steps(options: dict[str, Any]) -> None:
    """A game by plans alone, and the same game with each ride section by section, but for the count of plies."""
    game = make_game("rail_baron_cards_v0", actions="full", bids="none", **options)
    ride, rides = game.actions.blocks["ride"], 0
    for seed in range(6):
        state = game.rules.new_state(seed)
        rng = np.random.default_rng(seed)
        while not state["terminated"][0]:
            mask = game.rules.legal(state)
            mask[game.actions.num_plans :] = 0
            action = pick(game, mask, rng, "eager")
            if ride.start <= action < ride.stop:
                other = state.copy()
                ride_in_steps(game, other, action)
                game.rules.apply(state, action)
                rides += 1
                other["ply"] = state["ply"]
                assert other.tobytes() == state.tobytes()
            else:
                game.rules.apply(state, action)
    assert rides > 200


@QUICK
@given(positions())
def test_action_words__come_back_as_their_action(case: tuple[Game, Array]) -> None:
    laws.check_words(*case)


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    laws.check_repetition(game_of(form), seed, play_on, "eager")


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_copy__is_independent(case: tuple[Game, Array], seed: int) -> None:
    laws.check_copy(*case, seed)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["small, two, full", "small, six, reshuffle"])
def test_batch__plays_as_single_games(form: str, threads: int) -> None:
    """Over several games of every environment."""
    assert laws.play_batch_and_alone(game_of(form), threads, 500) >= 6


# --- every game ends ----------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_every_game__ends_with_a_reason_and_a_result(form: str) -> None:
    """Random play ends within a bounded number of plies and turns; the seats share out a sum of zero.

    With bounds checks: on one thread, for in parallel code Numba may swallow the error.
    """
    game = game_of(form)
    options: Any = game.options
    results = run_random_games(game, np.arange(250))
    n = game.num_players
    laws.check_payoffs(game, results)
    assert (results["turns"] <= options.max_rounds * n).all()
    assert (results["plies"] <= 10 * n + 6 * results["turns"]).all()
    assert (results["payoff"][:, :n].max(axis=1) > 0).all()
    assert (results["scores"][:, :n] >= 0).all()


def test_random_games__end_for_every_reason() -> None:
    """Some 100,000 plies in compiled code."""
    reasons: dict[str, set[int]] = defaultdict(set)
    plies = 0
    for form in ("two", "six", "small, two, full"):
        results = run_random_games(game_of(form), np.arange(1000, 1150))
        reasons[form] = set(results["end_reason"].tolist())
        plies += int(results["plies"].sum())
    assert set.union(*reasons.values()) == {1, 2, 3}
    assert plies > 100_000


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_many_random_games__end(form: str) -> None:
    game = game_of(form)
    laws.check_payoffs(game, run_random_games(game, np.arange(10_000, 14_000)))


@pytest.mark.parametrize("style", ["random", "eager"])
@pytest.mark.parametrize("form", ["two", "small, three", "small, six, reshuffle"])
def test_every_turn__is_short(form: str, style: str) -> None:
    """Two moves of at most twelve steps, purchases, a choice, and sales with their auctions."""
    for seed in range(5):
        laws.check_turns(game_of(form), seed, play_on, style, most=120)
