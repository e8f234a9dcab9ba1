"""A map as a picture: land and water, mileposts, cities and names. The picture of a game is drawn on it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, radians, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.geo.hexagons import COLUMN, Point
from railgym.envs.core.geo.labels import TOO_MUCH, Thing, label_line, label_places, within_box
from railgym.envs.core.geo.map_picture import map_box, map_document
from railgym.envs.core.geo.strokes import Canvas, around, shape, words_on_halo
from railgym.envs.core.picture import INK, PAPER, Box, number, rect
from railgym.envs.crayon_rails.maps.model import City, Map

__all__ = ["Sketch", "draw_map", "sketch"]

WATER, LAND, SHORE, RIVER = "#cfe0e6", "#f8f4e7", "#9fb0ac", "#6fa3bd"
HILLS, PEAK, DOT, CLOSED, FRONTIER = "#ebe1c8", "#a58a5b", "#8d9791", "#2f4a58", "#b08d8d"
RIVER_INK, MAJOR_INK, PALE = "#3d7593", "#8e2f22", "#f6e7c6"
MAJOR, MEDIUM, SMALL = "#c0492f", "#24313a", "#5b6b74"
LEGEND = {
    "clear": "clear: 1",
    "mountain": "mountain: 2",
    "small city": "small city: 3",
    "medium city": "medium city: 3",
    "major city": "major city: 5",
    "river, lake": "river, lake: 2 more to cross",
    "inlet": "inlet: closed",
    "frontier": "frontier: free, strikes close its cities",
}
FERRY = {"ferry": "ferry: its price more, and movement ends"}
NAMED = FIELD = 25.0  # weight under a name of a part of another, or of a major city
NEEDED = 1e9  # may speak against the place of a name that has to be there
CORNER = 1 / 3**0.5  # from the middle of a hexagon to its corners


class Sketch(NamedTuple):
    """A map in a box: the parts that are the same in all positions of a game.

    ``scale`` is the distance between two mileposts in the units of the picture, ``spots`` their places, ``names`` the
    boxes of the cities' names. ``ground`` is drawn below the track, ``stops`` over it.
    """

    box: Box
    scale: float
    spots: tuple[Point, ...]
    names: tuple[Box, ...]
    ground: str
    stops: str


@cache
def sketch(board: Map, box: Box) -> Sketch:
    """Draw a map in a box."""
    across = max(post.col for post in board.mileposts) * COLUMN
    down = max(post.row for post in board.mileposts) / 2
    scale = min(box.w / (across + 1.6), box.h / (down + 1.6))
    corner = Point(box.x + (box.w - across * scale) / 2, box.y + (box.h - down * scale) / 2)
    plan = Plan(board, box, corner, scale)
    names = plan.city_names()
    return Sketch(box, scale, plan.spots, names, plan.ground(names), plan.cities(names))


class Plan:
    """The parts of a sketch. ``corner`` is the place of row 0, column 0 in the picture."""

    def __init__(self, board: Map, box: Box, corner: Point, scale: float) -> None:
        self.board, self.box, self.scale = board, box, scale
        self.canvas = Canvas(corner, scale)
        self.pen = min(scale, 40)  # what sizes of marks go by
        self.size = min(max(0.56 * scale, 7.5), 15)
        self.spots = tuple(self.canvas.at(Point(post.col * COLUMN, post.row / 2)) for post in board.mileposts)
        weights = {"small": 40, "medium": 40, "major": 80}
        self.things = [
            Thing(spot, weights[board.cities[post.city].size] if post.city >= 0 else 1)
            for spot, post in zip(self.spots, board.mileposts)
        ]
        self.things += [Thing(point, FIELD) for city in board.majors for point in self._field(city)]

    def _field(self, city: int) -> Iterator[Point]:
        """Points spread over the field of a major city."""
        for m in self.board.cities[city].mileposts:
            for turn in range(0, 360, 30):
                reach, angle = 0.9 * CORNER * self.scale, radians(turn)
                yield Point(self.spots[m].x + reach * cos(angle), self.spots[m].y + reach * sin(angle))

    def _hexagons(self, posts: Iterable[int], size: float) -> str:
        """Hexagons around mileposts; ``size`` is the distance from the middle to a corner in units of the spacing."""
        path = ""
        for m in posts:
            x, y = self.spots[m]
            corners = [
                (x + size * self.scale * a, y + size * self.scale * b)
                for a, b in ((1, 0), (0.5, COLUMN), (-0.5, COLUMN), (-1, 0), (-0.5, -COLUMN), (0.5, -COLUMN))
            ]
            path += "M" + "L".join(f"{number(u)} {number(v)}" for u, v in corners) + "z"
        return path

    # --- the ground ---------------------------------------------------------------------------------------------------

    def ground(self, names: Sequence[Box]) -> str:
        """Land and water, names of rivers, and the mileposts that are not in cities."""
        drawn, box = self.board.outlines, self.box
        frame, land = ("".join(self.canvas.path(ring, "z") for ring in rings) for rings in (drawn.frame, drawn.land))
        lakes = "".join(self.canvas.curve(ring, closed=True) for ring in drawn.lakes)
        frontiers = "".join(map(self.canvas.path, drawn.frontiers))
        rivers = "".join(self.canvas.curve(piece) for pieces in drawn.rivers for piece in pieces)
        mountains = [m for m, post in enumerate(self.board.mileposts) if post.mountain]
        parts = [
            rect(box, LAND, radius=0),
            shape(self._hexagons(mountains, CORNER), HILLS, HILLS, 0.12 * self.pen),
            around(land, box, WATER),
            around(frame, box, PAPER),
            shape(land, "none", SHORE, 1),
            shape(frontiers, "none", FRONTIER, 0.11 * self.pen, " stroke-dasharray='7 3 1.5 3'"),
            shape(rivers, "none", RIVER, min(max(0.1 * self.pen, 1.4), 3)),
            shape(lakes, WATER, SHORE, 1),
            self._river_names(names),
        ]
        x, y, w, h = map(number, box)
        at = f"x='{x}' y='{y}' width='{w}' height='{h}' viewBox='{x} {y} {w} {h}'"  # cuts off what is outside of it
        return f"<svg {at}>{''.join(parts)}</svg>{self._ferries()}{self._closed()}{self._posts(mountains)}"

    def _river_names(self, taken: Sequence[Box]) -> str:
        """Names along the rivers where there is room, and in any case for rivers that a flood names."""
        size, parts = 0.86 * self.size, []
        floods = {self.board.rivers[event.river] for event in self.board.events if event.kind == "flood"}
        things = [*self.things, *(Thing(point, NAMED) for box in taken for point in within_box(box))]
        for name, pieces in zip(self.board.rivers, self.board.outlines.rivers):
            line = [self.canvas.at(point) for point in max(pieces, key=len, default=())]
            most = NEEDED if name in floods else TOO_MUCH
            place = label_line(name, size, line, things, most) if line else None
            if place:
                x, y = number(place.at.x), number(place.at.y)
                turn = f" transform='rotate({number(place.turn)} {x} {y})' font-style='italic'"
                parts.append(words_on_halo(name, place.at, size, RIVER_INK, LAND, turn))
                things += [Thing(point, NAMED) for point in place.under]
        return "".join(parts)

    def _ferries(self) -> str:
        """For each ferry a dashed line from port to port, with its name as a title."""
        lines = ""
        for ferry in self.board.ferries:
            (x, y), (u, v) = (self.spots[port] for port in self.board.ports(ferry))
            title = f"<title>{escape(f'{ferry.name}, a ferry: {ferry.price} more')}</title>"
            path = f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
            dashes = f" stroke-dasharray='{number(self.pen / 4)} {number(self.pen / 5)}'"
            lines += f"<g>{title}{shape(path, 'none', RIVER_INK, max(0.11 * self.pen, 1.6), dashes)}</g>"
        return lines

    def _closed(self) -> str:
        """A bar between mileposts that no track may join."""
        path = ""
        for a, b, _ in self.board.closed:
            (x, y), (u, v) = self.spots[a], self.spots[b]
            across, up = CORNER / 2 * (y - v), CORNER / 2 * (u - x)
            middle = Point((x + u) / 2, (y + v) / 2)
            path += f"M{number(middle.x - across)} {number(middle.y - up)}"
            path += f"L{number(middle.x + across)} {number(middle.y + up)}"
        return shape(path, "none", CLOSED, max(0.11 * self.pen, 1.6))

    def _posts(self, mountains: Sequence[int]) -> str:
        """Dots, and triangles for mountains."""
        peaks = set(mountains)
        dots = "".join(
            f"M{number(x)} {number(y)}h0"
            for m, (x, y) in enumerate(self.spots)
            if m not in peaks and self.board.mileposts[m].city < 0
        )
        half, high = 0.19 * self.pen, 0.17 * self.pen
        peak = f"l{number(half)} {number(2 * high)}h{number(-2 * half)}z"
        triangles = "".join(
            f"M{number(self.spots[m].x)} {number(self.spots[m].y - 1.2 * high)}{peak}" for m in mountains
        )
        return shape(dots, "none", DOT, max(0.17 * self.pen, 2)) + shape(triangles, PEAK)

    # --- cities -------------------------------------------------------------------------------------------------------

    def city_names(self) -> tuple[Box, ...]:
        """The places of the cities' names."""
        reach = {"small": 0.28 * self.pen, "medium": 0.34 * self.pen, "major": 1.5 * self.scale}
        wanted = [
            (city.name, self.spots[city.mileposts[0]], self._text_size(city), reach[city.size] + 3)
            for city in self.board.cities
        ]
        return label_places(wanted, self.things, self.box)

    def _text_size(self, city: City) -> float:
        """The size of the text of a city's name."""
        return self.size * {"small": 1.0, "medium": 1.08, "major": 1.3}[city.size]

    def cities(self, names: Sequence[Box]) -> str:
        """The cities and their names."""
        marks, words = [], []
        for city, box in zip(self.board.cities, names):
            goods = ", ".join(self.board.goods[good].name for good in city.goods) or "no goods"
            title = f"<title>{escape(f'{city.name}, {city.size} city: {goods}')}</title>"
            marks.append(f"<g>{title}{self._mark(city)}</g>")
            size, major = self._text_size(city), city.size == "major"
            foot, spot = Point(box.x + box.w / 2, box.y + 0.82 * box.h), self.spots[city.mileposts[0]]
            bold = "" if city.size == "small" else " font-weight='700'"
            words.append(words_on_halo(city.name, foot, size, MAJOR_INK if major else INK, LAND, bold, spot))
        return "".join([*marks, *words])

    def _mark(self, city: City) -> str:
        """A disc, a square, or the ring of a major city's mileposts."""
        (x, y), pen = self.spots[city.mileposts[0]], self.pen
        if city.size == "major":
            field = shape(self._hexagons(city.mileposts, CORNER), MAJOR, MAJOR, 0.16 * pen)
            dots = "".join(f"M{number(self.spots[m].x)} {number(self.spots[m].y)}h0" for m in city.mileposts)
            return field + shape(dots, "none", "#ffffff", max(0.2 * pen, 2))
        half = pen * (0.27 if city.size == "medium" else 0.23)
        box = Box(x - half, y - half, 2 * half, 2 * half)
        if city.size == "medium":
            return rect(box, MEDIUM, "#ffffff", 0.06 * pen, max(0.07 * pen, 1))
        return rect(box, SMALL, INK, half, max(0.09 * pen, 1))


# --- a picture of the map alone ---------------------------------------------------------------------------------------


def draw_map(board: Map) -> str:
    """The map as an SVG document with a title and a legend."""
    across = max(post.col for post in board.mileposts) * COLUMN + 1.6
    down = max(post.row for post in board.mileposts) / 2 + 1.6
    counts = (
        f"{len(board.mileposts):,} mileposts, {len(board.cities)} cities, {len(board.goods)} goods, "
        f"{len(board.rivers)} rivers, {len(board.cards)} demand cards, {len(board.events)} events"
    )
    plan = sketch(board, map_box(down / across, most=2))
    legend = LEGEND | (FERRY if board.ferries else {})
    return map_document(plan.box, board.title, counts, (plan.ground, plan.stops), legend, _sample)


def _sample(name: str, at: Point) -> str:
    """The mark of one entry of the legend."""
    x, y = number(at.x), number(at.y)
    across = f"M{number(at.x - 9)} {y}h18"
    if name == "clear":
        return shape(f"M{x} {y}h0", "none", DOT, 5)
    if name == "mountain":
        return shape(f"M{x} {number(at.y - 5)}l5 9h-10z", PEAK)
    if name == "small city":
        return shape(f"M{x} {y}h0", "none", SMALL, 12)
    if name == "medium city":
        return rect(Box(at.x - 6, at.y - 6, 12, 12), MEDIUM, radius=1.5)
    if name == "major city":
        return shape(f"M{number(at.x - 8)} {y}l4 -7h8l4 7l-4 7h-8z", MAJOR)
    if name == "frontier":
        return shape(across, "none", FRONTIER, 2, " stroke-dasharray='7 3 1.5 3'")
    if name == "ferry":
        return shape(across, "none", RIVER_INK, 2, " stroke-dasharray='4 3'")
    return shape(across, "none", RIVER if name == "river, lake" else CLOSED, 3)
