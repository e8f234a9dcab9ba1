"""How many iterations a search makes for a decision, by number or by time."""

import time
from collections.abc import Iterator
from itertools import count

from railgym.agents.search.leaves import WIDTH
from railgym.agents.spec import MOST_ITERATIONS, AgentSpec

__all__ = ["Budget"]

FIRST_RACE = 64  # iterations of the first race if time ends the search; each race is twice as long as the one before


class Budget:
    """The iterations of one decision. The time of a timed search begins with the construction."""

    def __init__(self, spec: AgentSpec) -> None:
        self._timed = spec.seconds > 0
        self._end = time.perf_counter() + spec.seconds
        self._made = 0
        self.most = MOST_ITERATIONS if self._timed else spec.iterations

    def batch(self, most: int = WIDTH) -> range:
        """The next iterations, at most ``most`` and at most ``WIDTH``; empty if the budget is spent."""
        late = self._timed and self._made > 0 and time.perf_counter() >= self._end
        first, number = self._made, 0 if late else min(most, WIDTH, self.most - self._made)
        self._made += number
        return range(first, first + number)

    def races(self) -> Iterator[int]:
        """The iterations of each race (``race.py``)."""
        return (FIRST_RACE * 2**n for n in count()) if self._timed else iter([self.most])
