"""The event cards of a random map: floods of its rivers, snow on its mountains, and what happens on every map."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from railgym.envs.core.geo.worlds.rolls import Rolls

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.maps.random_map import Settled

__all__ = ["event_rows"]

FLOODS = 7
SNOWS = {"temperate": 2, "dry": 1, "wet": 2, "cold": 4}
STORMS = {"temperate": 1, "dry": 2, "wet": 1, "cold": 1}
STORM_WORDS = {"temperate": "Gales", "dry": "Dust storm", "wet": "Cloudbursts", "cold": "Blizzard"}


def event_rows(settled: "Settled", rivers: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """The rows of the event cards."""
    world, names = settled.world, settled.names
    rolls = Rolls(world.seed, "events")
    for river in rivers[:FLOODS]:
        yield f"The {river} rises", "flood", river, ""
    struck = rolls.shuffled(names)
    for one, other in list(zip(struck[::2], struck[1::2]))[: max(2, len(names) // 9)]:
        yield f"Derailments around {one} and {other}", "derailment", f"{one};{other}", 3
    if (settled.lattice.around(world.terrain.sea & world.terrain.inside) > 0)[settled.land].any():
        yield "Strike in the ports", "strike", "coast", 3
    yield "Strike of the train crews", "strike", "drawer", ""
    order = _by_mountains(settled)
    radius = 4 if len(names) < 30 else 5
    for city in order[: SNOWS[world.climate]]:
        yield f"Snow in the mountains of {names[city]}", "snow", names[city], radius
    for city in order[::-1][: STORMS[world.climate]]:
        yield f"{STORM_WORDS[world.climate]} around {names[city]}", "storm", names[city], radius
    yield "Rail tax", "tax", "", ""


def _by_mountains(settled: "Settled") -> list[int]:
    """The cities, those with the most mountains around them first."""
    peaks = np.zeros(settled.lattice.size, bool)
    peaks[list(settled.mountains)] = True
    near = [int(peaks[settled.lattice.distances(place) <= 4].sum()) for place in settled.cities]
    return sorted(range(len(near)), key=lambda city: (-near[city], city))
