"""A rectangle of the grid of `geo.hexagons` as arrays: every place is a number, and neighbours are a table."""

from functools import cached_property

import numpy as np

from railgym.envs.core.geo.hexagons import COLUMN, STEPS, Hex
from railgym.envs.core.geo.worlds.rolls import Floats, Ints

__all__ = ["CORNER", "Lattice"]

CORNER = 1 / 3**0.5  # from the middle of a hexagon to its corners


class Lattice:
    """``cols`` columns of ``rows`` places. Place number ``col * rows + i`` lies at row ``2 * i + col % 2``."""

    def __init__(self, cols: int, rows: int) -> None:
        self.cols, self.rows = cols, rows
        self.size = cols * rows
        numbers = np.arange(self.size)
        self.col: Ints = numbers // rows
        self.row: Ints = 2 * (numbers % rows) + self.col % 2

    def at(self, row: Ints, col: Ints) -> Ints:
        """The numbers of places, or -1 for those outside."""
        i = row // 2
        inside = (col >= 0) & (col < self.cols) & (i >= 0) & (i < self.rows) & (row >= 0)
        return np.where(inside, col * self.rows + i, -1)

    def hex(self, place: int) -> Hex:
        """A place of the grid."""
        return Hex(int(self.row[place]), int(self.col[place]))

    @cached_property
    def x(self) -> Floats:
        """How far right each place lies."""
        x: Floats = self.col.astype(np.float64) * COLUMN
        return x

    @cached_property
    def y(self) -> Floats:
        """How far down each place lies."""
        return self.row / 2

    @cached_property
    def beside(self) -> Ints:
        """The neighbours of each place in the order of STEPS, or -1: an array of shape (size, 6)."""
        return np.stack([self.at(self.row + down, self.col + right) for down, right in STEPS], axis=1)

    def around(self, mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Ints:
        """How many neighbours of each place are in a mask."""
        counted: Ints = (mask[self.beside] & (self.beside >= 0)).sum(axis=1)
        return counted

    def distances(self, place: int) -> Ints:
        """The steps of the grid from a place to every other."""
        right, down = abs(self.col - self.col[place]), abs(self.row - self.row[place])
        steps: Ints = right + np.maximum(0, (down - right) // 2)
        return steps

    def steps_from(self, mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]", most: int) -> Ints:
        """The steps of the grid from each place to the nearest one in a mask, at most ``most``."""
        away = np.where(mask, 0, most)
        near = mask
        for step in range(1, most):
            near = near | (self.around(near) > 0)
            away = np.where(near, np.minimum(away, step), away)
        return away

    # --- corners ------------------------------------------------------------------------------------------------------

    @cached_property
    def corner_places(self) -> Ints:
        """The three places around each corner: corner ``2 p`` is the right one of place p, ``2 p + 1`` the left one.
        -1 stands for places outside."""
        _, ne, se, _, sw, nw = self.beside.T
        own = np.arange(self.size)
        return np.stack([np.stack([own, ne, se], 1), np.stack([own, nw, sw], 1)], 1).reshape(-1, 3)

    def corner_means(self, values: Floats) -> Floats:
        """The mean of a value over the three places around each corner, in a fixed order of sums."""
        one, two, three = (values[places] for places in self.corner_places.T)
        means: Floats = (one + two + three) / 3
        return means

    @cached_property
    def corner_sides(self) -> tuple[Ints, Ints]:
        """For each corner the three corners beside it, or -1, and the two places on both sides of the way there."""
        _, ne, se, _, sw, nw = self.beside.T
        own = np.arange(self.size)
        east, west = self.at(self.row, self.col + 2), self.at(self.row, self.col - 2)

        def corner(place: Ints, left: int) -> Ints:
            return np.where(place >= 0, 2 * place + left, -1)

        right_side = np.stack([corner(ne, 1), corner(se, 1), corner(east, 1)], 1)
        left_side = np.stack([corner(nw, 0), corner(sw, 0), corner(west, 0)], 1)
        ends = np.stack([right_side, left_side], 1).reshape(-1, 3)
        right_pairs = np.stack([np.stack(pair, 1) for pair in ((own, ne), (own, se), (ne, se))], 1)
        left_pairs = np.stack([np.stack(pair, 1) for pair in ((own, nw), (own, sw), (nw, sw))], 1)
        return ends, np.stack([right_pairs, left_pairs], 1).reshape(-1, 3, 2)

    def corner_at(self, corner: int) -> tuple[float, float]:
        """Where a corner lies."""
        place, left = divmod(corner, 2)
        return float(self.x[place]) + (-CORNER if left else CORNER), float(self.y[place])
