"""Places an agent on a ladder: games against rungs near its estimated rating, until the rating is known well enough.

The posterior of the rating is kept on a grid. An agent with rating ``x`` is ahead of a rung with rating ``r`` with
probability ``1 / (1 + 10 ** ((r - x) / 400))``, as in the Bradley-Terry model; the ratings of the rungs are fixed. The
prior is a bell curve over the ladder, so that estimates stay finite when all games are won or lost.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from railgym.envs.core.game import Array
from railgym.training.evaluate.statistics import Interval

__all__ = ["Placement", "Play", "place"]

Play = Callable[[int, Array], Array]
"""Plays paired seeds, by their numbers, against the rung of an index; returns how far the agent was ahead in each
comparison: 1, 1/2 or 0."""

STEP = 2.0  # Elo points between points of the grid
BEYOND = 1.0  # how far the grid goes beyond both ends of the ladder, in lengths of the ladder
GROWTH = 4  # each turn plays a quarter as many seeds as were played before, so that fast agents play in batches


@dataclass
class Placement:
    """What is known about the rating of an agent on a ladder with ``ratings`` (n,), ascending."""

    ratings: Array
    games: Array = field(init=False)
    """The comparisons with each rung, int64 (n,)."""
    points: Array = field(init=False)
    """How far the agent was ahead in them, summed, float64 (n,)."""

    def __post_init__(self) -> None:
        self.games, self.points = np.zeros(len(self.ratings), np.int64), np.zeros(len(self.ratings))
        low, high = self.ratings.min(), self.ratings.max()
        length = high - low
        self._grid = np.arange(low - BEYOND * length, high + BEYOND * length + STEP, STEP)
        self._log_density = -0.5 * ((self._grid - (low + high) / 2) / length) ** 2
        self._log_odds = (self._grid[:, None] - self.ratings) * np.log(10) / 400  # of being ahead of each rung

    def add(self, rung: int, points: Array) -> None:
        """Note the results of comparisons with a rung."""
        self.games[rung] += len(points)
        self.points[rung] += points.sum()
        odds = self._log_odds[:, rung]
        self._log_density += points.sum() * odds - len(points) * np.logaddexp(0, odds)

    @property
    def rating(self) -> Interval:
        """The mean of the posterior, with its middle 95 %."""
        weights = np.exp(self._log_density - self._log_density.max())
        shares = np.cumsum(weights) / weights.sum()
        low, high = (self._grid[np.searchsorted(shares, level)] for level in (0.025, 0.975))
        return Interval(float(weights @ self._grid / weights.sum()), float(low), float(high))

    @property
    def next_rung(self) -> int:
        """Of the two rungs nearest to the estimate, the one with fewer games."""
        nearest = np.argsort(np.abs(self.ratings - self.rating.value), kind="stable")[:2]
        return int(min(nearest, key=lambda rung: self.games[rung]))

    @property
    def below(self) -> int:
        """The highest rung at or below the estimate; -1 if there is none. The one above follows it."""
        return int(np.searchsorted(self.ratings, self.rating.value, side="right")) - 1


def place(ratings: Array, play: Play, games_per_seed: int, most_games: int, width: float) -> Placement:
    """Let an agent play until the 95 % interval of its rating is at most ``width`` Elo points wide, or until
    ``most_games`` are played."""
    placement, seeds = Placement(ratings), 0
    while placement.rating.high - placement.rating.low > width:
        left = most_games // games_per_seed - seeds
        if left <= 0:
            break
        numbers = seeds + np.arange(min(max(1, seeds // GROWTH), left))
        rung = placement.next_rung
        placement.add(rung, play(rung, numbers))
        seeds += len(numbers)
    return placement
