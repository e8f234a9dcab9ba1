"""Maps of hexes made from a seed: the tables of a map, read and checked as those of a folder are.

A world has the grid of maps of mileposts, which is this one mirrored along its diagonal: its column is the row here,
and its x is y.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from railgym.envs.core.data_files import DataTable, Faults
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.making import Built, map_texts
from railgym.envs.core.geo.offset import Cell, centre
from railgym.envs.core.geo.outlines import Drawn, OutlineFile, moved
from railgym.envs.core.geo.worlds.drainage import River
from railgym.envs.core.geo.worlds.making import first_sound, table_of
from railgym.envs.core.geo.worlds.rolls import Floats, Rolls
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.core.geo.worlds.world import World, make_world
from railgym.envs.railways_of_the_world.maps.cards import ALWAYS, TOP, operation_rows, railbot_rows
from railgym.envs.railways_of_the_world.maps.loading import KIND, MARKERS, Head, assemble
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.maps.random_cities import city_rows, line_rows
from railgym.envs.railways_of_the_world.maps.tables import (
    CITIES,
    COLUMNS,
    HEXES,
    LINES,
    OPERATIONS_CARDS,
    RAILBOT,
    RIDGES,
)

__all__ = ["Settled", "build_random_map", "make_random_map"]

ASPECT = 1.35  # width over height
HILL = 0.79  # rank of the places from which on they are hills
CREST, FOOT = 0.8, 0.6  # rank of the corners where ridges begin, and from which on they run
RIDGE = (3, 7)  # sides of a ridge, the fewest and the most
BAY = 3  # neighbours in the sea of a place that is water
APART = 2  # steps between two cities at least


class Plan(NamedTuple):
    """How much there is on a map of a size. ``cities`` are large, middle and little ones; ``ridges`` counts chains."""

    places: int
    rivers: int
    ridges: int
    cities: tuple[int, int, int]
    lines: int
    players: tuple[int, int]
    markers: tuple[int, int, int, int, int]
    base_exhaust: int
    empty_limit: int


PLANS = {
    "small": Plan(125, 3, 3, (3, 5, 7), 4, (2, 3), (5, 6, 7, 8, 9), 2, 7),
    "medium": Plan(430, 6, 9, (5, 13, 16), 8, (2, 4), MARKERS, 2, 14),
    "large": Plan(800, 9, 14, (7, 19, 24), 8, (4, 6), MARKERS, 3, 18),
}


def build_random_map(settings: WorldSettings) -> Built[Map]:
    """The map of a seed, with the text of each of its files."""
    board, head, drawn, tables = make_random_map(settings)
    return Built(board, map_texts(head, drawn, tables, COLUMNS))


def make_random_map(settings: WorldSettings) -> tuple[Map, Head, OutlineFile, dict[str, DataTable]]:
    """The map of a seed, and what its folder holds."""
    return first_sound(settings, lambda attempt, faults: _attempt(settings, attempt, faults))


def _attempt(
    settings: WorldSettings, attempt: int, faults: Faults
) -> tuple[Map, Head, OutlineFile, dict[str, DataTable]]:
    """A map, whose faults are noted."""
    plan = PLANS[settings.size]
    world = make_world(settings, plan.places, 1 / ASPECT, plan.rivers, attempt)
    settled = Settled(world, plan)
    head = Head(
        kind=KIND,
        title=world.title,
        players=plan.players,
        markers=plan.markers,
        base_exhaust=plan.base_exhaust,
        empty_limit=plan.empty_limit,
    )
    tables, drawn = settled.tables(plan), settled.outlines()
    return assemble(str(settings), head, drawn, tables, faults), head, drawn, tables


class Settled:
    """A world with cities on it. ``cities`` are their places, the largest first."""

    def __init__(self, world: World, plan: Plan) -> None:
        self.world, self.lattice, self.land = world, world.lattice, world.terrain.land
        self.courses = [_through_places(river) for river in world.rivers]
        self.cities = self._settle(plan)
        self.names = [world.names.town(world.is_east(place)) for place in self.cities]
        self.terrain = self._terrain()
        self.ridges = self._ridges(plan.ridges)
        self.corner = self._corner()

    def _settle(self, plan: Plan) -> list[int]:
        """The places of the cities: the large ones far apart, the others between them."""
        sites, around = self.world.sites(), self.lattice.around(self.land)
        cities: list[int] = []
        total = 0
        for number, fit in zip(plan.cities, (4, 3, 3)):
            total += number
            far = int(0.95 * (plan.places / total) ** 0.5)
            cities += sites.choose(number, self.land & (around >= fit), far, APART)
        return cities

    def _terrain(self) -> dict[int, str]:
        """The terrain of every place of land without a city."""
        sea = self.lattice.around(self.world.terrain.sea) >= BAY
        wet = set(np.flatnonzero(self.land & sea).tolist()).union(*self.courses)
        hills = set(np.flatnonzero(self.land & (self.world.mountains > HILL)).tolist())
        return {
            place: "water" if place in wet else "hill" if place in hills else "open"
            for place in np.flatnonzero(self.land).tolist()
            if place not in self.cities
        }

    def _ridges(self, number: int) -> set[tuple[int, int]]:
        """Pairs of places between which a ridge lies: chains of sides along the crests of the mountains."""
        lattice = self.lattice
        places, (beside, pairs) = lattice.corner_places, lattice.corner_sides
        on_land = (places >= 0).all(axis=1) & self.land[places].all(axis=1)
        height = np.where(on_land, lattice.corner_means(self.world.mountains), 0.0)
        rolls = Rolls(self.world.seed, "ridges")
        found: set[tuple[int, int]] = set()
        for _ in range(number):
            chain = self._crest(height, rolls.between(*RIDGE))
            for one, other in pairwise(chain):
                a, b = pairs[one, beside[one].tolist().index(other)].tolist()
                found.add((min(a, b), max(a, b)))
            near = np.zeros(lattice.size, bool)
            near[places[chain].ravel()] = True
            height = np.where(near[places].any(axis=1), 0.0, height)
        return found

    def _crest(self, height: Floats, length: int) -> list[int]:
        """A chain of so many sides, given by its corners, from the highest one on along high corners; empty if no
        corner is high enough."""
        beside = self.lattice.corner_sides[0]
        chain = [int(np.argmax(height))]
        if height[chain[0]] < CREST:
            return []
        while len(chain) <= length:
            ways = [(float(height[c]), int(c), end) for end in (0, -1) for c in beside[chain[end]] if c not in chain]
            high, corner, end = max(ways)
            if corner < 0 or high < FOOT:
                break
            chain.insert(len(chain) if end else 0, corner)
        return chain

    def _corner(self) -> Cell:
        """The cell that becomes row 0, column 0: in the leftmost column, and in the uppermost row or one above."""
        row, col = int(self.lattice.col[self.land].min()), int(self.lattice.row[self.land].min()) // 2
        return Cell(row - row % 2, col)

    # --- tables -------------------------------------------------------------------------------------------------------

    def tables(self, plan: Plan) -> dict[str, DataTable]:
        """The tables of the map."""
        steps = [self.lattice.distances(place)[self.cities].tolist() for place in self.cities]
        rows: dict[str, Sequence[Sequence[object]]] = {
            HEXES: list(self._hexes()),
            RIDGES: sorted((*self.spot(a), *self.spot(b)) for a, b in self.ridges),
            CITIES: list(city_rows(self)),
            LINES: list(line_rows(self, plan.lines)),
            OPERATIONS_CARDS: [*ALWAYS, *operation_rows(self.names, steps, range(TOP))],
            RAILBOT: list(railbot_rows(self.names, steps)),
        }
        return {file: table_of(file, COLUMNS[file], cells) for file, cells in rows.items()}

    def spot(self, place: int) -> tuple[int, int]:
        """The row and column of a place in the tables."""
        return int(self.lattice.col[place]) - self.corner.row, int(self.lattice.row[place]) // 2 - self.corner.col

    def _hexes(self) -> Iterator[tuple[object, ...]]:
        """The rows of the hexes."""
        for place in sorted(np.flatnonzero(self.land).tolist(), key=self.spot):
            city = self.names[self.cities.index(place)] if place in self.cities else ""
            yield *self.spot(place), self.terrain.get(place, "city"), city

    def outlines(self) -> OutlineFile:
        """What is drawn under the map."""
        world = self.world
        rivers = {name: self._drawn([self._course(i)]) for i, name in enumerate(world.river_names)}
        frame, land, lakes = map(self._drawn, ([world.frame], world.coasts, world.lakes))
        return OutlineFile(frame=frame, land=land, lakes=lakes, rivers=rivers)

    def _drawn(self, lines: Iterable[Iterable[Point]]) -> Drawn:
        """Lines of the world as they lie on this map."""
        return moved(([Point(y, x) for x, y in line] for line in lines), centre(self.corner))

    def _course(self, river: int) -> list[Point]:
        """The line of a river through the middles of its places, and on to the sea."""
        x, y = self.lattice.x.tolist(), self.lattice.y.tolist()
        through = [Point(x[place], y[place]) for place in self.courses[river]]
        return [*through, *self.world.courses[river][-2:]]


def _through_places(river: River) -> list[int]:
    """The places along a river, each beside the one before: always the bank that it follows longest."""
    found: list[int] = []
    for one, other in river.sides:
        if not found or found[-1] not in (one, other):
            found.append(one)
    return found
