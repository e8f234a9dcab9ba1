"""Land, lakes, heights and moisture of a world."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railgym.envs.core.geo.worlds.lattice import Lattice
from railgym.envs.core.geo.worlds.noise import fractal, ranks
from railgym.envs.core.geo.worlds.rolls import Floats, Ints, Rolls

__all__ = ["PAD", "Bools", "Terrain", "lattice_for", "make_terrain"]

Bools = npt.NDArray[np.bool_]

PAD = 3  # places around the map, in which coasts run on
# The share of the map that is land, and how much of the form of a coast is its shape, the rest being chance.
LAND = {"island": (0.54, 1.7), "coast": (0.66, 1.5), "peninsula": (0.57, 1.8), "isthmus": (0.58, 1.9), "inland": (1, 0)}
DAMP = {"temperate": 0.0, "dry": -0.3, "wet": 0.3, "cold": 0.05}
LAKES = {"temperate": 2, "dry": 0, "wet": 4, "cold": 5}  # on a map of 1,000 places
NARROW = 3  # neighbours on land that a place of land has at least


@dataclass(frozen=True)
class Terrain:
    """The ground of a world, by place of its lattice.

    ``land`` is the mainland within the map, ``dry`` all land with islands and what lies beyond the map's edge.
    ``height`` and ``moist`` run from 0 to 1 over the land, ``rugged`` is high where mountains are.
    """

    lattice: Lattice
    inside: Bools
    land: Bools
    dry: Bools
    lake: Bools
    height: Floats
    rugged: Floats
    moist: Floats

    @property
    def sea(self) -> Bools:
        """Water that is no lake."""
        return ~self.dry & ~self.lake


def lattice_for(places: int, shape: str, aspect: float) -> Lattice:
    """A lattice on which that many places of land fit; ``aspect`` is its width over its height."""
    area = places / LAND[shape][0] * 3**0.5 / 2
    height = (area / aspect) ** 0.5
    return Lattice(round(aspect * height * 2 / 3**0.5) + 2 * PAD, round(height) + 2 * PAD)


def make_terrain(lattice: Lattice, places: int, shape: str, climate: str, seed: int) -> Terrain:
    """The terrain of a world with about that many places of land."""
    rolls = Rolls(seed, "terrain")
    inside = _inside(lattice)
    size = (lattice.cols * lattice.rows) ** 0.5
    field = _form(lattice, shape, rolls) + fractal(lattice.x, lattice.y, 0.33 * size, 5, seed, "coast")
    dry = _raised(lattice, field, inside, places, shape)
    dry = _cleaned(lattice, dry)
    lake = ~dry & ~_connected_to_edge(lattice, ~dry)
    away = lattice.steps_from(~dry, 8)
    rugged, height = _heights(lattice, away, size, seed)
    _dig_lakes(lattice, dry, lake, rugged, away, round(LAKES[climate] * places / 1000 + rolls.unit() - 0.5), rolls)
    land = _largest_part(lattice, dry & inside)
    moist = fractal(lattice.x, lattice.y, 0.4 * size, 3, seed, "moisture") - 0.08 * away
    share = ranks(np.where(land, moist, np.inf)) / max(float(land.sum()) / lattice.size, 1e-9)
    return Terrain(lattice, inside, land, dry, lake, height, rugged, share + DAMP[climate])


def _inside(lattice: Lattice) -> Bools:
    """The places of the map, without those around it."""
    row, col = lattice.row // 2, lattice.col
    inside: Bools = (col >= PAD) & (col < lattice.cols - PAD) & (row >= PAD) & (row < lattice.rows - PAD)
    return inside


def _form(lattice: Lattice, shape: str, rolls: Rolls) -> Floats:
    """How much each place belongs on land by the shape alone."""
    u = 2 * (lattice.col - PAD) / (lattice.cols - 2 * PAD - 1) - 1
    v = 2 * (lattice.row / 2 - PAD) / (lattice.rows - 2 * PAD - 1) - 1
    side = rolls.below(4)  # of the open sea, or of the land
    along, across = (u, v) if side % 2 else (v, u)
    along = -along if side >= 2 else along
    forms = {
        "island": (1 - u * u * u * u) * (1 - v * v * v * v) - 0.3 * (u * u + v * v),
        "coast": 0.9 * along + 0.15 * across * across,
        "peninsula": (1 - across * across) * (1 + 0.45 * along) - np.where(along < 0, along * along * along * along, 0),
        "isthmus": 1.2 - 1.3 * across * across - 0.75 * (1 - along * along) * abs(across),
        "inland": 0 * u,
    }
    return LAND[shape][1] * forms[shape]


def _raised(lattice: Lattice, field: Floats, inside: Bools, places: int, shape: str) -> Bools:
    """The places of land: as many of the highest as are wanted."""
    if shape == "inland":
        return np.ones(lattice.size, bool)
    order = np.argsort(-np.where(inside, field, -1e9), kind="stable")
    least = float(field[order[min(places, int(inside.sum())) - 1]])
    raised: Bools = field >= least
    return raised


def _cleaned(lattice: Lattice, dry: Bools) -> Bools:
    """Land without strips that no track could pass, and without single places of water."""
    for _ in range(4):
        around = lattice.around(dry) + (lattice.beside < 0).sum(axis=1)
        dry = (dry & (around >= NARROW)) | (around >= 5)
    return dry


def _connected_to_edge(lattice: Lattice, mask: Bools) -> Bools:
    """The places of a mask from which others of it lead to the edge of the lattice."""
    edge = (lattice.beside < 0).any(axis=1)
    found: Bools = np.zeros(lattice.size, bool)
    todo = [int(place) for place in np.flatnonzero(mask & edge)]
    found[todo] = True
    beside, free = lattice.beside.tolist(), mask.tolist()
    while todo:
        for other in beside[todo.pop()]:
            if other >= 0 and free[other] and not found[other]:
                found[other] = True
                todo.append(other)
    return found


def _largest_part(lattice: Lattice, mask: Bools) -> Bools:
    """The largest connected part of a mask."""
    beside, left = lattice.beside.tolist(), mask.tolist()
    best: list[int] = []
    for start in np.flatnonzero(mask).tolist():
        if not left[start]:
            continue
        left[start], part = False, [start]
        for place in part:
            for other in beside[place]:
                if other >= 0 and left[other]:
                    left[other] = False
                    part.append(other)
        best = max(best, part, key=len)
    found: Bools = np.zeros(lattice.size, bool)
    found[best] = True
    return found


def _heights(lattice: Lattice, away: Ints, size: float, seed: int) -> tuple[Floats, Floats]:
    """How rugged each place is, along chains, and its height: rugged places are high, and so is what lies inland."""
    x, y = lattice.x, lattice.y
    bend_x, bend_y = (0.12 * size * fractal(x, y, 0.4 * size, 2, seed, about) for about in ("bend x", "bend y"))
    chain = 1 - abs(fractal(x + bend_x, y + bend_y, 0.5 * size, 2, seed, "chains"))
    broad = fractal(x, y, 0.45 * size, 2, seed, "uplands")
    rugged = chain * chain + 0.2 * broad + 0.03 * np.minimum(away, 4)
    height = rugged + 0.1 * away + 0.25 * fractal(x, y, 0.2 * size, 3, seed, "height")
    return rugged, ranks(height)


def _dig_lakes(
    lattice: Lattice, dry: Bools, lake: Bools, rugged: Floats, away: Ints, number: int, rolls: Rolls
) -> None:
    """Turn some low land far from the coast into lakes of a few places."""
    beside = lattice.beside.tolist()
    for _ in range(number):
        clear = lattice.steps_from(~dry, 5)
        found = np.flatnonzero((clear >= 4) & _inside(lattice) & (lattice.steps_from(~_inside(lattice), 4) >= 4))
        if not len(found):
            return
        order = found[np.argsort(rugged[found] + 0.6 * rolls.units(len(found)), kind="stable")]
        wet = [int(order[0])]
        for _ in range(rolls.between(1, 5)):
            wet.append(rolls.choice([other for place in wet for other in beside[place] if other not in wet]))
        dry[wet], lake[wet] = False, True
