"""The parts of a board's picture that are the same in every position, with places for names near their dots."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import cos, hypot, radians, sin, sqrt
from statistics import median
from typing import Any, NamedTuple, TypeAlias
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import INK, ROUND, Box, measure, number, rect, stroke, text
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.ground import LAND, WATER, ground_of
from railgym.envs.rail_baron_cards.track import Link, Track, track_of

__all__ = ["Sketch", "sketch"]

CITY = 20.0  # weight of a city's dot under a label
LEGEND = 24  # what is kept free at the bottom of a map

Floats: TypeAlias = npt.NDArray[Any]
Ends: TypeAlias = "dict[int, tuple[Point, Point]]"
Labels: TypeAlias = "dict[int, tuple[str, Box]]"


def _dashed(dashes: str, width: float) -> str:
    if not dashes:
        return ""
    return f" stroke-dasharray='{' '.join(number(int(dash) * width) for dash in dashes.split())}'"


class Projection:
    """Albers' conic projection, its parallels a sixth of the height from the ends, fitted into a box."""

    def __init__(self, places: Sequence[tuple[float, float]], box: Box) -> None:
        low, high = (radians(f(latitude for latitude, _ in places)) for f in (min, max))
        sixth = (high - low) / 6
        self.middle = self._middle([longitude for _, longitude in places])
        n = (sin(low + sixth) + sin(high - sixth)) / 2
        self.n = n if abs(n) > 1e-3 else 1e-3  # around the equator the cone is nearly a cylinder
        self.c = cos(low + sixth) ** 2 + 2 * self.n * sin(low + sixth)
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
        radius = sqrt(max(self.c - 2 * self.n * sin(radians(latitude)), 0)) / self.n
        x, y = radius * sin(self.n * turn), radius * cos(self.n * turn)
        return Point(self.at.x + self.scale * x, self.at.y + self.scale * y)


# --- the map --------------------------------------------------------------------------------------------------------


class Sketch(NamedTuple):
    """The map of a board as far as it is the same in all positions. ``pieces``, ``sections`` and ``lines`` are paths of
    the pieces of track, of the sections and of the railroads; ``labels`` are the cities' names and boxes by dot,
    ``tags`` boxes for the railroads' abbreviations; the rest are drawings."""

    box: Box
    width: float
    size: float
    spots: tuple[Point, ...]
    pieces: tuple[str, ...]
    sections: tuple[str, ...]
    lines: tuple[str, ...]
    labels: Labels
    tags: tuple[Box, ...]
    ground: str
    beds: str
    tracks: str
    stops: str


@cache
def sketch(board: Board, box: Box) -> Sketch:
    """The map of a board in a box."""
    places = [(dot.latitude, dot.longitude) for dot in board.dots]
    projection = Projection(places, Box(box.x + 46, box.y + 26, box.w - 92, box.h - 60))
    spots = tuple(projection(*place) for place in places)
    lengths = [hypot(spots[s.a].x - spots[s.b].x, spots[s.a].y - spots[s.b].y) for s in board.sections]
    width = min(max(median(lengths) / 7, 2.2), 3.2)
    size = min(max(80 / sqrt(len(board.cities)), 9.5), 13)
    pieces, lines, ends = _rails(board, spots, 1.8 * width)
    things = _things(board, spots, list(ends.values()))
    labels = _labels(board, spots, things, box._replace(h=box.h - LEGEND), size)
    tags = _tags(board, ends, things, [place for _, place in labels.values()], 0.8 * size)
    ground = _ground(board, projection, places, box)
    beds = stroke("".join(pieces), "#ffffff", 1.75 * width, ROUND)
    stops = _stops(board, spots, width)
    stops += "".join(_label(name, place, size, spots[i]) for i, (name, place) in labels.items())
    tracks = "".join(
        f"<g><title>{escape(f'{railroad.name} ({railroad.abbreviation})')}</title>"
        + stroke(path, railroad.colour, width, _dashed(railroad.dashes, width) + " stroke-linejoin='round'")
        + "</g>"
        for railroad, path in zip(board.railroads, lines)
    )
    sections = tuple("".join(pieces[piece] for piece in pair if piece >= 0) for pair in track_of(board).pieces)
    return Sketch(box, width, size, spots, pieces, sections, lines, labels, tags, ground, beds, tracks, stops)


def _rails(board: Board, spots: Sequence[Point], apart: float) -> tuple[tuple[str, ...], tuple[str, ...], Ends]:
    """Paths of the pieces and of the railroads, chained along links, and where each piece begins and ends.
    Railroads between the same two dots run side by side; over a fork, stubs meet in its middle."""
    track = track_of(board)
    ends: Ends = {}
    beside: dict[tuple[int, int], list[int]] = defaultdict(list)
    joined: dict[int, set[int]] = defaultdict(set)
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
    paths = ["" for _ in board.railroads]
    for i, section in enumerate(board.sections):
        around = [spots[dot] for dot in sorted(joined[section.fork])]
        for piece, dot in zip(track.pieces[i], (section.a, section.b)):
            if section.fork >= 0 and piece not in ends:
                n = len(around)
                ends[piece] = (spots[dot], Point(sum(p.x for p in around) / n, sum(p.y for p in around) / n))
                paths[section.railroad] += _path(ends[piece])
    for link in track.links:
        paths[link.railroad] += _path(_chain(board, track, link, ends))
    return tuple(_path(ends[piece]) for piece in range(len(ends))), tuple(paths), ends


def _chain(board: Board, track: Track, link: Link, ends: Ends) -> list[Point]:
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


def _things(board: Board, spots: Sequence[Point], ends: Sequence[tuple[Point, Point]]) -> Floats:
    """What a label should not cover: dots, cities and points along the track, each with its weight."""
    things = [(*p, CITY if dot.city else 1.5) for p, dot in zip(spots, board.dots)]
    for a, b in ends:
        steps = max(int(hypot(b.x - a.x, b.y - a.y) / 3), 1)
        things += [(a.x + (b.x - a.x) * k / steps, a.y + (b.y - a.y) * k / steps, 0.8) for k in range(1, steps)]
    return np.array(things).T


def _covered(things: Floats, place: Box) -> float:
    x, y, weights = things
    across = abs(x - place.x - place.w / 2) < place.w / 2 + 1
    return float(weights @ (across & (abs(y - place.y - place.h / 2) < place.h / 2 + 1)))


def _overlap(a: Floats, b: Floats) -> Floats:
    """The area that each of some boxes shares with each of others."""
    low, high = np.maximum(a[:, None, :2], b[:, :2]), np.minimum((a[:, :2] + a[:, 2:])[:, None], b[:, :2] + b[:, 2:])
    area: Floats = np.clip(high - low, 0, None).prod(axis=2)
    return area


def _tags(board: Board, ends: Ends, things: Floats, taken: Sequence[Box], size: float) -> tuple[Box, ...]:
    """Where the abbreviation of each railroad stands: at the middle of a section of it, best in a clearing."""
    pieces: dict[int, list[tuple[Point, Point]]] = defaultdict(list)
    for section, pair in zip(board.sections, track_of(board).pieces):
        pieces[section.railroad] += [ends[piece] for piece in pair if piece >= 0]
    tags: list[Box] = []
    for i, railroad in enumerate(board.railroads):
        w, h = measure(railroad.abbreviation, size, True) + 6, size + 4
        middles = [Point((a.x + b.x - w) / 2, (a.y + b.y - h) / 2) for a, b in pieces[i]]
        aside = sorted(product((0, -0.6, 0.6), repeat=2), key=lambda shift: abs(shift[0]) + abs(shift[1]))
        found = [Box(x + dx * w, y + dy * h, w, h) for (x, y), (dx, dy) in product(middles, aside)]
        costs = 4 * _overlap(np.array(found), np.array([*taken, *tags])).sum(axis=1)
        costs += [_covered(things, place) + 15 * (k % len(aside) > 0) for k, place in enumerate(found)]
        tags.append(found[int(costs.argmin())])
    return tuple(tags)


def _labels(board: Board, spots: Sequence[Point], things: Floats, box: Box, size: float) -> Labels:
    """Names and places of the cities' labels. From many beginnings each label is moved to where it is least in the way,
    again and again; the best end is taken."""
    names = {i: dot.city for i, dot in enumerate(board.dots) if dot.city}
    choices = [_choices(name, spots[i], things, box, size) for i, name in names.items()]
    costs = np.array([[cost for cost, _ in found] for found in choices])
    n, each = costs.shape
    places = np.array([place for found in choices for _, place in found])
    both = _overlap(places, places).reshape(n, each, n, each)
    both[range(n), :, range(n)] = 0
    everyone, ends = np.arange(n), []
    for start in np.random.default_rng(0).integers(each, size=(20, n)):
        for i in [*everyone] * 12:
            start[i] = (costs[i] + both[i][:, everyone, start].sum(axis=1)).argmin()
        total = costs[everyone, start].sum() + both[everyone, start][everyone[:, None], everyone, start].sum() / 2
        ends.append((float(total), [int(choice) for choice in start]))
    return {i: (name, choices[k][choice][1]) for k, ((i, name), choice) in enumerate(zip(names.items(), min(ends)[1]))}


def _choices(name: str, spot: Point, things: Floats, box: Box, size: float) -> list[tuple[float, Box]]:
    """Sixteen places for a label around its dot, and what speaks against each: what it would cover."""
    w, h = measure(name, size), size * 1.05
    cities = things[:2, things[2] == CITY].T
    here = int(abs(cities - spot).sum(axis=1).argmin())
    found = []
    for gap in (0.75 * size, 1.2 * size):
        for i, (a, b) in enumerate(((1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1))):
            reach = gap * (0.75 if a and b else 1)
            place = Box(spot.x - w / 2 + a * (w / 2 + reach), spot.y - h / 2 + b * (h / 2 + reach), w, h)
            inside = place.overlap(Box(box.x + 4, box.y + 4, box.w - 8, box.h - 8)) / (w * h)
            middle = (place.x + w / 2, place.y + h / 2)
            away = np.hypot(*np.maximum(abs(cities - middle) - (w / 2, h / 2), 0).T)  # of each city from the label
            unclear = 15 * float(np.clip(1 - (np.delete(away, here) - away[here]) / 8, 0, 2).sum())
            cost = 0.3 * i + 2 * (gap > size) + 1000 * (1 - inside) + unclear + _covered(things, place)
            found.append((cost, place))
    return found


def _label(name: str, place: Box, size: float, spot: Point) -> str:
    """A name in its place, haloed so that it can be read over track; it keeps to its dot in a narrow typeface, too."""
    x, anchor = place.x + place.w / 2, "middle"
    if place.x > spot.x or place.x + place.w < spot.x:
        x, anchor = (place.x, "start") if place.x > spot.x else (place.x + place.w, "end")
    words = text(x, place.y + 0.81 * place.h, name, size, place.w, INK, anchor=anchor)
    of = f" class='name' data-at='{number(spot.x)} {number(spot.y)}'"
    halo = f" stroke='{LAND}' stroke-width='2.4' stroke-linejoin='round' paint-order='stroke'"
    return words.replace("<text", f"<text{of}{halo}", 1)


# --- the land -------------------------------------------------------------------------------------------------------


def _ground(board: Board, projection: Projection, places: Sequence[tuple[float, float]], box: Box) -> str:
    """Water, land, lakes and rivers; land alone where it is not known what is around the board."""
    layers = ground_of(board.outlines, places)
    if not layers:
        return rect(box, LAND, radius=0)
    drawn = [rect(Box(0, 0, box.w, box.h), WATER, radius=0)]
    for lines, fill, edge, width in layers:
        if fill == "none":
            moved = ([projection(y, x) for x, y in line] for line in lines)
            path = "".join(_path([Point(x - box.x, y - box.y) for x, y in line]) for line in moved)
        else:
            path = "".join(_shore([projection(y, x) for x, y in _fine(ring)], box) for ring in lines)
        stroked = f"stroke='{edge}' stroke-width='{number(width)}' stroke-linejoin='round'"
        drawn.append(f"<path d='{path}' fill='{fill}' {stroked}/>")
    at = f"x='{number(box.x)}' y='{number(box.y)}' width='{number(box.w)}' height='{number(box.h)}'"
    return f"<svg {at}>{''.join(drawn)}</svg>"  # cuts off what is outside of it


def _shore(points: Sequence[Point], box: Box) -> str:
    """A closed line with its corners rounded, relative to a box."""
    p = [(point.x - box.x, point.y - box.y) for point in points]
    told = [
        f"{number(x)} {number(y)} {number((x + u) / 2)} {number((y + v) / 2)}"
        for (x, y), (u, v) in zip(p, [*p[1:], p[0]])
    ]
    return f"M{' '.join(told[-1].split()[2:])}Q{' '.join(told)}z"


def _fine(ring: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """A closed line with points so close together that parallels come out as arcs."""
    fine = []
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]]):
        steps = max(int(max(abs(u - x), abs(v - y)) / 2), 1)
        fine += [(x + (u - x) * k / steps, y + (v - y) * k / steps) for k in range(steps)]
    return fine
