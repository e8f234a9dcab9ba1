"""Rates, measured several times."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

__all__ = ["Rate", "Stopwatch", "Workload", "measure", "rounded"]


@dataclass(frozen=True)
class Rate:
    """A rate per second in several repeats. Other work on the machine makes a repeat slower, never faster."""

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


Workload = Callable[[Stopwatch], float]
"""Does some things, with the stopwatch running while it does what counts, and returns how many."""


def measure(workloads: Mapping[str, Workload], repeats: int, seconds: float) -> dict[str, Rate]:
    """Repeat all workloads in turn, so that a slow moment of the machine meets each of them. A repeat calls a workload
    until its stopwatch shows ``seconds``. Before that every workload is called once without being measured."""
    for workload in workloads.values():
        workload(Stopwatch())
    rates: dict[str, list[float]] = {name: [] for name in workloads}
    for _ in range(repeats):
        for name, workload in workloads.items():
            watch, done = Stopwatch(), 0.0
            while not done or watch.seconds < seconds:
                done += workload(watch)
            rates[name].append(done / watch.seconds)
    return {name: Rate(max(found), median(found)) for name, found in rates.items()}


def rounded(number: float) -> float:
    """Four digits: more are noise."""
    return float(f"{number:.4g}")
