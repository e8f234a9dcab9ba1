"""What the pictures of all games are made of: one palette, boxes, text that fits, lines, the marks of the seats, and
what is said of the things that can be acted on."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.geo.hexagons import Point

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = [
    "ACCENT",
    "GOLD",
    "INK",
    "LINE",
    "MUTED",
    "PANEL",
    "PAPER",
    "ROUND",
    "SANS",
    "SEAT_COLOURS",
    "SHAPES",
    "Box",
    "ClickTargets",
    "Legend",
    "Spots",
    "actions_attribute",
    "cut_out",
    "document",
    "legend",
    "mark",
    "measure",
    "number",
    "plate",
    "rect",
    "star",
    "stroke",
    "text",
    "titled",
    "words_in",
]

INK, MUTED, LINE, PANEL, PAPER = "#24313a", "#6a6f70", "#cfc5b0", "#fffdf7", "#e9e2d3"
ACCENT, GOLD = "#c46a10", "#f2b632"
SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
# Colour of each seat and ink on it. For people who see fewer colours any two stay at least 36 units apart (CIE76, three
# kinds at full strength); each seat has a shape and its number besides.
SEAT_COLOURS = (
    ("#2a4be0", "#ffffff"), ("#c8330f", "#ffffff"), ("#10b98b", INK),
    ("#9a2f92", "#ffffff"), ("#1d2126", "#ffffff"), ("#efc81c", INK),
)  # fmt: skip
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
LOWER = (0, 0, 0, 0.2, -0.2, 0)
ROUND = " stroke-linecap='round' stroke-linejoin='round'"
HOT = "fill='none' stroke='none' pointer-events='all'"  # of what is not seen and yet can be hit


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


class Spots:
    """Where things go: each at or beside its place, inside a frame, where it covers least of what is there already."""

    def __init__(self, frame: Box, taken: Iterable[Box]) -> None:
        self.frame, self.taken = frame, list(taken)

    def on(self, spot: Point, size: float) -> Point:
        """The middle of a new thing, the place itself if it covers little there."""
        box = Box(spot.x - size / 2, spot.y - size / 2, size, size)
        if sum(box.overlap(other) for other in self.taken) > 0.05 * size * size:
            return self.beside(spot, size, size, size / 2)
        self.taken.append(box)
        return spot

    def beside(self, spot: Point, w: float, h: float, gap: float) -> Point:
        """The middle of a new thing of that size; ``gap`` is how far from the place it begins."""
        found = []
        for i, turn in enumerate((0, 180, 315, 225, 45, 135, 270, 90)):
            a = radians(turn)
            reach = gap + min(w / 2 / max(abs(cos(a)), 1e-6), h / 2 / max(abs(sin(a)), 1e-6))
            box = Box(spot.x + reach * cos(a) - w / 2, spot.y + reach * sin(a) - h / 2, w, h)
            outside = w * h - box.overlap(self.frame)
            found.append((i + 100 * outside + sum(box.overlap(other) for other in self.taken), box))
        self.taken.append(min(found)[1])
        return Point(self.taken[-1].x + w / 2, self.taken[-1].y + h / 2)


def number(value: float) -> str:
    """A coordinate, as short as it can be said."""
    return f"{round(float(value), 1):g}"


def measure(words: str, size: float, bold: bool = False) -> float:
    """How wide a line is at most: fonts differ from machine to machine, this goes by a broad one."""
    return _ems(words) * size * (1.11 if bold else 1.0)


@lru_cache(10_000)
def _ems(words: str) -> float:
    """The width of a line in units of its size."""
    width = 0.0
    for c in words:
        if c in " .,:;'|!/()-ijlItfr":
            width += 0.4
        elif c in "mwMW@%" or ord(c) > 0x2E7F:
            width += 1.0
        else:
            width += 0.72 if c.isupper() or c == "&" else 0.645
    return width


def text(
    x: float, y: float, words: str, size: float, room: float, fill: str = INK, bold: bool = False, anchor: str = "start"
) -> str:
    """One line of text, its baseline at ``y``, shrunk to be at most ``room`` wide."""
    size *= min(1, max(room, 1) / max(measure(words, size, bold), 1e-9))
    weight = " font-weight='700'" if bold else ""
    aligned = "" if anchor == "start" else f" text-anchor='{anchor}'"
    at = f"x='{number(x)}' y='{number(y)}' font-size='{number(size)}'"
    return f"<text {at} fill='{fill}'{weight}{aligned}>{escape(words)}</text>" if words else ""


def words_in(box: Box, words: str, size: float, fill: str = INK, bold: bool = False) -> str:
    """A line of text in the middle of a box."""
    return text(box.x + box.w / 2, box.y + box.h / 2 + 0.36 * size, words, size, box.w - 4, fill, bold, "middle")


def plate(box: Box, fill: str, line: str, words: str, size: float, ink: str, radius: float = 3) -> str:
    """Words on a small plate. The class ``mark`` tells a client that all of it may be drawn larger to be read."""
    edge = 0.8 if fill != PANEL else 1.4
    return f"<g class='mark'>{rect(box, fill, line, radius, edge)}{words_in(box, words, size, ink, True)}</g>"


def rect(box: Box, fill: str, line: str = "none", radius: float = 6, width: float = 1) -> str:
    """A rectangle with round corners."""
    edge = "" if line == "none" else f" stroke='{line}' stroke-width='{number(width)}'"
    return f"<rect {_placed(box)} rx='{number(radius)}' fill='{fill}'{edge}/>"


def _placed(box: Box) -> str:
    x, y, w, h = map(number, box)
    return f"x='{x}' y='{y}' width='{w}' height='{h}'"


def document(box: Box, body: Iterable[str]) -> str:
    """An SVG document of a rectangle of the picture."""
    x, y, w, h = map(number, box)
    size = f"viewBox='{x} {y} {w} {h}' width='{w}' height='{h}'"
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' {size} font-family=\"{SANS}\">", *body, "</svg>"])


def cut_out(box: Box, body: str, more: str = "") -> str:
    """A part of the picture, without what is outside of its box. The painter knows then where it is."""
    x, y, w, h = map(number, box)
    return f"<svg x='{x}' y='{y}' width='{w}' height='{h}' viewBox='{x} {y} {w} {h}'{more}>{body}</svg>"


def titled(title: str, body: str, more: str = "", around: Box | None = None) -> str:
    """A group with a title that appears when the pointer is over it, or over a box ``around`` it."""
    hot = f"<rect {_placed(around)} {HOT}/>" if around else ""
    return f"<g{more}><title>{escape(title)}</title>{hot}{body}</g>"


def star(x: float, y: float, radius: float, fill: str = GOLD, line: str = INK) -> str:
    """A star of five points."""
    turns = [(pi * i / 5 - pi / 2, radius if i % 2 == 0 else radius * 0.45) for i in range(10)]
    points = " ".join(f"{number(x + r * cos(a))},{number(y + r * sin(a))}" for a, r in turns)
    return f"<polygon points='{points}' fill='{fill}' stroke='{line}' stroke-width='1'/>"


def stroke(path: str, colour: str, width: float, more: str = ROUND) -> str:
    """A path as a line."""
    return f"<path d='{path}' fill='none' stroke='{colour}' stroke-width='{width:.3g}'{more}/>" if path else ""


def mark(x: float, y: float, size: float, seat: int, title: str = "", hollow: bool = False) -> str:
    """The mark of a seat: its shape in its colour, or in outline, with its number."""
    colour, ink = (PANEL, INK) if hollow else SEAT_COLOURS[seat]
    edge = SEAT_COLOURS[seat][0] if hollow else PANEL
    paint = f"fill='{colour}' stroke='{edge}' stroke-width='{number(size / 5)}'"
    if SHAPES[seat]:
        points = " ".join(f"{number(x + size * a)},{number(y + size * b)}" for a, b in SHAPES[seat])
        shape = f"<polygon points='{points}' {paint} stroke-linejoin='round'/>"
    else:
        shape = f"<circle cx='{number(x)}' cy='{number(y)}' r='{number(size)}' {paint}/>"
    figure = text(x, y + size * (LOWER[seat] + 0.43), str(seat), 1.2 * size, 2 * size, ink, True, "middle")
    told = f"<title>{escape(title)}</title>" if title else ""
    return f"<g class='mark'>{told}{shape}{figure}</g>"


class Legend(NamedTuple):
    """What the marks of a picture mean: words by the name of their mark, and the drawing of a mark by its name."""

    entries: Mapping[str, str]
    sample: Callable[[str, Point], str]

    def to_json(self) -> list[dict[str, str]]:
        """The ``words`` of each entry, and its mark as an SVG document, 28 units wide."""
        box, middle = Box(0, 0, 28, 16), Point(14, 8)
        return [
            {"words": words, "mark": document(box, [self.sample(name, middle)])} for name, words in self.entries.items()
        ]


def legend(entries: Mapping[str, str], sample: Callable[[str, Point], str], at: Point, width: float) -> str:
    """What the marks of a picture mean, in lines from a point on: the sample of each entry, and its words. Titles
    explain them."""
    parts, x, y = [], at.x, at.y
    for name, words in entries.items():
        w = measure(words, 11) + 40
        if x > at.x and x + w > at.x + width:
            x, y = at.x, y + 18
        drawn = sample(name, Point(x + 13, y - 4)) + text(x + 30, y, words, 11, w, MUTED)
        parts.append(titled(words, drawn, " class='key'", Box(x, y - 13, w - 8, 17)))
        x += w
    return "".join(parts)


class ClickTargets:
    """The parts of a picture that stand for legal actions of the viewer.

    A click on such a drawing, or on a transparent area of the class ``spot``, chooses one of its actions. The attribute
    ``data-actions`` holds the ids of those that are legal, separated by blanks; without any, it is left out. No action
    is legal for a viewer who is not the current player, or after the end.
    """

    def __init__(self, view: "Reading") -> None:
        self._viewer = view.viewer
        self._legal = set(view.legal_actions) if self._viewer == view.current_player else set[int]()
        self._blocks = view.game.actions.blocks

    def of(self, seat: int) -> "ClickTargets":
        """For what is a seat's own: dark, unless it is the seat that looks."""
        own = copy(self)
        own._legal = self._legal if seat == self._viewer else set()
        return own

    def all_of(self, name: str) -> range:
        """The actions of a block; none if this game has no such block."""
        block = self._blocks.get(name)
        return range(block.start, block.stop) if block else range(0)

    def places(self, name: str) -> list[int]:
        """The places in a block at which an action is legal."""
        return [place for place, action in enumerate(self.all_of(name)) if action in self._legal]

    def ids(self, place: int, *blocks: str) -> list[int]:
        """The actions at the same place of each of some blocks, as far as they have such a place."""
        return [action for name in blocks for action in self.all_of(name)[place : place + 1]]

    def legal(self, actions: Iterable[int]) -> tuple[int, ...]:
        """Those of some actions that are legal for the viewer."""
        return tuple(action for action in actions if action in self._legal)

    def on(self, actions: Iterable[int], drawing: str, around: Box | None = None) -> str:
        """A drawing that is about actions, and the box in which it stands, where that is easier to hit."""
        do = self._do(actions)
        if not do:
            return drawing
        hot = f"<rect {_placed(around)} {HOT}/>" if around else ""
        return f"<g{do}>{hot}{drawing}</g>"

    def spot(self, actions: Iterable[int], x: float, y: float, radius: float) -> str:
        """A disc that is about actions."""
        do = self._do(actions)
        at = f"cx='{number(x)}' cy='{number(y)}' r='{number(radius)}'"
        return f"<circle{do} class='spot' {at} {HOT}/>" if do else ""

    def along(self, actions: Iterable[int], path: str, width: float) -> str:
        """A band along a path that is about actions."""
        do = self._do(actions)
        hot = f"fill='none' stroke='none' stroke-width='{number(width)}' pointer-events='stroke'"
        return f"<path{do} class='spot' d='{path}' {hot}/>" if do else ""

    def _do(self, actions: Iterable[int]) -> str:
        return actions_attribute(self.legal(actions))


def actions_attribute(actions: Iterable[int]) -> str:
    """The attribute of an element that stands for legal actions; empty if there are none."""
    ids = " ".join(map(str, actions))
    return f" data-actions='{ids}'" if ids else ""
