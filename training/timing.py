"""How fast something is, measured several times."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

__all__ = ["Rate", "Stopwatch", "Work", "measure", "rounded"]


@dataclass(frozen=True)
class Rate:
    """Things a second in several repeats. Other work on the machine makes a repeat slower, never faster."""

    best: float
    median: float


class Stopwatch:
    """A clock that runs only inside ``with``."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *exception: object) -> None:
        self.seconds += time.perf_counter() - self._began


Work = Callable[[Stopwatch], float]
"""Does some things, with the stopwatch running while it does what counts, and returns how many."""


def measure(scratches: Mapping[str, Work], repeats: int, seconds: float) -> dict[str, Rate]:
    """Repeat all works in turn, so that a slow moment of the machine meets each of them; a repeat calls a work until
    its stopwatch shows ``seconds``. Before that every work is called once without being measured."""
    for scratch in scratches.values():
        scratch(Stopwatch())
    rates: dict[str, list[float]] = {name: [] for name in scratches}
    for _ in range(repeats):
        for name, scratch in scratches.items():
            watch, done = Stopwatch(), 0.0
            while not done or watch.seconds < seconds:
                done += scratch(watch)
            rates[name].append(done / watch.seconds)
    return {name: Rate(max(found), median(found)) for name, found in rates.items()}


def rounded(number: float) -> float:
    """Four digits: more are noise."""
    return float(f"{number:.4g}")
