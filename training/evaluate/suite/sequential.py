"""Whether the order of the agents of a line-up is significant, so that no more seeds have to be played.

A test that is repeated needs a correction. This one uses a confidence sequence: intervals that all contain the mean
together with the stated probability. It is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024,
Annals of Statistics), theorem 2.2. The unit is the paired seed with all its rotations.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from railgym.envs.core.game import Array
from railgym.training.evaluate.matches import by_agent
from railgym.training.evaluate.statistics import ahead
from railgym.training.evaluate.suite.definition import SuiteGame
from railgym.training.evaluate.suite.units import Played

__all__ = ["is_settled", "leads_by_seed", "radius"]

ERROR = 0.05  # of all comparisons of a table together
SHARPEST = 100  # the number of paired seeds at which the intervals are narrowest
LENT = 1.0  # variance that is added, so that a few equal results settle nothing


def is_settled(table: SuiteGame, lineup: int, games: Sequence[Played]) -> bool:
    """Whether the order of every two agents of a line-up is significant. False in a game for one, where all seeds are
    played."""
    if table.seats == 1 or not games:
        return False
    leads = np.concatenate([leads_by_seed(part, table.seats) for part in games])
    error = ERROR / (len(table.lineups) * comb(table.seats, 2))
    for i, j in combinations(range(table.seats), 2):
        lead = leads[:, i, j]
        if abs(lead.mean()) <= radius(lead, error):
            return False
    return True


def leads_by_seed(played: Played, seats: int) -> Array:
    """How much more often the row was ahead of the column than behind it, on every paired seed: (D, P, P), -1 to 1, in
    the order of the line-up."""
    order = np.argsort(np.argsort(played.seating, axis=1), axis=1)  # places within the line-up
    payoff = by_agent(played.results["payoff"][:, :seats], order)
    leads: Array = 2 * ahead(payoff).mean(1) - 1
    return leads


def radius(values: Array, error: float) -> float:
    """Half the width of the confidence sequence after ``values`` (D,)."""
    n = len(values)
    deviation = np.sqrt((((values - values.mean()) ** 2).sum() + LENT) / n)
    tuned = (-2 * np.log(error) + np.log(-2 * np.log(error)) + 1) / SHARPEST
    spread = n * tuned + 1
    return float(deviation * np.sqrt(2 * spread / (n**2 * tuned) * np.log(np.sqrt(spread) / error)))
