"""Strokes of maps: lines and areas given in units of a grid, as the paths of a picture."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import ROUND, Box, number

__all__ = ["Canvas", "around", "shape", "words_on_halo"]

BEND = 0.13  # of the way between the neighbours of a point, along which a curve runs there


class Canvas(NamedTuple):
    """Where a map lies in a picture: ``corner`` is its row 0, column 0, ``scale`` the unit of its grid."""

    corner: Point
    scale: float

    def at(self, point: Point) -> Point:
        """Where a point of the map lies in the picture."""
        return Point(self.corner.x + self.scale * point.x, self.corner.y + self.scale * point.y)

    def path(self, line: Iterable[Point], end: str = "") -> str:
        """A line straight from point to point; with ``end`` z it is closed."""
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(self.at, line)) + end

    def curve(self, line: Sequence[Point], closed: bool = False) -> str:
        """A line that bends gently through its points (Catmull-Rom, a little tightened)."""
        p = [self.at(point) for point in line]
        p = [p[-1], *p, *p[:2]] if closed else [p[0], *p, p[-1]]
        path = f"M{number(p[1].x)} {number(p[1].y)}"
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
            near = (
                b.x + BEND * (c.x - a.x),
                b.y + BEND * (c.y - a.y),
                c.x - BEND * (d.x - b.x),
                c.y - BEND * (d.y - b.y),
            )
            path += "C" + " ".join(map(number, (*near, *c)))
        return path + "z" * closed


def shape(path: str, fill: str, line: str = "none", width: float = 0, more: str = "") -> str:
    """A path with round corners."""
    if not path:
        return ""
    edge = "" if line == "none" else f" stroke='{line}' stroke-width='{width:.3g}'{ROUND}{more}"
    return f"<path d='{path}' fill='{fill}'{edge}/>"


def around(path: str, box: Box, fill: str) -> str:
    """All of a box but what a path holds."""
    edge = f"M{number(box.x)} {number(box.y)}h{number(box.w)}v{number(box.h)}h{number(-box.w)}z"
    return f"<path d='{edge}{path}' fill='{fill}' fill-rule='evenodd'/>" if path else ""


def words_on_halo(
    words: str, foot: Point, size: float, ink: str, halo: str, more: str = "", of: Point | None = None
) -> str:
    """A name on a halo of a color, the middle of its baseline given. The class ``name`` tells a client that it may be
    drawn larger, and left out where there is no room; ``of`` is the point that it belongs to."""
    if of:
        more += f" data-at='{number(of.x)} {number(of.y)}'"
    at = f"x='{number(foot.x)}' y='{number(foot.y)}' font-size='{number(size)}' text-anchor='middle' class='name'"
    edge = f"stroke='{halo}' stroke-width='{0.26 * size:.2g}' stroke-linejoin='round' paint-order='stroke'"
    return f"<text {at} fill='{ink}' {edge}{more}>{escape(words)}</text>"
