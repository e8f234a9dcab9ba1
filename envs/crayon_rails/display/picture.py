"""The board as a picture, drawn from a view: it shows only what the view contains."""

from collections.abc import Iterable
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from railgym.envs.core.display import listed
from railgym.envs.core.geo.hexagons import COLUMN, Point
from railgym.envs.core.panels import BoardDrawing, board_box
from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    PANEL,
    PAPER,
    SEAT_COLOURS,
    Box,
    ClickTargets,
    Legend,
    Spots,
    mark,
    measure,
    number,
    plate,
    rect,
    stroke,
    words_in,
)
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.display.words import events_in_force
from railgym.envs.crayon_rails.maps.drawing import Sketch, sketch
from railgym.envs.crayon_rails.maps.model import Map

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["board_of", "draw_board"]

WIDEST, LEGEND, SHEET = 800.0, 40.0, 134.0  # the width of the map, and the heights of the legend and of a sheet
FLOOD, CLOSED = "#1565c0", "#b00020"
ZONES = {"snow": ("#f4fbff", "#7fa6c4", 0.8), "storm": ("#5e35a8", "#5e35a8", 0.3)}  # fill, edges, opacity
MARKS = {
    name: name for name in ("track and train", "aboard", "a delivery's payout", "flood", "snow", "storm", "strike")
} | {"": "to build: clear 1, mountain 2, small or medium city 3, major city 5, across water 2 more"}
CORNER = 1 / 3**0.5  # from the middle of a hexagon to its corners


def draw_board(display: "CrayonDisplay", view: "Reading") -> BoardDrawing:
    """The map as its viewer sees it, and its legend."""
    box = board_of(display.board)
    drawing = _map(display, view.record[0], sketch(display.board, box), ClickTargets(view))
    return BoardDrawing(box, drawing, SHEET, legend=Legend(MARKS, _sample), below=LEGEND)


def board_of(board: Map) -> Box:
    """Where the map is drawn in the picture."""
    across = max(post.col for post in board.mileposts) * COLUMN + 1.6
    down = max(post.row for post in board.mileposts) / 2 + 1.6
    return board_box(down / across, LEGEND, WIDEST)


def _map(display: "CrayonDisplay", v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The country, the track on it, events in force, the trains, and where something can be done."""
    x, y, w, h = plan.box
    frame = rect(Box(x - 3, y - 3, w + 6, h + 6), "none", PAPER, 9, 6) + rect(plan.box, "none", LINE)
    parts = [plan.ground, _weather(display, v, plan), _floods(display, v, plan), _track(display, v, plan), plan.stops]
    parts += [
        _strikes(display, v, plan),
        _builder(v, plan),
        _trains(display, v, plan),
        frame,
        _areas(display, v, plan, targets),
    ]
    return "\n".join(["<g data-map=''>", *parts, "</g>"])


def _pen(plan: Sketch) -> float:
    """What widths of lines and sizes of marks go by."""
    return min(plan.scale, 40)


def _track(display: "CrayonDisplay", v: Any, plan: Sketch) -> str:
    """Each seat's segments in its colour, with a dot at every milepost; broken where the train crews are on strike."""
    board, pen, parts, dots = display.board, _pen(plan), [], set[int]()
    for p in range(len(display.names)):
        edges = [board.edges[edge] for edge in display.words.track(v, p)]
        path = "".join(_line(plan.spots[edge.a], plan.spots[edge.b]) for edge in edges)
        colour = SEAT_COLOURS[p][0]
        parts.append(f"<g data-track='{p}'>{stroke(path, PANEL, 0.44 * pen)}{stroke(path, colour, 0.28 * pen)}</g>")
        if int(v["striking_crews"]) >> p & 1:
            parts.append(stroke(path, PANEL, 0.16 * pen, f" stroke-dasharray='{number(pen / 6)} {number(pen / 6)}'"))
        dots |= {post for edge in edges for post in (edge.a, edge.b) if board.mileposts[post].city < 0}
    ends = "".join(f"M{number(plan.spots[post].x)} {number(plan.spots[post].y)}h0" for post in sorted(dots))
    return "".join([*parts, stroke(ends, "#ffffff", 0.15 * pen)])


def _line(a: Point, b: Point) -> str:
    return f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}"


def _weather(display: "CrayonDisplay", v: Any, plan: Sketch) -> str:
    """The zones of snow and storms."""
    parts = []
    for i, title, _ in events_in_force(display.words, v):
        event = display.board.events[i]
        if event.kind in ZONES:
            path = _hexagons((plan.spots[post] for post in display.board.zone(event)), CORNER * plan.scale)
            parts.append(f"<g data-event='{i}'><title>{escape(title)}</title>{_zone(path, event.kind)}</g>")
    return "".join(parts)


def _hexagons(spots: Iterable[Point], size: float) -> str:
    """A path of hexagons, ``size`` from the middle to a corner, one of them to the right."""
    turns = [radians(60 * i) for i in range(6)]
    around = [(size * cos(turn), size * sin(turn)) for turn in turns]
    return "".join("M" + "L".join(f"{number(x + a)} {number(y + b)}" for a, b in around) + "z" for x, y in spots)


def _zone(path: str, kind: str) -> str:
    fill, edge, share = ZONES[kind]
    return f"<path d='{path}' fill='{fill}' stroke='{edge}' stroke-width='.6' opacity='{share}'/>"


def _floods(display: "CrayonDisplay", v: Any, plan: Sketch) -> str:
    """The rivers in flood."""
    first = display.board.mileposts[0]
    x, y = plan.spots[0].x - first.col * COLUMN * plan.scale, plan.spots[0].y - first.row / 2 * plan.scale
    parts = []
    for river in display.words.members(v["flooded_rivers"]):
        path = ""
        for piece in display.board.outlines.rivers[river]:
            path += "M" + "L".join(f"{number(x + plan.scale * a)} {number(y + plan.scale * b)}" for a, b in piece)
        title = f"<title>{escape(f'{display.board.rivers[river]} in flood')}</title>"
        veil = " stroke-opacity='.55' stroke-linecap='round' stroke-linejoin='round'"
        parts.append(f"<g data-flood='{river}'>{title}{stroke(path, FLOOD, 0.42 * _pen(plan), veil)}</g>")
    return "".join(parts)


def _strikes(display: "CrayonDisplay", v: Any, plan: Sketch) -> str:
    """A sign at every city where nothing is picked up or delivered."""
    parts, size = [], min(max(0.27 * _pen(plan), 4), 7)
    for city in display.words.members(v["struck_cities"]):
        spot = plan.spots[display.board.cities[city].mileposts[0]]
        parts.append(_no_entry(Point(spot.x - size, spot.y - size), size, f"strike in {display.words.city(city)}"))
    return "".join(parts)


def _builder(v: Any, plan: Sketch) -> str:
    """A ring around the milepost from which a segment will lead."""
    if v["segment_start"] < 0:
        return ""
    x, y = plan.spots[int(v["segment_start"])]
    ring = f"<circle cx='{number(x)}' cy='{number(y)}' r='{number(0.6 * _pen(plan))}' fill='none'"
    edges = "".join(f"{ring} stroke='{ink}' stroke-width='{width}'/>" for ink, width in ((PANEL, 6), (ACCENT, 3)))
    return f"<g data-builder=''>{edges}</g>"


def _no_entry(at: Point, size: float, title: str = "") -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    disc = f"<circle cx='{number(at.x)}' cy='{number(at.y)}' r='{number(size)}' fill='{CLOSED}' stroke='{PANEL}'/>"
    bar = stroke(f"M{number(at.x - 0.5 * size)} {number(at.y)}h{number(size)}", "#ffffff", 0.4 * size, "")
    return f"<g>{told}{disc}{bar}</g>"


def _trains(display: "CrayonDisplay", v: Any, plan: Sketch) -> str:
    """The trains where they stand, or beside it where one would cover another; what is aboard, and what that brings."""
    words, size = display.words, min(max(0.46 * _pen(plan), 8), 12)
    spots = Spots(plan.box, plan.names)
    there = [p for p in range(len(display.names)) if v["players"][p]["train"] >= 0]
    there.sort(key=lambda p: p != v["mover"])
    places = {p: spots.on(plan.spots[int(v["players"][p]["train"])], 2 * size) for p in there}
    spots.taken += [Box(x - 5, y - 5, 10, 10) for x, y in (plan.spots[c.mileposts[0]] for c in display.board.cities)]
    leaders, marks = [], []
    for p in there:
        seat, at = v["players"][p], places[p]
        post = plan.spots[int(seat["train"])]
        title = f"train of {display.names[p]} at {words.post(seat['train'])}: {listed(words.loads(seat))}"
        leaders.append(stroke(_line(post, at), INK, 1.4))
        marks.append(mark(at.x, at.y, size, p, title))
        loads = ", ".join(words.loads(seat))
        if loads:
            w, h = measure(loads, 10, True) + 8, 14
            middle = spots.beside(at, w, h, size + 2)
            pill = Box(middle.x - w / 2, middle.y - h / 2, w, h)
            leaders.append(stroke(_line(at, middle), INK, 1.4))
            marks.append(plate(pill, PANEL, SEAT_COLOURS[p][0], loads, 10, INK))
        marks.append(_goals(display, v, plan, spots, p))
    return "".join(leaders + marks)


def _goals(display: "CrayonDisplay", v: Any, plan: Sketch, spots: Spots, p: int) -> str:
    """A flag with the payout at every city to which something aboard can be delivered."""
    words, seat, parts = display.words, v["players"][p], []
    colour, ink = SEAT_COLOURS[p]
    for city, good, payout in words.open_demands(seat):
        if good not in seat["loads"]:
            continue
        spot = plan.spots[display.board.cities[city].mileposts[0]]
        w, h = measure(str(payout), 10, True) + 7, 13
        middle = spots.beside(spot, w, h, 8)
        flag = Box(middle.x - w / 2, middle.y - h / 2, w, h)
        title = f"{words.good(good)} to {words.city(city)} for {payout} ({display.names[p]})"
        pole = stroke(_line(spot, _edge(spot, flag)), INK, 1.2)
        cloth = plate(flag, colour, PANEL, str(payout), 10, ink, 2)
        parts.append(f"<g><title>{escape(title)}</title>{pole}{cloth}</g>")
    return "".join(parts)


def _edge(spot: Point, box: Box) -> Point:
    """The point of a box that is nearest."""
    return Point(min(max(spot.x, box.x), box.x + box.w), min(max(spot.y, box.y), box.y + box.h))


def _areas(display: "CrayonDisplay", v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """Over all that is drawn: cities, mileposts that the train can go to, and those from which a segment can lead."""
    board, posts = display.board, dict[int, list[int]]()
    for city, actions in zip(board.cities, _city_actions(display, v, targets)):
        posts |= {post: [*actions] for post in city.mileposts}
    here = int(v["segment_start"]) if v["segment_start"] >= 0 else int(v["players"][int(v["current_player"])]["train"])
    for way in targets.places("step"):
        posts.setdefault(int(display.params["post_next"][0, here, way]), []).extend(targets.ids(way, "step"))
    for post in targets.places("from"):
        posts.setdefault(post, []).extend(targets.ids(post, "from"))
    towns_last = sorted(posts, key=lambda post: board.mileposts[post].city >= 0)
    sizes = [max(plan.scale / 2, 9 * (board.mileposts[post].city >= 0)) for post in towns_last]
    return "".join(targets.spot(posts[post], *plan.spots[post], size) for post, size in zip(towns_last, sizes))


def _city_actions(display: "CrayonDisplay", v: Any, targets: ClickTargets) -> list[list[int]]:
    """What can be done about each city: among it what is taken aboard where the train stands, and what is delivered."""
    board, seat = display.board, v["players"][int(v["current_player"])]
    found = [targets.ids(city, "place", "run", "pay", "build") for city in range(len(board.cities))]
    for i, city in enumerate(board.majors):
        found[city] += targets.ids(i, "open")
    for i in targets.places("deliver"):
        city, _, _ = display.words.demand(display.words.hand(seat)[i // LINES], i % LINES)
        found[city] += targets.ids(i, "deliver")
    if seat["train"] >= 0 and (here := board.mileposts[int(seat["train"])].city) >= 0:
        found[here] += targets.all_of("pick up")
    return found


def _sample(name: str, at: Point) -> str:
    grey, box = "#7a868c", Box(at.x - 13, at.y - 6, 26, 12)
    across = f"M{number(at.x - 13)} {number(at.y)}h26"
    if name == "track and train":
        disc = f"<circle cx='{number(at.x)}' cy='{number(at.y)}' r='6' fill='{grey}' stroke='{PANEL}'/>"
        return stroke(across, grey, 4) + disc
    if name == "aboard":
        return rect(box, PANEL, grey, 3, 1.4) + words_in(box, "Oil", 8, INK, True)
    if name == "a delivery's payout":
        return rect(box, grey, PANEL, 2) + words_in(box, "23", 9, "#ffffff", True)
    if name == "strike":
        return _no_entry(at, 6)
    if name == "flood":
        return stroke(across, FLOOD, 6, " stroke-opacity='.55' stroke-linecap='round'")
    return _zone(_hexagons([at], 8), name) if name else ""
