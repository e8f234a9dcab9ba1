"""What holds in every position of the two games that can be reached."""

from collections import Counter

import laws
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from railways_of_the_world import eager_play
from railways_of_the_world.forms import FORMS, QUICK, game_of, play_on, positions
from railways_of_the_world.table_laws import broken_step, broken_table

from railgym.envs.core.batch import run_random_games
from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.phases import MARKERS, TURN_LIMIT
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD

# --- the table ----------------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_play__keeps_the_laws_of_the_table(form: str) -> None:
    """Cubes, tiles, markers, track, links and cards in every seventh position, money and points at every step; and
    there is always something to do."""
    game = game_of(form)
    for seed in range(2):
        state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0] and state["ply"][0] < 500:
            legal, before = np.flatnonzero(game.rules.legal(state)), state.copy()
            assert legal.size, f"nothing to do: {game.phases[int(state['phase'][0])]}"
            action = eager_play.pick(game, state, rng) if seed % 2 else int(rng.choice(legal))
            events = game.rules.apply(state, action)
            broken = broken_step(game, before, state, events)
            if not broken and (state["ply"][0] % 7 == 0 or state["terminated"][0]):
                broken = broken_table(game, state)
            assert not broken, f"{broken}: seed {seed}, ply {state['ply'][0]}, {game.actions.labels[action]}"


def test_play__comes_to_every_kind_of_decision() -> None:
    """So that the laws are checked in all of them."""
    seen = Counter[int]()
    for form in ("three, Mexico, steps", "solo, agent, Nordic, steps", "six, small"):
        game = game_of(form)
        for seed in range(8):
            seen.update(int(state["phase"][0]) for state in eager_play.positions(game, seed, 600))
    assert set(seen) == set(range(len(phases.PHASES)))


# --- what a player sees -------------------------------------------------------------------------------------------


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__hides_and_worlds_agree(case: tuple[HexRailways, Array], seed: int) -> None:
    """A world that agrees with a view keeps the laws of the table."""
    game, state = case
    for player in laws.viewers(game):
        assert not laws.broken_law(game, state, player, seed)
        if player >= 0:
            world = game.rules.determinize(game.rules.view(state, player), player, seed)
            assert not broken_table(game, world)
            assert state["terminated"][0] or len(set(barons(game, world))) == len(barons(game, world))


def barons(game: HexRailways, state: Array) -> list[int]:
    """The Universal Rail Barons that were dealt."""
    dealt = [int(baron) for seat in state["players"][0, : game.num_players] for baron in seat["barons"]]
    assert HIDDEN not in dealt
    return [baron for baron in dealt if baron != NO_CARD]


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__is_blind_to_hidden_cards_that_change_places(case: tuple[HexRailways, Array], seed: int) -> None:
    """Worlds have other decks and other barons."""
    laws.check_blindness(*case, seed)


@QUICK
@given(positions())
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[HexRailways, Array]) -> None:
    laws.check_observations(*case)


@pytest.mark.parametrize("form", ["two, small, steps", "solo, agent, small"])
def test_record__that_counts_cards_it_does_not_name_has_no_effect_of_them(form: str) -> None:
    """Each number is within its range; no action and no fact of a city comes from a card that is not there."""
    game = game_of(form)
    state = next(s for s in eager_play.positions(game, 1) if s["phase"][0] == phases.ACTION)
    damaged, player = state.copy(), int(state["current_player"][0])
    damaged["num_displayed"] = len(game.board.operations)
    assert game.rules.legal(damaged).tolist() == game.rules.legal(state).tolist()
    right, found = (game.observation_layout.split(game.rules.observe(s, player)[0]) for s in (state, damaged))
    assert (found["cities"] == right["cities"]).all() and (found["lines"] == right["lines"]).all()


# --- the same again -----------------------------------------------------------------------------------------------


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_action_words__come_back_as_their_action(case: tuple[HexRailways, Array], seed: int) -> None:
    laws.check_words(*case, some=seed)


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    laws.check_repetition(game_of(form), seed, play_on, "eager")


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_copy__lives_on_its_own(case: tuple[HexRailways, Array], seed: int) -> None:
    laws.check_copy(*case, seed)


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["two, small, steps", "solo, agent, small"])
def test_batch__plays_as_a_game_alone_does(form: str, threads: int) -> None:
    """Over several games of some environments."""
    assert laws.play_batch_and_alone(game_of(form), threads, 700) >= 3


# --- every game ends ----------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_every_game__ends_with_a_reason_and_a_result(form: str) -> None:
    """Random play ends within a bounded number of plies; tens of thousands of them in every form, in compiled code.

    With bounds checks: on one thread, for in parallel code Numba may swallow the error.
    """
    game, games = game_of(form), 0
    for first in range(0, 10_000, 50):
        results = run_random_games(game, np.arange(first, first + 50))
        check_results(game, results)
        games += int(results["plies"].sum())
        if games > 20_000:
            return


def check_results(game: HexRailways, results: Array) -> None:
    n, companies, last = game.num_players, int(game.params["num_companies"][0]), int(game.params["max_years"][0])
    laws.check_payoffs(game, results)
    assert (results["end_reason"] >= MARKERS).all()
    if companies > 1:
        assert (results["end_reason"] <= TURN_LIMIT).all()
        assert (results["turns"] <= 3 * n * last).all()
    if companies == 1:  # the target is shown beside the player's points
        assert (results["scores"][:, 1] == game.params["target"][0]).all()
    assert not results["scores"][:, max(2, companies) :].any()
    assert (results["plies"] <= 60 * n * last).all()


@pytest.mark.parametrize("style", ["random", "eager"])
@pytest.mark.parametrize("form", ["six, East, steps", "two, small, steps", "solo, agent, Nordic, steps"])
def test_every_turn__is_short(form: str, style: str) -> None:
    """A seat's action has some steps; the Railbot's card some more, for it may build three paths."""
    for seed in range(2):
        laws.check_turns(game_of(form), seed, play_on, style, most=80, plies=600)
