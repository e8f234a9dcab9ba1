"""Cities on the grid: each on the free place nearest to its location, major cities first, no two side by side."""

from math import dist

from railgym.envs.core.geo.hexagons import Hex, Point, centre, nearest, neighbours, within
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.crayon_rails.maps.geography import CityPart, Geography
from railgym.envs.crayon_rails.maps.ground import Ground
from railgym.envs.crayon_rails.maps.model import LIMITS, SIZES

__all__ = ["place_cities"]

FAR = 3  # mileposts that a city may be moved
NEARBY = 8  # mileposts within which cities keep their order

Placed = dict[Hex, tuple[int, int]]


def place_cities(geography: Geography, ground: Ground, file: YamlFile) -> Placed:
    """The city and part for every place that a city takes; a city without room is a fault.

    A place is free for a small city if two players can enter it, for a medium one if three can, and for a major city if
    the six places around it are land as well and six players can enter there (EB-R8.4). Cities near each other keep
    their order from west to east and from north to south.
    """
    there = frozenset(ground.places)
    placed: Placed = {}
    moved: dict[Point, Point] = {}  # where the cities lie, and where they are placed
    order = sorted(enumerate(geography.cities), key=lambda numbered: -SIZES.index(numbered[1].size))
    for i, city in order:
        room = _room(city, ground, there, placed, moved)
        if not room:
            text = f"cities.{i}: no room for {city.name} within {FAR} mileposts: widen the land there, or move the city"
            file.add(text, "cities", i)
            continue
        placed |= {place: (i, part) for part, place in enumerate(room)}
        moved[ground.surface.point((city.lon, city.lat))] = centre(room[0])
    return placed


def _room(
    city: CityPart, ground: Ground, there: frozenset[Hex], placed: Placed, moved: dict[Point, Point]
) -> list[Hex]:
    """The places that a city takes, the middle one first; none if there is no room."""
    point = ground.surface.point((city.lon, city.lat))
    for place in sorted(within(nearest(point), FAR), key=lambda place: (dist(centre(place), point), place)):
        wanted = [place, *neighbours(place)] if city.size == "major" else [place]
        around = {other for own in wanted for other in neighbours(own)}.difference(wanted)
        if not there.issuperset(wanted) or not placed.keys().isdisjoint(around.union(wanted)):
            continue
        entries = sum(ground.is_open(own, other) for own in wanted for other in neighbours(own) if other in around)
        if entries >= LIMITS[city.size] and _keeps_order(point, centre(place), moved):
            return wanted
    return []


def _keeps_order(point: Point, place: Point, moved: dict[Point, Point]) -> bool:
    """Whether a city located at ``point`` keeps its order with the cities nearby when it is put at ``place``. Cities
    less than a milepost apart from west to east have no such order, and likewise from north to south."""
    nearby = [(there, put) for there, put in moved.items() if dist(point, there) < NEARBY]
    return not any(
        abs(lies) >= 1 and lies * stands <= 0
        for there, put in nearby
        for lies, stands in ((point.x - there.x, place.x - put.x), (point.y - there.y, place.y - put.y))
    )
