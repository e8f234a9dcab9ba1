"""Helpers for tests of Rail Baron: reading positions, playing moves in words, and choosing the dice."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from given import legal, play, written

from railgym.envs.core.header import PUBLIC
from railgym.envs.core.position import Position, Reading
from railgym.envs.core.rng import below
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
RIVAL = {"run": ["Milwaukee", "Des Moines"]}  # another player, far away


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
    """The owner of a railroad; -1: the bank."""
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
    """Ride the last dot to the destination, make the purchases, and buy nothing more."""
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


def rolling(rolls: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """The random streams of a game in which these players roll these dice next: key 1, and for each player a count at
    which the dice follow one another."""
    counts = [0] * (DICE + SEATS)
    for player, dice in rolls.items():
        counts[DICE + player] = dice_of(player).index(bytes(dice))
    return {"key": "1", "counts": counts}


@cache
def dice_of(player: int) -> bytes:
    """The first dice of a player in a game with key 1, from the generator of the rules."""
    stream = DICE + player
    state = SimpleNamespace(key=np.uint64(1), random_counts={stream: np.arange(100_000)})
    return bytes(1 + below(state, stream, 6).astype(np.uint8))
