"""The map in characters: links by their owners, cities with their colors and cubes, cut to the viewer's network."""

from typing import Any

from railgym.envs.core.chart import DIM, SEAT_STYLES, Chart, Line, legend
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.railways_of_the_world.display.picture_parts import LETTERS, pieces_of
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import RAILBOT

__all__ = ["draw_chart"]

STYLES = ("bold red", "bold bright_blue", "bold yellow", "bold magenta", "bold reverse", "bold")  # of COLORS
GROUND = {"water": "~", "hill": "^", "open": ".", "city": " "}
SIDES = tuple(Point(x / 2, y / 2) for x, y in ((0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1)))
AROUND = 5  # hexes around the viewer's network that are shown


def draw_chart(display: Any, v: Any, width: int) -> list[Line]:
    """The map as its viewer sees it; ``v`` is one record."""
    board, chart = display.board, Chart(most=4, even=True)
    spots = [Point(hex.col + hex.row % 2 / 2, hex.row) for hex in board.hexes]
    for hex, spot in zip(board.hexes, spots):
        chart.ground(spot, GROUND[hex.terrain])
    viewer = int(v["viewer"])
    for hex, piece, owner, _ in pieces_of(v, len(board.hexes)):
        at = spots[hex]
        ends = [Point(at.x + SIDES[side].x, at.y + SIDES[side].y) for side in ENDS[piece]]
        sign, style = ("#", "bold") if owner == RAILBOT else (str(owner), SEAT_STYLES[owner])
        chart.path([(ends[0], at), (at, ends[1])], sign, style)
        if owner == viewer:
            chart.focus(Point(at.x - AROUND, at.y - AROUND), Point(at.x + AROUND, at.y + AROUND))
    for city in sorted(range(len(board.cities)), key=lambda city: not board.cities[city].in_play):
        _draw_city(display, v, chart, spots, city)
    return [*chart.lines(width), *_legend(display, width)]


def _draw_city(display: Any, v: Any, chart: Chart, spots: list[Point], city: int) -> None:
    """A city by the letter of its color, its name, and the letters of its cubes."""
    there, color = display.board.cities[city], int(v["color"][city])
    names = [there.name, *(there.name.replace(" ", "")[:n] for n in (6, 4, 3) if len(there.name) > n)]
    if not there.in_play:
        chart.place(spots[there.hex], "x", DIM, *names)
        return
    cubes = "".join(int(n) * letter.lower() for n, letter in zip(v["cubes"][city], LETTERS))
    cubes = "-" if v["empty_marker"][city] else cubes
    sign = LETTERS[color] if color < len(LETTERS) else "o"
    noted = [f"{name} {cubes}".rstrip() for name in names]
    chart.place(spots[there.hex], sign, STYLES[color], *noted, *names[1:])


def _legend(display: Any, width: int) -> list[Line]:
    signs = [(f"{letter} {name}", style) for letter, name, style in zip((*LETTERS, "o"), COLORS, STYLES)]
    signs += [("small: cubes", ""), ("- empty", ""), ("^ hill", DIM), ("~ water", DIM)]
    signs += [("# the Railbot", "bold")] * display.game.solo
    return legend(signs, display.words.companies, width)
