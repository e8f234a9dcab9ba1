"""Where cities lie: at coasts and rivers and in lowlands, and apart from each other."""

from dataclasses import dataclass

import numpy as np

from railgym.envs.core.geo.worlds.drainage import River
from railgym.envs.core.geo.worlds.rolls import Floats, Ints, Rolls
from railgym.envs.core.geo.worlds.terrain import Bools, Terrain

__all__ = ["Sites", "site_scores"]

COAST, RIVER, MOUTH, HIGH, CHANCE = 0.35, 0.4, 0.3, 0.55, 0.7  # what counts for a site, and against it


def site_scores(terrain: Terrain, rivers: tuple[River, ...], seed: int) -> Floats:
    """How good each place is for a city."""
    lattice = terrain.lattice
    coast = lattice.around(terrain.sea | terrain.lake) > 0
    river = np.zeros(lattice.size)
    for number, stream in enumerate(rivers):
        banks = [place for pair in stream.sides for place in pair]
        river[banks] = np.maximum(river[banks], 1 - number / (2 * len(rivers)))
    score = COAST * coast + RIVER * river + MOUTH * coast * river
    score = score - HIGH * terrain.height + 0.2 * np.minimum(terrain.moist, 1)
    return score + CHANCE * Rolls(seed, "sites").units(lattice.size)


@dataclass
class Sites:
    """Chooses places one after another, each as far from those before as it can be.

    ``score`` says how good each place is, ``away`` counts the steps from each place to the nearest that is taken.
    """

    terrain: Terrain
    score: Floats
    away: Ints
    taken: list[int]

    @classmethod
    def on(cls, terrain: Terrain, score: Floats) -> "Sites":
        """No place is taken yet."""
        return cls(terrain, score, np.full(terrain.lattice.size, 999), [])

    def choose(self, number: int, fit: Bools, far: int, least: int) -> list[int]:
        """The best of the places that ``fit``, at most ``number``: ``far`` steps from all others, or, if there are
        not enough, fewer, but at least ``least``."""
        chosen: list[int] = []
        while far >= least and len(chosen) < number:
            free = fit & (self.away >= far)
            if not free.any():
                far -= 1
                continue
            place = int(np.argmax(np.where(free, self.score, -1e9)))
            self.take(place)
            chosen.append(place)
        return chosen

    def take(self, place: int) -> None:
        """Note that a place has a city."""
        self.taken.append(place)
        self.away = np.minimum(self.away, self.terrain.lattice.distances(place))
