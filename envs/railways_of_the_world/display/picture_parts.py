"""What the picture is made of: track, cities with their cubes, and the marks of owners."""

from math import cos, radians, sin
from typing import Any

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.offset import CORNERS
from railgym.envs.core.picture import (
    INK,
    PANEL,
    SEAT_COLOURS,
    Box,
    ClickTargets,
    mark,
    number,
    rect,
    stroke,
    titled,
    words_in,
)
from railgym.envs.railways_of_the_world.display.words import Words
from railgym.envs.railways_of_the_world.maps.drawing import FILLS, INKS, Sketch, arrow
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, NOBODY, RAILBOT

__all__ = [
    "LETTERS",
    "city_mark",
    "colour_of",
    "cube",
    "hexagon",
    "house",
    "middle_of",
    "no_cubes",
    "owner_mark",
    "pieces_of",
    "robbed_city",
    "side_of",
    "way_through",
]

LETTERS = ("R", "B", "Y", "P", "K")  # of the colors of cubes, for those who do not tell these apart
BOT_COLOUR = ("#1d2126", "#ffffff")
WEST = "#f2b632"


def colour_of(owner: int) -> tuple[str, str]:
    """The colour of an owner of links, and ink on it."""
    return BOT_COLOUR if owner == RAILBOT else SEAT_COLOURS[owner]


def hexagon(at: Point, size: float) -> str:
    """The path of a hexagon with a corner on top; ``size`` is from side to side."""
    return "M" + "L".join(f"{number(at.x + size * x)} {number(at.y + size * y)}" for x, y in CORNERS) + "z"


def owner_mark(at: Point, size: float, owner: int, title: str = "") -> str:
    """The mark of an owner: that of a seat, or a hexagon with an R for the Railbot."""
    if owner != RAILBOT:
        return mark(at.x, at.y, size, owner, title)
    paint = f"fill='{BOT_COLOUR[0]}' stroke='{PANEL}' stroke-width='{number(size / 5)}'"
    shape = f"<path d='{hexagon(at, 2.1 * size)}' {paint}/>"
    letter = words_in(Box(at.x - size, at.y - size, 2 * size, 2 * size), "R", 1.2 * size, BOT_COLOUR[1], True)
    body = f"<g class='mark'>{shape}{letter}</g>"
    return titled(title, body) if title else body


# --- track ------------------------------------------------------------------------------------------------------------


def side_of(plan: Sketch, hex: int, side: int, far: float = 0.5) -> Point:
    """The middle of a side of a hex; or a place so ``far`` on the way through it, 1: the middle of the next hex."""
    turn, (x, y) = radians(60 * side - 60), plan.spots[hex]
    return Point(x + far * plan.scale * cos(turn), y + far * plan.scale * sin(turn))


def way_through(plan: Sketch, hex: int, piece: int) -> str:
    """The path of a piece of track: straight through its hex, or in a gentle curve."""
    a, b = (side_of(plan, hex, int(side)) for side in ENDS[piece])
    x, y = plan.spots[hex]
    return f"M{number(a.x)} {number(a.y)}Q{number(x)} {number(y)} {number(b.x)} {number(b.y)}"


def middle_of(plan: Sketch, hex: int, piece: int) -> Point:
    """The middle of a piece of track."""
    a, b = (side_of(plan, hex, int(side)) for side in ENDS[piece])
    x, y = plan.spots[hex]
    return Point(x / 2 + (a.x + b.x) / 4, y / 2 + (a.y + b.y) / 4)


def pieces_of(v: Any, num_hexes: int) -> list[tuple[int, int, int, int]]:
    """All pieces of track: hex, piece, owner, and the link, or OPEN_RUN."""
    return [
        (hex, int(v["track"][hex, slot]), int(v["owner"][hex, slot]), int(v["link"][hex, slot]))
        for hex in range(num_hexes)
        for slot in range(2)
        if v["track"][hex, slot] != NO_PIECE
    ]


# --- cities -----------------------------------------------------------------------------------------------------------


def cube(at: Point, size: float, color: int) -> str:
    """A cube, its middle given, with the letter of its color."""
    box = Box(at.x - size / 2, at.y - size / 2, size, size)
    letter = words_in(Box(box.x - 2, box.y, size + 4, size), LETTERS[color], 0.82 * size, INKS[COLORS[color]], True)
    return rect(box, FILLS[COLORS[color]], PANEL, 0.14 * size, max(0.1 * size, 0.7)) + letter


def no_cubes(at: Point, size: float) -> str:
    """An Empty City Marker: a ring with a bar across."""
    x, y, r = at.x, at.y, 0.3 * size
    ring = f"<circle cx='{number(x)}' cy='{number(y)}' r='{number(r)}' fill='{PANEL}' stroke='{INK}'/>"
    d = 0.7 * r
    bar = f"M{number(x - d)} {number(y + d)}L{number(x + d)} {number(y - d)}"
    return ring + stroke(bar, INK, max(0.06 * size, 1.2))


def house(at: Point, size: float, owner: int, title: str) -> str:
    """A hotel in the colour of its owner with the seat's number."""
    colour, ink = colour_of(owner)
    x, y, s = at.x, at.y, size
    walls = ((-0.8, 0.9), (-0.8, -0.3), (0, -1.1), (0.8, -0.3), (0.8, 0.9))
    points = " ".join(f"{number(x + s * a)},{number(y + s * b)}" for a, b in walls)
    body = f"<polygon points='{points}' fill='{colour}' stroke='{PANEL}' stroke-width='{number(s / 6)}'/>"
    figure = words_in(Box(x - s, y - 0.7 * s, 2 * s, 2 * s - 0.4 * s), str(owner), 1.15 * s, ink, True)
    return titled(title, body + figure)


def city_mark(words: Words, v: Any, plan: Sketch, city: int, targets: ClickTargets) -> str:
    """The hex of a city in its color with its letter, its cubes or its marker, its hotel and its western link."""
    there, color = words.board.cities[city], COLORS[int(v["color"][city])]
    at, scale = plan.spots[there.hex], plan.scale
    if not there.in_play:
        return _scenery(words, plan, city)
    edge = "#ffffff" if color != there.color else INK  # of a New City
    pen = min(scale, 48)
    paint = f"fill='{FILLS[color]}' stroke='{edge}' stroke-width='{number(max(0.06 * pen, 1))}'"
    body = f"<path d='{hexagon(at, scale)}' {paint}/>"
    letter = LETTERS[int(v["color"][city])] if color != "gray" else ""
    top = Box(at.x - scale / 2, at.y - 0.75 * scale, scale, 0.3 * scale)
    body += words_in(top, letter, 0.24 * scale, INKS[color], True)
    body += no_cubes(at, scale) if v["empty_marker"][city] else _cubes(words, v, city, at, scale, targets)
    if there.western:
        built = WEST if v["western_built"][city] else PANEL
        body += f"<path d='{arrow(at, scale)}' fill='{built}' stroke='{INK}'/>"
    owner = int(v["hotel"][city])
    if owner != NOBODY:
        corner = Point(at.x + 0.4 * scale, at.y - 0.34 * scale)
        title = f"hotel of {words.owner(owner)} in {there.name}"
        body += house(corner, max(0.2 * scale, 5.5), owner, title)
    return titled(_city_title(words, v, city, color), body, f" data-city='{city}'")


def _scenery(words: Words, plan: Sketch, city: int) -> str:
    there = words.board.cities[city]
    paint = f"fill='{PANEL}' stroke='{FILLS[there.color]}' stroke-width='{number(0.08 * min(plan.scale, 48))}'"
    path = hexagon(plan.spots[there.hex], plan.scale)
    return titled(f"{there.name}, not in play", f"<path d='{path}' {paint}/>", f" data-city='{city}'")


def _city_title(words: Words, v: Any, city: int, color: str) -> str:
    new = ", a New City" if color != words.board.cities[city].color else ""
    facts = "Empty City Marker" if v["empty_marker"][city] else words.cubes(v["cubes"][city])
    return f"{words.city(city)}, {color}{new}: {facts}"


def robbed_city(words: Words, v: Any) -> int:
    """The city from which a cube is chosen for the Railbot; -1: none."""
    return (
        int(words.params["bot_city"][v["resolving_card"], v["resolving_pair"]])
        if v["phase"] == phases.TAKE_CUBE
        else -1
    )


def _cubes(words: Words, v: Any, city: int, at: Point, scale: float, targets: ClickTargets) -> str:
    """The cubes of a city in rows, as large as there is room."""
    colors = [color for color, n in enumerate(v["cubes"][city]) for _ in range(int(n))]
    actions = [targets.ids(len(LETTERS) * city + color, "deliver", "load") for color in range(len(LETTERS))]
    if city == robbed_city(words, v):
        actions = [targets.ids(color, "cube") for color in range(len(LETTERS))]
    across = 1 if len(colors) == 1 else 2 if len(colors) <= 4 else 3 if len(colors) <= 9 else 4
    rows = [colors[i : i + across] for i in range(0, len(colors), across)]
    size = min(0.5, 0.96 / across, 0.94 / max(len(rows), 1)) * scale
    step, parts = size * 1.06, []
    for r, row in enumerate(rows):
        y = at.y + 0.12 * scale + (r - (len(rows) - 1) / 2) * step
        places = [Point(at.x + (i - (len(row) - 1) / 2) * step, y) for i in range(len(row))]
        parts += [targets.on(actions[color], cube(place, size, color)) for color, place in zip(row, places)]
    return "".join(parts)
