"""Habits: statistics of one player in one game, by which the styles of bots can be told apart."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from railgym.envs.core.game import Array

__all__ = ["Habit", "average", "count", "total"]

Measure = Callable[[Array, Any, int], float]
"""``measure(events, last, seat)``: the number for a seat, from all events of a game, ``EVENT_DTYPE`` (N,), and the
record of its last position."""


@dataclass(frozen=True)
class Habit:
    """A statistic in ``words``, as in "loans a game", and how it is measured."""

    words: str
    measure: Measure


def _of(events: Array, kinds: tuple[int, ...], seat: int) -> Array:
    """The data of a seat's events of some kinds, int32 (n, 4)."""
    data: Array = events["data"][np.isin(events["kind"], kinds) & (events["player"] == seat)]
    return data


def count(*kinds: int) -> Measure:
    """How many events of these kinds are the seat's."""
    return lambda events, last, seat: float(len(_of(events, kinds, seat)))


def total(kind: int, *columns: int) -> Measure:
    """The sum of some data of the seat's events of a kind."""
    return lambda events, last, seat: float(_of(events, (kind,), seat)[:, columns].sum())


def average(kind: int, *columns: int) -> Measure:
    """The mean over the seat's events of a kind of the sum of some of their data; 0 if there is none."""

    def measure(events: Array, last: Any, seat: int) -> float:
        data = _of(events, (kind,), seat)[:, columns].sum(1)
        return float(data.mean()) if len(data) else 0.0

    return measure
