"""A grid of flat-top hexagons in double-height coordinates: row + column is even, and rows run down.

The neighbours of a place are two rows above and below it, and one row and one column away.

Lengths are in units of the distance between neighbours; x runs right and y runs down. See "doubled coordinates" in Amit
Patel's guide to hexagonal grids (redblobgames.com/grids/hexagons).
"""

from collections.abc import Iterator
from math import ceil, dist, floor, sqrt
from typing import NamedTuple

__all__ = [
    "COLUMN",
    "STEPS",
    "Hex",
    "Point",
    "centre",
    "direction",
    "distance",
    "hexes_in",
    "nearest",
    "neighbours",
    "within",
]

COLUMN = sqrt(3) / 2  # how far apart columns are
STEPS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))  # clockwise from the one above


class Point(NamedTuple):
    """A place of the plane."""

    x: float
    y: float


class Hex(NamedTuple):
    """A place of the grid."""

    row: int
    col: int


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The six places beside one, in the order of STEPS."""
    return tuple(Hex(place.row + down, place.col + right) for down, right in STEPS)


def direction(a: Hex, b: Hex) -> int:
    """Which of STEPS leads from one place to another; -1 if none does."""
    step = (b.row - a.row, b.col - a.col)
    return STEPS.index(step) if step in STEPS else -1


def distance(a: Hex, b: Hex) -> int:
    """How many steps it is from one place to another."""
    right, down = abs(a.col - b.col), abs(a.row - b.row)
    return right + max(0, (down - right) // 2)


def within(place: Hex, radius: int) -> Iterator[Hex]:
    """The places at most so many steps away, itself among them, row by row."""
    for row in range(place.row - 2 * radius, place.row + 2 * radius + 1):
        for col in range(place.col - radius, place.col + radius + 1):
            if (row + col) % 2 == (place.row + place.col) % 2 and distance(place, Hex(row, col)) <= radius:
                yield Hex(row, col)


def centre(place: Hex) -> Point:
    """Where a place of the grid lies in the plane."""
    return Point(place.col * COLUMN, place.row / 2)


def nearest(point: Point) -> Hex:
    """The place of the grid whose centre is nearest."""
    right = point.x / COLUMN
    found = []
    for col in {floor(right), ceil(right)}:
        row = 2 * round(point.y - col % 2 / 2) + col % 2
        found.append(Hex(row, col))
    return min(found, key=lambda place: (dist(centre(place), point), place))


def hexes_in(low: Point, high: Point) -> Iterator[Hex]:
    """The places whose centres lie between two corners, row by row."""
    for row in range(ceil(2 * low.y), floor(2 * high.y) + 1):
        for col in range(ceil(low.x / COLUMN), floor(high.x / COLUMN) + 1):
            if (row + col) % 2 == 0:
                yield Hex(row, col)
