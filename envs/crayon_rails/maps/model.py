"""The data of a map: mileposts on a hexagonal grid, the edges between them, cities, goods, demand cards and events.

Everything is numbered by its row in the map's tables, edges by their mileposts. The checks of ``loading.py`` ensure
what the rules need: every city can be reached from every other one and entered by as many players as its size allows,
every good has a source, and a position has room for everything.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property

from railgym.envs.core.geo.hexagons import STEPS, Hex, direction, distance, neighbours
from railgym.envs.core.geo.outlines import Outlines
from railgym.envs.core.graphs import parts

__all__ = [
    "BORDERS",
    "EVENT_KINDS",
    "LIMITS",
    "MAX_CARDS",
    "MAX_CITIES",
    "MAX_EDGES",
    "MAX_EVENTS",
    "MAX_GOODS",
    "MAX_MAJORS",
    "MAX_MILEPOSTS",
    "MAX_RIVERS",
    "MAX_SUPPLY",
    "SIZES",
    "Card",
    "City",
    "Demand",
    "Edge",
    "Event",
    "Ferry",
    "Good",
    "Map",
    "Milepost",
    "opposite",
]

MAX_MILEPOSTS = 2304
MAX_EDGES = 6656
MAX_CITIES = 64
MAX_MAJORS = 8
MAX_GOODS = 32
MAX_RIVERS = 32
MAX_CARDS = 144
MAX_EVENTS = 32
MAX_SUPPLY = 3  # goods of one city (RR-9.1)

SIZES = ("small", "medium", "major")
# How many players may build into a city (EB-R8.2); a major city is open to all, and the manuals seat six.
LIMITS = {"small": 2, "medium": 3, "major": 6}
EVENT_KINDS = ("flood", "derailment", "strike", "snow", "storm", "tax")
BORDERS = ("border", "coast", "frontier")


def opposite(way: int) -> int:
    """The direction that leads back from a step in one of STEPS."""
    return (way + len(STEPS) // 2) % len(STEPS)


@dataclass(frozen=True)
class Milepost:
    """A place where track can go.

    ``city`` is the number of the city there, or -1, and ``part`` its place within a major city: 0 the middle, 1 to 6
    clockwise around it from the north. ``coast`` and ``frontier`` tell whether a neighbouring place of the grid lies in
    the sea, or across a national frontier.
    """

    row: int
    col: int
    mountain: bool
    city: int
    part: int
    coast: bool
    frontier: bool

    @property
    def hex(self) -> Hex:
        """The place on the grid."""
        return Hex(self.row, self.col)


@dataclass(frozen=True)
class Edge:
    """Two neighbouring mileposts, ``a`` the lower number, between which track may lie.

    ``rivers`` and ``lakes`` are the numbers of those it crosses. ``city`` is the major city that contains it, or -1;
    such an edge is track for all players and crosses nothing. The edges of ferries come last.
    """

    a: int
    b: int
    rivers: tuple[int, ...]
    lakes: tuple[int, ...]
    city: int


@dataclass(frozen=True)
class Ferry:
    """A ferry between two ports (EB-R16.5): the number of its edge, its name, and what it adds to the price of the
    segment there. ``way`` is the direction that it takes at the first port of its edge; at the other one it takes the
    opposite."""

    edge: int
    way: int
    name: str
    price: int


@dataclass(frozen=True)
class City:
    """A city: its size, one of SIZES, the goods it supplies, and its mileposts, the middle one first."""

    name: str
    size: str
    goods: tuple[int, ...]
    mileposts: tuple[int, ...]


@dataclass(frozen=True)
class Good:
    """A good, and the number of its chips."""

    name: str
    chips: int


@dataclass(frozen=True)
class Demand:
    """One line of a demand card: the payout of a city for a good, in millions."""

    city: int
    good: int
    payout: int


@dataclass(frozen=True)
class Card:
    """A demand card; one of its demands can be met."""

    demands: tuple[Demand, Demand, Demand]


@dataclass(frozen=True)
class Event:
    """An event card: its kind, one of EVENT_KINDS, and where it applies.

    A flood has ``river`` (else -1), a derailment ``cities``, snow and a storm one of them. A strike has ``border``: one
    of BORDERS, or ``drawer`` for the track of the player who drew the card. ``radius`` counts mileposts around.
    """

    title: str
    kind: str
    river: int
    cities: tuple[int, ...]
    border: str
    radius: int


@dataclass(frozen=True)
class Map:
    """A map without faults.

    ``closed`` are neighbouring mileposts between which no track may lie, with the name of the inlet between them.
    """

    name: str
    title: str
    mileposts: tuple[Milepost, ...]
    edges: tuple[Edge, ...]
    closed: tuple[tuple[int, int, str], ...]
    cities: tuple[City, ...]
    goods: tuple[Good, ...]
    rivers: tuple[str, ...]
    lakes: tuple[str, ...]
    cards: tuple[Card, ...]
    events: tuple[Event, ...]
    outlines: Outlines
    ferries: tuple[Ferry, ...] = ()

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The edge from each milepost in each of the six directions of STEPS, or -1."""
        table = [[-1] * len(STEPS) for _ in self.mileposts]
        ferries = {ferry.edge: ferry.way for ferry in self.ferries}
        for i, edge in enumerate(self.edges):
            way = ferries.get(i, direction(self.mileposts[edge.a].hex, self.mileposts[edge.b].hex))
            table[edge.a][way] = table[edge.b][opposite(way)] = i
        return tuple(tuple(row) for row in table)

    def ports(self, ferry: Ferry) -> tuple[int, int]:
        """The two mileposts that a ferry joins."""
        return self.edges[ferry.edge].a, self.edges[ferry.edge].b

    def way(self, a: int, b: int) -> int:
        """The direction of the edge from one milepost to another; -1 if there is none."""
        ends = [{self.edges[i].a, self.edges[i].b} if i >= 0 else set() for i in self.beside[a]]
        return ends.index({a, b}) if {a, b} in ends else -1

    @cached_property
    def majors(self) -> tuple[int, ...]:
        """The numbers of the major cities."""
        return tuple(i for i, city in enumerate(self.cities) if city.size == "major")

    @cached_property
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """The cities that supply each good."""
        return tuple(
            tuple(i for i, city in enumerate(self.cities) if good in city.goods) for good in range(len(self.goods))
        )

    @cached_property
    def supply_distances(self) -> tuple[tuple[int, ...], ...]:
        """The steps of the grid from each city to the nearest source of each good."""
        middles = [self.mileposts[city.mileposts[0]].hex for city in self.cities]
        steps = ([distance(here, there) for there in middles] for here in middles)
        return tuple(tuple(min(row[city] for city in cities) for cities in self.sources) for row in steps)

    @cached_property
    def entries(self) -> tuple[tuple[int, ...], ...]:
        """The edges into each city, by their numbers."""
        found: list[list[int]] = [[] for _ in self.cities]
        for i, edge in enumerate(self.edges):
            if edge.city < 0:
                for city in {self.mileposts[edge.a].city, self.mileposts[edge.b].city} - {-1}:
                    found[city].append(i)
        return tuple(map(tuple, found))

    @cached_property
    def ways_in(self) -> tuple[tuple[int, ...], ...]:
        """The edges into each city by which track can come from another one (EB-R8.4); a blind alley is none."""
        reached = self._reached()
        return tuple(
            tuple(i for i in entries if reached[self.edges[i].a] | reached[self.edges[i].b] != {city})
            for city, entries in enumerate(self.entries)
        )

    def _reached(self) -> list[set[int]]:
        """The cities that can be reached from each milepost without passing a city; in a city only this one."""
        city_at = [post.city for post in self.mileposts]
        reached = [{city} - {-1} for city in city_at]
        ways = [(edge.a, edge.b) for edge in self.edges]
        for part in parts((a, b) for a, b in ways if city_at[a] < 0 and city_at[b] < 0):
            reached_together: set[int] = set()
            for post in part:
                reached[post] = reached_together
        for a, b in ways:
            for post, beyond in ((a, b), (b, a)):
                if city_at[post] < 0 <= city_at[beyond]:
                    reached[post].add(city_at[beyond])
        return reached

    def distance(self, a: int, b: int) -> int:
        """The steps of the grid between the middles of two cities, over land and water."""
        one, other = (self.mileposts[self.cities[city].mileposts[0]].hex for city in (a, b))
        return distance(one, other)

    def zone(self, event: Event) -> tuple[int, ...]:
        """The mileposts within an event's radius: of any milepost of its cities, or of its coast or frontier.

        None for other events: of a river, a player's track, or all players' cash.
        """
        zone = {self.mileposts[m].hex for city in event.cities for m in self.cities[city].mileposts}
        coast, frontier = event.border in ("border", "coast"), event.border in ("border", "frontier")
        zone |= {post.hex for post in self.mileposts if (coast and post.coast) or (frontier and post.frontier)}
        for _ in range(event.radius):
            zone |= {place for inner in zone for place in neighbours(inner)}
        return tuple(i for i, post in enumerate(self.mileposts) if post.hex in zone)

    def with_reach(self, more: int) -> "Map":
        """The map with ``more`` mileposts added to the radius of every event that has one, down to 0 (EB-R16.4)."""
        radii = [max(0, event.radius + more) if event.radius else 0 for event in self.events]
        events = (replace(event, radius=radius) for event, radius in zip(self.events, radii, strict=True))
        return replace(self, events=tuple(events))

    def __hash__(self) -> int:
        return hash(self.digest)  # not of every table, each time that something kept for this map is looked up

    @cached_property
    def digest(self) -> str:
        """A digest, equal for maps with the same content, apart from title and outlines."""
        content = (self.mileposts, self.edges, self.cities, self.goods, self.rivers, self.cards, self.events)
        return hashlib.sha256(repr((*content, self.ferries) if self.ferries else content).encode()).hexdigest()[:12]
