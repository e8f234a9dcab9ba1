"""What holds for every game: a copy for another game changes only ``GAMES``. Its rules have tests of their own."""

import pickle
from functools import partial

import laws
import numpy as np
import pytest
import sampling
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game.game import NightMail

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import FULL

# Games whose options cover every rule, each with the most plies that it takes.
GAMES: list[tuple[Game, int]] = [
    (NightMail(), 40),
    (NightMail(num_players=3, wagons=4, rounds=20), 120),
    (NightMail(num_players=3, remember=False), 60),
]

games = pytest.mark.parametrize(("game", "most"), GAMES, ids=[str(i) for i in range(len(GAMES))])
positions = partial(
    sampling.positions, range(len(GAMES)), lambda i: GAMES[i][0], plies=st.integers(0, max(most for _, most in GAMES))
)
SOME = settings(max_examples=60, deadline=None)


@games
def test_random_games__are_sound_and_end(game: Game, most: int) -> None:
    """At every ply, all numbers are in their ranges, an action is legal, and the notation gives the position back. At
    the end the payoffs sum to zero. No game is played on beyond the most plies: one without an end fails."""
    for seed in range(20):
        laws.play_soundly(game, seed, most)


@games
def test_new_state__is_blank_but_for_what_its_seed_deals(game: Game, most: int) -> None:
    state = game.rules.new_state(4)
    assert (state["viewer"][0], state["num_players"][0]) == (FULL, game.num_players)
    assert state.tobytes() != game.rules.new_state(5).tobytes()
    sampling.play_on(game, state, most, np.random.default_rng(4))
    game.rules.reset(state, 4)
    assert state.tobytes() == game.rules.new_state(4).tobytes()


@games
def test_game__repeats_itself_from_seed_and_actions(game: Game, most: int) -> None:
    laws.check_repetition(game, 4, sampling.play_on, "random")


@games
def test_game__survives_pickling_with_its_options(game: Game, most: int) -> None:
    copy = pickle.loads(pickle.dumps(game))
    assert copy.options == game.options
    assert copy.rules.new_state(8).tobytes() == game.rules.new_state(8).tobytes()


@games
def test_batch__plays_as_a_game_alone_does(game: Game, most: int) -> None:
    for threads in (1, 2):
        assert laws.play_batch_and_alone(game, threads, 2 * most) >= 6


@SOME
@given(positions())
def test_illegal_action__is_refused_and_changes_nothing(case: tuple[Game, Array]) -> None:
    game, state = case
    position = laws.reading(game, state)
    before = position.copy()
    for action in (-1, len(game.actions), *np.flatnonzero(position.action_mask == 0).tolist()):
        with pytest.raises(IllegalActionError) as caught:
            position.play(action)
        assert "\n" not in str(caught.value)
    assert position == before


@SOME
@given(positions())
def test_action_words__come_back_as_their_action(case: tuple[Game, Array]) -> None:
    laws.check_words(*case)


@SOME
@given(positions(), st.integers(0, 2**62))
def test_copy__goes_its_own_way(case: tuple[Game, Array], seed: int) -> None:
    laws.check_copy(*case, seed)


@SOME
@given(positions(), st.integers(0, 2**62))
def test_views__agree_with_the_worlds_made_from_them(case: tuple[Game, Array], seed: int) -> None:
    game, state = case
    for player in laws.viewers(game):
        assert not laws.broken_law(game, state, player, seed)


@SOME
@given(positions(), st.integers(0, 2**62))
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[Game, Array], seed: int) -> None:
    """In another world that agrees with the view it is the same."""
    laws.check_observations(*case)
    laws.check_blindness(*case, seed)
