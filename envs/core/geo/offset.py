"""A grid of pointy-top hexagons in odd-r offset coordinates: odd rows are shifted half a step to the right.

It is the grid of `hexagons`, mirrored along its diagonal, and asks that module for all geometry. Lengths are in units
of the distance between neighbours; x runs right and y runs down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from railgym.envs.core.geo import hexagons
from railgym.envs.core.geo.hexagons import Hex, Point

__all__ = [
    "CORNERS",
    "DIRECTIONS",
    "Cell",
    "cells_in",
    "centre",
    "corners",
    "direction",
    "distance",
    "nearest",
    "neighbours",
]

DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")  # clockwise; the opposite is three further
MIRRORED = (4, 3, 2, 1, 0, 5)  # the same among hexagons.STEPS
# From the middle of a hexagon to its corners: the side in direction d lies between corners d and d + 1.
CORNERS = tuple(Point(x / 2, y / 12**0.5) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)))


class Cell(NamedTuple):
    """A place of the grid."""

    row: int
    col: int


def _mirror(cell: Cell) -> Hex:
    return Hex(2 * cell.col + cell.row % 2, cell.row)


def _back(place: Hex) -> Cell:
    return Cell(place.col, (place.row - place.col % 2) // 2)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six places beside one, in the order of DIRECTIONS."""
    around = hexagons.neighbours(_mirror(cell))
    return tuple(_back(around[i]) for i in MIRRORED)


def direction(a: Cell, b: Cell) -> int:
    """Which of DIRECTIONS leads from one place to another; -1 if none does."""
    step = hexagons.direction(_mirror(a), _mirror(b))
    return MIRRORED.index(step) if step >= 0 else -1


def distance(a: Cell, b: Cell) -> int:
    """How many steps it is from one place to another."""
    return hexagons.distance(_mirror(a), _mirror(b))


def centre(cell: Cell) -> Point:
    """Where a place of the grid lies in the plane."""
    return _swap(hexagons.centre(_mirror(cell)))


def corners(cell: Cell) -> tuple[Point, ...]:
    """The corners of its hexagon, clockwise from the top: side d lies between corners d and d + 1."""
    x, y = centre(cell)
    return tuple(Point(x + right, y + down) for right, down in CORNERS)


def nearest(point: Point) -> Cell:
    """The place of the grid whose centre is nearest."""
    return _back(hexagons.nearest(_swap(point)))


def cells_in(low: Point, high: Point) -> Iterator[Cell]:
    """The places whose centres lie between two corners, column by column."""
    return map(_back, hexagons.hexes_in(_swap(low), _swap(high)))


def _swap(point: Point) -> Point:
    return Point(point.y, point.x)
