"""Random numbers for making maps: the same on every machine, and each is independent of the others."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

__all__ = ["Lot", "draw", "draws"]

T = TypeVar("T")


def draw(seed: int, *about: str | int) -> float:
    """A number from 0 up to, but not, 1 that depends on the seed and on what it is drawn for."""
    *first, last = (seed, *about)
    return draws(*first)(last)


def draws(*about: str | int) -> Callable[[str | int], float]:
    """A function of the last part of what a number is drawn for: ``draws(*first)(last) == draw(*first, last)``."""
    hashed = _hashes(*about)
    return lambda last: int.from_bytes(hashed([last])[0]) / 2**48


def _hashes(*about: str | int) -> Callable[[Iterable[str | int]], list[bytes]]:
    """A function like that of :func:`draws` for many last parts, which returns 6 bytes for each. Their order is that of
    the numbers."""
    begun = sha256("".join(f"{word}|" for word in about).encode())

    def hashed(lasts: Iterable[str | int]) -> list[bytes]:
        found = []
        for last in lasts:
            whole = begun.copy()
            whole.update(str(last).encode())
            found.append(whole.digest()[:6])
        return found

    return hashed


class Lot:
    """A sequence of random draws from a seed and what they are drawn for."""

    def __init__(self, *about: str | int) -> None:
        self._hashed, self._drawn = _hashes(*about), 0

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order."""
        given = list(items)
        numbers = self._hashed(range(self._drawn, self._drawn + len(given)))
        self._drawn += len(given)
        return [given[i] for i in sorted(range(len(given)), key=numbers.__getitem__)]
