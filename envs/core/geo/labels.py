"""Where names stand on a map: beside cities and along rivers, where they cover least of what is there."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, dist
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import Box, measure

__all__ = ["CITY", "TOO_MUCH", "Slanted", "Thing", "label_line", "label_places", "within_box"]

CITY = 30.0  # weight from which a thing is a city
ROUNDS = 8  # in which every label may still move
CORNERS = ((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1))  # beside a place, the best first
STEP = 5.0  # between points along a line, in the picture's units
DOUBTFUL = 2.3  # heights of a name between it and a city that it might belong to
TOO_MUCH = 38  # to cover by the name of a line

Floats: TypeAlias = npt.NDArray[Any]


class Thing(NamedTuple):
    """What a name should not cover, and how much that would matter."""

    at: Point
    weight: float


class Slanted(NamedTuple):
    """A name along a line: the middle of its baseline, its turn in degrees, clockwise, and points under it."""

    at: Point
    turn: float
    under: tuple[Point, ...]


def label_places(
    names: Sequence[tuple[str, Point, float, float]], things: Sequence[Thing], frame: Box
) -> tuple[Box, ...]:
    """A box for each name: the words, where they belong, their size, and how far from there they begin.

    Every name takes the best of some places beside its own, as long as the others stay, again and again.
    """
    covers = np.array([(*thing.at, thing.weight) for thing in things])
    choices = [_choices(*name, covers, frame) for name in names]
    taken = [min(found)[1] for found in choices]
    for _ in range(ROUNDS):
        for i, found in enumerate(choices):
            others = [box for k, box in enumerate(taken) if k != i]
            taken[i] = min((cost + sum(place.overlap(other) for other in others), place) for cost, place in found)[1]
    return tuple(taken)


def _choices(words: str, at: Point, size: float, gap: float, covers: Floats, frame: Box) -> list[tuple[float, Box]]:
    """Places for a name around its own, and what speaks against each."""
    w, h = measure(words, size), 1.05 * size
    found = []
    for reach in (gap, gap + 0.6 * size):
        for i, (a, b) in enumerate(CORNERS):
            aside = reach * (0.72 if a and b else 1)
            place = Box(at.x - w / 2 + a * (w / 2 + aside), at.y - h / 2 + b * (h / 2 + aside), w, h)
            outside = 1 - place.overlap(frame) / (w * h)
            cost = (
                0.8 * i + 3 * (reach > gap) + 1e4 * outside + _covered(covers, place) + _doubt(covers, at, gap, place)
            )
            found.append((cost, place))
    return found


def _doubt(covers: Floats, at: Point, gap: float, place: Box) -> float:
    """How much a name seems to belong to another city: one that is hardly farther from it than its own, which takes
    all within ``gap``."""
    x, y, weights = covers.T
    others = (weights >= CITY) & (np.hypot(x - at.x, y - at.y) > gap)
    right = np.maximum(abs(x - place.x - place.w / 2) - place.w / 2, 0)
    down = np.maximum(abs(y - place.y - place.h / 2) - place.h / 2, 0)
    return float((weights * np.clip(DOUBTFUL - np.hypot(right, down) / place.h, 0, 1))[others].sum())


def _covered(covers: Floats, place: Box) -> float:
    x, y, weights = covers.T
    across = abs(x - place.x - place.w / 2) < place.w / 2 + 1
    return float(weights @ (across & (abs(y - place.y - place.h / 2) < place.h / 2 + 1)))


def label_line(
    words: str, size: float, line: Sequence[Point], things: Sequence[Thing], most: float = TOO_MUCH
) -> Slanted | None:
    """Where along a line a name fits: where the line is straight and little is covered; None if it is too short, or if
    what speaks against the best place is ``most`` or more."""
    points = _fine(line)
    length = max(int(measure(words, size) / STEP) + 1, 2)
    covers = _near(points, things, 3 * size)
    found = []
    for i in range(0, len(points) - length, 2):
        aside = 0.1 * abs(2 * i - len(points) + length)  # from the middle of the line
        for side in (-1, 1):
            bent, place = _beside(points[i : i + length + 1], size, side)
            found.append((aside + bent + _crowd(np.array(place.under), covers, size), place))
    best = min(found, default=None)
    return best[1] if best and best[0] < most else None


def _near(points: Sequence[Point], things: Sequence[Thing], far: float) -> Floats:
    """The things around a line, a row of place and weight for each."""
    (west, north), (east, south) = (map(f, zip(*points)) for f in (min, max))
    covers = np.array([(*thing.at, thing.weight) for thing in things])
    x, y, _ = covers.T
    inside: Floats = covers[(x > west - far) & (x < east + far) & (y > north - far) & (y < south + far)]
    return inside if len(inside) else covers[:1]


def _fine(line: Sequence[Point]) -> list[Point]:
    """Points along a line, a step from each to the next."""
    points, left = [line[0]], STEP
    for a, b in pairwise(line):
        whole = dist(a, b)
        while left <= whole:
            points.append(_between(a, b, left / whole))
            left += STEP
        left -= whole
    return points


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def _beside(piece: Sequence[Point], size: float, side: int) -> tuple[float, Slanted]:
    """A name on one side of a piece of line, and how much the line bends and rises there."""
    a, b = sorted((piece[0], piece[-1]))
    length = max(dist(a, b), 1e-9)
    up = Point((b.y - a.y) / length, (a.x - b.x) / length)
    bends = [(p.x - a.x) * up.x + (p.y - a.y) * up.y for p in piece]
    lift = max(bends) + 0.28 * size if side > 0 else min(bends) - 0.95 * size
    foot = [Point(p.x + lift * up.x, p.y + lift * up.y) for p in (a, b)]
    middle = [Point(p.x + 0.36 * size * up.x, p.y + 0.36 * size * up.y) for p in foot]
    under = tuple(_between(middle[0], middle[1], k / len(piece)) for k in range(len(piece) + 1))
    turn = degrees(atan2(b.y - a.y, b.x - a.x))
    return 2.5 * (max(bends) - min(bends)) + 0.1 * abs(turn), Slanted(_between(foot[0], foot[1], 0.5), turn, under)


def _crowd(under: Floats, covers: Floats, size: float) -> float:
    """The weight of what lies under a row of points."""
    near = ((covers[:, None, :2] - under) ** 2).sum(axis=2).min(axis=1) < (0.7 * size) ** 2
    return float(covers[near, 2].sum())


def within_box(box: Box) -> list[Point]:
    """Points all over a box, a step from each to the next."""
    across, down = max(int(box.w / STEP), 1), max(int(box.h / STEP), 1)
    return [
        Point(box.x + box.w * i / across, box.y + box.h * j / down) for i in range(across + 1) for j in range(down + 1)
    ]
