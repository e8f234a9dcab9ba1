"""Cities on the grid: each on the free place nearest to where it lies, majors first, no two of them side by side."""

from math import dist

from railgym.envs.core.geo.hexagons import Hex, centre, nearest, neighbours, within
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.crayon_rails.maps.geography import CityPart, Geography
from railgym.envs.crayon_rails.maps.ground import Ground
from railgym.envs.crayon_rails.maps.model import LIMITS, SIZES

__all__ = ["place_cities"]

FAR = 3  # mileposts that a city may be moved

Placed = dict[Hex, tuple[int, int]]


def place_cities(geography: Geography, ground: Ground, file: YamlFile) -> Placed:
    """The number of the city and its part for every place that one takes; a city without room is a fault.

    A place is free for a small city if two players can enter it, for a medium one if three can, and for a major city if
    the six places around it are land as well and six players can enter there (EB-R8).
    """
    there = frozenset(ground.places)
    placed: Placed = {}
    order = sorted(enumerate(geography.cities), key=lambda numbered: -SIZES.index(numbered[1].size))
    for i, city in order:
        room = _room(city, ground, there, placed)
        if not room:
            text = f"cities.{i}: no room for {city.name} within {FAR} mileposts: widen the land there, or move the city"
            file.add(text, "cities", i)
        placed |= {place: (i, part) for part, place in enumerate(room)}
    return placed


def _room(city: CityPart, ground: Ground, there: frozenset[Hex], placed: Placed) -> list[Hex]:
    """The places that a city takes, the middle one first; none if there is no room."""
    point = ground.surface.point((city.lon, city.lat))
    for place in sorted(within(nearest(point), FAR), key=lambda place: (dist(centre(place), point), place)):
        wanted = [place, *neighbours(place)] if city.size == "major" else [place]
        around = {other for own in wanted for other in neighbours(own)}.difference(wanted)
        if not there.issuperset(wanted) or not placed.keys().isdisjoint(around.union(wanted)):
            continue
        entries = sum(ground.is_open(own, other) for own in wanted for other in neighbours(own) if other in around)
        if entries >= LIMITS[city.size]:
            return wanted
    return []
