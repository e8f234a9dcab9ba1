"""Outlines of areas given by places: closed lines that run between the places inside and those outside."""

import numpy as np

from railgym.envs.core.geo.hexagons import COLUMN, Point
from railgym.envs.core.geo.worlds.lattice import Lattice
from railgym.envs.core.geo.worlds.noise import fractal
from railgym.envs.core.geo.worlds.rolls import Floats, Ints
from railgym.envs.core.geo.worlds.terrain import Bools

__all__ = ["outlines_of"]

WIDE = 3000  # places of a lattice from which on coasts are less fine, for they are drawn smaller
ROUGH = 0.55  # how much chance moves a coast


def outlines_of(lattice: Lattice, area: Bools, seed: int, about: str) -> list[list[Point]]:
    """Closed lines around an area, in units of the distance between places. The line between two neighbouring places
    of the area does not leave it."""
    depth = np.minimum(lattice.steps_from(~area, 3), 2) - np.minimum(lattice.steps_from(area, 3), 2)
    level = depth * 0.5
    grid, finer = lattice, 1 if lattice.size > WIDE else 2  # how often the lattice is halved
    for halving in range(1, finer + 1):
        grid, level = _halved(grid, level, halving, seed, about)
    scale = 1 / 2**finer
    edge = (grid.beside < 0).any(axis=1)
    rings = _contours(grid, np.where(edge, -1.0, level))
    return [[Point(x * scale, y * scale) for x, y in ring] for ring in rings if len(ring) > 6]


def _halved(grid: Lattice, level: Floats, halving: int, seed: int, about: str) -> tuple[Lattice, Floats]:
    """A lattice with a place halfway between any two neighbours, too. A new place has a level between theirs, moved by
    chance; between two places of one kind it is of that kind."""
    finer = Lattice(2 * grid.cols - 1, 2 * grid.rows + 1)
    fine = np.full(finer.size, -1.0)
    own = finer.at(2 * grid.row, 2 * grid.col)
    fine[own] = level
    chance = fractal(finer.x, finer.y, 5.0, 2, seed, f"{about} {halving}")
    for way, (down, right) in enumerate(((-1, 0), (-1, 1), (1, 1))):
        other = grid.beside[:, (0, 1, 2)[way]]
        pairs = np.flatnonzero(other >= 0)
        one, two = level[pairs], level[other[pairs]]
        step = (2 * down, 0) if not right else (down, right)
        middle = finer.at(2 * grid.row[pairs] + step[0], 2 * grid.col[pairs] + step[1])
        mixed = (one + two) / 2 + ROUGH / halving * chance[middle]
        fine[middle] = np.where(
            (one > 0) & (two > 0),
            np.maximum(mixed, 0.05),
            np.where((one <= 0) & (two <= 0), np.minimum(mixed, -0.05), mixed),
        )
    return finer, fine


def _contours(grid: Lattice, level: Floats) -> list[list[tuple[float, float]]]:
    """The closed lines along which a field changes its sign (marching triangles)."""
    triangles = grid.corner_places
    triangles = triangles[(triangles >= 0).all(axis=1)]
    sides = np.stack([triangles[:, (0, 1)], triangles[:, (1, 2)], triangles[:, (0, 2)]], axis=1)
    above = (level > 0)[sides]
    mixed = sides[above[..., 0] != above[..., 1]]  # two sides of a triangle, or none
    cuts = mixed.min(axis=1) * grid.size + mixed.max(axis=1)
    next_to: dict[int, list[int]] = {}
    for one, other in cuts.reshape(-1, 2).tolist():
        next_to.setdefault(one, []).append(other)
        next_to.setdefault(other, []).append(one)
    points = _cut_points(grid, level, np.array(list(next_to), np.int64))
    rings = []
    left = dict.fromkeys(next_to)
    while left:
        ring = [next(iter(left))]
        del left[ring[0]]
        while following := [cut for cut in next_to[ring[-1]] if cut in left]:
            ring.append(following[0])
            del left[ring[-1]]
        rings.append([points[cut] for cut in ring])
    return rings


def _cut_points(grid: Lattice, level: Floats, cuts: Ints) -> dict[int, tuple[float, float]]:
    """Where lines cross the sides of triangles, by side."""
    a, b = cuts // grid.size, cuts % grid.size
    share = np.clip(level[a] / (level[a] - level[b]), 0.15, 0.85)
    x = COLUMN * (grid.col[a] + (grid.col[b] - grid.col[a]) * share)
    y = (grid.row[a] + (grid.row[b] - grid.row[a]) * share) / 2
    return dict(zip(cuts.tolist(), zip(x.tolist(), y.tolist(), strict=True), strict=True))
