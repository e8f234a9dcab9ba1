"""A world: what the maps of all kinds have in common."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from railgym.envs.core.geo.hexagons import COLUMN, Point
from railgym.envs.core.geo.worlds.coasts import outlines_of
from railgym.envs.core.geo.worlds.drainage import River, find_rivers
from railgym.envs.core.geo.worlds.lattice import Lattice
from railgym.envs.core.geo.worlds.names import NameMaker
from railgym.envs.core.geo.worlds.noise import ranks
from railgym.envs.core.geo.worlds.rolls import Floats, Rolls, noise_key
from railgym.envs.core.geo.worlds.settings import CLIMATES, SHAPES, WorldSettings
from railgym.envs.core.geo.worlds.sites import Sites, site_scores
from railgym.envs.core.geo.worlds.terrain import PAD, Terrain, lattice_for, make_terrain

__all__ = ["World", "make_world"]

ENOUGH = 0.9  # the share of the places asked for that the mainland has at least; other worlds are drawn again
ATTEMPTS = 12
MOUTH = 0.45  # how far beyond the last corner a river is drawn, so that it reaches the drawn coast
TITLES = {
    "island": "Isle of {}",
    "coast": "Coast of {}",
    "peninsula": "{} Peninsula",
    "isthmus": "Isthmus of {}",
    "inland": "Plains of {}",
}


@dataclass(frozen=True)
class World:
    """Land with its rivers. ``seed`` is that of all draws from here on; ``names`` makes the names of its places."""

    seed: int
    shape: str
    climate: str
    title: str
    terrain: Terrain
    rivers: tuple[River, ...]
    river_names: tuple[str, ...]
    names: NameMaker

    @property
    def lattice(self) -> Lattice:
        """The places of the world."""
        return self.terrain.lattice

    @cached_property
    def mountains(self) -> Floats:
        """How mountainous each place of land is among all of them, from 0 to 1; 0 for other places."""
        land = self.terrain.land
        found = np.zeros(self.lattice.size)
        found[land] = ranks(self.terrain.rugged[land])
        return found

    @cached_property
    def scores(self) -> Floats:
        """How good each place is for a city."""
        return site_scores(self.terrain, self.rivers, self.seed)

    def sites(self) -> Sites:
        """A chooser of places for cities."""
        return Sites.on(self.terrain, self.scores)

    def is_east(self, place: int) -> bool:
        """Whether a place lies in the eastern half."""
        return bool(2 * self.lattice.col[place] > self.lattice.cols)

    # --- what is drawn ------------------------------------------------------------------------------------------------

    @cached_property
    def coasts(self) -> list[list[Point]]:
        """Closed lines around all land, lakes among it."""
        return outlines_of(self.lattice, self.terrain.dry | self.terrain.lake, self.seed, "coastline")

    @cached_property
    def lakes(self) -> list[list[Point]]:
        """Closed lines around the lakes."""
        return outlines_of(self.lattice, self.terrain.lake, self.seed, "shores") if self.terrain.lake.any() else []

    @cached_property
    def courses(self) -> list[list[Point]]:
        """The line of each river, through the middles of the sides that it follows."""
        return [self._course(river) for river in self.rivers]

    def _course(self, river: River) -> list[Point]:
        lattice = self.lattice
        x, y = lattice.x.tolist(), lattice.y.tolist()
        ends = [Point(*lattice.corner_at(corner)) for corner in (river.corners[0], river.corners[-1])]
        middles = [Point((x[a] + x[b]) / 2, (y[a] + y[b]) / 2) for a, b in river.sides]
        line = [ends[0], *middles, ends[1]]
        water = [p for p in lattice.corner_places[river.corners[-1]].tolist() if not self.terrain.dry[p]]
        if water:
            beyond = Point(x[water[0]] - ends[1].x, y[water[0]] - ends[1].y)
            line.append(Point(ends[1].x + MOUTH * beyond.x, ends[1].y + MOUTH * beyond.y))
        return line

    @cached_property
    def frame(self) -> list[Point]:
        """A rectangle half a step around the places of the map."""
        lattice = self.lattice
        left, right = (PAD - 0.75) * COLUMN, (lattice.cols - PAD - 0.25) * COLUMN
        top, bottom = PAD - 0.5, lattice.rows - PAD
        return [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]


def make_world(settings: WorldSettings, places: int, aspect: float, rivers: int, attempt: int = 0) -> World:
    """The world of a seed with about so many places of land and rivers. ``aspect`` is its width over its height.

    A further ``attempt`` gives another world.
    """
    for again in range(ATTEMPTS):
        seed = noise_key(settings.seed, "world", attempt + ATTEMPTS * again)
        rolls = Rolls(seed, "settings")
        shape, climate = rolls.choice(SHAPES), rolls.choice(CLIMATES)
        shape, climate = settings.shape or shape, settings.climate or climate
        wide = aspect * (0.85 + 0.3 * rolls.unit())
        terrain = make_terrain(lattice_for(places, shape, wide), places, shape, climate, seed)
        if terrain.land.sum() >= ENOUGH * places:
            break
    streams = find_rivers(terrain, climate, rivers, seed)
    names = NameMaker(seed)
    title = TITLES[shape].format(names.land())
    east = [2 * int(terrain.lattice.col[stream.sides[-1][0]]) > terrain.lattice.cols for stream in streams]
    return World(seed, shape, climate, title, terrain, streams, tuple(names.river(side) for side in east), names)
