"""Matches: the same seeds, every seat once, and the same result with every engine."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from railgym.agents.own import AgentError
from railgym.envs.catalog import make_game
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate import matches
from railgym.training.evaluate.matches import FORFEITED, by_agent, paired_seeds, play_games, rotated


def play(game: Game, codes: tuple[str, ...], num_seeds: int = 6, threads: int = 1) -> Array:
    return play_games(game, codes, *rotated(paired_seeds(5, num_seeds), range(len(codes))), threads)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rotation__gives_every_agent_every_seat_once_per_seed(seats: int) -> None:
    seeds, seating = rotated(paired_seeds(1, 12), range(seats))
    assert seeds.shape == (12 * seats,) and seating.shape == (12 * seats, seats)
    for i in range(12):
        games = seating[i * seats : (i + 1) * seats]
        assert len(set(seeds[i * seats : (i + 1) * seats])) == 1
        for column in games.T:
            assert sorted(column) == list(range(seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_rotation__goes_through_all_orders_around_the_table(seats: int) -> None:
    """Rotation alone would always put the same agent to the left of another."""
    _, seating = rotated(paired_seeds(1, 12), range(seats))
    seen = Counter(map(tuple, seating))
    assert set(seen) == set(permutations(range(seats)))
    assert len(set(seen.values())) == 1


def test_by_agent__undoes_the_seating() -> None:
    lineup = (2, 5, 7, 9)
    _, seating = rotated(paired_seeds(1, 7), lineup)
    padded = np.concatenate([seating * 10, np.full_like(seating, -1)], axis=1)  # as results have more seats than play
    assert (by_agent(padded, seating) == 10 * np.array(lineup)).all()
    assert by_agent(padded, seating).shape == (7, 4, 4)


def test_paired_seeds__fewer_are_the_first_of_more() -> None:
    few, many = paired_seeds(3, 5), paired_seeds(3, 50)
    assert (many[:5] == few).all() and (many >= 0).all() and len(set(many)) == 50
    assert not set(many) & set(paired_seeds(4, 50))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_engines__agree(seats: int) -> None:
    """A bot moved from Python, game by game, plays the very games that compiled code plays."""
    game = make_game("ticket_to_ride_card_v0", num_players=seats)
    compiled = play(game, ("planner", "greedy", "planner", "planner")[:seats])
    stepped = play(game, ("py:players:Planner", "greedy", "planner", "py:players:Planner")[:seats])
    assert (compiled == stepped).all()


def test_engines__agree_in_a_solo_game() -> None:
    game = make_game("ticket_to_ride_card_solo_v0")
    assert (play(game, ("planner",)) == play(game, ("py:players:Planner",))).all()


def test_batched_agents__play_as_they_would_game_by_game(game: Game) -> None:
    from players import asked

    asked.clear()
    together = play(game, ("py:players:LowestTogether", "greedy"), 20)
    assert max(asked) == 40, "it was not asked for all games at once"
    assert (together == play(game, ("py:players:Lowest", "greedy"), 20)).all()


def test_lanes__take_the_next_game_when_one_ends(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = ("py:players:LowestTogether", "random")
    wide = play(game, codes, 20)
    monkeypatch.setattr(matches, "NUM_ENVS", 3)
    assert (play(game, codes, 20) == wide).all()


def test_results__do_not_depend_on_threads_or_company(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game depends only on its seed and its agents."""
    codes = ("greedy", "random", "py:players:LowestTogether", "py:players:Lowest")
    seeds = np.repeat(paired_seeds(2, 12), 2)
    seating = np.array([(0, 1), (1, 0), (0, 2), (2, 3), (3, 1), (0, 0)] * 4)
    told: list[int] = []
    all_at_once = play_games(game, codes, seeds, seating, 1, told.append)
    assert sum(told) == len(seeds)
    assert (play_games(game, codes, seeds, seating, 2) == all_at_once).all()
    monkeypatch.setattr(matches, "CHUNK", 3)
    assert (play_games(game, codes, seeds, seating) == all_at_once).all()
    alone = [play_games(game, codes, seeds[i : i + 1], seating[i : i + 1])[0] for i in range(6)]
    assert alone == list(all_at_once[:6])


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda *_: 1 / 0, "agent 'own' failed: ZeroDivisionError: division by zero"),
        (lambda *_: sys.exit("enough"), "agent 'own' failed: SystemExit: enough"),
        (lambda *_: None, "agent 'own' answered None, which is no action"),
        (lambda *_: "3", "agent 'own' answered '3', which is no action"),
    ],
)
def test_agent_of_ones_own__that_fails_is_named(game: Game, act: Callable[..., Any], reason: str) -> None:
    """It needs no ``code``, and the fault is not railgym's."""
    own = type("Own", (), {"reset": lambda *_: None, "act": act})()
    seeds, seating = rotated(paired_seeds(1, 1), range(2))
    with pytest.raises(AgentError, match=re.escape(reason)):
        play_games(game, ["own", "random"], seeds, seating, given={"own": own})


def test_agent_of_ones_own__that_cannot_begin_is_named(game: Game) -> None:
    own = type("Own", (), {"reset": lambda *_: 1 / 0, "act": lambda *_: 0})()
    seeds, seating = rotated(paired_seeds(1, 1), range(2))
    with pytest.raises(AgentError, match="agent 'own' failed: ZeroDivisionError: division by zero"):
        play_games(game, ["own", "random"], seeds, seating, given={"own": own})


@pytest.mark.parametrize(
    ("answer", "found"),
    [(None, "object of shape ()"), ([0.0, 0.0], "float64 of shape (2,)"), ([0], "int64 of shape (1,)")],
)
def test_batched_agent_of_ones_own__that_returns_no_actions_is_named(game: Game, answer: Any, found: str) -> None:
    own = type("Own", (), {"reset": lambda *_: None, "act": lambda *_: 0, "act_batch": lambda *_: answer})()
    seeds, seating = rotated(paired_seeds(1, 1), [0, 0])
    with pytest.raises(AgentError, match=re.escape(f"agent 'own': act_batch returned {found}, not 2 integers")):
        play_games(game, ["own"], seeds, seating, given={"own": own})


def test_batched_agent_of_ones_own__may_forfeit(game: Game) -> None:
    def forfeit(*_: Any) -> Any:
        raise ForfeitError("no")

    own = type("Own", (), {"reset": lambda *_: None, "act": lambda *_: 0, "act_batch": forfeit})()
    seeds, seating = rotated(paired_seeds(1, 1), range(2))
    results = play_games(game, ["own", "random"], seeds, seating, given={"own": own})
    assert (results["end_reason"] == FORFEITED).all()


def test_illegal_choice__is_refused_naming_the_agent(game: Game) -> None:
    with pytest.raises(IllegalActionError, match="agent 'py:players:Cheat' broke the rules"):
        play(game, ("py:players:Cheat", "random"), 1)
