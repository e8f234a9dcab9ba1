"""The cities and major lines of a random map of hexes."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import combinations
from typing import TYPE_CHECKING

from railgym.envs.core.geo.worlds.rolls import Rolls

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.maps.random_map import Settled

__all__ = ["city_rows", "line_rows"]

COLORED = ("red", "blue", "yellow", "purple", "black", "blue", "yellow", "black", "purple", "yellow", "blue", "red")
COST = {"open": 2, "city": 2, "water": 3, "hill": 4}  # of a tile, in thousands
RIDGE = 4
POINTS = (3, 20)  # of a major line
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
    track = _Track(settled)
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
        yield names[a], names[b], min(max((track.cost(cities[a], cities[b]) + 2) // 4, POINTS[0]), POINTS[1]), "yes"


class _Track:
    """What track costs on a map, in thousands."""

    def __init__(self, settled: "Settled") -> None:
        self.beside, self.ridges = settled.lattice.beside.tolist(), settled.ridges
        self.of_tile = {place: COST[terrain] for place, terrain in settled.terrain.items()}
        self.of_tile |= dict.fromkeys(settled.cities, COST["city"])

    def cost(self, start: int, end: int) -> int:
        """The cost of the cheapest track between two places; 0 if no track joins them."""
        best, heap = {start: 0}, [(0, start)]
        while heap:
            paid, place = heappop(heap)
            if place == end:
                return paid
            if paid > best[place]:
                continue
            for other in self.beside[place]:
                if other in self.of_tile:
                    ridge = RIDGE * ((min(place, other), max(place, other)) in self.ridges)
                    price = paid + self.of_tile[other] + ridge
                    if price < best.get(other, 999):
                        best[other] = price
                        heappush(heap, (price, other))
        return 0
