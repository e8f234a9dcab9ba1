"""The board as a picture, drawn from a view: it shows only what the view contains."""

from math import hypot
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import numpy as np

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.panels import BoardDrawing, board_box
from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SEAT_COLOURS,
    Box,
    ClickTargets,
    Legend,
    Spots,
    mark,
    number,
    plate,
    rect,
    stroke,
)
from railgym.envs.rail_baron_cards.board_sketch import Sketch, sketch
from railgym.envs.rail_baron_cards.display.sheets import DEEDS, owned_by
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import MOST_PIPS, NO_CARD

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.rail_baron_cards.display import RailBaronDisplay

__all__ = ["draw_board"]

MAP = board_box(0.615)
TRAIN = 8.0  # half the width of a train


def draw_board(display: "RailBaronDisplay", view: "Reading") -> BoardDrawing:
    """The map as its viewer sees it: owners, trains, runs, and where something can be done."""
    drawing = _map(display, view.record[0], sketch(display.board, MAP), ClickTargets(view))
    return BoardDrawing(MAP, drawing, legend=_legend(view.record[0]))


def mover_of(v: Any) -> int:
    """Whose run it is; -1 before and after the game."""
    return -1 if v["terminated"] or v["phase"] <= phases.BID else int(v["mover"])


def _spot(display: "RailBaronDisplay", card: Any) -> int:
    """The dot of a card's city."""
    return display.board.cities[int(display.params["card_city"][0, int(card)])].dot


def _city(display: "RailBaronDisplay", card: Any) -> str:
    """A card's city and its copies (RB-2.5)."""
    return f"{display.words.city(card)}, {display.words.copies(card)}"


def _map(display: "RailBaronDisplay", v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The board with the owners of railroads, the trains, and the places for actions."""
    spots = Spots(plan.box, [*(place for _, place in plan.labels.values()), *plan.tags])
    trains = _trains(display, v, plan, spots)
    goals = _goals(display, v, plan, spots)
    x, y, w, h = plan.box
    veils = "".join(_network(display, v, plan, p) for p in range(len(display.words.owners)))
    if v["lot"] >= 0:
        veils += stroke(plan.lines[int(v["lot"])], ACCENT, 6.5 * plan.width, " stroke-linecap='round'")
    track = [plan.ground, veils, plan.beds, _ridden(v, plan), plan.tracks, plan.stops, _tags(display, v, plan, targets)]
    frame = rect(Box(x - 3, y - 3, w + 6, h + 6), "none", PAPER, 9, 6) + rect(plan.box, "none", LINE)
    above = [goals, trains, frame, _areas(display, v, plan, targets)]
    return "\n".join(["<g data-map=''>", *track, *above, "</g>"])


def _areas(display: "RailBaronDisplay", v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The places for actions, above the drawing: sections that can be ridden, dots at which rides end, and cities of
    cards that can be chosen."""
    steps = [targets.along(targets.ids(i, "step"), plan.sections[i], 12) for i in targets.places("step")]
    dots: dict[int, list[int]] = {}
    for i in targets.places("ride"):
        kind, number = divmod(i, MOST_PIPS)
        end = display.game.rules.scratch["routes"][0, kind]["dots"][number]
        dots.setdefault(int(end), []).extend(targets.ids(i, "ride"))
    for i in targets.places("hand"):
        card = v["players"][int(v["current_player"])]["hand"][i]
        dots.setdefault(_spot(display, card), []).extend(targets.ids(i, "hand"))
    return "".join([*steps, *(targets.spot(actions, *plan.spots[dot], 8) for dot, actions in sorted(dots.items()))])


def _network(display: "RailBaronDisplay", v: Any, plan: Sketch, p: int) -> str:
    """A veil in the colour of an owner around their railroads."""
    path = "".join(plan.lines[i] for i in owned_by(display.words, v, p))
    veil = " stroke-opacity='.65' stroke-linecap='round' stroke-linejoin='round'"
    return stroke(path, SEAT_COLOURS[p][0], 4.4 * plan.width, veil) if path else ""


def _ridden(v: Any, plan: Sketch) -> str:
    """The track that the mover has ridden in this run: a white tube with dark walls."""
    mover = mover_of(v)
    if mover < 0:
        return ""
    bits = np.unpackbits(v["players"][mover]["ridden"].copy().view(np.uint8), bitorder="little")
    path = "".join(plan.pieces[int(i)] for i in np.flatnonzero(bits) if i < len(plan.pieces))
    if not path:
        return ""
    ends = " stroke-linecap='round'"
    tube = stroke(path, INK, 4.2 * plan.width, ends) + stroke(path, "#ffffff", 2.9 * plan.width, ends)
    return f"<g data-ridden='{mover}'>{tube}</g>"


def _tags(display: "RailBaronDisplay", v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The abbreviations of the railroads, on the colours of their owners."""
    parts = []
    for i, box in enumerate(plan.tags):
        owner = int(v["owner"][i])
        fill, ink = SEAT_COLOURS[owner] if owner >= 0 else (PANEL, INK)
        edge, words = PANEL if owner >= 0 else MUTED, display.board.railroads[i].abbreviation
        tag = plate(box, fill, edge, words, box.h - 4, ink)
        around = Box(box.x - 3, box.y - 3, box.w + 6, box.h + 6)
        parts.append(targets.on(targets.ids(i, *DEEDS), tag, around))
    return "".join(parts)


def _trains(display: "RailBaronDisplay", v: Any, plan: Sketch, spots: Spots) -> str:
    """The trains on their dots; a train that would cover another or a name is beside its dot, joined by a line."""
    leaders, marks = [], []
    there = [p for p in range(len(display.names)) if v["players"][p]["dot"] >= 0 and not v["out"][p]]
    for p in sorted(there, key=lambda p: p != mover_of(v)):
        dot = plan.spots[int(v["players"][p]["dot"])]
        at, pin = spots.on(dot, 2 * TRAIN), rect(Box(dot.x - 3, dot.y - 3, 6, 6), SEAT_COLOURS[p][0], PANEL, 3)
        leaders.append(_leader(dot, at, 0) + pin)
        where = display.words.dot(v["players"][p]["dot"])
        marks.append(mark(at.x, at.y, TRAIN, p, f"train of {display.names[p]} at {where}"))
    return "".join(leaders + marks[::-1])


def _leader(a: Point, b: Point, skip: float) -> str:
    """A thin line from one point to another, without the first ``skip`` units."""
    share = skip / max(hypot(b.x - a.x, b.y - a.y), skip, 1e-9)
    x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
    return stroke(f"M{number(x)} {number(y)}L{number(b.x)} {number(b.y)}", INK, 1.2)


def _goals(display: "RailBaronDisplay", v: Any, plan: Sketch, spots: Spots) -> str:
    """The starts and destinations of all runs; the mover's destination has a ring and a highlighted name."""
    parts, mover = [], mover_of(v)
    for p in sorted(range(len(display.names)), key=lambda p: p == mover):
        seat = v["players"][p]
        if v["out"][p]:
            continue
        if seat["start"] != NO_CARD:
            title = f"start of {display.names[p]}: {_city(display, seat['start'])}"
            dot = plan.spots[_spot(display, seat["start"])]
            at = spots.beside(dot, 15, 15, 5)
            parts.append(_leader(dot, at, 1.5 * plan.width) + mark(at.x, at.y, 6.2, p, title, hollow=True))
        if seat["goal"] != NO_CARD:
            title = f"destination of {display.names[p]}: {_city(display, seat['goal'])}"
            parts.append(_goal(_spot(display, seat["goal"]), plan, spots, p, title, p == mover))
    return "".join(parts)


def _goal(dot: int, plan: Sketch, spots: Spots, p: int, title: str, grand: bool) -> str:
    """The flag of a player at their destination."""
    colour, ink = SEAT_COLOURS[p]
    spot, parts = plan.spots[dot], [f"<g><title>{escape(title)}</title>"]
    if grand:
        for edge, width in ((PANEL, 6), (colour, 3.4)):
            ring = f"<circle cx='{number(spot.x)}' cy='{number(spot.y)}' r='10' fill='none'"
            parts.append(f"{ring} stroke='{edge}' stroke-width='{width}'/>")
        name, (x, y, wide, high) = plan.labels[dot]
        pill = Box(x - 3, y - 2, wide + 6, high + 4)
        parts.append(plate(pill, colour, PANEL, name, plan.size, ink, 4))
    w, h, gap = (20, 14, 12) if grand else (15, 11, 6)
    middle = spots.beside(spot, w, h, gap)
    flag = Box(middle.x - w / 2, middle.y - h / 2, w, h)
    foot = Point(flag.x if middle.x >= spot.x else flag.x + w, flag.y + h)
    pole = stroke(f"M{number(foot.x)} {number(foot.y)}v{number(-h)}", INK, 1.2)
    parts += [_leader(spot, foot, gap if grand else 1.5 * plan.width), pole]
    parts.append(plate(flag, colour, PANEL, str(p), 0.84 * h, ink, 1))
    return "".join([*parts, "</g>"])


def _legend(v: Any) -> Legend:
    """What the marks on the map are."""
    names = ["train", "start", "destination", "ridden in this run", "owned", *["up for auction"] * int(v["lot"] >= 0)]
    return Legend(dict(zip(names, names, strict=True)), _sample)


def _sample(name: str, at: Point) -> str:
    """A mark for the legend."""
    x, y, grey = number(at.x), number(at.y), "#7a868c"
    across = f"M{number(at.x - 8)} {y}h16"
    line = stroke(across, "#ffffff", 4, "") + stroke(across, INK, 2.2, "")
    if name == "train":
        return f"<circle cx='{x}' cy='{y}' r='6' fill='{grey}' stroke='{PANEL}'/>"
    if name == "start":
        return f"<circle cx='{x}' cy='{y}' r='5' fill='{PANEL}' stroke='{grey}' stroke-width='1.6'/>"
    if name == "destination":
        pole = stroke(f"M{number(at.x - 6)} {number(at.y - 6)}v13", INK, 1.2)
        return pole + rect(Box(at.x - 6, at.y - 6, 13, 9), grey, radius=1)
    if name == "ridden in this run":
        return stroke(across, INK, 9, "") + stroke(across, "#ffffff", 6, "") + stroke(across, INK, 2.2, "")
    return stroke(across, grey if name == "owned" else ACCENT, 10, " stroke-opacity='.65'") + line
