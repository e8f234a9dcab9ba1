"""What the picture is made of: lines and the marks of the seats, places for them on the map, and the seats' panels."""

from collections.abc import Iterable
from math import cos, radians, sin
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from railgym.envs.core.display import count
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import (
    ACCENT,
    GOLD,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SEAT_COLOURS,
    SHAPES,
    Box,
    ClickTargets,
    mark,
    measure,
    number,
    rect,
    star,
    stroke,
    text,
    titled,
    words_in,
)
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.rules.cargo import capacity
from railgym.envs.crayon_rails.state import LOADS

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["SEAT_COLOURS", "SHAPES", "Spots", "hexagons", "mark", "seat_panels", "stroke"]

GAP = 8.0  # between panels
PLAIN, LARGEST = 132.0, 1.35  # the height of a panel with everything in its plain size, and the most beyond that size
HIGHEST, SUPPLY = 300.0, 13.0  # the height of a panel, and the least of a line, where the goods are listed below
NARROW = 100.0  # a card


# --- lines and marks --------------------------------------------------------------------------------------------------


def hexagons(spots: Iterable[Point], size: float) -> str:
    """A path of hexagons, ``size`` from the middle to a corner, one of them to the right."""
    turns = [radians(60 * i) for i in range(6)]
    around = [(size * cos(turn), size * sin(turn)) for turn in turns]
    return "".join("M" + "L".join(f"{number(x + a)} {number(y + b)}" for a, b in around) + "z" for x, y in spots)


class Spots:
    """Where things go: each at or beside its place, inside a frame, where it covers least of what is there already."""

    def __init__(self, frame: Box, taken: Iterable[Box]) -> None:
        self.frame, self.taken = frame, list(taken)

    def on(self, spot: Point, size: float) -> Point:
        """The middle of a new thing, the place itself if it covers little there."""
        box = Box(spot.x - size / 2, spot.y - size / 2, size, size)
        if sum(box.overlap(other) for other in self.taken) > 0.03 * size * size:
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


# --- the seats --------------------------------------------------------------------------------------------------------


def seat_panels(display: "CrayonDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The panels of the seats one above the other, and the goods below them where there is room."""
    n = len(display.names)
    rest = box.h - n * (HIGHEST + GAP) - 36
    high = HIGHEST if rest > SUPPLY * len(display.board.goods) else (box.h + GAP) / n - GAP
    boxes = [Box(box.x, box.y + p * (high + GAP), box.w, high) for p in range(n)]
    parts = [_panel(display, v, p, place, targets.of(p)) for p, place in enumerate(boxes)]
    if high == HIGHEST:
        low = box.y + n * (high + GAP)
        parts.append(_supply(display, v, Box(box.x, low, box.w, box.y + box.h - low), targets))
    return "\n".join(parts)


def _panel(display: "CrayonDisplay", v: Any, p: int, box: Box, targets: ClickTargets) -> str:
    """One seat: its name and cash, its train with what is aboard, its track, and its cards."""
    seat, scale = v["players"][p], min(box.h / PLAIN, LARGEST)
    going = not v["terminated"]
    due, mover = going and p == v["current_player"], going and p == v["mover"]
    x, w, right, base = box.x + 12, box.w - 24, box.x + box.w - 12, box.y + 19 * scale
    parts = [f"<g data-seat='{p}'>", rect(box, "#fdf1da" if mover else PANEL, ACCENT if due else LINE, width=2 + due)]
    parts.append(_head(display, v, p, Box(x, box.y, w, 22 * scale), scale))
    bar, share = Box(x, base + 5 * scale, w, 4 * scale), min(max(int(v["scores"][p]) / int(v["goal"]), 0), 1)
    parts += [rect(bar, PAPER, radius=2), rect(bar._replace(w=w * share), SEAT_COLOURS[p][0], radius=2)]
    line, majors = base + 23 * scale, int(display.params["majors"][0])
    wide = w - 14 * scale * majors - 8
    engine = text(x, line, _engine(display, v, p), 11 * scale, wide)
    parts.append(targets.on(targets.all_of("upgrade"), engine, Box(x, line - 12 * scale, wide, 16 * scale)))
    parts.append(_majors(display, v, p, Point(right, line - 4 * scale), 6 * scale))
    parts.append(_loads(display, seat, Box(x, line + 6 * scale, w, 17 * scale), targets))
    top = line + 28 * scale
    parts.append(_hand(display, seat, Box(x - 4, top, w + 8, box.y + box.h - top - 6), 10.5 * min(scale, 1.2), targets))
    return "".join([*parts, "</g>"])


def _head(display: "CrayonDisplay", v: Any, p: int, box: Box, scale: float) -> str:
    """Mark, name, what is the matter with the seat, and its cash."""
    seat, base, right = v["players"][p], box.y + 19 * scale, box.x + box.w
    parts, left = [mark(box.x + 8 * scale, base - 5 * scale, 7.5 * scale, p)], box.x + 22 * scale
    if v["terminated"] and float(v["payoff"][p]) == max(float(v["payoff"][q]) for q in range(len(display.names))):
        parts.append(star(left + 6 * scale, base - 5 * scale, 8 * scale))
        left += 18 * scale
    name = f"{display.names[p]}{' (you)' if p == v['viewer'] else ''}"
    facts = [f"owes {int(seat['debt'])}"] * bool(seat["debt"]) + ["loses a turn"] * bool(seat["turns_lost"])
    facts += ["goal met"] * bool(seat["goal_met"])
    parts.append(text(left, base, name, 14 * scale, right - left - (180 if facts else 56) * scale, INK, True))
    parts.append(text(right - 54 * scale, base, ", ".join(facts), 11 * scale, 120 * scale, ACCENT, True, "end"))
    parts.append(text(right, base, str(int(v["scores"][p])), 16 * scale, 50 * scale, INK, True, "end"))
    return "".join(parts)


def _engine(display: "CrayonDisplay", v: Any, p: int) -> str:
    """The engine and the track."""
    engine, segments = int(v["players"][p]["engine"]), len(display.words.track(v, p))
    return (
        f"{display.game.engines[engine]}, moves {int(display.params['speed'][0, engine])}; {count(segments, 'segment')}"
    )


def _majors(display: "CrayonDisplay", v: Any, p: int, end: Point, size: float) -> str:
    """A hexagon for each major city that has to be joined, filled for those that are; up to ``end``."""
    words, needed = display.words, int(display.params["majors"][0])
    networks = words.networks(v, p)
    joined = words.majors(networks[0]) if networks else []
    parts = [f"<g><title>{escape(f'major cities joined: {words.cities(joined)}')}</title>"]
    for i in range(needed):
        path = hexagons([Point(end.x - size - 2.3 * size * (needed - 1 - i), end.y)], size)
        fill = SEAT_COLOURS[p][0] if i < len(joined) else "none"
        parts.append(f"<path d='{path}' fill='{fill}' stroke='{MUTED}' stroke-width='.8'/>")
    return "".join([*parts, "</g>"])


def _loads(display: "CrayonDisplay", seat: Any, box: Box, targets: ClickTargets) -> str:
    """What is aboard, each load in its place, and the places that are free."""
    parts, loads, w = [], display.words.loads(seat), (box.w + 6) / LOADS - 6
    for i in range(capacity(int(seat["engine"]))):
        place = Box(box.x + i * (w + 6), box.y, w, box.h)
        if i < len(loads):
            load = rect(place, GOLD, INK, 3) + words_in(place, loads[i], 0.66 * box.h, INK, True)
            parts.append(targets.on(targets.ids(int(seat["loads"][i]), "drop"), load))
        else:
            empty = rect(place, "none", LINE, 3) + words_in(place, "empty", 0.6 * box.h, MUTED)
            parts.append(targets.on(targets.all_of("pick up"), empty, place))
    return "".join(parts)


def _hand(display: "CrayonDisplay", seat: Any, box: Box, size: float, targets: ClickTargets) -> str:
    """The demand cards side by side."""
    hand, parts = display.words.hand(seat), []
    w, h = box.w / max(len(hand), LINES), box.h / LINES
    for i, card in enumerate(hand):
        place = Box(box.x + i * w + 2, box.y, w - 4, box.h)
        drawn = rect(place, "#ffffff", LINE, 4)
        for line in range(LINES):
            row = Box(place.x, place.y + line * h, place.w, h)
            demand = _demand(display, seat, display.words.demand(card, line), row, min(size, 0.42 * h))
            drawn += targets.on(targets.ids(LINES * i + line, "deliver"), demand, row)
        parts.append(targets.on(targets.ids(i, "give"), drawn))
    return "".join(parts)


def _demand(display: "CrayonDisplay", seat: Any, demand: tuple[int, int, int], box: Box, size: float) -> str:
    """Good, payout and city, and where there is room the sources; on gold if the good is aboard."""
    words, (city, good, payout) = display.words, demand
    x, w, step = box.x + 5, box.w - 10, 1.1 * size
    rows, sources = int(box.h / step - 2.1), f"from {words.cities(display.board.sources[good])}"
    lines = wrap(sources, int(w / (0.53 * size)), max_lines=rows, placeholder=" ...") if rows > 0 else []
    y = box.y + box.h / 2 - (len(lines) / 2 + 0.2) * step
    aboard = good in seat["loads"]
    parts = [rect(Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2), "#fbe3a4", radius=3)] if aboard else []
    wide = measure(str(payout), size, True)
    low = w < NARROW  # the payout stands beside the city, as names of goods are longer
    parts.append(text(x, y, words.good(good), size, w - (0 if low else wide + 6), INK, True))
    parts.append(text(x + w, y + low * step, str(payout), size, wide, INK, True, "end"))
    parts.append(text(x, y + step, words.city(city), size, w - (wide + 6 if low else 0)))
    parts += [text(x, y + (2 + i) * step, line, 0.85 * size, w, MUTED) for i, line in enumerate(lines)]
    title = f"{words.good(good)} to {words.city(city)} for {payout}, {sources}"
    return titled(title, "".join(parts), around=box)


def _supply(display: "CrayonDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The goods: chips left, and where they are supplied."""
    board, h = display.board, min((box.h - 36) / len(display.board.goods), 22)
    parts = [rect(box._replace(h=36 + h * len(board.goods)), PANEL, LINE)]
    parts.append(text(box.x + 12, box.y + 20, "goods, chips left, and where they come from", 12, box.w - 24, INK, True))
    size = min(0.8 * h, 11.5)
    for i, good in enumerate(board.goods):
        y, chips = box.y + 28 + (i + 0.75) * h, int(v["chips"][i])
        ink = INK if chips else MUTED
        row = text(box.x + 12, y, good.name, size, 100, ink)
        row += text(box.x + 130, y, str(chips), size, 20, INK if chips else ACCENT, True, "end")
        sources = shorten(display.words.cities(board.sources[i]), int((box.w - 154) / (0.6 * size)), placeholder=" ...")
        row += text(box.x + 142, y, sources, size, box.w - 154, MUTED)
        place = Box(box.x + 8, y - 0.75 * h, box.w - 16, h)
        title = f"{good.name}: {count(chips, 'chip')} left, from {display.words.cities(board.sources[i])}"
        parts.append(targets.on(targets.ids(i, "pick up", "drop"), titled(title, row, around=place), place))
    return f"<g data-supply=''>{''.join(parts)}</g>"
