"""What tests of Rail Baron share: dice that are rolled, riding section by section, and what is read of a position."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from given import legal, play, written

from railgym.envs.core.header import PUBLIC
from railgym.envs.core.position import Position, Reading
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.state import DICE, SEATS

__all__ = [
    "ARRIVING",
    "DONE",
    "PASS",
    "RIVAL",
    "STOP",
    "arrive",
    "beside",
    "cities",
    "deck_of",
    "go_to",
    "goals",
    "hand_of",
    "may_ride",
    "owner",
    "payoffs",
    "pile_of",
    "player",
    "ride",
    "rolling",
    "steps",
]

STOP, DONE, PASS = "stop here", "buy nothing more", "bid no more"
ARRIVING = {"run": ["Madison", "Chicago"], "at": "D23"}  # one dot from Chicago, where $4,000 are to be earned
RIVAL = {"run": ["Milwaukee", "Des Moines"]}  # another player, whose train has no part in the test


# --- what is read --------------------------------------------------------------------------------------------------


def player(position: Reading, number: int) -> dict[str, Any]:
    """What a player has, in the notation of positions."""
    found: dict[str, Any] = written(position)["players"][number]
    return found


def cities(cards: Iterable[str]) -> list[str]:
    """The cities of cards, without the numbers of their copies."""
    return [card.partition(" #")[0] for card in cards]


def hand_of(position: Reading, number: int = 0) -> list[str]:
    """The cities in the hand of a player."""
    return cities(player(position, number)["hand"])


def pile_of(position: Reading) -> list[str]:
    """The cities of the used cards, from the top."""
    return cities(written(position)["pile"])


def deck_of(position: Reading) -> list[str]:
    """The cities of the deck, from the top."""
    return cities(written(position)["deck"])


def owner(position: Reading, railroad: str) -> int:
    """Who owns a railroad; -1: the bank."""
    players = written(position)["players"]
    return next((i for i, player in enumerate(players) if railroad in player["railroads"]), -1)


def beside(board: Board, city: str) -> str:
    """The name of a dot beside a city."""
    dot = next(there.dot for there in board.cities if there.name == city)
    return board.dots[next(s.a + s.b - dot for s in board.sections if dot in (s.a, s.b))].name


def payoffs(position: Reading) -> list[float]:
    """The results by player, rounded."""
    return [round(payoff, 4) for payoff in position.payoffs]


def goals(position: Position) -> set[str]:
    """The cities among which the next destination is to be chosen."""
    return {
        action.removeprefix("go to ").split(" for ")[0] for action in legal(position) if action.startswith("go to ")
    }


# --- what is played ------------------------------------------------------------------------------------------------


def go_to(position: Position, city: str) -> list[str]:
    """Choose a destination."""
    return play(position, next(action for action in legal(position) if action.startswith(f"go to {city} for ")))


def arrive(position: Position, *purchases: str, viewer: int = PUBLIC) -> list[str]:
    """Ride the last dot to the destination, and buy no more than is said."""
    told = play(position, "ride 1 dot, shortest route", *purchases, viewer=viewer)
    return told + (play(position, DONE, viewer=viewer) if position.phase == "purchase" else [])


def steps(position: Reading, way: str) -> list[int]:
    """The actions that ride a way such as "GLP: Chicago - D26 - D27", section by section."""
    line, _, dots = way.partition(": ")
    ids = position.game.actions.ids
    ends = pairwise(dots.split(" - "))
    return [ids.get(f"ride {line}, {a} - {b}", ids.get(f"ride {line}, {b} - {a}", -1)) for a, b in ends]


def ride(position: Position, *ways: str) -> list[str]:
    """Ride ways section by section."""
    told = []
    for way in ways:
        for step in steps(position, way):
            position.play(step)
            told += position.event_words()
    return told


def may_ride(position: Position, way: str) -> bool:
    """Whether the first section of a way may be ridden."""
    return position.is_legal(steps(position, way)[0])


# --- what is rolled ------------------------------------------------------------------------------------------------


def rolling(rolls: Mapping[int, Iterable[int]]) -> dict[str, str]:
    """The random streams of a game in which these players roll these dice next."""
    for block in range(100):
        keys = np.arange(1, 200_001, dtype=np.uint64) + np.uint64(200_000 * block)
        good = np.ones(len(keys), bool)
        for seat, pips in rolls.items():
            assert 0 <= seat < SEATS
            for count, shown in enumerate(pips):
                good &= rolled(keys, np.uint64((DICE + seat) << 40 | count)) == shown
        if good.any():
            return {"key": f"{int(keys[good][0]):x}"}
    raise AssertionError(f"no key rolls {rolls}")


def rolled(keys: Any, where: np.uint64) -> Any:
    """What a die shows by each key: ``core/rng.py`` for many keys at once."""
    with np.errstate(over="ignore"):
        bits = mixed(keys ^ mixed(where + np.uint64(0x9E3779B97F4A7C15)))
    return 1 + ((bits >> np.uint64(32)) * np.uint64(6) >> np.uint64(32))


def mixed(x: Any) -> Any:
    """The finaliser of splitmix64."""
    with np.errstate(over="ignore"):
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
