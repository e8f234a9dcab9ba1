"""The objects in the tables of a map. Invalid entries are noted with their lines."""

from collections.abc import Sequence

from railgym.envs.core.data_files import DataTable, Faults, Row, choice, limit, reference, several, whole
from railgym.envs.core.geo.offset import DIRECTIONS, Cell, direction
from railgym.envs.railways_of_the_world.maps.model import (
    COLORS,
    MAP_CARDS,
    MAX_HEXES,
    MAX_LINES,
    MAX_OPERATIONS,
    OPERATIONS,
    RAILBOT_KINDS,
    START_CARDS,
    TERRAINS,
    City,
    Hex,
    MajorLine,
    OperationsCard,
    RailbotCard,
)

__all__ = [
    "CITIES",
    "COLUMNS",
    "HEXES",
    "LINES",
    "OPERATIONS_CARDS",
    "RAILBOT",
    "RIDGES",
    "read_cities",
    "read_hexes",
    "read_lines",
    "read_operations",
    "read_railbot",
    "read_ridges",
]

HEXES, RIDGES, CITIES, LINES = "hexes.csv", "ridges.csv", "cities.csv", "lines.csv"
OPERATIONS_CARDS, RAILBOT = "operations.csv", "railbot.csv"
COLUMNS = {
    HEXES: ("row", "col", "terrain", "city"),
    RIDGES: ("row_a", "col_a", "row_b", "col_b"),
    CITIES: ("city", "color", "cubes", "in_play", "western"),
    LINES: ("city_a", "city_b", "points", "in_play"),
    OPERATIONS_CARDS: ("kind", "city", "points", "count"),
    RAILBOT: ("id", "kind", "cities", "color", "slot", "line", "baron"),
}

THE_CITIES = "the cities"  # where names are to be found
MAX_PLACE = 99  # rows and columns
MOST_CUBES = 9  # of a city
MOST_POINTS = 20
MOST_COPIES = 9
SLOTS = 3
JOINED = (3, 4)  # the fewest and the most cities of a Railbot card
WITH_CITY = ("hotel", "service_bounty")
WITH_POINTS = (*WITH_CITY, *START_CARDS)

Ridges = tuple[tuple[bool, ...], ...]


def _flag(table: DataTable, row: Row, column: str, faults: Faults) -> bool:
    """Whether a cell says yes."""
    return choice(table, row, column, ("no", "yes"), faults) == "yes"


# --- hexes and ridges -----------------------------------------------------------------------------------------------


def read_hexes(table: DataTable, city_of: dict[str, int], faults: Faults) -> tuple[Hex, ...]:
    """The hexes; ``city_of`` numbers the cities."""
    limit(table, 1, MAX_HEXES, faults)
    hexes = []
    lines: dict[Cell, int] = {}
    for row in table.rows:
        cell = _cell(table, row, "", faults)
        if lines.setdefault(cell, row.line) != row.line:
            text = f"row {cell.row}, column {cell.col} is in line {lines[cell]} already: remove one"
            faults.add(table.file, row.line, text)
        terrain = choice(table, row, "terrain", TERRAINS, faults)
        city = reference(table, row, "city", city_of, THE_CITIES, faults) if row["city"] else -1
        if (terrain == "city") != bool(row["city"]):
            text = f"terrain is {row['terrain']!r} and city is {row['city']!r}: name a city where the terrain is city"
            faults.add(table.file, row.line, f"{text}, and nowhere else")
        hexes.append(Hex(*cell, terrain, city))
    return tuple(hexes)


def _cell(table: DataTable, row: Row, end: str, faults: Faults) -> Cell:
    """The hex of one end of a row."""
    return Cell(*(whole(table, row, f"{column}{end}", 0, MAX_PLACE, faults) for column in ("row", "col")))


def read_ridges(table: DataTable, hexes: Sequence[Hex], faults: Faults) -> Ridges:
    """The sides of each hex on which a ridge lies, on both hexes of a side."""
    number = {there.cell: i for i, there in enumerate(hexes)}
    sides = [[False] * len(DIRECTIONS) for _ in hexes]
    lines: dict[frozenset[Cell], int] = {}
    for row in table.rows:
        a, b = (_cell(table, row, end, faults) for end in ("_a", "_b"))
        missing = [cell for cell in (a, b) if cell not in number]
        for cell in missing:
            text = f"no hex at row {cell.row}, column {cell.col}: add it to {HEXES}, or remove this row"
            faults.add(table.file, row.line, text)
        side = direction(a, b)
        if side < 0:
            two = f"row {a.row}, column {a.col} and row {b.row}, column {b.col}"
            faults.add(table.file, row.line, f"{two} are not neighbours: correct one of them")
        elif lines.setdefault(frozenset((a, b)), row.line) != row.line:
            faults.add(table.file, row.line, f"this ridge is in line {lines[frozenset((a, b))]} already: remove one")
        elif not missing:
            sides[number[a]][side] = sides[number[b]][direction(b, a)] = True
    return tuple(tuple(row) for row in sides)


# --- cities and lines -----------------------------------------------------------------------------------------------


def read_cities(table: DataTable, hexes: Sequence[Hex], faults: Faults) -> tuple[City, ...]:
    """The cities, each with its hex, or -1."""
    place = {there.city: i for i, there in reversed(list(enumerate(hexes)))}
    return tuple(
        City(
            name=row["city"],
            color=choice(table, row, "color", COLORS, faults),
            cubes=whole(table, row, "cubes", 0, MOST_CUBES, faults),
            hex=place.get(i, -1),
            in_play=_flag(table, row, "in_play", faults),
            western=_flag(table, row, "western", faults),
        )
        for i, row in enumerate(table.rows)
    )


def read_lines(table: DataTable, city_of: dict[str, int], faults: Faults) -> tuple[MajorLine, ...]:
    """The major lines: each between two cities, no two between the same."""
    limit(table, 0, MAX_LINES, faults)
    lines = []
    seen: dict[frozenset[int], int] = {}
    for row in table.rows:
        a, b = (reference(table, row, column, city_of, THE_CITIES, faults) for column in ("city_a", "city_b"))
        if a == b >= 0:
            faults.add(table.file, row.line, f"a line from {row['city_a']} to itself: write two cities")
        elif a >= 0 and b >= 0 and seen.setdefault(frozenset((a, b)), row.line) != row.line:
            text = f"{row['city_a']} and {row['city_b']} are in line {seen[frozenset((a, b))]} already: remove one"
            faults.add(table.file, row.line, text)
        points = whole(table, row, "points", 1, MOST_POINTS, faults)
        lines.append(MajorLine(a, b, points, _flag(table, row, "in_play", faults)))
    return tuple(lines)


# --- cards ----------------------------------------------------------------------------------------------------------


def read_operations(table: DataTable, city_of: dict[str, int], faults: Faults) -> tuple[OperationsCard, ...]:
    """The operations cards, each copy by itself."""
    cards: list[OperationsCard] = []
    for row in table.rows:
        kind = choice(table, row, "kind", OPERATIONS, faults)
        city = reference(table, row, "city", city_of, THE_CITIES, faults) if kind in WITH_CITY else -1
        if kind not in WITH_CITY and row["city"]:
            faults.add(table.file, row.line, f"city is {row['city']!r}: leave it empty, {kind} names none")
        points = 0
        if kind in WITH_POINTS:
            points = whole(table, row, "points", 1, MOST_POINTS, faults)
        elif row["points"]:
            faults.add(table.file, row.line, f"points is {row['points']!r}: leave it empty, {kind} gives none")
        cards += [OperationsCard(kind, city, points)] * whole(table, row, "count", 1, MOST_COPIES, faults)
    if len(cards) > MAX_OPERATIONS:
        text = f"{len(cards)} operations cards, but no more than {MAX_OPERATIONS} fit: lower some counts"
        faults.add(table.file, table.line, text)
    return tuple(cards)


def read_railbot(
    table: DataTable, city_of: dict[str, int], faults: Faults, number: int = MAP_CARDS
) -> tuple[RailbotCard, ...]:
    """That number of cards of the Railbot's deck."""
    limit(table, number, number, faults)
    return tuple(_railbot_card(table, row, city_of, faults) for row in table.rows)


def _railbot_card(table: DataTable, row: Row, city_of: dict[str, int], faults: Faults) -> RailbotCard:
    """A card of the Railbot."""
    kind = choice(table, row, "kind", RAILBOT_KINDS, faults)
    cities = several(table, row, "cities", city_of, THE_CITIES, faults)
    few, many = JOINED if kind == "building_links" else (0, 0)
    named = len([word for word in row["cities"].split(";") if word.strip()])
    if not few <= named <= many:
        validation_message = (
            f"name {few} or {many}, with semicolons between them" if many else f"leave it empty, {kind} names none"
        )
        faults.add(table.file, row.line, f"cities is {row['cities']!r}: {validation_message}")
    color = choice(table, row, "color", COLORS[:-1] if kind == "exhaust" else ("",), faults)
    slot = whole(table, row, "slot", *((0, 0) if kind == "final_evaluation" else (1, SLOTS)), faults)
    icons = (_flag(table, row, column, faults) for column in ("line", "baron"))
    return RailbotCard(row["id"], kind, cities, color, slot, *icons)
