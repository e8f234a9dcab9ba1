"""Limits for the numbers in commands. The limits of an argument are part of its annotation."""

from dataclasses import dataclass
from typing import Any, get_type_hints

from railgym.envs.core.errors import OptionsError, plain

__all__ = [
    "CHOICES",
    "DURATION",
    "GAME_COUNT",
    "NUM_ENVS",
    "PROCESSES",
    "REPEATS",
    "SEED",
    "THREADS",
    "Limits",
    "check_numbers",
]


@dataclass(frozen=True)
class Limits:
    """The lowest and the highest value of a number, as in ``Annotated[int, Option("N"), Limits(1, 10)]``."""

    low: float
    high: float

    def check(self, flag: str, value: Any) -> None:
        """Raise OptionsError if a value, or a number of a tuple, is outside the limits. Ignores None and strings."""
        for number in value if isinstance(value, tuple) else (value,):
            if isinstance(number, int | float) and not self.low <= number <= self.high:  # also refuses NaN
                kind = "whole number" if isinstance(number, int) else "number"
                raise OptionsError(f"{flag} {plain(number)}: give a {kind} from {self.low:,} to {self.high:,}")


GAME_COUNT = Limits(1, 10_000_000)
NUM_ENVS = Limits(1, 1_000_000)
SEED = Limits(0, 2**63 - 1)
THREADS = Limits(1, 1_024)
PROCESSES = Limits(1, 1_024)
REPEATS = Limits(1, 100_000)
CHOICES = Limits(1, 10**12)  # decisions in a training run
DURATION = Limits(0, 1_000_000)  # seconds, or minutes


def check_numbers(arguments: Any) -> None:
    """Raise OptionsError for the first number in a command's arguments that is outside its limits."""
    for name, kind in get_type_hints(type(arguments), include_extras=True).items():
        for limits in getattr(kind, "__metadata__", ()):
            if isinstance(limits, Limits):
                limits.check(f"--{name.replace('_', '-')}", getattr(arguments, name))
