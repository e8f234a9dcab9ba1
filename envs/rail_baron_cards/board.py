"""Boards: railroads, regions, dots, cities with their cards, and sections, read from a folder of tables.

All things are numbered by their rows. `data/README.md` describes the files. Reading a board reports all faults of its
files at once. A board without faults has everything that the rules need: a connected map, connected railroads, a card
for every city, a payout for every run between regions, and no more of anything than fits into a position.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations
from pathlib import Path

from railgym.envs.core.data_files import (
    DataTable,
    Faults,
    Row,
    decimal,
    names,
    own_folder,
    read_json,
    reference,
    whole,
)
from railgym.envs.core.geo.outlines import OUTLINES, OutlineFile, Outlines, read_outlines
from railgym.envs.core.geo.worlds.settings import KEPT, RANDOM, WorldSettings, is_random
from railgym.envs.rail_baron_cards.board_checks import check_dots, check_forks, check_railroads, check_sections
from railgym.envs.rail_baron_cards.board_layers import BoardFaults, Layers
from railgym.envs.rail_baron_cards.board_odds import PAYOFF_COLUMNS, PAYOFFS, Pair, odds_of, read_payoffs

__all__ = [
    "MAX_CARDS",
    "MAX_CITIES",
    "MAX_DEGREE",
    "MAX_DOTS",
    "MAX_RAILROADS",
    "MAX_REGIONS",
    "MAX_SECTIONS",
    "Board",
    "City",
    "Dot",
    "Railroad",
    "Region",
    "Section",
    "assemble",
    "board_names",
    "load_board",
    "read_board",
]

MAX_DOTS = 640
MAX_SECTIONS = 1024
MAX_RAILROADS = 32
MAX_CITIES = 80
MAX_REGIONS = 8
MAX_CARDS = 200
MAX_DEGREE = 24  # sections at one dot

MAX_NUMBER = 99  # on a card, in thousands
MAX_PRICE = 1_000_000

DATA = Path(__file__).with_name("data")
THING = "the board"  # the contents of a folder, in messages about its faults
HEAD = "board.json"
REGIONS, RAILROADS, DOTS = "regions.csv", "railroads.csv", "dots.csv"
CITIES, CARDS, SECTIONS = "cities.csv", "cards.csv", "sections.csv"
COLUMNS = {
    REGIONS: ("abbreviation", "name"),
    RAILROADS: ("abbreviation", "name", "price", "colour", "dashes"),
    DOTS: ("dot", "latitude", "longitude"),
    CITIES: ("city", "abbreviation", "region", "dot"),
    SECTIONS: ("dot_a", "dot_b", "railroad", "fork"),
}


@dataclass(frozen=True)
class Region:
    """A group of cities; cards lead to no runs between them. ``odds`` are those of a roll, 0 if the board has none."""

    abbreviation: str
    name: str
    odds: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Railroad:
    """A railroad: its price in dollars and how it is drawn (dashes as in SVG, in line widths; empty: solid)."""

    abbreviation: str
    name: str
    price: int
    colour: str
    dashes: str


@dataclass(frozen=True)
class Dot:
    """A stop. ``city`` names the city there, two of them joined by a slash, or is None."""

    name: str
    latitude: float
    longitude: float
    city: str | None


@dataclass(frozen=True)
class City:
    """A city and its card: ``values[r]`` is the number against region r in thousands, 0 for its own. ``odds`` are those
    of a roll within its region, 0 if the board has none."""

    name: str
    abbreviation: str
    region: int
    dot: int
    copies: int
    values: tuple[int, ...]
    odds: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Section:
    """Track of one railroad between two dots. ``fork`` is the dotless fork that it runs through, or -1."""

    a: int
    b: int
    railroad: int
    fork: int


@dataclass(frozen=True)
class Board:
    """A board without faults. ``payoffs`` has those pairs of cities whose payoff the board gives, in dollars."""

    name: str
    title: str
    regions: tuple[Region, ...]
    railroads: tuple[Railroad, ...]
    dots: tuple[Dot, ...]
    cities: tuple[City, ...]
    sections: tuple[Section, ...]
    forks: tuple[str, ...]
    payoffs: Mapping[Pair, int] = field(default_factory=dict)
    outlines: Outlines | None = None  # coasts, lakes and rivers in degrees: x is the longitude, y the latitude

    def payout(self, a: int, b: int) -> int:
        """The payout of a run between two cities in dollars: the sum of each card's number for the region of the other
        (RB-4.4, RB-5.1, RB-5.2); 0 inside a region."""
        one, other = self.cities[a], self.cities[b]
        return 1000 * (one.values[other.region] + other.values[one.region])

    def __hash__(self) -> int:
        return hash(self.digest)  # hashing every table again would slow down every cache that is keyed by boards

    @cached_property
    def digest(self) -> str:
        """A hash of the content, without the title, the colours, the outlines and all that only games with rolled
        destinations use."""
        railroads = [replace(railroad, colour="", dashes="") for railroad in self.railroads]
        content = (self.regions, railroads, self.dots, self.cities, self.sections, self.forks)
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]


@cache
def board_names() -> tuple[str, ...]:
    """The boards that come with the game."""
    return tuple(sorted(file.parent.name for file in DATA.glob("*/board.json")))


def load_board(name_or_path: str) -> Board:
    """A board by its name, by the path of a folder, which is read once, or by its seed (RB-R1, RB-R16).

    Raises OptionsError if there is no such board, and DataError with all faults of its files.
    """
    if name_or_path in board_names():
        return _load(DATA / name_or_path)
    if is_random(name_or_path):
        return _random(WorldSettings.parse(name_or_path))
    return _load(own_folder(name_or_path, HEAD, "board", (*board_names(), f"{RANDOM}SEED")))


@cache
def _load(folder: Path) -> Board:
    return read_board(folder)


@lru_cache(KEPT)
def _random(settings: WorldSettings) -> Board:
    from railgym.envs.rail_baron_cards.random_board import make_random_board  # it needs this module

    return make_random_board(settings)[0]


def read_board(folder: Path, cards: bool = True) -> Board:
    """Read the files of a board, or those of another board with the changes in its folder. Without ``cards`` their file
    may be missing: one card a city, its numbers 0."""
    faults = BoardFaults(folder, THING)
    title, layers = _head(faults)
    layers.check_changes((*COLUMNS, CARDS, PAYOFFS))
    tables = {file: layers.table(file, columns) for file, columns in COLUMNS.items()}
    if cards and not faults.are_in(REGIONS):
        regions = dict.fromkeys(row["abbreviation"] for row in tables[REGIONS].rows)
        tables[CARDS] = layers.table(CARDS, ("city", "copies", *regions))
    if layers.has(PAYOFFS):
        tables[PAYOFFS] = layers.table(PAYOFFS, PAYOFF_COLUMNS)
    drawn = read_outlines(layers.where(OUTLINES)) if layers.has(OUTLINES) else None
    faults.stop()  # a reference to a table with faults would be one more fault
    board = assemble(folder.name, title, drawn, tables, faults)
    faults.stop()
    return board


def assemble(name: str, title: str, drawn: OutlineFile | None, tables: dict[str, DataTable], faults: Faults) -> Board:
    """A board from its tables, which have all their columns; faults are noted. Without a table of cards there is one
    card a city, and without a table of payoffs there are none."""
    board = _build(name, title, tables, faults)
    if PAYOFFS in tables and not faults.are_in(CITIES):
        city_of = {city.abbreviation: i for i, city in enumerate(board.cities)}
        board = replace(board, payoffs=read_payoffs(tables[PAYOFFS], city_of, CITIES, faults))
    if not faults.are_in(SECTIONS):
        check_forks(tables[SECTIONS], faults)
        check_railroads(tables[RAILROADS], tables[SECTIONS], faults)
        check_dots(tables[DOTS], tables[SECTIONS], MAX_DEGREE, faults)
    if CARDS in tables and not faults.are_in(REGIONS, CITIES, CARDS):
        _check_payouts(board, tables[CARDS], faults)
    return replace(board, outlines=drawn.outlines(drawn.rivers)) if drawn else board


def _head(faults: BoardFaults) -> tuple[str, Layers]:
    """The title, and where the tables are."""
    needed = 'write {"title": "..."}'
    content = read_json(HEAD, needed, faults)
    content = content if isinstance(content, dict) else {}
    title, like = content.get("title"), content.get("like")
    if not (isinstance(title, str) and title) and not faults.are_in(HEAD):
        faults.add(HEAD, 1, f"no title: {needed}")
    if like is None:
        return str(title or ""), Layers(faults)
    if like not in board_names() or DATA / like == faults.folder:
        others = ", ".join(name for name in board_names() if DATA / name != faults.folder)
        faults.add(HEAD, 1, f"like is {like!r}: write the name of another board that comes with the game: {others}")
        faults.stop()
    faults.like = like
    return str(title or ""), Layers(faults, _head(BoardFaults(DATA / like, THING))[1])


def _build(name: str, title: str, tables: dict[str, DataTable], faults: Faults) -> Board:
    region_of = names(tables[REGIONS], "abbreviation", MAX_REGIONS, faults)
    railroad_of = names(tables[RAILROADS], "abbreviation", MAX_RAILROADS, faults)
    dot_of = names(tables[DOTS], "dot", MAX_DOTS, faults)
    cities = _cities(tables, region_of, dot_of, faults)
    _check_regions(tables[REGIONS], cities, faults)
    sections, forks = _sections(tables[SECTIONS], dot_of, railroad_of, faults)
    return Board(
        name=name,
        title=title,
        regions=tuple(
            Region(row["abbreviation"], row["name"], odds)
            for row, odds in zip(tables[REGIONS].rows, odds_of(tables[REGIONS], faults), strict=True)
        ),
        railroads=tuple(_railroad(tables[RAILROADS], row, faults) for row in tables[RAILROADS].rows),
        dots=_dots(tables[DOTS], cities, faults),
        cities=cities,
        sections=sections,
        forks=forks,
    )


def _railroad(table: DataTable, row: Row, faults: Faults) -> Railroad:
    price = whole(table, row, "price", 1000, MAX_PRICE, faults)
    if price % 1000:
        faults.add(table.file, row.line, f"price is {price}: write a multiple of 1000")
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", row["colour"]):
        faults.add(table.file, row.line, f"colour is {row['colour']!r}: write # and six digits 0-9, a-f")
    if not re.fullmatch(r"(\d+( \d+)*)?", row["dashes"]):
        faults.add(table.file, row.line, f"dashes is {row['dashes']!r}: write numbers between spaces, or nothing")
    return Railroad(row["abbreviation"], row["name"], price, row["colour"].lower(), row["dashes"])


def _dots(table: DataTable, cities: Sequence[City], faults: Faults) -> tuple[Dot, ...]:
    cities_at: dict[int, list[str]] = defaultdict(list)
    for city in cities:
        cities_at[city.dot].append(city.name)
    dots = []
    for i, row in enumerate(table.rows):
        latitude = decimal(table, row, "latitude", 90, faults)
        longitude = decimal(table, row, "longitude", 180, faults)
        dots.append(Dot(row["dot"], latitude, longitude, "/".join(cities_at[i]) or None))
    return tuple(dots)


def _sections(
    table: DataTable, dot_of: dict[str, int], railroad_of: dict[str, int], faults: Faults
) -> tuple[tuple[Section, ...], tuple[str, ...]]:
    """The sections and the names of the forks, from the table of sections."""
    if len(table.rows) > MAX_SECTIONS:
        faults.add(table.file, 0, f"{len(table.rows)} rows, but no more than {MAX_SECTIONS} fit: remove some")
    check_sections(table, faults)
    forks: dict[str, int] = {}
    sections = []
    for row in table.rows:
        a, b = (reference(table, row, end, dot_of, DOTS, faults) for end in ("dot_a", "dot_b"))
        railroad = reference(table, row, "railroad", railroad_of, RAILROADS, faults)
        fork = forks.setdefault(row["fork"], len(forks)) if row["fork"] else -1
        sections.append(Section(a, b, railroad, fork))
    return tuple(sections), tuple(forks)


def _cities(
    tables: dict[str, DataTable], region_of: dict[str, int], dot_of: dict[str, int], faults: Faults
) -> tuple[City, ...]:
    table = tables[CITIES]
    city_of = names(table, "city", MAX_CITIES, faults)
    names(table, "abbreviation", MAX_CITIES, faults)
    region_at: dict[int, int] = {}
    cities = []
    for row, odds in zip(table.rows, odds_of(table, faults), strict=True):
        region = reference(table, row, "region", region_of, REGIONS, faults)
        dot = reference(table, row, "dot", dot_of, DOTS, faults)
        if dot >= 0 and region >= 0 and region_at.setdefault(dot, region) != region:
            text = f"{row['dot']} has a city of another region: put both into one, or {row['city']} on its own dot"
            faults.add(CITIES, row.line, text)
        cities.append(City(row["city"], row["abbreviation"], region, dot, 1, (0,) * len(region_of), odds))
    if CARDS not in tables:
        return tuple(cities)
    return _with_cards(cities, tables[CARDS], city_of, region_of, faults)


def _with_cards(
    cities: list[City], table: DataTable, city_of: dict[str, int], region_of: dict[str, int], faults: Faults
) -> tuple[City, ...]:
    """The cities with the copies (RB-2.5) and numbers (RB-2.4) of their cards."""
    for row in table.rows:
        i = reference(table, row, "city", city_of, CITIES, faults)
        copies = whole(table, row, "copies", 1, MAX_CARDS, faults)
        if i >= 0:
            own = cities[i].region
            values = tuple(_value(table, row, region, r == own, faults) for region, r in region_of.items())
            cities[i] = replace(cities[i], copies=copies, values=values)
    there = names(table, "city", MAX_CITIES, faults)
    for city in city_of:
        if city not in there:
            faults.add(table.file, 0, f"no card for {city}: add a row")
    total = sum(city.copies for city in cities)
    if total > MAX_CARDS:
        faults.add(table.file, 0, f"{total} cards, but no more than {MAX_CARDS} fit: lower some copies")
    return tuple(cities)


def _value(table: DataTable, row: Row, region: str, own: bool, faults: Faults) -> int:
    if not own:
        return whole(table, row, region, 0, MAX_NUMBER, faults)
    if row[region]:
        faults.add(table.file, row.line, f"{region} is {row['city']}'s own region: leave it empty, no run stays inside")
    return 0


def _check_regions(table: DataTable, cities: Sequence[City], faults: Faults) -> None:
    if len(table.rows) < 3:
        faults.add(table.file, 0, f"{len(table.rows)} rows, but a game needs 3 regions: add some")
    for i, row in enumerate(table.rows):
        if all(city.region != i for city in cities):
            faults.add(
                table.file, row.line, f"no city in {row['abbreviation']}: add one to {CITIES}, or remove the region"
            )


def _check_payouts(board: Board, table: DataTable, faults: Faults) -> None:
    """Check that no run between regions pays less than a thousand (RB-R2)."""
    line_of = {row["city"]: row.line for row in table.rows}
    for a, b in combinations(range(len(board.cities)), 2):
        one, other = board.cities[a], board.cities[b]
        if one.region != other.region and board.payout(a, b) < 1000:
            text = f"the run {one.name} - {other.name} pays nothing: raise one's number for the other's region"
            faults.add(table.file, line_of[one.name], text)
