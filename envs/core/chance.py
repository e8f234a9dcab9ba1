"""All outcomes of chance events, for exact algorithms on games with few random draws.

The states are made with keys that list draws (``core/rng.py``). They have no random numbers left: continue them only
with :func:`action_outcomes`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from railgym.envs.core.errors import RailgymError
from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game
from railgym.envs.core.rng import MOST_OUTCOMES

__all__ = ["ManyOutcomesError", "Outcome", "action_outcomes", "deal_outcomes"]


class ManyOutcomesError(RailgymError, ValueError):
    """A chance event has more outcomes than may be listed."""


@dataclass(frozen=True)
class Outcome:
    """A state that a chance event can lead to, with the events on the way and its probability."""

    state: Array
    events: tuple[Event, ...]
    probability: float


def deal_outcomes(game: Game, most: int) -> list[Outcome]:
    """All different deals of a game. Raises ManyOutcomesError if there are more than ``most`` orders of the cards."""

    def deal(number: int) -> tuple[Array, list[Event]]:
        return game.rules.new_listed_state(number), []

    return _outcomes(deal, most, "the deal")


def action_outcomes(game: Game, state: Array, action: int, most: int) -> list[Outcome]:
    """All different states that a legal action can lead to: one, unless the rules draw random numbers. Raises
    ManyOutcomesError if there are more than ``most`` possible draws."""

    def play(number: int) -> tuple[Array, list[Event]]:
        after = state.copy()
        after["key"] = _listed_key(number)
        return after, game.rules.apply(after, action)

    return _outcomes(play, most, f"the action '{game.actions.labels[action]}'")


def _outcomes(play: Callable[[int], tuple[Array, list[Event]]], most: int, what: str) -> list[Outcome]:
    """The different results of ``play`` over all numbers that list its draws."""
    found: dict[Any, list[Any]] = {}
    number, numbers = 0, 1
    while number < numbers:
        state, events = play(number)
        key = int(state["key"][0])
        draws, left = key >> 32, key >> 1 & MOST_OUTCOMES
        if draws > most:
            raise ManyOutcomesError(f"{what} has more than {most:,} possible draws, too many to list")
        if left == 0:  # otherwise these draws are those of a lower number
            state["key"] = _listed_key(0)
            entry = found.setdefault((state.tobytes(), *events), [state, tuple(events), 0.0])
            entry[2] += 1 / draws
        number, numbers = number + 1, max(numbers, draws)
    return [Outcome(*entry) for entry in found.values()]


def _listed_key(number: int) -> np.uint64:
    """``core/rng.py:listed_key`` in Python."""
    return np.uint64(1 << 32 | number << 1)
