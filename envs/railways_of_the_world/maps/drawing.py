"""A map as a picture: hexes, ridges, cities, names and major lines. The picture of a game is drawn on it."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import dist
from typing import NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.labels import Thing, label_places
from railgym.envs.core.geo.map_picture import map_box, map_document
from railgym.envs.core.geo.offset import Cell, centre, corners
from railgym.envs.core.geo.strokes import Canvas, around, shape, words_on_halo
from railgym.envs.core.picture import INK, MUTED, PANEL, PAPER, Box, measure, number, rect
from railgym.envs.railways_of_the_world.maps.model import City, MajorLine, Map

__all__ = ["FILLS", "INKS", "LEGEND", "Sketch", "arrow", "badge", "draw_map", "extent", "sample", "sketch"]

SEA, LAND, SHORE, RIVER, FRONTIER = "#bcd7e3", "#e9e6d2", "#8fa9ac", "#5f9cc0", "#a07f7f"
TERRAIN = {"open": "#e3e8c6", "water": "#b4d9e2", "hill": "#d3b98d"}
EDGE, PEAK, WAVE, RIDGE, MAJOR, PALE = "#fffdf2", "#8d6d3c", "#4f93ad", "#5a3a1c", "#9a2f6d", "#f6e7c6"
FILLS = {
    "red": "#c8372d",
    "blue": "#2c6fb3",
    "yellow": "#f0c330",
    "purple": "#7b4a9e",
    "black": "#2b2f33",
    "gray": "#a9adab",
}
INKS = dict.fromkeys(FILLS, "#ffffff") | {"yellow": INK, "gray": INK}  # of words on these
LEGEND = {
    "open": "open: $2k",
    "water": "water: $3k",
    "hill": "hill: $4k",
    "ridge": "ridge: $4k more",
    "city": "city with its cubes",
    "line": "major line and its points",
    "western": "western link",
}
MARGIN = 0.7  # of the middle of the outer hexes from the edge
REACH = 0.7  # from the middle of a city to its name
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8)  # along a line, where its points may stand


class Sketch(NamedTuple):
    """A map in a box: the parts that are the same in all positions of a game.

    ``scale`` is the distance between two hexes in the units of the picture, ``spots`` their middles, ``names`` the
    boxes of the cities' names, ``badges`` the places of the points of major lines. ``ground`` is drawn below the track;
    ``stops``, the cities, and ``labels``, their names, over it.
    """

    box: Box
    scale: float
    spots: tuple[Point, ...]
    names: tuple[Box, ...]
    badges: tuple[Point, ...]
    ground: str
    stops: str
    labels: str


@cache
def sketch(board: Map, box: Box) -> Sketch:
    """Draw a map in a box."""
    low, high = extent(board)
    scale = min(box.w / (high.x - low.x), box.h / (high.y - low.y))
    x = box.x + (box.w - (high.x - low.x) * scale) / 2 - low.x * scale
    y = box.y + (box.h - (high.y - low.y) * scale) / 2 - low.y * scale
    plan = Plan(board, box, Canvas(Point(x, y), scale))
    names = plan.city_names()
    return Sketch(box, scale, plan.spots, names, plan.badges, plan.ground(), plan.stops(), plan.labels(names))


def extent(board: Map) -> tuple[Point, Point]:
    """The corners of a rectangle around all hexes, in units of the grid."""
    xs, ys = zip(*(centre(there.cell) for there in board.hexes), strict=True)
    return Point(min(xs) - MARGIN, min(ys) - MARGIN), Point(max(xs) + MARGIN, max(ys) + MARGIN)


class Plan:
    """The parts of a sketch."""

    def __init__(self, board: Map, box: Box, canvas: Canvas) -> None:
        self.board, self.box, self.canvas, self.scale = board, box, canvas, canvas.scale
        self.pen = min(self.scale, 48)  # what widths of lines go by
        self.size = min(max(0.5 * self.scale, 8), 15 if self.scale < 60 else 20)
        self.spots = tuple(canvas.at(centre(there.cell)) for there in board.hexes)
        self.badges = self._badges()

    def _hexagons(self, hexes: Iterable[int]) -> str:
        """A path of hexagons."""
        return "".join(self.canvas.path(corners(self.board.hexes[h].cell), "z") for h in hexes)

    # --- the ground ---------------------------------------------------------------------------------------------------

    def ground(self) -> str:
        """Sea and land, the hexes with their terrain, ridges, and major lines."""
        drawn, box, board = self.board.outlines, self.box, self.board
        of = {kind: [h for h, there in enumerate(board.hexes) if there.terrain == kind] for kind in (*TERRAIN, "city")}
        frame, land = ("".join(self.canvas.path(ring, "z") for ring in rings) for rings in (drawn.frame, drawn.land))
        lakes = "".join(self.canvas.curve(ring, closed=True) for ring in drawn.lakes)
        rivers = "".join(self.canvas.curve(piece) for pieces in drawn.rivers for piece in pieces)
        parts = [
            rect(box, SEA, radius=0),
            shape(land, LAND, SHORE, 1),
            around(frame, box, PAPER),
            *(shape(self._hexagons(of[kind]), fill) for kind, fill in TERRAIN.items()),
            shape(self._hexagons(of["city"]), TERRAIN["open"]),
            shape(lakes, SEA, SHORE, 0.7),
            shape(rivers, "none", RIVER, max(0.06 * self.pen, 1)),
            shape(
                "".join(map(self.canvas.path, drawn.frontiers)), "none", FRONTIER, 1.5, " stroke-dasharray='7 3 1 3'"
            ),
            shape(self._hexagons(range(len(board.hexes))), "none", EDGE, max(0.04 * self.pen, 0.8)),
            self._marks(of["hill"], of["water"]),
            self._ridges(),
            self._lines(),
        ]
        x, y, w, h = map(number, box)
        at = f"x='{x}' y='{y}' width='{w}' height='{h}' viewBox='{x} {y} {w} {h}'"  # cuts off what is outside of it
        return f"<svg {at}>{''.join(parts)}</svg>"

    def _marks(self, hills: Sequence[int], waters: Sequence[int]) -> str:
        """A peak in every hill and a wave in every water, so that terrain does not depend on colors alone."""
        peaks = "".join(_peak(self.spots[h], self.scale) for h in hills)
        waves = "".join(_wave(self.spots[h], self.scale) for h in waters)
        width = max(0.05 * self.pen, 0.9)
        return shape(peaks, "none", PEAK, width) + shape(waves, "none", WAVE, width)

    def _ridges(self) -> str:
        """A bar along every side that is a ridge."""
        path = ""
        for h, ridges in enumerate(self.board.ridges):
            ring = corners(self.board.hexes[h].cell)
            path += "".join(self.canvas.path((ring[d], ring[(d + 1) % 6])) for d in range(3) if ridges[d])
        return shape(path, "none", RIDGE, max(0.16 * self.pen, 2.5))

    # --- major lines --------------------------------------------------------------------------------------------------

    def _ends(self, line: MajorLine) -> tuple[Point, Point]:
        """The two ends of a major line."""
        one, other = (self.spots[self.board.cities[city].hex] for city in (line.a, line.b))
        return one, other

    def _badges(self) -> tuple[Point, ...]:
        """The places of the points of each line: on it, away from cities and from other points."""
        cities = [self.spots[city.hex] for city in self.board.cities]
        found: list[Point] = []
        for line in self.board.lines:
            (x, y), (u, v) = self._ends(line)
            ways = [Point(x + (u - x) * t, y + (v - y) * t) for t in PLACES]
            found.append(max(ways, key=lambda way: min(min(dist(way, c) for c in (*cities, *found)), 1.6 * self.scale)))
        return tuple(found)

    def _lines(self) -> str:
        """A dashed line between the cities of each major line."""
        ends = [self._ends(line) for line in self.board.lines if line.in_play]
        path = "".join(f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}" for a, b in ends)
        width = max(0.09 * self.pen, 1.6)
        dashes = f" stroke-dasharray='{number(3 * width)} {number(2.6 * width)}' stroke-opacity='0.75'"
        return shape(path, "none", MAJOR, width, dashes)

    def _points(self) -> str:
        """The points of each major line on its badge."""
        parts = []
        for line, at in zip(self.board.lines, self.badges):
            if line.in_play:
                one, other = (self.board.cities[city].name for city in (line.a, line.b))
                title = f"<title>{escape(f'{one} - {other}: {line.points} points')}</title>"
                parts.append(f"<g>{title}{badge(at, str(line.points), self.size)}</g>")
        return "".join(parts)

    # --- cities -------------------------------------------------------------------------------------------------------

    def city_names(self) -> tuple[Box, ...]:
        """The places of the cities' names."""
        places = {city.hex for city in self.board.cities}
        things = [Thing(spot, 75 if h in places else 0.4) for h, spot in enumerate(self.spots)]
        things += [Thing(at, 12) for at in self.badges]
        for city in self.board.cities:
            ring = [self.canvas.at(corner) for corner in corners(self.board.hexes[city.hex].cell)]
            sides = [Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in zip(ring, ring[1:] + ring[:1])]
            things += [Thing(point, 12) for point in (*ring, *sides)]
            west = Point(self.spots[city.hex].x - 0.7 * self.scale, self.spots[city.hex].y)
            things += [Thing(west, 20)] * city.western
        wanted = [
            (city.name, self.spots[city.hex], self._text_size(city), REACH * self.scale) for city in self.board.cities
        ]
        return label_places(wanted, things, self.box)

    def _text_size(self, city: City) -> float:
        """The size of the text of a city's name."""
        return self.size * (0.94 if city.color == "gray" else 1.08)

    def stops(self) -> str:
        """The cities with their cubes, and the points of the lines."""
        return "".join([*(self._mark(city) for city in self.board.cities), self._points()])

    def labels(self, names: Sequence[Box]) -> str:
        """The names of the cities."""
        words = []
        for city, box in zip(self.board.cities, names):
            foot = Point(box.x + box.w / 2, box.y + 0.82 * box.h)
            bold = "" if city.color == "gray" else " font-weight='700'"
            ink = INK if city.in_play else MUTED
            spot = self.spots[city.hex]
            words.append(words_on_halo(city.name, foot, self._text_size(city), ink, PANEL, bold, spot))
        return "".join(words)

    def _mark(self, city: City) -> str:
        """The hex of a city in its color with the number of its cubes; pale if it is not in play."""
        x, y = self.spots[city.hex]
        size, fill = 0.62 * self.scale, FILLS[city.color]
        path = self._hexagons([city.hex])
        if not city.in_play:
            body = shape(path, PAPER, fill, 0.08 * self.pen)
        else:
            body = shape(path, fill, INK, max(0.06 * self.pen, 1))
            body += _digit(Point(x, y), city.cubes, size, INKS[city.color])
        if city.western:
            body += shape(arrow(Point(x, y), self.scale), PANEL, INK, 1)
        cubes = f"{city.color} city, {city.cubes} cubes" if city.in_play else "not in play"
        western = ", western link" if city.western else ""
        return f"<g><title>{escape(f'{city.name}, {cubes}{western}')}</title>{body}</g>"


def _digit(at: Point, value: int, size: float, ink: str) -> str:
    """A number in a mark."""
    place = f"x='{number(at.x)}' y='{number(at.y + 0.36 * size)}' font-size='{number(size)}'"
    return f"<text {place} fill='{ink}' font-weight='700' text-anchor='middle'>{value}</text>"


def _peak(at: Point, scale: float) -> str:
    """The mark of a hill."""
    half, high = 0.15 * scale, 0.13 * scale
    start, rise = f"M{number(at.x - half)} {number(at.y + high)}", number(2 * high)
    return f"{start}l{number(half)} -{rise}l{number(half)} {rise}"


def _wave(at: Point, scale: float) -> str:
    """The mark of water."""
    w, h = 0.1 * scale, 0.09 * scale
    bow = f"q{number(w)} {number(-h)} {number(2 * w)} 0"
    return f"M{number(at.x - 2 * w)} {number(at.y)}{bow}q{number(w)} {number(h)} {number(2 * w)} 0"


def arrow(at: Point, scale: float) -> str:
    """A triangle to the west of a city."""
    w, h = 0.3 * scale, 0.2 * scale
    x = at.x - 0.5 * scale
    return f"M{number(x)} {number(at.y - h)}L{number(x - w)} {number(at.y)}L{number(x)} {number(at.y + h)}z"


def badge(at: Point, words: str, size: float) -> str:
    """Words on a plate."""
    w, h = measure(words, size, True) + 0.6 * size, 1.25 * size
    box = Box(at.x - w / 2, at.y - h / 2, w, h)
    return f"<g class='mark'>{rect(box, MAJOR, PANEL, 0.5 * h)}{_digit(at, int(words), 0.95 * size, PANEL)}</g>"


# --- a picture of the map alone ---------------------------------------------------------------------------------------


def draw_map(board: Map) -> str:
    """The map as an SVG document with a title and a legend."""
    low, high = extent(board)
    cubes = sum(city.cubes for city in board.cities if city.in_play)
    counts = (
        f"{len(board.hexes):,} hexes, {len(board.ridge_pairs)} ridges, {len(board.cities)} cities, {cubes} cubes, "
        f"{len(board.lines)} major lines, {len(board.operations)} operations cards"
    )
    plan = sketch(board, map_box((high.y - low.y) / (high.x - low.x), most=1.3))
    drawn = (plan.ground, plan.stops, plan.labels)
    return map_document(plan.box, board.title, counts, drawn, _marks_on(board), sample)


def _marks_on(board: Map) -> dict[str, str]:
    """The marks that occur on a map, with their meaning."""
    western = any(city.western for city in board.cities)
    return {name: words for name, words in LEGEND.items() if name != "western" or western}


def sample(name: str, at: Point) -> str:
    """The mark of one entry of the legend."""
    canvas = Canvas(at, 20)
    path = canvas.path(corners(Cell(0, 0)), "z")
    across = f"M{number(at.x - 9)} {number(at.y)}h18"
    if name == "ridge":
        return shape(across, "none", RIDGE, 4)
    if name == "line":
        return shape(across, "none", MAJOR, 2, " stroke-dasharray='5 3'")
    if name == "city":
        return shape(path, FILLS["red"], INK, 1) + _digit(at, 4, 12, PANEL)
    if name == "western":
        return shape(arrow(Point(at.x + 14, at.y), 24), PANEL, INK, 1)
    mark = {"hill": shape(_peak(at, 20), "none", PEAK, 1.2), "water": shape(_wave(at, 20), "none", WAVE, 1.2)}
    return shape(path, TERRAIN[name], MUTED, 0.6) + mark.get(name, "")
