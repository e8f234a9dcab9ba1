"""Boards made from a seed: the tables of a board, read and checked as those of a folder are."""

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from railgym.envs.core.data_files import DataTable, Faults, csv_text, write_files
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.outlines import OUTLINES, Drawn, OutlineFile, outline_text
from railgym.envs.core.geo.worlds.making import first_sound, table_of
from railgym.envs.core.geo.worlds.rolls import Rolls
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.core.geo.worlds.world import World, make_world
from railgym.envs.rail_baron_cards.board import (
    CARDS,
    CITIES,
    COLUMNS,
    DATA,
    DOTS,
    HEAD,
    RAILROADS,
    REGIONS,
    SECTIONS,
    Board,
    assemble,
    board_names,
    read_board,
)
from railgym.envs.rail_baron_cards.board_drawing import describe_board, draw_board_alone
from railgym.envs.rail_baron_cards.random_cards import card_numbers, copies_of, regions_of
from railgym.envs.rail_baron_cards.random_lines import Network, railroad_names

__all__ = ["KIND", "describe_board", "make_random_board"]

ASPECT = 1.7  # width over height
MIDDLE = Point(0.0, 40.0)  # degrees of longitude and latitude
STEP = Point(0.66, 0.5)  # degrees between two places
DIGITS = 2
COLOURS = (
    *("#c9a227", "#3f83d8", "#8a5a2b", "#e2471c", "#2b2b2b", "#2f9e44", "#1f4fa8", "#93b51c", "#b8741f", "#f7a81b"),
    *("#14692f", "#f08fb5", "#d6249f", "#62bdea", "#1b2fa6", "#74431f", "#46287a", "#eb9a33", "#8c1820", "#5b2b86"),
    *("#8f4fc4", "#a873d6", "#b5452c", "#54306f", "#0f8b8d", "#6b7a1e", "#7d8597", "#c2477f"),
)
DASHES = ("", "4 2", "1 2", "6 1", "5 1 1 1")


class Plan(NamedTuple):
    """How much there is on a board of a size: places of land, cities large and small, regions and railroads."""

    places: int
    cities: tuple[int, int]
    regions: int
    railroads: int


PLANS = {
    "small": Plan(260, (5, 13), 4, 7),
    "medium": Plan(600, (8, 32), 6, 16),
    "large": Plan(950, (12, 52), 7, 26),
}


def make_random_board(settings: WorldSettings) -> tuple[Board, dict[str, str]]:
    """The board of a seed, and the text of each of its files."""
    return first_sound(settings, lambda attempt, faults: _attempt(settings, attempt, faults))


def _attempt(settings: WorldSettings, attempt: int, faults: Faults) -> tuple[Board, dict[str, str]]:
    """A board, whose faults are noted."""
    plan = PLANS[settings.size]
    world = make_world(settings, plan.places, ASPECT, 5, attempt)
    settled = Settled(world, plan)
    tables, drawn = settled.tables(), settled.outlines()
    files = {file: csv_text(table, settled.columns[file]) for file, table in tables.items()}
    files |= {HEAD: json.dumps({"title": world.title}, indent=2) + "\n", OUTLINES: outline_text(drawn)}
    return assemble(str(settings), world.title, drawn, tables, faults), files


class Settled:
    """A world with cities, regions and railroads. ``cities`` are their places, the largest first."""

    def __init__(self, world: World, plan: Plan) -> None:
        self.world, self.lattice = world, world.lattice
        self.cities = self._settle(plan)
        self.names = [world.names.town(world.is_east(place)) for place in self.cities]
        self.codes = _codes(self.names)
        self.network = Network(world, self.cities, plan.railroads)
        self.regions = regions_of(world, self.cities, plan.regions)

    def _settle(self, plan: Plan) -> list[int]:
        """The places of the cities: the large ones far apart, the small ones between them."""
        sites, land = self.world.sites(), self.world.terrain.land
        cities: list[int] = []
        for number in plan.cities:
            far = int(1.15 * (plan.places / (len(cities) + number)) ** 0.5)
            cities += sites.choose(number, land, far, 2)
        return cities

    @cached_property
    def dots(self) -> dict[int, str]:
        """The names of all places that track passes: the codes of cities, and numbers for the others."""
        others = [place for place in self.network.places if place not in self.cities]
        named = dict(zip(self.cities, self.codes)) | {place: f"D{i:03}" for i, place in enumerate(others, 1)}
        return {place: named[place] for place in [*self.cities, *others]}

    # --- tables -------------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns of each table; that of the cards has one for each region."""
        return COLUMNS | {CARDS: ("city", "copies", *(code for code, _ in self.regions.names))}

    def tables(self) -> dict[str, DataTable]:
        """The tables of the board."""
        lines, of_city = self.network.lines, self.regions.of_city
        named = railroad_names(self.world, self.names, self.network)
        prices = self.network.prices()
        looks = [(COLOURS[i % len(COLOURS)], DASHES[(i * 2 + i // 7) % len(DASHES)]) for i in range(len(lines))]
        numbers = card_numbers(self.network.steps_between_cities(), of_city, len(self.regions.names))
        places = self._spots()
        rows: dict[str, Sequence[Sequence[object]]] = {
            REGIONS: self.regions.names,
            RAILROADS: [(*name, price, *look) for name, price, look in zip(named, prices, looks)],
            DOTS: [(dot, places[place].y, places[place].x) for place, dot in self.dots.items()],
            CITIES: [
                (name, code, self.regions.names[region][0], code)
                for name, code, region in zip(self.names, self.codes, of_city)
            ],
            SECTIONS: [
                (self.dots[a], self.dots[b], name[0], "") for name, line in zip(named, lines) for a, b in sorted(line)
            ],
            CARDS: [
                (name, copies, *values) for name, copies, values in zip(self.names, copies_of(len(self.names)), numbers)
            ],
        }
        return {file: table_of(file, self.columns[file], cells) for file, cells in rows.items()}

    def _spots(self) -> dict[int, Point]:
        """Where each dot lies, in degrees. Dots between cities lie on gentle curves rather than on the grid."""
        rolls = Rolls(self.world.seed, "dots")
        luck = rolls.units(2 * len(self.dots)).tolist()
        x, y = self.lattice.x.tolist(), self.lattice.y.tolist()
        at = {
            place: Point(x[place] + 0.3 * luck[2 * i] - 0.15, y[place] + 0.3 * luck[2 * i + 1] - 0.15)
            for i, place in enumerate(self.dots)
        }
        for _ in range(2):
            moved = dict(at)
            for place, around in self.network.beside.items():
                if place not in self.cities:
                    n = len(around)
                    right, down = sum(at[other].x for other in around) / n, sum(at[other].y for other in around) / n
                    moved[place] = Point((at[place].x + right) / 2, (at[place].y + down) / 2)
            at = moved
        return {place: self._degrees(point) for place, point in at.items()}

    def _degrees(self, point: Point) -> Point:
        """The longitude and latitude of a point of the world."""
        across, down = point.x - self.lattice.cols * 0.433, point.y - self.lattice.rows / 2
        return Point(round(MIDDLE.x + STEP.x * across, DIGITS), round(MIDDLE.y - STEP.y * down, DIGITS))

    def outlines(self) -> OutlineFile:
        """What is drawn under the board."""
        world = self.world
        rivers = {name: self._drawn([line]) for name, line in zip(world.river_names, world.courses)}
        return OutlineFile(land=self._drawn(world.coasts), lakes=self._drawn(world.lakes), rivers=rivers)

    def _drawn(self, lines: Iterable[Iterable[Point]]) -> Drawn:
        degrees = ([self._degrees(point) for point in line] for line in lines)
        return tuple(tuple((x, y) for x, y in line) for line in degrees)


def _codes(names: Sequence[str]) -> list[str]:
    """Three letters for each name, all different: its first ones, or the first and two later ones."""
    found: list[str] = []
    for name in names:
        letters = "".join(filter(str.isalpha, name.upper()))
        ways = [letters[0] + b + c for i, b in enumerate(letters[1:], 1) for c in letters[i + 1 :]]
        found.append(next(way for way in [*ways, *(f"{letters[0]}{i:02}" for i in range(99))] if way not in found))
    return found


class RandomBoards:
    """The boards of Rail Baron for ``railgym map``."""

    def shipped(self) -> dict[str, Path]:
        """The folders of the boards that come with the package, by name."""
        return {name: DATA / name for name in board_names()}

    def new(self, settings: WorldSettings, folder: Path) -> str:
        """Make a random board and write its files into a folder; returns what it holds, in a line."""
        write_files(make_random_board(settings)[1], folder)
        return describe_board(read_board(folder))

    def check_random(self, settings: WorldSettings) -> str:
        """What a random board holds, in a line."""
        return describe_board(make_random_board(settings)[0])

    def draw_random(self, settings: WorldSettings) -> str:
        """The picture of a random board, as an SVG document."""
        return draw_board_alone(make_random_board(settings)[0])


KIND = RandomBoards()
