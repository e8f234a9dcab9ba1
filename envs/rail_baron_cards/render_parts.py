"""What the picture is made of: text that fits, the marks of the seats, and the map of a board, drawn once."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, hypot, radians, sin, sqrt
from statistics import median
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from railgym.envs.rail_baron_cards.board import DATA, Board
from railgym.envs.rail_baron_cards.track import Link, Track

__all__ = [
    "ACCENT",
    "GOLD",
    "INK",
    "LINE",
    "MUTED",
    "PANEL",
    "PAPER",
    "SANS",
    "SEAT_COLOURS",
    "Box",
    "Point",
    "Sketch",
    "Spots",
    "label_pill",
    "mark",
    "measure",
    "number",
    "outline",
    "rect",
    "sketch",
    "star",
    "stroke",
    "swatch",
    "text",
]

INK, MUTED, LINE, PANEL, PAPER = "#24313a", "#6a6f70", "#cfc5b0", "#fffdf7", "#e9e2d3"
ACCENT, GOLD = "#c46a10", "#f2b632"
WATER, ABROAD, LAND = "#d3e0e3", "#e9e5d8", "#f9f5e9"
SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

# Colour of each seat and ink on it. For people who see fewer colours any two stay at least 36 units apart (CIE76, three
# kinds at full strength), and 23 where they lie as a veil over the land; each seat has a shape and its number besides.
SEAT_COLOURS = (
    ("#2a4be0", "#ffffff"),
    ("#c8330f", "#ffffff"),
    ("#10b98b", INK),
    ("#9a2f92", "#ffffff"),
    ("#1d2126", "#ffffff"),
    ("#efc81c", INK),
)
# Corners of each seat's mark in units of its size, the first seat's is a disc; and how far its number stands lower.
SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((0, -1.3), (1.3, 0.9), (-1.3, 0.9)),
    ((0, 1.3), (1.3, -0.9), (-1.3, -0.9)),
    ((-0.5, -1.1), (0.5, -1.1), (0.5, -0.5), (1.1, -0.5), (1.1, 0.5), (0.5, 0.5),
     (0.5, 1.1), (-0.5, 1.1), (-0.5, 0.5), (-1.1, 0.5), (-1.1, -0.5), (-0.5, -0.5)),
)  # fmt: skip
LEGEND = 24  # what is kept free at the bottom of a map
LOWER = (0, 0, 0, 0.2, -0.2, 0)


class Point(NamedTuple):
    """A place in the picture, in its units."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle of the picture, in its units."""

    x: float
    y: float
    w: float
    h: float

    def overlap(self, other: "Box") -> float:
        """The area that both cover."""
        w = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        h = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return w * h if w > 0 and h > 0 else 0.0


# --- text and shapes ------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A coordinate, as short as it can be said."""
    return f"{round(float(value), 1):g}"


def measure(words: str, size: float, bold: bool = False) -> float:
    """How wide a line is at most: fonts differ from machine to machine, this goes by a broad one."""
    width = 0.0
    for c in words:
        if c in " .,:;'|!/()-ijlItfr":
            width += 0.4
        elif c in "mwMW@%" or ord(c) > 0x2E7F:
            width += 1.0
        else:
            width += 0.72 if c.isupper() or c == "&" else 0.645
    return width * size * (1.11 if bold else 1.0)


def text(
    x: float, y: float, words: str, size: float, room: float, fill: str = INK, bold: bool = False, anchor: str = "start"
) -> str:
    """One line of text, its baseline at ``y``, shrunk to be at most ``room`` wide."""
    size = min(size, size * room / max(measure(words, size, bold), 1e-9))
    weight = " font-weight='700'" if bold else ""
    aligned = "" if anchor == "start" else f" text-anchor='{anchor}'"
    at = f"x='{number(x)}' y='{number(y)}' font-size='{number(size)}'"
    return f"<text {at} fill='{fill}'{weight}{aligned}>{escape(words)}</text>"


def rect(box: Box, fill: str, line: str = "none", radius: float = 6, width: float = 1) -> str:
    x, y, w, h = map(number, box)
    edge = "" if line == "none" else f" stroke='{line}' stroke-width='{number(width)}'"
    return f"<rect x='{x}' y='{y}' width='{w}' height='{h}' rx='{number(radius)}' fill='{fill}'{edge}/>"


def stroke(path: str, colour: str, width: float, more: str = "") -> str:
    """A path as a line."""
    return f"<path d='{path}' fill='none' stroke='{colour}' stroke-width='{number(width)}'{more}/>"


ROUND = " stroke-linecap='round' stroke-linejoin='round'"


def star(x: float, y: float, radius: float) -> str:
    """A star of five points: the mark of who won."""
    turns = [(radians(36 * i - 90), radius if i % 2 == 0 else radius * 0.45) for i in range(10)]
    points = " ".join(f"{number(x + r * cos(a))},{number(y + r * sin(a))}" for a, r in turns)
    return f"<polygon points='{points}' fill='{GOLD}' stroke='{INK}' stroke-width='1'/>"


def mark(x: float, y: float, size: float, seat: int, title: str = "", hollow: bool = False) -> str:
    """The mark of a seat: its shape in its colour with its number, or in outline."""
    colour, ink = SEAT_COLOURS[seat]
    fill, edge = (PANEL, colour) if hollow else (colour, PANEL)
    paint = f"fill='{fill}' stroke='{edge}' stroke-width='{number(size / 5)}'"
    if SHAPES[seat]:
        points = " ".join(f"{number(x + size * a)},{number(y + size * b)}" for a, b in SHAPES[seat])
        shape = f"<polygon points='{points}' {paint} stroke-linejoin='round'/>"
    else:
        shape = f"<circle cx='{number(x)}' cy='{number(y)}' r='{number(size)}' {paint}/>"
    low = y + size * (LOWER[seat] + 0.43)
    figure = text(x, low, str(seat), 1.2 * size, 2 * size, INK if hollow else ink, True, "middle")
    told = f"<title>{escape(title)}</title>" if title else ""
    return f"<g>{told}{shape}{figure}</g>"


def swatch(x: float, y: float, length: float, width: float, colour: str, dashes: str) -> str:
    """A piece of a railroad's line as it is drawn on the map, from the left end."""
    path = f"M{number(x)} {number(y)}h{number(length)}"
    return stroke(path, "#ffffff", 1.5 * width) + stroke(path, colour, width, _dashed(dashes, width))


def _dashed(dashes: str, width: float) -> str:
    if not dashes:
        return ""
    return f" stroke-dasharray='{' '.join(number(int(dash) * width) for dash in dashes.split())}'"


# --- where things are on the map ------------------------------------------------------------------------------------


class Projection:
    """Albers' conic projection, its parallels a sixth of the height from the ends, fitted into a box."""

    def __init__(self, places: Sequence[tuple[float, float]], box: Box) -> None:
        low, high = (radians(f(latitude for latitude, _ in places)) for f in (min, max))
        sixth = (high - low) / 6
        self.middle = self._middle([longitude for _, longitude in places])
        self.n = (sin(low + sixth) + sin(high - sixth)) / 2
        self.flat = abs(self.n) < 1e-3
        self.c = cos((low + high) / 2) if self.flat else cos(low + sixth) ** 2 + 2 * self.n * sin(low + sixth)
        self.scale, self.at = 1.0, Point(0, 0)
        points = [self(*place) for place in places]
        xs, ys = [p.x for p in points], [p.y for p in points]
        w, h = max(xs) - min(xs), max(ys) - min(ys)
        self.scale = min(box.w / max(w, 1e-9), box.h / max(h, 1e-9)) if max(w, h) > 1e-9 else 1.0
        x, y = box.x + box.w / 2, box.y + box.h / 2
        self.at = Point(x - self.scale * (max(xs) + min(xs)) / 2, y - self.scale * (max(ys) + min(ys)) / 2)

    @staticmethod
    def _middle(longitudes: Iterable[float]) -> float:
        """The middle of the shortest arc that holds all of them."""
        around = sorted(longitude % 360 for longitude in longitudes)
        gaps = [(b - a, b) for a, b in zip(around, [*around[1:], around[0] + 360])]
        gap, west = max(gaps)
        return west + (360 - gap) / 2

    def __call__(self, latitude: float, longitude: float) -> Point:
        turn = radians((longitude - self.middle + 180) % 360 - 180)
        height = sin(radians(latitude))
        if self.flat:  # around the equator the cone is a cylinder
            x, y = turn * self.c, -height / self.c
        else:
            radius = sqrt(max(self.c - 2 * self.n * height, 0)) / self.n
            x, y = radius * sin(self.n * turn), radius * cos(self.n * turn)
        return Point(self.at.x + self.scale * x, self.at.y + self.scale * y)


class Spots:
    """Where things near dots go: each beside its dot, where it covers least of what is there already."""

    def __init__(self, taken: Iterable[Box]) -> None:
        self.taken = list(taken)

    def place(self, dot: Point, w: float, h: float, gap: float) -> Point:
        """The middle of a new thing of that size; ``gap`` is how far from the dot it begins."""
        best, least = Box(0, 0, w, h), float("inf")
        for i, turn in enumerate((315, 225, 45, 135, 270, 90, 0, 180)):
            a = radians(turn)
            reach = gap + min(w / 2 / max(abs(cos(a)), 1e-6), h / 2 / max(abs(sin(a)), 1e-6))
            box = Box(dot.x + reach * cos(a) - w / 2, dot.y + reach * sin(a) - h / 2, w, h)
            cost = i + sum(box.overlap(other) for other in self.taken)
            if cost < least:
                best, least = box, cost
        self.taken.append(best)
        return Point(best.x + w / 2, best.y + h / 2)


# --- the map --------------------------------------------------------------------------------------------------------


class Sketch(NamedTuple):
    """The map of a board as far as it is the same in all positions. ``pieces`` and ``lines`` are paths of the pieces of
    track and of the railroads; ``labels`` are the cities' names and boxes by dot, ``tags`` boxes for the railroads'
    abbreviations; the rest are drawings."""

    box: Box
    width: float
    size: float
    spots: tuple[Point, ...]
    pieces: tuple[str, ...]
    lines: tuple[str, ...]
    labels: dict[int, tuple[str, Box]]
    tags: tuple[Box, ...]
    ground: str
    beds: str
    tracks: str
    stops: str


@cache
def sketch(board: Board, box: Box) -> Sketch:
    """The map of a board in a box."""
    places = [(dot.latitude, dot.longitude) for dot in board.dots]
    projection = Projection(places, Box(box.x + 44, box.y + 26, box.w - 88, box.h - 62))
    spots = tuple(projection(*place) for place in places)
    lengths = [hypot(spots[s.a].x - spots[s.b].x, spots[s.a].y - spots[s.b].y) for s in board.sections]
    width = min(max(median(lengths) / 7, 2.2), 3.2)
    size = min(max(80 / sqrt(len(board.cities)), 9.5), 13)
    pieces, lines, ends = _rails(board, spots, 1.8 * width)
    things = _things(board, spots, list(ends.values()))
    labels = _labels(board, spots, things, box._replace(h=box.h - LEGEND), size)
    tags = _tags(board, ends, things, [place for _, place in labels.values()], 0.8 * size)
    ground = _ground(projection, places, box)
    beds = stroke("".join(pieces), "#ffffff", 1.75 * width, ROUND)
    stops = _stops(board, spots, width)
    stops += "".join(_label(name, place, size, spots[i]) for i, (name, place) in labels.items())
    tracks = "".join(
        f"<g><title>{escape(f'{railroad.name} ({railroad.abbreviation})')}</title>"
        + stroke(path, railroad.colour, width, _dashed(railroad.dashes, width) + " stroke-linejoin='round'") + "</g>"
        for railroad, path in zip(board.railroads, lines)
    )
    return Sketch(box, width, size, spots, pieces, lines, labels, tags, ground, beds, tracks, stops)


def _rails(
    board: Board, spots: Sequence[Point], apart: float
) -> tuple[tuple[str, ...], tuple[str, ...], dict[int, tuple[Point, Point]]]:
    """Paths of the pieces and of the railroads, chained along links, and where each piece begins and ends.
    Railroads between the same two dots run side by side; over a fork, stubs meet in its middle."""
    track = Track(board)
    ends: dict[int, tuple[Point, Point]] = {}
    beside, joined = defaultdict(list), defaultdict(set)
    for i, section in enumerate(board.sections):
        if section.fork < 0:
            beside[min(section.a, section.b), max(section.a, section.b)].append(i)
        else:
            joined[section.fork] |= {section.a, section.b}
    for (a, b), sections in beside.items():
        for k, i in enumerate(sorted(sections, key=lambda i: board.sections[i].railroad)):
            shift = _shift(spots[a], spots[b], apart * (k - (len(sections) - 1) / 2))
            p, q = (Point(spots[dot].x + shift.x, spots[dot].y + shift.y) for dot in (a, b))
            ends[track.pieces[i][0]] = (p, q) if a == board.sections[i].a else (q, p)
    for i, section in enumerate(board.sections):
        if section.fork >= 0:
            around = [spots[dot] for dot in sorted(joined[section.fork])]
            middle = Point(sum(p.x for p in around) / len(around), sum(p.y for p in around) / len(around))
            for piece, dot in zip(track.pieces[i], (section.a, section.b)):
                ends[piece] = (spots[dot], middle)
    paths = ["" for _ in board.railroads]
    for link in track.links:
        paths[link.railroad] += _path(_chain(board, track, link, ends))
    for i in joined:
        stubs = {p: s.railroad for s, pair in zip(board.sections, track.pieces) if s.fork == i for p in pair}
        for piece, railroad in stubs.items():
            paths[railroad] += _path(ends[piece])
    return tuple(_path(ends[piece]) for piece in range(len(ends))), tuple(paths), ends


def _chain(board: Board, track: Track, link: Link, ends: dict[int, tuple[Point, Point]]) -> list[Point]:
    """The points of a link; none over a fork, where it is a single section."""
    chain: list[Point] = []
    dot = link.a
    for i in link.sections:
        if board.sections[i].fork < 0:
            stretch = ends[track.pieces[i][0]]
            chain += stretch if dot == board.sections[i].a else stretch[::-1]
        dot = track.other_end(i, dot)
    return chain


def _shift(a: Point, b: Point, far: float) -> Point:
    """So far to the side of the way from ``a`` to ``b``, on the same side for the way back."""
    if (b.x, b.y) < (a.x, a.y):
        a, b = b, a
    length = max(hypot(b.x - a.x, b.y - a.y), 1e-9)
    return Point(-far * (b.y - a.y) / length, far * (b.x - a.x) / length)


def _path(points: Sequence[Point]) -> str:
    """A path through the points, without those that lie where the one before does."""
    told = [f"{number(p.x)} {number(p.y)}" for p in points]
    told = [place for i, place in enumerate(told) if i == 0 or place != told[i - 1]]
    return f"M{'L'.join(told)}" if told else ""


def _stops(board: Board, spots: Sequence[Point], width: float) -> str:
    """Plain dots and cities, a stroke of no length each."""
    parts = []
    for cities, radius, edge in ((False, 0.62 * width, 0.7), (True, 1.45 * width, 1.5)):
        there = [p for p, dot in zip(spots, board.dots) if bool(dot.city) == cities]
        path = "".join(f"M{number(p.x)} {number(p.y)}h0" for p in there)
        for colour, size in ((INK, 2 * (radius + edge)), ("#ffffff", 2 * radius)):
            parts.append(stroke(path, colour, size, ROUND))
    return "".join(parts)


# --- labels ---------------------------------------------------------------------------------------------------------


def _things(board: Board, spots: Sequence[Point], ends: Sequence[tuple[Point, Point]]) -> npt.NDArray[Any]:
    """What a label should not cover: dots, cities and points along the track, each with its weight."""
    things = [(*p, 8.0 if dot.city else 1.5) for p, dot in zip(spots, board.dots)]
    for a, b in ends:
        steps = max(int(hypot(b.x - a.x, b.y - a.y) / 3), 1)
        things += [(a.x + (b.x - a.x) * k / steps, a.y + (b.y - a.y) * k / steps, 0.8) for k in range(1, steps)]
    return np.array(things)


def _covered(things: npt.NDArray[Any], place: Box) -> float:
    middle, half = (place.x + place.w / 2, place.y + place.h / 2), (place.w / 2 + 1, place.h / 2 + 1)
    inside = (abs(things[:, :2] - middle) < half).all(axis=1)
    return float(things[inside, 2].sum())


def _tags(
    board: Board, ends: dict[int, tuple[Point, Point]], things: npt.NDArray[Any], taken: Sequence[Box], size: float
) -> tuple[Box, ...]:
    """Where the abbreviation of each railroad stands: in the middle of a section of it, best in a clearing."""
    pieces = defaultdict(list)
    for section, pair in zip(board.sections, Track(board).pieces):
        pieces[section.railroad] += [ends[piece] for piece in pair if piece >= 0]
    tags: list[Box] = []
    for i, railroad in enumerate(board.railroads):
        w, h = measure(railroad.abbreviation, size, True) + 6, size + 4
        found = []
        for a, b in pieces[i]:
            place = Box((a.x + b.x - w) / 2, (a.y + b.y - h) / 2, w, h)
            found.append((_covered(things, place) + sum(place.overlap(o) for o in [*taken, *tags]), place))
        tags.append(min(found)[1])
    return tuple(tags)


def _labels(
    board: Board, spots: Sequence[Point], things: npt.NDArray[Any], box: Box, size: float
) -> dict[int, tuple[str, Box]]:
    """Names and places of the cities' labels: each is moved to where it is least in the way, until none moves."""
    names = {i: dot.city for i, dot in enumerate(board.dots) if dot.city}
    choices = {i: _choices(name, spots[i], things, box, size) for i, name in names.items()}
    chosen = {i: min(found)[1] for i, found in choices.items()}
    for _ in range(12):
        before = dict(chosen)
        for i, found in choices.items():
            others = [place for j, place in chosen.items() if j != i]
            chosen[i] = min((cost + sum(place.overlap(o) for o in others), place) for cost, place in found)[1]
        if chosen == before:
            break
    return {i: (name, chosen[i]) for i, name in names.items()}


def _choices(name: str, spot: Point, things: npt.NDArray[Any], box: Box, size: float) -> list[tuple[float, Box]]:
    """Sixteen places for a label around its dot, and what speaks against each: what it would cover."""
    w, h = measure(name, size), size * 1.05
    found = []
    for gap in (0.62 * size, 1.1 * size):
        for i, (a, b) in enumerate(((1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1))):
            reach = gap * (0.75 if a and b else 1)
            x = spot.x - w / 2 + a * (w / 2 + reach)
            y = spot.y - h / 2 + b * (h / 2 + reach)
            place = Box(x, y, w, h)
            out = max(box.x + 4 - x, 0) + max(x + w - box.x - box.w + 4, 0)
            out += max(box.y + 4 - y, 0) + max(y + h - box.y - box.h + 4, 0)
            found.append((0.3 * i + 2 * (gap > size) + _covered(things, place) + 100 * out, place))
    return found


def _label(name: str, place: Box, size: float, spot: Point) -> str:
    """A name in its place, haloed so that it can be read over track; it keeps to its dot in a narrow typeface, too."""
    x, anchor = place.x + place.w / 2, "middle"
    if place.x > spot.x or place.x + place.w < spot.x:
        x, anchor = (place.x, "start") if place.x > spot.x else (place.x + place.w, "end")
    words = text(x, place.y + 0.81 * place.h, name, size, place.w, INK, anchor=anchor)
    halo = f" stroke='{LAND}' stroke-width='2.4' stroke-linejoin='round' paint-order='stroke'"
    return words.replace("<text", f"<text{halo}", 1)


def label_pill(name: str, place: Box, size: float, seat: int) -> str:
    """A city's label on the colour of a seat."""
    colour, ink = SEAT_COLOURS[seat]
    pill = Box(place.x - 3, place.y - 2, place.w + 6, place.h + 4)
    words = text(place.x + place.w / 2, place.y + 0.81 * place.h, name, size, place.w, ink, True, "middle")
    return rect(pill, colour, PANEL, 4, 1.2) + words


# --- the land -------------------------------------------------------------------------------------------------------


@cache
def outline() -> dict[str, list[list[tuple[float, float]]]]:
    """Coasts, the border and lakes around the contiguous United States: closed lines of longitudes and latitudes."""
    content: dict[str, list[list[tuple[float, float]]]] = json.loads((DATA / "outline.json").read_text("utf-8"))
    return content


def _ground(projection: Projection, places: Sequence[tuple[float, float]], box: Box) -> str:
    """Water, land and lakes, or land alone for a board that is elsewhere."""
    home = outline()["country"][0]
    west, east = (f(x for x, _ in home) for f in (min, max))
    south, north = (f(y for _, y in home) for f in (min, max))
    if not all(south <= latitude <= north and west <= longitude <= east for latitude, longitude in places):
        return rect(box, LAND, radius=0)
    layers = [rect(Box(0, 0, box.w, box.h), WATER, radius=0)]
    for layer, fill, edge in (("land", ABROAD, "#b9bfb4"), ("country", LAND, "#a8aa9c"), ("lakes", WATER, "#aebfc2")):
        path = "".join(_path([_in(box, projection(y, x)) for x, y in _fine(ring)]) + "Z" for ring in outline()[layer])
        layers.append(f"<path d='{path}' fill='{fill}' stroke='{edge}' stroke-width='.9' stroke-linejoin='round'/>")
    at = f"x='{number(box.x)}' y='{number(box.y)}' width='{number(box.w)}' height='{number(box.h)}'"
    return f"<svg {at}>{''.join(layers)}</svg>"  # cuts off what is outside of it


def _in(box: Box, point: Point) -> Point:
    return Point(point.x - box.x, point.y - box.y)


def _fine(ring: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed line with points so close together that parallels come out as arcs."""
    fine = []
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]]):
        steps = max(int(max(abs(u - x), abs(v - y)) / 2), 1)
        fine += [(x + (u - x) * k / steps, y + (v - y) * k / steps) for k in range(steps)]
    return fine
