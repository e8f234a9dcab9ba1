"""Cards that name cities, made from the distances between the cities: for random maps, and for edited ones.

``steps`` are the steps of the grid between any two of the cities with ``names``.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from railgym.envs.core.data_files import DataTable, Faults, read_table
from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.map_files import THING
from railgym.envs.core.geo.offset import distance
from railgym.envs.core.geo.worlds.making import table_of
from railgym.envs.railways_of_the_world.maps.loading import read_map
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.maps.tables import CITIES, COLUMNS, OPERATIONS_CARDS, RAILBOT, WITH_CITY

__all__ = ["ALWAYS", "TOP", "new_cards", "operation_rows", "railbot_rows"]

TOP = 4  # cities of a hotel
ALWAYS = (  # the operations cards of random maps that name no city
    ("land_grant", "", "", 2),
    ("new_industry", "", "", 4),
    ("railroad_executive", "", "", 2),
    ("perfect_engineering", "", "", 2),
    ("city_growth", "", "", 3),
    ("railroad_era_begins", "", 1, 1),
    ("speed_record", "", 3, 1),
    ("new_train", "", 4, 1),
)
BOUNTIES = 6
# The Railbot's cards of a map, the shortest first: slot, whether a line is joined, whether a baron is drawn.
DECK = (*[(1, "no", "no")] * 8, *[(2, "yes", "no")] * 3, *[(3, "yes", "no")] * 2, (3, "no", "yes"))
CHAINS = (*[3] * 10, *[4] * 4)  # how many cities each card of the Railbot names

Steps = Sequence[Sequence[int]]


def new_cards(folder: Path) -> dict[str, DataTable]:
    """New Railbot cards, hotels and bounties for the map in a folder; its other operations cards stay. Raises DataError
    with all faults of the other tables."""
    board = read_map(folder, cards=False)
    cities = [city for city in board.cities if city.in_play]
    if len(cities) < max(CHAINS):
        raise DataError(f"{CITIES}: {len(cities)} cities in play, but a card names {max(CHAINS)}: add cities")
    names, steps = [city.name for city in cities], _steps(board)
    largest = sorted(range(len(cities)), key=lambda i: -cities[i].cubes)
    rows = [*_without_city(folder), *operation_rows(names, steps, largest[:TOP])]
    return {
        OPERATIONS_CARDS: table_of(OPERATIONS_CARDS, COLUMNS[OPERATIONS_CARDS], rows),
        RAILBOT: table_of(RAILBOT, COLUMNS[RAILBOT], railbot_rows(names, steps)),
    }


def _steps(board: Map) -> list[list[int]]:
    """The steps of the grid between any two cities in play."""
    cells = [board.hexes[city.hex].cell for city in board.cities if city.in_play]
    return [[distance(one, other) for other in cells] for one in cells]


def _without_city(folder: Path) -> list[tuple[str, ...]]:
    """The rows of the operations cards that name no city."""
    faults = Faults(folder, THING)
    columns = COLUMNS[OPERATIONS_CARDS]
    table = read_table(OPERATIONS_CARDS, columns, faults)
    faults.stop()
    return [tuple(row[column] for column in columns) for row in table.rows if row["kind"] not in WITH_CITY]


def operation_rows(names: Sequence[str], steps: Steps, largest: Sequence[int]) -> Iterator[tuple[object, ...]]:
    """The rows of the operations cards that name a city: hotels in the largest cities, bounties in others far apart,
    the more points the farther from the middle of the map."""
    for city in largest:
        yield "hotel", names[city], 1, 1
    remote = [sum(row) for row in steps]
    chosen: list[int] = []
    rest = [city for city in range(len(names)) if city not in largest]
    while len(chosen) < min(BOUNTIES, len(rest)):
        free = [city for city in rest if city not in chosen]
        chosen.append(max(free, key=lambda c: (min(steps[c][o] for o in (*chosen, largest[0])), -c)))
    order = sorted(chosen, key=lambda city: (remote[city], city))
    for city in chosen:
        yield "service_bounty", names[city], 2 + 3 * order.index(city) // len(order), 1


def railbot_rows(names: Sequence[str], steps: Steps) -> Iterator[tuple[object, ...]]:
    """The rows of the Railbot's cards: chains of cities near each other. The longest chains have the later slots, and
    all cities occur about equally often."""
    uses = [0] * len(names)
    chains = [_chain(length, steps, uses) for length in CHAINS]
    chains.sort(key=lambda chain: (_length(chain, steps), chain))
    for i, (chain, (slot, line, baron)) in enumerate(zip(chains, DECK), 1):
        yield f"R{i:02}", "building_links", ";".join(names[city] for city in chain), "", slot, line, baron


def _chain(length: int, steps: Steps, uses: list[int]) -> list[int]:
    """A chain of that many cities, which begins at the one that is used least."""
    chain = [min(range(len(steps)), key=lambda city: (uses[city], city))]
    while len(chain) < length:
        last = steps[chain[-1]]
        free = [city for city in range(len(steps)) if city not in chain]
        chain.append(min(free, key=lambda city: (last[city] + 1.5 * uses[city] - 0.3 * steps[chain[0]][city], city)))
    for city in chain:
        uses[city] += 1
    return chain


def _length(chain: Sequence[int], steps: Steps) -> int:
    """The steps along a chain."""
    return sum(steps[a][b] for a, b in pairwise(chain))
