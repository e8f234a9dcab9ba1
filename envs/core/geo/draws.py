"""Chance while a map is made: the same on every machine, and no draw moves another."""

from hashlib import sha256

__all__ = ["draw"]


def draw(seed: int, *about: str | int) -> float:
    """A number from 0 up to, but not, 1 that depends on the seed and on what it is drawn for."""
    words = "|".join(map(str, (seed, *about)))
    return int.from_bytes(sha256(words.encode()).digest()[:6]) / 2**48
