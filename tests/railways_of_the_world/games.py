"""Games of Railways of the World and against the Railbot for the tests of their rules, and parts of their positions."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from given import play, written

from railgym.envs.core.position import Position, Reading
from railgym.envs.railways_of_the_world.game import RailbotGame, RailwaysOfTheWorld

__all__ = [
    "ALVESTA",
    "MALMO",
    "about",
    "against",
    "changed",
    "choices",
    "choose",
    "have",
    "links",
    "player",
    "railbot",
    "railways",
    "the_railbot",
]

ALVESTA = {"cities": ["Alvesta", "Hässleholm"], "way": ["south-west", "straight on"]}  # links, with their track
MALMO = {"cities": ["Malmö", "Hässleholm"], "way": ["north-east", "left", "right"]}


@cache
def railways(**options: Any) -> RailwaysOfTheWorld:
    return RailwaysOfTheWorld(**{"map": "nordic", "actions": "full", "barons": False, **options})


@cache
def railbot(**options: Any) -> RailbotGame:
    return RailbotGame(**{"actions": "full", **options})


# --- parts of positions ---------------------------------------------------------------------------------------------


def links(*cities: str, owner: str = "player_0", **entries: Any) -> list[dict[str, Any]]:
    """Links from city to city, without track and of one tile each unless ``tiles`` says otherwise."""
    return [{"cities": list(pair), "owner": owner, **entries} for pair in pairwise(cities)]


def against(*row: str, top: str = "C07", railbot: dict[str, Any] | None = None, **position: Any) -> dict[str, Any]:
    """The first of two actions before the Railbot's card: its row from left to right, and the top of its deck."""
    return {"actions": 2, **position, "railbot": {"row": list(row), "deck": [top, "..."], **(railbot or {})}}


def changed(position: Position, **entries: Any) -> Position:
    """A position with other entries than it has."""
    return Position.from_dict(position.game, {**position.to_dict(), **entries})


def have(position: Position, number: int = 0, **entries: Any) -> Position:
    """A position in which a player has something else than they have."""
    players = position.to_dict()["players"]
    return changed(position, players=[p | entries if i == number else p for i, p in enumerate(players)])


# --- what is read ---------------------------------------------------------------------------------------------------


def player(position: Reading, number: int = 0) -> dict[str, Any]:
    """What a player has, in the notation of positions."""
    found: dict[str, Any] = written(position)["players"][number]
    return found


def the_railbot(position: Reading) -> dict[str, Any]:
    """The Railbot's part of a position, in the notation of positions."""
    found: dict[str, Any] = written(position)["railbot"]
    return found


def choices(position: Reading) -> set[str]:
    """The legal actions, as the action table calls them."""
    return {position.game.actions.labels[action] for action in position.legal_actions}


def about(told: Iterable[str], *words: str) -> list[str]:
    """The sentences that contain all these words."""
    return [sentence for sentence in told if all(part in sentence for part in words)]


# --- what is played -------------------------------------------------------------------------------------------------


def choose(position: Position, phase: str) -> list[str]:
    """The first choice there is, as long as this kind of decision is due; returns what is told."""
    told = []
    while position.phase == phase:
        told += play(position, min(choices(position)))
    return told
