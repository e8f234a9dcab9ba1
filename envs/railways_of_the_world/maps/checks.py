"""Checks of a whole map: cities are apart and can be joined, and decks are complete."""

from collections import Counter
from collections.abc import Iterable, Mapping

from railgym.envs.core.data_files import DataTable, Faults
from railgym.envs.core.graphs import parts
from railgym.envs.railways_of_the_world.maps.links import A_TURN, shortest_links
from railgym.envs.railways_of_the_world.maps.model import MAX_CUBES, START_CARDS, Map
from railgym.envs.railways_of_the_world.maps.tables import HEXES

__all__ = ["check_lines", "check_links", "check_neighbours", "check_operations", "check_places", "check_slots"]

NEAREST = 5  # tiles between a city and the next one at most: what one action lays with Perfect Engineering
SLOTS = {1: 8, 2: 3, 3: 3}  # of a map's Railbot cards; with the common ones 12, 6 and 6


def check_places(table: DataTable, board: Map, faults: Faults) -> None:
    """Check that every city has one hex, and that not too many cubes are printed."""
    there = Counter(hexagon.city for hexagon in board.hexes)
    for i, (city, row) in enumerate(zip(board.cities, table.rows, strict=True)):
        if there[i] != 1:
            faults.add(table.file, row.line, f"{there[i]} hexes of {city.name}, but a city has one: correct {HEXES}")
    cubes = sum(city.cubes for city in board.cities if city.in_play)
    if cubes > MAX_CUBES:
        text = f"{cubes} cubes in all, but no more than {MAX_CUBES} may be set out: lower some"
        faults.add(table.file, table.line, text)


def check_neighbours(hexes: DataTable, board: Map, faults: Faults) -> None:
    """Check that no two cities are neighbours."""
    for hexagon, around, row in zip(board.hexes, board.beside, hexes.rows, strict=True):
        for other in around if hexagon.city >= 0 else ():
            if 0 <= board.hexes[other].city < hexagon.city and other >= 0:
                one, two = board.cities[hexagon.city].name, board.cities[board.hexes[other].city].name
                faults.add(hexes.file, row.line, f"{one} is beside {two}: leave a hex between two cities")


def check_links(table: DataTable, board: Map, faults: Faults) -> None:
    """Check that every city in play has another within reach, and that links can join them all."""
    playing = [i for i, city in enumerate(board.cities) if city.in_play]
    near = {i: shortest_links(board, i, NEAREST) for i in playing}
    for i in playing:
        if not near[i]:
            name = board.cities[i].name
            text = f"no link of {NEAREST} tiles leads from {name} to another city: add hexes or a city between"
            faults.add(table.file, table.rows[i].line, text)
    groups = _joined(near)
    if len(groups) > 1:
        # Long links are slow to find. Links are symmetric, so cities of the largest group need no search.
        largest = max(groups, key=len)
        groups = _joined(near | {i: shortest_links(board, i) for i in playing if i not in largest})
    first, *others = groups
    for part in others:
        one, other = board.cities[min(first)].name, board.cities[min(part)].name
        text = f"no links of {A_TURN} tiles can join {one} and {other}: add hexes or a city between"
        faults.add(table.file, table.line, text)


def _joined(links: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """The connected components of the cities; ``links`` has the neighbours of each city."""
    return parts([(i, other) for i, there in links.items() for other in (i, *there)]) or [[]]


def check_lines(table: DataTable, board: Map, faults: Faults) -> None:
    """Check that major lines in play join cities in play (RS-2.3, RS-4.4)."""
    for line, row in zip(board.lines, table.rows, strict=True):
        for city in (board.cities[line.a], board.cities[line.b]):
            if line.in_play and not city.in_play:
                faults.add(table.file, row.line, f"{city.name} is not in play: then the line is not, either")


def check_operations(table: DataTable, board: Map, faults: Faults) -> None:
    """Check that there is one card of each kind that is on display from the start (RW-1.7)."""
    there = Counter(card.kind for card in board.operations)
    for kind in START_CARDS:
        if there[kind] != 1:
            faults.add(table.file, table.line, f"{there[kind]} cards {kind}, but a map has one: correct their count")


def check_slots(table: DataTable, board: Map, faults: Faults) -> None:
    """Check that there are as many of the Railbot's cards of each slot as its deck needs."""
    there = Counter(row["slot"] for row in table.rows)
    for slot, wanted in SLOTS.items():
        if there[str(slot)] != wanted:
            text = f"{there[str(slot)]} cards of slot {slot}, but {wanted} of a map's cards have it: change some slots"
            faults.add(table.file, table.line, text)
