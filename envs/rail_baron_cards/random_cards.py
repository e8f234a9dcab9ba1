"""The regions and the cards of a random board."""

from collections.abc import Sequence
from typing import NamedTuple

from railgym.envs.core.geo.worlds.world import World

__all__ = ["Regions", "card_numbers", "copies_of", "regions_of"]

SHARES = ((0.05, 6), (0.15, 5), (0.3, 4), (0.55, 3), (0.8, 2), (1.0, 1))  # of the cities, with their copies
COMPASS = {
    (-1, -1): ("NW", "Northwest"),
    (0, -1): ("NO", "North"),
    (1, -1): ("NE", "Northeast"),
    (-1, 0): ("WE", "West"),
    (0, 0): ("CE", "Central"),
    (1, 0): ("EA", "East"),
    (-1, 1): ("SW", "Southwest"),
    (0, 1): ("SO", "South"),
    (1, 1): ("SE", "Southeast"),
}
MOST = 99  # on a card


class Regions(NamedTuple):
    """The abbreviation and name of each region, and the region of each city."""

    names: list[tuple[str, str]]
    of_city: list[int]


def regions_of(world: World, cities: Sequence[int], number: int) -> Regions:
    """Regions of about equally many cities that lie together, two at least, called after where they lie."""
    lattice = world.lattice
    steps = [lattice.distances(place)[list(cities)].tolist() for place in cities]
    seeds = [0]
    while len(seeds) < number:
        seeds.append(max(range(len(cities)), key=lambda city: (min(steps[city][seed] for seed in seeds), -city)))
    room = [-(-len(cities) // number) + 1] * number
    of_city = [-1] * len(cities)
    for _, city, region in sorted((steps[c][seed], c, r) for c in range(len(cities)) for r, seed in enumerate(seeds)):
        if of_city[city] < 0 and room[region]:
            of_city[city] = region
            room[region] -= 1
    for region, seed in enumerate(seeds):
        if of_city.count(region) < 2:
            spare = [city for city in range(len(cities)) if of_city.count(of_city[city]) > 2]
            of_city[min(spare, key=lambda city: (steps[city][seed], city))] = region
    return Regions(_compass_names(world, cities, of_city, number), of_city)


def _compass_names(world: World, cities: Sequence[int], of_city: Sequence[int], number: int) -> list[tuple[str, str]]:
    """A name for each region by its middle: the best free one, regions at the rim first."""
    x, y = world.lattice.x.tolist(), world.lattice.y.tolist()
    west, east = min(x[place] for place in cities), max(x[place] for place in cities)
    north, south = min(y[place] for place in cities), max(y[place] for place in cities)
    middles = []
    for region in range(number):
        own = [place for place, of in zip(cities, of_city) if of == region]
        right = sum(x[place] for place in own) / len(own)
        down = sum(y[place] for place in own) / len(own)
        middles.append((3 * (right - west) / (east - west) - 1.5, 3 * (down - north) / (south - north) - 1.5))
    free, found = dict(COMPASS), {}
    far = [u * u + v * v for u, v in middles]
    for region in sorted(range(number), key=lambda region: -far[region]):
        u, v = middles[region]
        way = min(free, key=lambda way: ((u - way[0]) * (u - way[0]) + (v - way[1]) * (v - way[1]), way))
        found[region] = free.pop(way)
    return [found[region] for region in range(number)]


def copies_of(number: int) -> list[int]:
    """How many cards each city has, the largest first."""
    return [next(copies for share, copies in SHARES if i < share * number or share == 1.0) for i in range(number)]


def card_numbers(steps: Sequence[Sequence[int]], of_city: Sequence[int], regions: int) -> list[list[object]]:
    """The number of each city's card for each region, in thousands, empty for its own. The two numbers of a run pay
    about a thousand a dot: this is the best fit of a sum of two numbers, by the means of rows and columns."""
    cities = range(len(of_city))
    members = [[city for city in cities if of_city[city] == region] for region in range(regions)]

    def mean(ones: Sequence[int], others: Sequence[int]) -> float:
        return sum(steps[a][b] for a in ones for b in others) / (len(ones) * len(others))

    numbers: list[list[object]] = []
    for city in cities:
        own = members[of_city[city]]
        row: list[object] = []
        for region in range(regions):
            exact = mean([city], members[region]) - mean(own, members[region]) / 2
            row.append("" if region == of_city[city] else min(max(int(exact + 0.5), 1), MOST))
        numbers.append(row)
    return numbers
