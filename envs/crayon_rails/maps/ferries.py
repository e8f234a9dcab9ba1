"""Ferries: edges between two ports that are not neighbours, or that an inlet separates (EB-R16.5). Invalid rows are
noted with their lines."""

from collections.abc import Sequence

from railgym.envs.core.data_files import DataTable, Faults, Row, whole
from railgym.envs.core.geo.hexagons import STEPS, Hex, centre, direction
from railgym.envs.crayon_rails.maps.model import City, Edge, Ferry, Milepost, opposite
from railgym.envs.crayon_rails.maps.tables import MAX_PLACE, MILEPOSTS

__all__ = ["FERRIES", "FERRY_COLUMNS", "read_ferries"]

FERRIES = "ferries.csv"  # a map may be without
FERRY_COLUMNS = ("row_a", "col_a", "row_b", "col_b", "name", "price")
MAX_PRICE = 10
JOINED = "track can join the two already: remove this row, or add an inlet"
APART = "the ports do not face each other: a direction must be free at one, and its opposite at the other"

Ways = list[set[int]]  # the directions that edges take at each milepost


def read_ferries(
    table: DataTable, posts: Sequence[Milepost], cities: Sequence[City], edges: Sequence[Edge], faults: Faults
) -> tuple[tuple[Edge, ...], tuple[Ferry, ...]]:
    """The edges of the ferries, to follow the other edges, and the ferries."""
    if not table.rows:
        return (), ()
    taken = _ways_taken(posts, edges)
    joined = {(edge.a, edge.b) for edge in edges}
    new: list[Edge] = []
    ferries: list[Ferry] = []
    for row in table.rows:
        a, b = _ports(table, row, posts, cities, faults)
        price = whole(table, row, "price", 1, MAX_PRICE, faults)
        if not row["name"]:
            faults.add(table.file, row.line, "no name: fill in that column")
        way = _free_way(posts[a].hex, posts[b].hex, taken[a], taken[b])
        if a >= 0 and (a, b) in joined:
            faults.add(table.file, row.line, JOINED)
        elif a >= 0 and way < 0:
            faults.add(table.file, row.line, APART)
        elif a >= 0:
            taken[a].add(way)
            taken[b].add(opposite(way))
            joined.add((a, b))
            ferries.append(Ferry(len(edges) + len(new), way, row["name"], price))
            new.append(Edge(a, b, (), (), -1))
    return tuple(new), tuple(ferries)


def _ports(
    table: DataTable, row: Row, posts: Sequence[Milepost], cities: Sequence[City], faults: Faults
) -> tuple[int, int]:
    """The mileposts of the two ports, the lower first; -1 if one is invalid."""
    number = {post.hex: i for i, post in enumerate(posts)}
    found = []
    for end in ("a", "b"):
        place = Hex(*(whole(table, row, f"{column}_{end}", 0, MAX_PLACE, faults) for column in ("row", "col")))
        port = number.get(place, -1)
        text = ""
        if port < 0:
            text = f"no milepost at row {place.row}, column {place.col}: add it to {MILEPOSTS}, or remove this row"
        elif posts[port].city >= 0 and cities[posts[port].city].size == "major":
            text = f"{cities[posts[port].city].name} is a major city: let the ferry land beside it"
        if text:
            faults.add(table.file, row.line, text)
            return -1, -1
        found.append(port)
    if found[0] == found[1]:
        faults.add(table.file, row.line, "both ports are the same: a ferry joins two")
        return -1, -1
    return min(found), max(found)


def _ways_taken(posts: Sequence[Milepost], edges: Sequence[Edge]) -> Ways:
    """The directions in which edges lead from each milepost."""
    taken: Ways = [set() for _ in posts]
    for edge in edges:
        way = direction(posts[edge.a].hex, posts[edge.b].hex)
        taken[edge.a].add(way)
        taken[edge.b].add(opposite(way))
    return taken


def _free_way(a: Hex, b: Hex, taken_a: set[int], taken_b: set[int]) -> int:
    """The direction from one port to another, or that nearest to it, in which nothing leads from the first, and in the
    opposite nothing from the second; -1 if there is none."""
    free = [way for way in range(len(STEPS)) if way not in taken_a and opposite(way) not in taken_b]
    return max(free, key=lambda way: _agreement(a, b, way), default=-1)


def _agreement(a: Hex, b: Hex, way: int) -> float:
    """How well a step agrees with the line from one place to another: their scalar product."""
    down, right = STEPS[way]
    (x, y), (u, v), (s, t) = centre(a), centre(b), centre(Hex(a.row + down, a.col + right))
    return (u - x) * (s - x) + (v - y) * (t - y)
