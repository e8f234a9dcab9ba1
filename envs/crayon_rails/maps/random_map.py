"""Maps of mileposts made from a seed: the tables of a map, read and checked as those of a folder are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from railgym.envs.core.data_files import DataTable, Faults
from railgym.envs.core.geo.hexagons import Hex, centre
from railgym.envs.core.geo.making import Built, map_texts
from railgym.envs.core.geo.outlines import OutlineFile, moved
from railgym.envs.core.geo.worlds.making import first_sound, table_of
from railgym.envs.core.geo.worlds.rolls import Rolls
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.core.geo.worlds.world import World, make_world
from railgym.envs.crayon_rails.maps.cards import card_table, make_cards
from railgym.envs.crayon_rails.maps.loading import KIND, Deck, Head, assemble
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.maps.random_events import event_rows
from railgym.envs.crayon_rails.maps.random_goods import supplies
from railgym.envs.crayon_rails.maps.tables import (
    CARDS,
    CITIES,
    COLUMNS,
    EVENTS,
    GOODS,
    MILEPOSTS,
    RIVERS,
    WATERS,
    read_cards,
)

__all__ = ["Settled", "build_random_map", "make_random_map"]

ASPECT = 1.45  # width over height
PEAKS = 0.74  # rank of the places from which on they are mountains
OPEN = 0.45  # chance that such a place is clear all the same
APART = 3  # steps between two cities at least


class Plan(NamedTuple):
    """How much there is on a map of a size: ``cities`` are major, medium and small ones, ``nearest`` is that of a
    deck."""

    places: int
    rivers: int
    cities: tuple[int, int, int]
    goods: int
    cards: int
    nearest: int


PLANS = {
    "small": Plan(420, 6, (3, 6, 12), 12, 60, 4),
    "medium": Plan(1000, 11, (5, 11, 24), 20, 100, 5),
    "large": Plan(1800, 18, (7, 14, 37), 28, 136, 6),
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
    world = make_world(settings, plan.places, ASPECT, plan.rivers, attempt)
    settled = Settled(world, plan)
    tables = settled.tables(plan)
    deck = Deck(number=plan.cards, nearest=plan.nearest)
    head = Head(kind=KIND, title=world.title, seed=world.seed % 2**32, deck=deck)
    drawn = settled.outlines()
    board = assemble(str(settings), head.title, drawn, tables, faults)
    cards = () if faults.are_in(*COLUMNS) else make_cards(board, deck, head.seed) or ()
    tables[CARDS] = card_table(board, cards)
    city_of = {city.name: i for i, city in enumerate(board.cities)}
    good_of = {good.name: i for i, good in enumerate(board.goods)}
    board = replace(board, cards=read_cards(tables[CARDS], city_of, good_of, board.cities, faults))
    return board, head, drawn, tables


class Settled:
    """A world with cities on it. ``cities`` are the places of their middles, the largest first."""

    def __init__(self, world: World, plan: Plan) -> None:
        self.world, self.lattice, self.land = world, world.lattice, world.terrain.land
        self.cities, self.sizes = self._settle(plan)
        beside = self.lattice.beside
        self.city_at: dict[int, tuple[int, int]] = {}  # the city and the part that a place is
        for number, (place, size) in enumerate(zip(self.cities, self.sizes)):
            ring = beside[place].tolist() if size == "major" else []
            self.city_at |= {own: (number, part) for part, own in enumerate([place, *ring])}
        self.names = [world.names.town(world.is_east(place)) for place in self.cities]
        self.mountains = self._mountains()
        self.corner = self._corner()

    def _settle(self, plan: Plan) -> tuple[list[int], list[str]]:
        """The places of the cities and their sizes. A major city gets wide land around it, so that six tracks can lead
        into it."""
        sites, around = self.world.sites(), self.lattice.around(self.land)
        wide = self.land & (around == 6)
        fits = (wide & (self.lattice.around(wide) >= 4), self.land & (around >= 4), self.land & (around >= 3))
        cities: list[int] = []
        sizes: list[str] = []
        total, share = 0, (0.95, 0.8, 0.85)
        for number, size, fit, factor in zip(plan.cities, ("major", "medium", "small"), fits, share):
            total += number
            far = int(factor * (plan.places / total) ** 0.5)
            chosen = sites.choose(number, fit, far, 6 if size == "major" else APART)
            cities += chosen
            sizes += [size] * len(chosen)
        return cities, sizes

    def _mountains(self) -> set[int]:
        """The places of mountains: most of the most rugged ones, outside cities."""
        rugged = self.world.mountains
        sure = 0.25 * (1 + PEAKS) + 0.5  # nearer to the crests all places are mountains
        luck = _luck(self.world, "mountains")
        found = np.flatnonzero(self.land & (rugged > PEAKS) & ((rugged > sure) | (luck > OPEN))).tolist()
        return set(found).difference(self.city_at)

    def _corner(self) -> Hex:
        """The place that becomes row 0, column 0: in the uppermost row and leftmost column, or one row above."""
        row, col = int(self.lattice.row[self.land].min()), int(self.lattice.col[self.land].min())
        return Hex(row - (row + col) % 2, col)

    # --- tables -------------------------------------------------------------------------------------------------------

    def tables(self, plan: Plan) -> dict[str, DataTable]:
        """The tables of the map, without its demand cards."""
        goods = supplies(self.world, self.cities, self.sizes, plan.goods)
        at = [[good for good, sources in goods.items() if i in sources] for i in range(len(self.cities))]
        waters = list(self._waters())
        rivers = [name for name in self.world.river_names if any(row[-1] == name for row in waters)]
        rows: dict[str, Sequence[Sequence[object]]] = {
            MILEPOSTS: list(self._mileposts()),
            WATERS: waters,
            CITIES: list(zip(self.names, self.sizes, map(";".join, at))),
            GOODS: [(good, 3 + (len(sources) > 2)) for good, sources in goods.items()],
            RIVERS: [(river,) for river in rivers],
            EVENTS: list(event_rows(self, rivers)),
        }
        return {file: table_of(file, COLUMNS[file], cells) for file, cells in rows.items()}

    def _spot(self, place: int) -> tuple[int, int]:
        """The row and column of a place in the tables."""
        return int(self.lattice.row[place]) - self.corner.row, int(self.lattice.col[place]) - self.corner.col

    def _mileposts(self) -> Iterator[tuple[object, ...]]:
        """The rows of the mileposts."""
        terrain = self.world.terrain
        coast = self.lattice.around(terrain.sea & terrain.inside) > 0
        for place in sorted(np.flatnonzero(self.land).tolist(), key=self._spot):
            city, part = self.city_at.get(place, (-1, 0))
            name = self.names[city] if city >= 0 else ""
            shown = part if city >= 0 and self.sizes[city] == "major" else ""
            kind = "mountain" if place in self.mountains else "clear"
            yield *self._spot(place), kind, name, shown, "coast" if coast[place] else ""

    def _waters(self) -> Iterator[tuple[object, ...]]:
        """The rows of the rivers between two mileposts; track inside a city crosses none."""
        for name, river in zip(self.world.river_names, self.world.rivers):
            for pair in dict.fromkeys(river.sides):
                cities = [self.city_at.get(place, (-1, 0))[0] for place in pair]
                if self.land[list(pair)].all() and (cities[0] < 0 or cities[0] != cities[1]):
                    a, b = sorted(map(self._spot, pair))
                    yield *a, *b, "river", name

    def outlines(self) -> OutlineFile:
        """What is drawn under the map."""
        zero, world = centre(self.corner), self.world
        rivers = {name: moved([line], zero) for name, line in zip(world.river_names, world.courses)}
        frame = moved([world.frame], zero)
        return OutlineFile(frame=frame, land=moved(world.coasts, zero), lakes=moved(world.lakes, zero), rivers=rivers)


def _luck(world: World, about: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return Rolls(world.seed, about).units(world.lattice.size)
