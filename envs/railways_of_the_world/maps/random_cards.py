"""The cities, major lines and cards of a random map of hexes."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from railgym.envs.core.geo.worlds.rolls import Rolls

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.maps.random_map import Settled

__all__ = ["city_rows", "line_rows", "operation_rows", "railbot_rows"]

COLORED = ("red", "blue", "yellow", "purple", "black", "blue", "yellow", "black", "purple", "yellow", "blue", "red")
TOP = 4  # cities of a hotel
COST = {"open": 2, "city": 2, "water": 3, "hill": 4}  # of a tile, in thousands
RIDGE = 4
POINTS = (3, 20)  # of a major line
ALWAYS = (
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
RAILBOT = (*[(1, "no", "no")] * 8, *[(2, "yes", "no")] * 3, *[(3, "yes", "no")] * 2, (3, "no", "yes"))
CHAINS = (*[3] * 10, *[4] * 4)  # how many cities each card of the Railbot names
USES = 2  # of a city in major lines


def city_rows(settled: "Settled") -> Iterator[tuple[object, ...]]:
    """The rows of the cities: more than half in a color, the largest with the most cubes."""
    rolls = Rolls(settled.world.seed, "colors")
    number = len(settled.cities)
    colored = number * 11 // 20
    colors = [*COLORED[:2], *rolls.shuffled([COLORED[i % len(COLORED)] for i in range(2, colored)])]
    for i, name in enumerate(settled.names):
        if i < colored:
            cubes = 5 if i < 2 else 4 if i < number // 7 else 3 if i < number // 3 else 2
            yield name, colors[i], cubes, "yes", "no"
        else:
            yield name, "gray", 1 + (rolls.unit() < 0.3), "yes", "no"


def line_rows(settled: "Settled", number: int) -> Iterator[tuple[object, ...]]:
    """The rows of the major lines: between the larger cities, some short and some across the map."""
    cities, names = settled.cities, settled.names
    larger = range(max(len(cities) * 11 // 20, 6))
    away = {(a, b): int(settled.lattice.distances(cities[a])[cities[b]]) for a, b in combinations(larger, 2)}
    farthest = max(away.values())
    uses = [0] * len(cities)
    for i in range(number):
        wanted = 5 + (0.85 * farthest - 5) * i / max(number - 1, 1)
        free = [pair for pair in away if max(uses[pair[0]], uses[pair[1]]) < USES and away[pair] >= 4]
        if not free:
            return
        a, b = min(free, key=lambda pair: (abs(away[pair] - wanted) + 0.3 * sum(pair) + 2 * uses[pair[0]], pair))
        del away[a, b]
        uses[a] += 1
        uses[b] += 1
        yield names[a], names[b], min(max((_cost(settled, cities[a], cities[b]) + 2) // 4, POINTS[0]), POINTS[1]), "yes"


def _cost(settled: "Settled", start: int, end: int) -> int:
    """The cheapest track between two places, in thousands."""
    best, heap = {start: 0}, [(0, start)]
    beside = settled.lattice.beside.tolist()
    while heap:
        paid, place = heappop(heap)
        if place == end:
            return paid
        if paid > best[place]:
            continue
        for other in beside[place]:
            if other in settled.terrain or other in settled.cities:
                ridge = RIDGE * ((min(place, other), max(place, other)) in settled.ridges)
                price = paid + COST[settled.terrain.get(other, "city")] + ridge
                if price < best.get(other, 999):
                    best[other] = price
                    heappush(heap, (price, other))
    return 0


def operation_rows(settled: "Settled") -> Iterator[tuple[object, ...]]:
    """The rows of the operations cards: hotels in the largest cities, bounties in others far apart, the more points the
    farther from the middle of the map."""
    names, cities = settled.names, settled.cities
    yield from ALWAYS
    for name in names[:TOP]:
        yield "hotel", name, 1, 1
    steps = [settled.lattice.distances(place)[cities].tolist() for place in cities]
    remote = [sum(row) for row in steps]
    chosen: list[int] = []
    rest = range(TOP, len(cities))
    while len(chosen) < min(BOUNTIES, len(rest)):
        free = [city for city in rest if city not in chosen]
        chosen.append(max(free, key=lambda c: (min(steps[c][o] for o in (*chosen, 0)), -c)))
    order = sorted(chosen, key=lambda city: (remote[city], city))
    for city in chosen:
        yield "service_bounty", names[city], 2 + 3 * order.index(city) // len(order), 1


def railbot_rows(settled: "Settled") -> Iterator[tuple[object, ...]]:
    """The rows of the Railbot's cards: chains of cities near each other. The longest chains have the later slots, and
    all cities occur about equally often."""
    cities = settled.cities
    steps = [settled.lattice.distances(place)[cities].tolist() for place in cities]
    uses = [0] * len(cities)
    chains = [_chain(length, steps, uses) for length in CHAINS]
    chains.sort(key=lambda chain: (_length(chain, steps), chain))
    for i, (chain, (slot, line, baron)) in enumerate(zip(chains, RAILBOT), 1):
        yield f"R{i:02}", "building_links", ";".join(settled.names[city] for city in chain), "", slot, line, baron


def _chain(length: int, steps: Sequence[Sequence[int]], uses: list[int]) -> list[int]:
    """A chain of that many cities, which begins at the one that is used least."""
    chain = [min(range(len(steps)), key=lambda city: (uses[city], city))]
    while len(chain) < length:
        last = steps[chain[-1]]
        free = [city for city in range(len(steps)) if city not in chain]
        chain.append(min(free, key=lambda city: (last[city] + 1.5 * uses[city] - 0.3 * steps[chain[0]][city], city)))
    for city in chain:
        uses[city] += 1
    return chain


def _length(chain: Sequence[int], steps: Sequence[Sequence[int]]) -> int:
    """The steps along a chain."""
    return sum(steps[a][b] for a, b in pairwise(chain))
