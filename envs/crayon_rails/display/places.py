"""Where things lie on a map, in words: by direction and distance from the nearest city."""

import re
from functools import cached_property

from railgym.envs.core.display import count
from railgym.envs.core.geo.hexagons import Hex, direction, distance
from railgym.envs.crayon_rails.actions import WAYS
from railgym.envs.crayon_rails.maps.model import Map

__all__ = ["Places", "bearing"]

_BY_GRID = re.compile(r"row (\d+), column (\d+)")


def bearing(start: Hex, end: Hex) -> str:
    """The way from one place to another, which names no third: "3 mileposts north", "2 mileposts north and 1
    north-east"."""
    down, right = end.row - start.row, end.col - start.col
    side, across = "east" if right > 0 else "west", abs(right)
    if abs(down) >= across:
        main = "south" if down > 0 else "north"
        ways = ((main, (abs(down) - across) // 2), (f"{main}-{side}", across))
    else:
        ways = ((f"south-{side}", (across + down) // 2), (f"north-{side}", (across - down) // 2))
    (way, n), *other = sorted((way for way in ways if way[1]), key=lambda way: -way[1])
    return f"{count(n, 'milepost')} {way}" + "".join(f" and {m} {turn}" for turn, m in other)


class Places:
    """The mileposts of a map in words."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self._near: dict[int, int] = {}

    def city_near(self, post: int) -> int:
        """The city of a milepost, or the nearest one."""
        if post not in self._near:
            here = self.board.mileposts[post]
            away = [distance(here.hex, self._middle(city)) for city in range(len(self.board.cities))]
            self._near[post] = here.city if here.city >= 0 else away.index(min(away))
        return self._near[post]

    def name(self, post: int) -> str:
        """The city of a milepost, or the way to it from the nearest one, such as "2 mileposts north of Elm"."""
        name = self.board.cities[self.city_near(post)].name
        return name if self.board.mileposts[post].city >= 0 else f"{self.way(post)} of {name}"

    def part(self, post: int) -> str:
        """As :meth:`name`, with the part of a city that has several mileposts: "the north of Denver"."""
        city, here = self.city_near(post), self.board.mileposts[post]
        if here.city < 0 or len(self.board.cities[city].mileposts) == 1:
            return self.name(post)
        side = direction(self._middle(city), here.hex)
        return f"the {WAYS[side] if side >= 0 else 'middle'} of {self.name(post)}"

    def way(self, post: int) -> str:
        """The way to a milepost from the nearest city."""
        return bearing(self._middle(self.city_near(post)), self.board.mileposts[post].hex)

    def near(self, post: int) -> str:
        """ "in Denver", "near Denver"."""
        where = "in" if self.board.mileposts[post].city >= 0 else "near"
        return f"{where} {self.board.cities[self.city_near(post)].name}"

    def renamed(self, words: str) -> str:
        """Words with these names instead of the rows and columns that older recordings have."""
        for row, col in _BY_GRID.findall(words):
            post = self._at.get((int(row), int(col)))
            if post is not None:
                words = words.replace(f"row {row}, column {col} {self.near(post)}", self.part(post))
        return words

    @cached_property
    def _at(self) -> dict[tuple[int, int], int]:
        return {(post.row, post.col): number for number, post in enumerate(self.board.mileposts)}

    def _middle(self, city: int) -> Hex:
        return self.board.mileposts[self.board.cities[city].mileposts[0]].hex
