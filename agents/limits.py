"""The limits of the numbers that commands take: each stands in the annotation of its argument."""

from dataclasses import dataclass
from typing import Any, get_type_hints

from railgym.envs.core.errors import OptionsError, plain

__all__ = [
    "CHOICES",
    "DURATION",
    "GAME_COUNT",
    "LANES",
    "PROCESSES",
    "REPEATS",
    "SEED",
    "THREADS",
    "Limits",
    "check_numbers",
]


@dataclass(frozen=True)
class Limits:
    """A number of a command lies within ``low`` to ``high``: ``Annotated[int, arg(metavar="N"), Limits(1, 10)]``."""

    low: float
    high: float

    def check(self, flag: str, value: Any) -> None:
        """Raise OptionsError unless a value lies within the limits; None and words are not numbers."""
        for number in value if isinstance(value, tuple) else (value,):
            if isinstance(number, int | float) and not self.low <= number <= self.high:  # NaN is not, either
                kind = "whole number" if isinstance(number, int) else "number"
                raise OptionsError(f"{flag} {plain(number)}: give a {kind} from {self.low:,} to {self.high:,}")


GAME_COUNT = Limits(1, 10_000_000)
LANES = Limits(1, 1_000_000)
SEED = Limits(0, 2**63 - 1)
THREADS = Limits(1, 1_024)
PROCESSES = Limits(1, 1_024)
REPEATS = Limits(1, 100_000)
CHOICES = Limits(1, 10**12)  # decisions that training takes
DURATION = Limits(0, 1_000_000)  # seconds, or minutes


def check_numbers(arguments: Any) -> None:
    """Raise OptionsError for the first number of a command's arguments that lies outside its limits."""
    for name, kind in get_type_hints(type(arguments), include_extras=True).items():
        for limits in getattr(kind, "__metadata__", ()):
            if isinstance(limits, Limits):
                limits.check(f"--{name.replace('_', '-')}", getattr(arguments, name))
