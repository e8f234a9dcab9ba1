"""The objects in the tables of a map. Invalid entries are noted with their lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from railgym.envs.core.data_files import DataTable, Faults, Row, choice, limit, reference, several, whole
from railgym.envs.core.geo.hexagons import STEPS, Hex, direction
from railgym.envs.crayon_rails.maps.model import (
    BORDERS,
    EVENT_KINDS,
    MAX_CARDS,
    MAX_EVENTS,
    MAX_MILEPOSTS,
    MAX_SUPPLY,
    SIZES,
    Card,
    City,
    Demand,
    Edge,
    Event,
    Good,
    Milepost,
)

__all__ = [
    "CARDS",
    "CITIES",
    "COLUMNS",
    "EVENTS",
    "GOODS",
    "MILEPOSTS",
    "MIN_CARDS",
    "RIVERS",
    "WATERS",
    "Waters",
    "build_edges",
    "read_cards",
    "read_cities",
    "read_events",
    "read_goods",
    "read_mileposts",
    "read_waters",
]

MILEPOSTS, WATERS, CITIES, GOODS = "mileposts.csv", "waters.csv", "cities.csv", "goods.csv"
RIVERS, CARDS, EVENTS = "rivers.csv", "cards.csv", "events.csv"
COLUMNS = {
    MILEPOSTS: ("row", "col", "terrain", "city", "part", "border"),
    WATERS: ("row_a", "col_a", "row_b", "col_b", "kind", "name"),
    CITIES: ("city", "size", "goods"),
    GOODS: ("good", "chips"),
    RIVERS: ("river",),
    CARDS: tuple(f"{column}_{i}" for i in (1, 2, 3) for column in ("city", "good", "payout")),
    EVENTS: ("title", "kind", "where", "radius"),
}

THE_CITIES, THE_GOODS, THE_RIVERS = "the cities", "the goods", "the rivers"  # where names are to be found

MIN_CARDS = 36  # twice as many as six players hold
MAX_CHIPS = 9
MAX_PAYOUT = 99
MAX_RADIUS = 9
MAX_PLACE = 999  # rows and columns
MAX_DERAILED = 6  # cities of one event
BORDER_WORDS = ("", "coast", "frontier", "both")

Pair = tuple[int, int]


@dataclass(frozen=True)
class Waters:
    """The waters between neighbouring mileposts: the rivers and lakes on the line of a pair, by number, and the inlets
    that close a pair, by name."""

    rivers: dict[Pair, tuple[int, ...]]
    lakes: dict[Pair, tuple[int, ...]]
    inlets: dict[Pair, str]
    lake_names: tuple[str, ...]


# --- goods and cities -----------------------------------------------------------------------------------------------


def read_goods(table: DataTable, faults: Faults) -> tuple[Good, ...]:
    """The goods (RR-10.1, RR-R3), each with its chips (EB-2.4, EB-5.24)."""
    return tuple(Good(row["good"], whole(table, row, "chips", 1, MAX_CHIPS, faults)) for row in table.rows)


def read_cities(
    table: DataTable, good_of: dict[str, int], posts: Sequence[Milepost], faults: Faults
) -> tuple[City, ...]:
    """The cities, each with its mileposts and the goods that it supplies (RR-9.1)."""
    places: list[list[int]] = [[] for _ in table.rows]
    for i in sorted(range(len(posts)), key=lambda i: posts[i].part):
        if posts[i].city >= 0:
            places[posts[i].city].append(i)
    cities = []
    for row, place in zip(table.rows, places, strict=True):
        goods = several(table, row, "goods", good_of, THE_GOODS, faults)
        if len(goods) > MAX_SUPPLY:
            faults.add(table.file, row.line, f"{len(goods)} goods, but no more than {MAX_SUPPLY} fit: remove some")
        cities.append(City(row["city"], choice(table, row, "size", SIZES, faults), goods, tuple(place)))
    return tuple(cities)


# --- mileposts and what lies between them ---------------------------------------------------------------------------


def read_mileposts(
    table: DataTable, city_of: dict[str, int], sizes: dict[str, str], faults: Faults
) -> tuple[Milepost, ...]:
    """The mileposts; ``city_of`` numbers the cities, ``sizes`` holds their sizes."""
    limit(table, 1, MAX_MILEPOSTS, faults)
    posts = []
    lines: dict[Hex, int] = {}
    for row in table.rows:
        place = Hex(*(whole(table, row, column, 0, MAX_PLACE, faults) for column in ("row", "col")))
        if sum(place) % 2:
            text = f"row {place.row} and column {place.col}: their sum has to be even, correct one of them"
            faults.add(table.file, row.line, text)
        if lines.setdefault(place, row.line) != row.line:
            text = f"row {place.row}, column {place.col} is in line {lines[place]} already: remove one"
            faults.add(table.file, row.line, text)
        posts.append(_milepost(table, row, place, city_of, sizes, faults))
    return tuple(posts)


def _milepost(
    table: DataTable, row: Row, place: Hex, city_of: dict[str, int], sizes: dict[str, str], faults: Faults
) -> Milepost:
    """The milepost of a row."""
    mountain = choice(table, row, "terrain", ("clear", "mountain"), faults) == "mountain"
    city = reference(table, row, "city", city_of, THE_CITIES, faults) if row["city"] else -1
    if mountain and city >= 0:
        faults.add(table.file, row.line, f"{row['city']} on a mountain: write clear, a city has a price of its own")
    part = 0
    if row["city"] and sizes.get(row["city"]) == "major":
        part = whole(table, row, "part", 0, 6, faults)
    elif row["part"]:
        faults.add(table.file, row.line, f"part is {row['part']!r}: leave it empty, it is for major cities")
    border = choice(table, row, "border", BORDER_WORDS, faults)
    return Milepost(*place, mountain, city, part, border in ("coast", "both"), border in ("frontier", "both"))


def read_waters(table: DataTable, river_of: dict[str, int], posts: Sequence[Milepost], faults: Faults) -> Waters:
    """The waters between mileposts, by pairs of their numbers."""
    number = {post.hex: i for i, post in enumerate(posts)}
    rivers: dict[Pair, tuple[int, ...]] = {}
    lakes: dict[Pair, tuple[int, ...]] = {}
    inlets: dict[Pair, str] = {}
    lake_of: dict[str, int] = {}
    lines: dict[tuple[Pair, str, str], int] = {}
    for row in table.rows:
        pair = _pair(table, row, posts, number, faults)
        kind, name = choice(table, row, "kind", ("river", "lake", "inlet"), faults), row["name"]
        if not name:
            faults.add(table.file, row.line, "no name: fill in that column")
        if lines.setdefault((pair, kind, name), row.line) != row.line and pair[0] >= 0:
            text = f"{name} is between these two in line {lines[pair, kind, name]} already: remove one"
            faults.add(table.file, row.line, text)
        if kind == "river":
            river = reference(table, Row(row.line, {"river": name}), "river", river_of, THE_RIVERS, faults)
            rivers[pair] = (*rivers.get(pair, ()), river)
        elif kind == "lake":
            lakes[pair] = (*lakes.get(pair, ()), lake_of.setdefault(name, len(lake_of)))
        else:
            inlets[pair] = name
    return Waters(rivers, lakes, inlets, tuple(lake_of))


def _pair(table: DataTable, row: Row, posts: Sequence[Milepost], number: dict[Hex, int], faults: Faults) -> Pair:
    """The two mileposts of a row, the lower first; -1 if one is invalid."""
    ends = []
    for end in ("a", "b"):
        place = Hex(*(whole(table, row, f"{column}_{end}", 0, MAX_PLACE, faults) for column in ("row", "col")))
        if place not in number:
            text = f"no milepost at row {place.row}, column {place.col}: add it to {MILEPOSTS}, or remove this row"
            faults.add(table.file, row.line, text)
            return -1, -1
        ends.append(place)
    a, b = sorted(number[place] for place in ends)
    if direction(*ends) < 0:
        faults.add(
            table.file,
            row.line,
            "the two mileposts are not neighbours: neighbours are 2 rows apart, or 1 row and 1 column",
        )
        return -1, -1
    if posts[a].city == posts[b].city >= 0:
        faults.add(table.file, row.line, "both are inside one city, where track crosses nothing: remove this row")
    return a, b


def build_edges(posts: Sequence[Milepost], waters: Waters) -> tuple[tuple[Edge, ...], tuple[tuple[int, int, str], ...]]:
    """The edges between all neighbouring mileposts that no inlet separates (EB-5.9), and the pairs that one does. None
    leads into water, where there are no mileposts (RR-7.9)."""
    number = {(post.row, post.col): i for i, post in enumerate(posts)}
    beside = (
        (a, number.get((post.row + down, post.col + right), -1))
        for a, post in enumerate(posts)
        for down, right in STEPS
    )
    edges = []
    for pair in sorted((a, b) for a, b in beside if a < b):
        a, b = pair
        city = posts[a].city if posts[a].city == posts[b].city else -1
        if pair not in waters.inlets:
            edges.append(Edge(a, b, waters.rivers.get(pair, ()), waters.lakes.get(pair, ()), city))
    closed = tuple((*pair, name) for pair, name in sorted(waters.inlets.items()) if pair[0] >= 0)
    return tuple(edges), closed


# --- cards and events -----------------------------------------------------------------------------------------------


def read_cards(
    table: DataTable, city_of: dict[str, int], good_of: dict[str, int], cities: Sequence[City], faults: Faults
) -> tuple[Card, ...]:
    """The demand cards (EB-R3)."""
    limit(table, MIN_CARDS, MAX_CARDS, faults)
    cards = []
    for row in table.rows:
        one, two, three = (_demand(table, row, i, city_of, good_of, cities, faults) for i in (1, 2, 3))
        for column in ("city", "good"):
            words = [row[f"{column}_{i}"] for i in (1, 2, 3)]
            if len(set(words)) < 3:
                faults.add(table.file, row.line, f"a {column} twice on one card ({', '.join(words)}): replace one")
        cards.append(Card((one, two, three)))
    return tuple(cards)


def _demand(
    table: DataTable,
    row: Row,
    i: int,
    city_of: dict[str, int],
    good_of: dict[str, int],
    cities: Sequence[City],
    faults: Faults,
) -> Demand:
    """One demand of a row."""
    city = reference(table, row, f"city_{i}", city_of, THE_CITIES, faults)
    good = reference(table, row, f"good_{i}", good_of, THE_GOODS, faults)
    if city >= 0 and good in cities[city].goods:
        text = f"{row[f'city_{i}']} asks for {row[f'good_{i}']}, which it supplies: replace one of them"
        faults.add(table.file, row.line, text)
    return Demand(city, good, whole(table, row, f"payout_{i}", 1, MAX_PAYOUT, faults))


def read_events(
    table: DataTable, city_of: dict[str, int], river_of: dict[str, int], faults: Faults
) -> tuple[Event, ...]:
    """The event cards (EB-2.6, EB-R4.1), of the kinds there are (EB-5.39)."""
    limit(table, 0, MAX_EVENTS, faults)
    events = []
    for row in table.rows:
        if not row["title"]:
            faults.add(table.file, row.line, "no title: fill in that column")
        kind = choice(table, row, "kind", EVENT_KINDS, faults)
        radius = whole(table, row, "radius", 0, MAX_RADIUS, faults) if row["radius"] else 0
        river = reference(table, row, "where", river_of, THE_RIVERS, faults) if kind == "flood" else -1
        border = choice(table, row, "where", (*BORDERS, "drawer"), faults) if kind == "strike" else ""
        cities = _struck(table, row, city_of, faults) if kind in ("derailment", "snow", "storm") else ()
        if kind == "tax" and row["where"]:
            faults.add(table.file, row.line, "a tax is everywhere: leave where empty")
        events.append(Event(row["title"], kind, river, cities, border, radius))
    return tuple(events)


def _struck(table: DataTable, row: Row, city_of: dict[str, int], faults: Faults) -> tuple[int, ...]:
    """The cities of an event: one, or for a derailment up to six."""
    most = MAX_DERAILED if row["kind"] == "derailment" else 1
    cities = several(table, row, "where", city_of, THE_CITIES, faults)
    if not row["where"] or len(cities) > most:
        number = "one city" if most == 1 else f"1 to {most} cities, with semicolons between them"
        faults.add(table.file, row.line, f"where is {row['where']!r}: write {number}")
    return cities
