"""Value noise: smooth random fields over points of the plane."""

import numpy as np

from railgym.envs.core.geo.worlds.rolls import Floats, noise_key, unit_hash

__all__ = ["fractal", "ranks"]


def fractal(x: Floats, y: Floats, size: float, octaves: int, seed: int, about: str) -> Floats:
    """A field around 0, mostly from -1 to 1. ``size`` is how far its largest forms are apart; each octave adds forms
    half as large and half as high."""
    total = np.zeros(len(x))
    height = 1.0
    for octave in range(octaves):
        total += height * _smooth(x, y, size, noise_key(seed, about, octave))
        size, height = size / 2, height / 2
    return total


def _smooth(x: Floats, y: Floats, size: float, key: int) -> Floats:
    """Random values from -1 to 1 at the points of a square lattice, and smooth between them."""
    u, v = x / size + 1000, (y + 0.37 * x) / size + 1000  # slanted, or coasts would follow rows and columns
    left, top = np.floor(u), np.floor(v)
    right, down = u - left, v - top
    right, down = right * right * (3 - 2 * right), down * down * (3 - 2 * down)
    column, row = left.astype(np.int64), top.astype(np.int64)
    corners = [[unit_hash(key, (column + i) * 8191 + row + j) for j in (0, 1)] for i in (0, 1)]
    west = corners[0][0] + (corners[0][1] - corners[0][0]) * down
    east = corners[1][0] + (corners[1][1] - corners[1][0]) * down
    return 2 * (west + (east - west) * right) - 1


def ranks(values: Floats) -> Floats:
    """The rank of each value among all, from 0 up to, but not, 1."""
    order = np.argsort(values, kind="stable")
    ranked = np.empty(len(values))
    ranked[order] = np.arange(len(values)) / max(len(values), 1)
    return ranked
