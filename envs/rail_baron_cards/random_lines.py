"""The track of a random board: lines between neighbouring cities, and the railroads that own them."""

from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from railgym.envs.core.geo.worlds.rolls import Rolls
from railgym.envs.core.geo.worlds.world import World
from railgym.envs.core.graphs import steps_between

__all__ = ["Network", "railroad_names"]

SLOW = 1.5  # steps more that a line goes around a mountain
SHARED = 1.3  # length of all railroads over that of all lines: some run side by side
EVEN = 3.5  # the higher, the more equal are the lengths of railroads
LENGTH_PRICE, CITY_PRICE, LEAST_PRICE, MOST_PRICE = 0.32, 0.8, 4, 45  # in thousands

Pair = tuple[int, int]


class Network:
    """Lines between cities along places of the lattice. ``lines`` holds the track of each railroad, pairs of places;
    the longest railroads come first."""

    def __init__(self, world: World, cities: Sequence[int], number: int) -> None:
        self.world, self.cities = world, list(cities)
        self.ways = self._ways()
        owned = self._owned(number)
        self.owned = sorted(owned, key=lambda own: (-sum(len(self.ways[way]) for way in own), sorted(own)))
        self.lines = [self._track(own) for own in self.owned]

    # --- lines --------------------------------------------------------------------------------------------------------

    def _ways(self) -> dict[Pair, list[int]]:
        """The places along each line between two cities, by their numbers. Two cities are joined if no third lies in
        the circle between them (Gabriel graph), which joins all cities."""
        x, y = self.world.lattice.x[self.cities], self.world.lattice.y[self.cities]
        apart = (x[:, None] - x) * (x[:, None] - x) + (y[:, None] - y) * (y[:, None] - y)
        n = len(self.cities)
        wanted: dict[int, list[int]] = {}
        for a in range(n):
            between = (apart[a][None, :] + apart < apart[a][:, None] - 1e-9).any(axis=1)
            wanted[a] = [b for b in range(a + 1, n) if not between[b]]
        return {(a, b): way for a, targets in wanted.items() for b, way in self._ways_from(a, targets).items()}

    def _ways_from(self, start: int, targets: Sequence[int]) -> dict[int, list[int]]:
        """The easiest ways over land from a city to some others."""
        (land, rough, beside), left = self._ground, {self.cities[b]: b for b in targets}
        origin = self.cities[start]
        before, best, heap = {origin: -1}, {origin: 0.0}, [(0.0, origin)]
        found: dict[int, list[int]] = {}
        while left and heap:
            far, place = heappop(heap)
            if far > best[place]:
                continue
            if place in left:
                way = [place]
                while way[-1] != origin:
                    way.append(before[way[-1]])
                found[left.pop(place)] = way[::-1]
            for other in beside[place]:
                if other >= 0 and land[other] and far + 1 + rough[other] < best.get(other, 1e9):
                    best[other], before[other] = far + 1 + rough[other], place
                    heappush(heap, (best[other], other))
        return found

    @cached_property
    def _ground(self) -> tuple[list[bool], list[float], list[list[int]]]:
        """For each place: whether it is land, the extra cost of its mountains, and its neighbours."""
        slow: list[float] = (SLOW * self.world.mountains * self.world.mountains).tolist()
        return self.world.terrain.land.tolist(), slow, self.world.lattice.beside.tolist()

    def _track(self, own: set[Pair]) -> set[Pair]:
        """The pairs of neighbouring places along some lines."""
        steps = (pair for way in own for pair in zip(self.ways[way], self.ways[way][1:]))
        return {(min(pair), max(pair)) for pair in steps}

    # --- railroads ----------------------------------------------------------------------------------------------------

    def _owned(self, number: int) -> list[set[Pair]]:
        """The lines of each railroad. Every railroad is connected, and every line has an owner."""
        length = {way: len(places) - 1 for way, places in self.ways.items()}
        weights = [1 / (EVEN + i) for i in range(number)]
        total = SHARED * sum(length.values())
        owners: dict[Pair, int] = dict.fromkeys(self.ways, 0)
        rolls = Rolls(self.world.seed, "railroads")
        found: list[set[Pair]] = []
        for weight in weights:
            own = self._grown(max(total * weight / sum(weights), 4), length, owners, rolls)
            for way in own:
                owners[way] += 1
            found.append(own)
        self._share_out([way for way, owned in owners.items() if not owned], found)
        return found

    def _grown(self, wanted: float, length: dict[Pair, int], owners: dict[Pair, int], rolls: Rolls) -> set[Pair]:
        """The lines of a railroad: it begins with a line that has no owner, if there is one, and goes on from both
        ends, straight and over free lines."""
        first = min(self.ways, key=lambda way: (owners[way], sum(way) * (0.6 + 0.8 * rolls.unit()), way))
        own, ends, done = {first}, list(first), length[first]
        while done < wanted:
            ways = [
                (self._fitness(way, end, own, owners) + 0.5 * rolls.unit(), way, end) for way, end in self._next(own)
            ]
            ways = [(fit + 0.8 * (end in ends), way, end) for fit, way, end in ways]
            if not ways:
                break
            _, way, end = max(ways)
            own.add(way)
            done += length[way]
            other = way[1] if way[0] == end else way[0]
            ends = [other if city == end else city for city in ends]
        return own

    def _next(self, own: set[Pair]) -> list[tuple[Pair, int]]:
        """The lines that continue a railroad, each with the city at which it joins."""
        served = {city for way in own for city in way}
        return [
            (way, city)
            for city in sorted(served)
            for way in self.at_city[city]
            if way not in own and not (way[0] in served and way[1] in served)
        ]

    def _fitness(self, way: Pair, end: int, own: set[Pair], owners: dict[Pair, int]) -> float:
        """How well a line continues a railroad at a city: free lines are better, and straight ones."""
        into = [line for line in self.at_city[end] if line in own]
        straight = max((-self._cosine(way, line, end) for line in into), default=0.0)
        return 1.2 * straight - 1.5 * owners[way] - 0.6 * (len(into) > 1)

    def _cosine(self, one: Pair, other: Pair, city: int) -> float:
        """The cosine of the angle between two lines at a city."""
        x, y = self.world.lattice.x, self.world.lattice.y
        at = self.cities[city]
        ends = [self.cities[way[1] if way[0] == city else way[0]] for way in (one, other)]
        (a, b), (c, d) = ((float(x[end] - x[at]), float(y[end] - y[at])) for end in ends)
        return (a * c + b * d) / float(np.sqrt((a * a + b * b) * (c * c + d * d)))

    @cached_property
    def at_city(self) -> list[list[Pair]]:
        """The lines at each city."""
        found: list[list[Pair]] = [[] for _ in self.cities]
        for way in self.ways:
            for city in way:
                found[city].append(way)
        return found

    def _share_out(self, left: list[Pair], found: list[set[Pair]]) -> None:
        """Give the lines without an owner to railroads that they continue, the shortest first."""
        while left:
            for way in left:
                near = [own for own in found if any(city in line for line in own for city in way)]
                if near:
                    min(near, key=lambda own: sum(len(self.ways[line]) for line in own)).add(way)
                    left = [other for other in left if other != way]
                    break

    # --- the whole ----------------------------------------------------------------------------------------------------

    @cached_property
    def beside(self) -> dict[int, list[int]]:
        """The places that track leads to from each place."""
        found: dict[int, list[int]] = {}
        for a, b in sorted(set().union(*self.lines)):
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
        return found

    @property
    def places(self) -> list[int]:
        """All places that track passes."""
        return sorted(self.beside)

    def steps_between_cities(self) -> list[list[int]]:
        """The dots of the shortest way between any two cities."""
        return steps_between((pair for line in self.lines for pair in line), self.cities)

    def prices(self) -> list[int]:
        """The price of each railroad in dollars: by its length and the cities that it serves."""
        prices = []
        for own, line in zip(self.owned, self.lines):
            served = len({city for way in own for city in way})
            price = int(LENGTH_PRICE * len(line) + CITY_PRICE * served + 0.5)
            prices.append(1000 * min(max(price, LEAST_PRICE), MOST_PRICE))
        return prices


def railroad_names(world: World, names: Sequence[str], network: Network) -> list[tuple[str, str]]:
    """The abbreviation and name of each railroad, after its cities and rivers, all different."""
    rolls = Rolls(world.seed, "railroad names")
    found: list[tuple[str, str]] = []
    country = world.title.split()[-1] if " of " in world.title else world.title.split()[0]
    for own in network.owned:
        served = sorted({city for way in own for city in way})
        first, last = names[served[0]], names[served[-1]]
        ways = [
            f"{first} & {last}",
            f"{first} Central",
            f"{last} Southern",
            f"{country} & {first}",
            f"{first} Northern",
        ]
        ways = [*rolls.shuffled(ways), f"{first}, {last} & {country}", f"{last} & {country}", f"{first} Junction"]
        taken_codes, taken_names = {code for code, _ in found}, {name for _, name in found}
        free = [(_initials(way), way) for way in ways if way not in taken_names]
        code, name = next((pair for pair in free if pair[0] not in taken_codes), free[0])
        while code in taken_codes:
            code += "R"
        found.append((code, name))
    return found


def _initials(name: str) -> str:
    """The initials of a railroad."""
    return "".join(word if word == "&" else word[0] for word in name.replace(",", " ").split())
