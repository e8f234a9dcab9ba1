"""Chance while a map is made: the same on every machine, and no draw moves another."""

from collections.abc import Callable
from hashlib import sha256

__all__ = ["draw", "draws"]


def draw(seed: int, *about: str | int) -> float:
    """A number from 0 up to, but not, 1 that depends on the seed and on what it is drawn for."""
    *first, last = (seed, *about)
    return draws(*first)(last)


def draws(*about: str | int) -> Callable[[str | int], float]:
    """A function that draws a number as `draw` does, from a seed and what it is drawn for, without its last part."""
    begun = sha256("".join(f"{word}|" for word in about).encode())

    def drawn(last: str | int) -> float:
        hashed = begun.copy()
        hashed.update(str(last).encode())
        return int.from_bytes(hashed.digest()[:6]) / 2**48

    return drawn
