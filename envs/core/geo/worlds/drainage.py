"""Rivers: where the water of a world runs to the sea, and the largest of its streams."""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

import numpy as np

from railgym.envs.core.geo.worlds.lattice import Lattice
from railgym.envs.core.geo.worlds.rolls import Floats, Rolls
from railgym.envs.core.geo.worlds.terrain import Terrain

__all__ = ["River", "find_rivers"]

SHORT = 5  # sides of hexagons along which a river runs at least
BUMPS = 0.7  # chance in the heights, which makes rivers wind
SHARE = {"temperate": 1.0, "dry": 0.5, "wet": 1.35, "cold": 1.0}  # of the usual number of rivers


@dataclass(frozen=True)
class River:
    """A river from its spring to its mouth: corners of the lattice, and the places on both sides of each step."""

    corners: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]


def find_rivers(terrain: Terrain, climate: str, number: int, seed: int) -> tuple[River, ...]:
    """About ``number`` rivers, the largest first. Water runs along the sides of hexagons and joins on its way."""
    lattice, rolls = terrain.lattice, Rolls(seed, "rivers")
    down, order = _flow_down(lattice, *_ground(terrain, rolls))
    water, springs = _gathered(lattice, terrain.moist, down, order)
    wanted = max(round(number * SHARE[climate]), 1)
    least = sum(water[corner] for corner in order if down[corner] < 0) / (6 * number + 20)
    streams = _streams(down, water, springs, order, least)
    found = [stream for stream in streams if len(stream) > SHORT]
    found.sort(key=lambda stream: (-water[stream[-2]], stream))
    return tuple(River(tuple(stream), _sides(lattice, stream)) for stream in found[:wanted])


def _ground(terrain: Terrain, rolls: Rolls) -> tuple[list[float], list[float]]:
    """The height of each corner, infinite off the land; and for the corners at which water may leave the land their
    height, infinite for all others."""
    places = terrain.lattice.corner_places
    there = (places >= 0).all(axis=1)
    shown = (terrain.land | terrain.lake) & terrain.inside
    on_land = shown[places].any(axis=1) & there
    at_sea = terrain.sea[places].any(axis=1)
    at_edge = (~terrain.inside[places] & terrain.dry[places]).any(axis=1)
    height = terrain.lattice.corner_means(terrain.height) + BUMPS * rolls.units(len(places))
    height = np.where(terrain.lake[places].any(axis=1), 0.1, height)
    mouth = height + np.where(at_sea, 0.0, 0.3)
    return (
        np.where(on_land, height, np.inf).tolist(),
        np.where(on_land & (at_sea | at_edge), mouth, np.inf).tolist(),
    )


def _flow_down(lattice: Lattice, height: list[float], mouth: list[float]) -> tuple[list[int], list[int]]:
    """The corner to which the water of each corner runs, or -1, and all corners from the mouths upwards. Water fills
    hollows and runs over at their lowest side (priority flood, Barnes and others 2014)."""
    beside = lattice.corner_sides[0].tolist()
    down, seen = [-1] * len(height), [False] * len(height)
    heap = [(level, level, corner, -1) for corner, level in enumerate(mouth) if level < np.inf]
    heapify(heap)
    order = []
    while heap:
        level, _, corner, below = heappop(heap)
        if seen[corner]:
            continue
        seen[corner], down[corner] = True, below
        order.append(corner)
        for other in beside[corner]:
            if other >= 0 and not seen[other] and height[other] < np.inf:
                heappush(heap, (max(level, height[other]), height[other], other, corner))
    return down, order


def _gathered(
    lattice: Lattice, moist: Floats, down: list[int], order: list[int]
) -> tuple[list[float], list[list[int]]]:
    """The water that passes each corner, and the corners that run to it."""
    rain = np.maximum(lattice.corner_means(moist), 0.05).tolist()
    water: list[float] = list(rain)
    springs: list[list[int]] = [[] for _ in down]
    for corner in reversed(order):
        if down[corner] >= 0:
            water[down[corner]] += water[corner]
            springs[down[corner]].append(corner)
    return water, springs


def _streams(
    down: list[int], water: list[float], springs: list[list[int]], order: list[int], least: float
) -> list[list[int]]:
    """All streams with that much water, each from its spring to where it ends: at a mouth, or in another stream."""
    streams = []
    for start in order:
        end = down[start]
        if water[start] < least or (end >= 0 and start == _main(springs[end], water)):
            continue
        stream = [start] if end < 0 else [end, start]
        while water[up := _main(springs[stream[-1]], water)] >= least and up >= 0:
            stream.append(up)
        streams.append(stream[::-1])
    return streams


def _main(springs: list[int], water: list[float]) -> int:
    """The corner that brings the most water, or -1 if there is none."""
    return max(springs, key=lambda corner: (water[corner], corner), default=-1)


def _sides(lattice: Lattice, stream: list[int]) -> tuple[tuple[int, int], ...]:
    """The two places between which each step of a stream runs, the lower number first."""
    beside, pairs = lattice.corner_sides
    ways = [beside[a].tolist().index(b) for a, b in pairwise(stream)]
    between = [sorted(pairs[corner, way].tolist()) for corner, way in zip(stream, ways)]
    return tuple((one, other) for one, other in between)
