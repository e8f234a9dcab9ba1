"""The data of a map: hexes of land, ridges between them, cities, major lines, and the cards that name cities.

Everything is numbered by its row in the map's tables. The checks of ``loading.py`` ensure what the rules need: cities
are apart, each can be joined with every other, every major line and every pair of a Railbot card can be built, and a
position has room for everything.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from railgym.envs.core.geo.offset import Cell, neighbours
from railgym.envs.core.geo.outlines import Outlines

__all__ = [
    "BAG",
    "COLORS",
    "COMMON_CARDS",
    "MAP_CARDS",
    "MAX_CITIES",
    "MAX_CUBES",
    "MAX_HEXES",
    "MAX_LINES",
    "MAX_OPERATIONS",
    "MAX_RAILBOT",
    "OPERATIONS",
    "RAILBOT_KINDS",
    "START_CARDS",
    "TERRAINS",
    "City",
    "Hex",
    "MajorLine",
    "Map",
    "OperationsCard",
    "RailbotCard",
]

MAX_HEXES = 1024
MAX_CITIES = 64
MAX_LINES = 8
MAX_OPERATIONS = 64
COMMON_CARDS, MAP_CARDS = 11, 14
MAX_RAILBOT = COMMON_CARDS + MAP_CARDS
BAG = 125  # cubes of a game
MAX_CUBES = 115  # printed on a map at most: the rest is drawn when cities grow

TERRAINS = ("open", "water", "hill", "city")
COLORS = ("red", "blue", "yellow", "purple", "black", "gray")
START_CARDS = ("railroad_era_begins", "speed_record", "new_train")  # on display from the first turn on
OPERATIONS = (
    "land_grant",
    "new_industry",
    "railroad_executive",
    "perfect_engineering",
    "city_growth",
    *START_CARDS,
    "hotel",
    "service_bounty",
)
RAILBOT_KINDS = ("final_evaluation", "exhaust", "taxation", "deadhead", "deadhead_taxation", "building_links")


@dataclass(frozen=True)
class Hex:
    """A hex of land, where track can go; the sea has none.

    Hexes have a corner on top, and odd rows are shifted half a hex to the right. ``terrain`` is one of TERRAINS;
    ``city`` is the number of the city there, or -1.
    """

    row: int
    col: int
    terrain: str
    city: int

    @property
    def cell(self) -> Cell:
        """The place on the grid."""
        return Cell(self.row, self.col)


@dataclass(frozen=True)
class City:
    """A city: its color, one of COLORS, the cubes printed beside it, and its hex.

    A city not in play is only drawn: no track leads to it, and it gets no cubes. A western link can be built from a
    ``western`` city.
    """

    name: str
    color: str
    cubes: int
    hex: int
    in_play: bool
    western: bool


@dataclass(frozen=True)
class MajorLine:
    """Two cities, and the points for the first player whose links join them. A line not in play is only drawn."""

    a: int
    b: int
    points: int
    in_play: bool


@dataclass(frozen=True)
class OperationsCard:
    """An operations card: one of OPERATIONS, the city it names, or -1, and the points it gives, or 0."""

    kind: str
    city: int
    points: int


@dataclass(frozen=True)
class RailbotCard:
    """A card of the Railbot's deck: one of RAILBOT_KINDS.

    ``cities`` are those that building links joins, in this order; ``color`` is the exhausted color, else empty.
    ``slot`` (1 to 3, 0 for the final evaluation) is the place in the row of the card that is resolved when this one is
    revealed; the first row is dealt from cards of slot 1. ``line`` and ``baron`` are the extra icons.
    """

    id: str
    kind: str
    cities: tuple[int, ...]
    color: str
    slot: int
    line: bool
    baron: bool


@dataclass(frozen=True)
class Map:
    """A map without faults.

    ``ridges`` tells for each hex and each of the six directions whether a ridge lies on that side. ``players`` are the
    least and the greatest number for which the map was made. ``markers`` counts the Empty City Markers of games with
    two to six players, ``empty_limit`` those of the solo game; ``base_exhaust`` is the number of cubes that the Railbot
    exhausts.
    """

    name: str
    title: str
    players: tuple[int, int]
    markers: tuple[int, ...]
    base_exhaust: int
    empty_limit: int
    hexes: tuple[Hex, ...]
    ridges: tuple[tuple[bool, ...], ...]
    cities: tuple[City, ...]
    lines: tuple[MajorLine, ...]
    operations: tuple[OperationsCard, ...]
    railbot: tuple[RailbotCard, ...]
    outlines: Outlines

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The hex beside each hex in each of six directions, clockwise from the north-east, or -1."""
        number = {there.cell: i for i, there in enumerate(self.hexes)}
        return tuple(tuple(number.get(cell, -1) for cell in neighbours(there.cell)) for there in self.hexes)

    @cached_property
    def ridge_pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of hexes with a ridge between them, each once, the lower number first."""
        sides = (
            (h, other)
            for h, (around, ridges) in enumerate(zip(self.beside, self.ridges))
            for other, ridge in zip(around, ridges)
            if ridge
        )
        return tuple((a, b) for a, b in sides if a < b)

    @cached_property
    def city_of(self) -> dict[str, int]:
        """The numbers of the cities by name."""
        return {city.name: i for i, city in enumerate(self.cities)}

    def __hash__(self) -> int:
        return hash(self.digest)  # not of every table, each time that something kept for this map is looked up

    @cached_property
    def digest(self) -> str:
        """A digest, equal for maps with the same content, apart from name, title, players and outlines."""
        rest = (self.markers, self.base_exhaust, self.empty_limit, self.lines, self.operations, self.railbot)
        content = (self.hexes, self.ridge_pairs, self.cities, rest)
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]
