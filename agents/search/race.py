"""Sequential halving: which action of the root each iteration tries, if a trained agent gives the priors.

The likeliest actions are tried equally often, in the same worlds. Then only the better half of them is tried, and so
on, until one is left. With upper confidence bounds, most iterations would go to the action that the agent prefers
anyway. This is the search of Gumbel AlphaZero (Danihelka and others, 2022) without its noise.
"""

from collections.abc import Iterator
from math import log

from railgym.agents.search.budget import Budget
from railgym.agents.search.leaves import WIDTH
from railgym.envs.core.game import Array

__all__ = ["Race"]

LEAST = 0.002  # an action with a lower prior is not tried, unless it is the likeliest
TRIES = 4  # iterations for each action, at least
TRUST = 60.0  # the weight of a mean value, -1 to 1, against the logarithm of the prior


class Race:
    """Sequential halving of the root's children in the tree ``nodes``. ``order``: their numbers, the best first."""

    def __init__(self, nodes: Array, children: list[int]) -> None:
        self._nodes = nodes
        first, *others = sorted(children, key=lambda child: float(-nodes["prior"][child]))
        self.order = [first, *(child for child in others if nodes["prior"][child] >= LEAST)]

    def batches(self, budget: Budget) -> Iterator[tuple[range, list[int]]]:
        """Iterations that are made together, and the child that each of them tries. Before the next batch is taken,
        the tree must have the values of the last one."""
        if len(self.order) == 1:
            yield budget.batch(1), self.order
            return
        for iterations in budget.races():
            for running, tries in _laps(min(len(self.order), max(2, iterations // TRIES)), iterations):
                turns, batch = self.order[:running] * tries, range(0)
                for first in range(0, len(turns), WIDTH):
                    if batch := budget.batch(len(turns) - first):
                        yield batch, turns[first : first + len(batch)]
                self.order[:running] = sorted(self.order[:running], key=self._worth, reverse=True)
                if not batch:
                    return

    def _worth(self, child: int) -> tuple[bool, float]:
        """The key by which actions are compared, the best highest. Actions that were not tried are the worst."""
        node = self._nodes[child]
        mean = node["total"] / node["visits"] if node["visits"] else 0.0
        return bool(node["visits"]), log(node["prior"]) + TRUST * float(mean)


def _laps(running: int, iterations: int) -> Iterator[tuple[int, int]]:
    """How many actions are tried in each lap, and how often each of them."""
    laps = (running - 1).bit_length()
    while running > 1:
        tries = max(1, iterations // laps // running)
        yield running, tries
        iterations, laps, running = iterations - tries * running, laps - 1, (running + 1) // 2
