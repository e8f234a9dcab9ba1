"""Random whole numbers for worlds: splitmix64 over a counter, the same on every machine."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

import numpy as np
import numpy.typing as npt

__all__ = ["Floats", "Ints", "Rolls", "noise_key", "unit_hash"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

GOLDEN = 0x9E3779B97F4A7C15
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
MASK = 2**64 - 1

T = TypeVar("T")


def noise_key(seed: int, *about: str | int) -> int:
    """A 64-bit key that depends on the seed and on its purpose."""
    words = "|".join(map(str, (seed, *about)))
    return int.from_bytes(sha256(words.encode()).digest()[:8])


def unit_hash(key: int, values: Ints) -> Floats:
    """A number from 0 up to, but not, 1 for each whole number."""
    words = _mix(values.astype(np.uint64) * np.uint64(GOLDEN) + np.uint64(key))
    unit: Floats = (words >> np.uint64(11)).astype(np.float64) / 2.0**53
    return unit


def _mix(words: Words) -> Words:
    """The finaliser of splitmix64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(FACTORS[0])
    words = (words ^ (words >> np.uint64(27))) * np.uint64(FACTORS[1])
    mixed: Words = words ^ (words >> np.uint64(31))
    return mixed


class Rolls:
    """A stream of random draws for one purpose; other purposes have their own."""

    def __init__(self, seed: int, *about: str | int) -> None:
        self._key, self._count = noise_key(seed, *about), 0

    def units(self, number: int) -> Floats:
        """That many numbers from 0 up to, but not, 1."""
        first = self._count
        self._count += number
        return unit_hash(self._key, np.arange(first, first + number))

    def unit(self) -> float:
        """A random number in [0, 1), the same as ``units(1)[0]``. Python integers are faster than an array of one."""
        word = (self._count * GOLDEN + self._key) & MASK
        self._count += 1
        word = ((word ^ (word >> 30)) * FACTORS[0]) & MASK
        word = ((word ^ (word >> 27)) * FACTORS[1]) & MASK
        return ((word ^ (word >> 31)) >> 11) / 2.0**53

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not, ``number``."""
        return int(self.unit() * number)

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One of some items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        order = np.argsort(self.units(len(items)), kind="stable")
        return [items[i] for i in order]
