"""When it is clear who of a line-up is ahead of whom, so that no more deals need to be played.

A test that is looked at again and again has to allow for that. This one is a confidence sequence, an interval that
holds the mean at all times together with the promised probability: the asymptotic one of Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas (2024, Annals of Statistics), theorem 2.2. The unit is the deal with all its rotations.
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

__all__ = ["deal_leads", "is_settled", "radius"]

ERROR = 0.05  # of all comparisons of a table together
SHARPEST = 100  # deals at which the intervals are as narrow as they can be made
LENT = 1.0  # variance that is lent, so that a few equal deals settle nothing


def is_settled(table: SuiteGame, lineup: int, games: Sequence[Played]) -> bool:
    """Whether it is clear for every two agents of a line-up who is ahead; alone there is nobody to be ahead of, so all
    deals are played."""
    if table.seats == 1 or not games:
        return False
    leads = np.concatenate([deal_leads(part, table.seats) for part in games])
    error = ERROR / (len(table.lineups) * comb(table.seats, 2))
    for i, j in combinations(range(table.seats), 2):
        lead = leads[:, i, j]
        if abs(lead.mean()) <= radius(lead, error):
            return False
    return True


def deal_leads(played: Played, seats: int) -> Array:
    """How much more often the row was ahead of the column than behind it, on every deal: (D, P, P), -1 to 1, by the
    order of the line-up."""
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
