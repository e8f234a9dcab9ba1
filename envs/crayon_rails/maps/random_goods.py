"""The goods of a random map: which there are, and which cities supply them, by the land around each city."""

from collections.abc import Mapping, Sequence

import numpy as np

from railgym.envs.core.geo.worlds.rolls import Floats, Rolls
from railgym.envs.core.geo.worlds.world import World

__all__ = ["GOODS", "supplies"]

# What is made where; the classes are those of `_land_around`.
GOODS = {
    "mountains": ("Coal", "Iron", "Copper", "Stone", "Silver", "Lead", "Gold"),
    "fields": ("Grain", "Potatoes", "Sugar", "Vegetables", "Flax"),
    "industry": ("Machinery", "Steel", "Textiles", "Tools", "Glass", "Furniture", "Chemicals"),
    "forest": ("Timber", "Paper", "Furs", "Resin"),
    "coast": ("Fish", "Salt", "Shellfish"),
    "pasture": ("Cattle", "Wool", "Hides", "Dairy"),
    "slopes": ("Wine", "Fruit", "Hops"),
    "dry": ("Oil", "Cotton", "Borax", "Dates"),
    "rivers": ("Bricks", "Flour", "Clay"),
}
WEAK = 0.12  # below it no city is suited to a class of goods
MOST = 3  # goods of a city
SOURCES = (2, 4)  # cities that supply a good, the fewest and the most


def supplies(world: World, cities: Sequence[int], sizes: Sequence[str], number: int) -> dict[str, list[int]]:
    """The cities that supply each good, by their numbers; ``cities`` are their places, ``sizes`` their sizes."""
    rolls = Rolls(world.seed, "goods")
    suited = _land_around(world, cities, sizes)
    load = np.zeros(len(cities))
    found: dict[str, list[int]] = {}
    for good in _chosen(suited, number, rolls):
        fit = suited[_class_of(good)] + 0.35 * rolls.units(len(cities))
        sources: list[int] = []
        for _ in range(rolls.between(*SOURCES)):
            worth = np.where(load < MOST, fit - 0.5 * load, -9.0)
            worth[sources] = -9.0
            city = int(np.argmax(worth))
            if worth[city] > -5:
                sources.append(city)
                load[city] += 1
        found[good] = sorted(sources)
    return dict(sorted(found.items()))


def _chosen(suited: Mapping[str, Floats], number: int, rolls: Rolls) -> list[str]:
    """That many goods, in turn one of every class that some city is suited to."""
    left = {kind: list(goods) for kind, goods in GOODS.items() if suited[kind].max() >= WEAK}
    chosen: list[str] = []
    while len(chosen) < number and any(left.values()):
        for kind in rolls.shuffled(list(left)):
            if left[kind] and len(chosen) < number:
                chosen.append(left[kind].pop(0))
    return chosen


def _class_of(good: str) -> str:
    return next(kind for kind, goods in GOODS.items() if good in goods)


def _land_around(world: World, cities: Sequence[int], sizes: Sequence[str]) -> dict[str, Floats]:
    """How well each city is suited to each class of goods, from 0 to 1."""
    terrain, lattice = world.terrain, world.lattice
    river = np.zeros(lattice.size, bool)
    river[[place for stream in world.rivers for pair in stream.sides for place in pair]] = True

    def near(mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]", reach: int) -> Floats:
        """The share of the places around each city that is in a mask."""
        close = [lattice.distances(place) <= reach for place in cities]
        return np.array([float(mask[there].sum()) / float(there.sum()) for there in close])

    mountains = near(world.mountains > 0.74, 3)
    coast = near(terrain.sea, 2)
    moist = np.array([min(max(float(terrain.moist[place]), 0.0), 1.0) for place in cities])
    low = 1 - mountains
    big = np.array([{"small": 0.15, "medium": 0.6, "major": 0.8}[size] for size in sizes])
    return {
        "mountains": np.minimum(1.5 * mountains, 1),
        "fields": low * (1 - abs(moist - 0.55)),
        "industry": big,
        "forest": moist * (0.6 + 0.4 * mountains),
        "coast": np.minimum(3 * coast, 1),
        "pasture": low * (1 - moist),
        "slopes": 4 * mountains * low * (1 - abs(moist - 0.45)),
        "dry": np.maximum(1 - 1.8 * moist, 0),
        "rivers": near(river, 1),
    }
