"""Checks of a whole map: cities are apart, can be entered, and can reach one another."""

from collections.abc import Iterator, Sequence

from railgym.envs.core.data_files import DataTable, Faults
from railgym.envs.core.geo.hexagons import neighbours
from railgym.envs.core.graphs import parts
from railgym.envs.crayon_rails.maps.model import LIMITS, MAX_EDGES, MAX_MAJORS, City, Edge, Event, Good, Map, Milepost
from railgym.envs.crayon_rails.maps.tables import MILEPOSTS, WATERS

__all__ = ["check_edges", "check_floods", "check_goods", "check_majors", "check_neighbours", "check_places"]


def check_places(table: DataTable, cities: Sequence[City], posts: Sequence[Milepost], faults: Faults) -> None:
    """Check that a city has one milepost (RR-9.3, RR-9.5), and a major one seven: six in a ring around the middle
    (RR-9.7)."""
    for city, row in zip(cities, table.rows, strict=True):
        if city.size == "major":
            text = _ring_fault(city, posts)
        elif len(city.mileposts) == 1:
            text = ""
        else:
            text = f"{len(city.mileposts)} mileposts of {city.name}, but a {city.size} city has one"
        if text:
            faults.add(table.file, row.line, f"{text}: correct {MILEPOSTS}")


def _ring_fault(city: City, posts: Sequence[Milepost]) -> str:
    """The fault of the ring of a major city; empty if there is none."""
    there = [posts[m].part for m in city.mileposts]
    if there != list(range(7)):
        listed = ", ".join(map(str, there)) or "none"
        return f"a major city has the parts 0 to 6, {city.name} has {listed}"
    middle, *ring = (posts[m].hex for m in city.mileposts)
    wrong = [i for i, (place, wanted) in enumerate(zip(ring, neighbours(middle), strict=True), 1) if place != wanted]
    return f"part {wrong[0]} of {city.name} is not where it belongs, clockwise from the north" if wrong else ""


def check_majors(table: DataTable, faults: Faults) -> None:
    """Check that there are major cities to join, and not too many."""
    majors = sum(row["size"] == "major" for row in table.rows)
    if not 2 <= majors <= MAX_MAJORS:
        faults.add(table.file, table.line, f"{majors} major cities, but a map has 2 to {MAX_MAJORS}: change some sizes")


def check_neighbours(mileposts: DataTable, cities: Sequence[City], posts: Sequence[Milepost], faults: Faults) -> None:
    """Check that no two cities are neighbours."""
    number = {post.hex: i for i, post in enumerate(posts)}
    for a, post in enumerate(posts):
        for place in neighbours(post.hex) if post.city >= 0 else ():
            b = number.get(place, len(posts))
            if b < a and posts[b].city not in (-1, post.city):
                one, other = cities[post.city].name, cities[posts[b].city].name
                text = f"{one} is beside {other}: leave a milepost between two cities"
                faults.add(MILEPOSTS, mileposts.rows[a].line, text)


def check_edges(table: DataTable, mileposts: DataTable, board: Map, faults: Faults) -> None:
    """Check that as many players can enter each city as may, and that all cities and mileposts are connected."""
    cities, edges = board.cities, board.edges
    if len(edges) > MAX_EDGES:
        faults.add(MILEPOSTS, 0, f"{len(edges)} edges, but no more than {MAX_EDGES} fit: remove some mileposts")
    for i, (city, row) in enumerate(zip(cities, table.rows, strict=True)):
        ways = len(board.ways_in[i] or board.entries[i])  # none from another city: a fault of its own, see below
        if ways < LIMITS[city.size]:
            text = f"{ways} edges lead into {city.name}, but {LIMITS[city.size]} players may build into it"
            faults.add(table.file, row.line, f"{text}: add mileposts beside it, or open some in {WATERS}")
    city_at = {m: city.name for city in cities for m in city.mileposts}
    found = list(_pieces(len(mileposts.rows), edges))
    joined = [piece for piece in found if not city_at.keys().isdisjoint(piece)]
    for piece in found:
        line = mileposts.rows[min(piece)].line
        if piece not in joined:
            text = f"no city can be reached from here ({len(piece)} mileposts): remove them, or open a way"
            faults.add(MILEPOSTS, line, text)
    for piece in joined[1:]:
        one, other = (next(city_at[m] for m in sorted(p) if m in city_at) for p in (joined[0], piece))
        faults.add(
            table.file,
            table.line,
            f"no track can join {one} and {other}: add mileposts, or open some pairs in {WATERS}",
        )


def _pieces(number: int, edges: Sequence[Edge]) -> Iterator[set[int]]:
    """The connected parts of mileposts."""
    joined = [set(part) for part in parts((edge.a, edge.b) for edge in edges)]
    lonely = set(range(number)).difference(*joined)
    yield from joined
    yield from ({m} for m in sorted(lonely))


def check_goods(table: DataTable, goods: Sequence[Good], cities: Sequence[City], faults: Faults) -> None:
    """Check that every good has a source."""
    for i, (good, row) in enumerate(zip(goods, table.rows, strict=True)):
        if all(i not in city.goods for city in cities):
            faults.add(table.file, row.line, f"no city supplies {good.name}: add it to a city, or remove it")


def check_floods(table: DataTable, events: Sequence[Event], edges: Sequence[Edge], faults: Faults) -> None:
    """Check that a river that floods runs between mileposts."""
    crossed = {river for edge in edges for river in edge.rivers}
    for event, row in zip(events, table.rows, strict=True):
        if event.kind == "flood" and event.river not in crossed:
            text = f"no edge crosses {row['where']}: let it run between mileposts, or another river rise"
            faults.add(table.file, row.line, text)
