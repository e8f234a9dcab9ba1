"""The board as a picture, drawn from a view: it shows only what the view contains."""

from math import dist
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.panels import BoardDrawing, board_box
from railgym.envs.core.picture import (
    ACCENT,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    Box,
    ClickTargets,
    Legend,
    number,
    rect,
    stroke,
    titled,
)
from railgym.envs.railways_of_the_world.display.picture_parts import (
    LETTERS,
    city_mark,
    colour_of,
    cube,
    house,
    middle_of,
    no_cubes,
    owner_mark,
    pieces_of,
    robbed_city,
    side_of,
    way_through,
)
from railgym.envs.railways_of_the_world.display.words import Words
from railgym.envs.railways_of_the_world.maps.drawing import LEGEND, Sketch, badge, extent, sample, sketch
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import WAYS, opposite, way_out
from railgym.envs.railways_of_the_world.state import NOBODY, OPEN_RUN, RAILBOT, SIDES

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["board_of", "draw_board"]

BELOW, SHEET, TABLE = 46.0, 112.0, 150.0  # the heights of the legend, half more below a narrow map, and of sheets
WIDE = 700.0  # the width of a map with a legend of two lines


def draw_board(display: Any, view: "Reading") -> BoardDrawing:
    """The map as its viewer sees it, and its legend."""
    box, below = board_of(display.board)
    drawing = _map(display.words, view.record[0], sketch(display.board, box), ClickTargets(view))
    return BoardDrawing(box, drawing, SHEET, TABLE, _legend(display.words), below)


def board_of(board: Map) -> tuple[Box, float]:
    """The box of the map in the picture, and the height of the legend below it."""
    low, high = extent(board)
    slant = (high.y - low.y) / (high.x - low.x)
    box = board_box(slant, BELOW)
    return (box, BELOW) if box.w > WIDE else (board_box(slant, 1.5 * BELOW), 1.5 * BELOW)


def _map(words: Words, v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The country, the track on it, the cities, the major lines, and where something is or can be done."""
    x, y, w, h = plan.box
    frame = rect(Box(x - 3, y - 3, w + 6, h + 6), "none", PAPER, 9, 6) + rect(plan.box, "none", LINE)
    cities = [
        targets.on(actions, city_mark(words, v, plan, city, targets))
        for city, actions in enumerate(_city_actions(words, v, targets))
    ]
    parts = [plan.ground, _track(words, v, plan), _near_links(words, plan, targets), *cities]
    parts += [
        _link_marks(words, v, plan, targets),
        _lines(words, v, plan, targets),
        _focus(words, v, plan),
        plan.labels,
    ]
    return "\n".join(["<g data-map=''>", *parts, frame, _sides(words, v, plan, targets), "</g>"])


def _city_actions(words: Words, v: Any, targets: ClickTargets) -> list[list[int]]:
    """What can be done about each city, about its cubes, and links to others."""
    cities = words.board.cities
    found = [targets.ids(city, "urbanize", "grow", "city", "go") for city in range(len(cities))]
    for i, city in enumerate(city for city, there in enumerate(cities) if there.western):
        found[city] += targets.ids(i, "western")
    for name in ("deliver", "load"):
        for i in targets.places(name):
            found[i // len(LETTERS)] += targets.ids(i, name)
    for i in targets.places("link"):
        for city in _pair(words, i):
            found[city] += targets.ids(i, "link")
    if (city := robbed_city(words, v)) >= 0:
        found[city] += targets.all_of("cube")
    return found


def _pair(words: Words, i: int) -> tuple[int, int]:
    """The cities of a link that plans build."""
    return int(words.params["pair_a"][i]), int(words.params["pair_b"][i])


def _near_links(words: Words, plan: Sketch, targets: ClickTargets) -> str:
    """Bands along the links that plans can build, from city to city as the crow flies."""
    parts = []
    for i in targets.places("link"):
        a, b = (plan.spots[words.board.cities[city].hex] for city in _pair(words, i))
        path = f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}"
        parts.append(targets.along(targets.ids(i, "link"), path, 12))
    return "".join(parts)


def _sides(words: Words, v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """Beyond the sides of hexes through which a run can begin or go on, of the Railbot's too."""
    board, at = words.board, int(v["current_place"])
    runs = [run for run in range(int(v["num_runs"])) if v["run_owner"][run] == v["current_player"]]
    found = [(targets.ids(i, "start"), board.cities[i // SIDES].hex, i % SIDES) for i in targets.places("start")]
    for i in targets.places("continue"):
        there, side = int(v["run_hex"][runs[i]]), int(v["run_side"][runs[i]])
        found.append((targets.ids(i, "continue"), board.beside[there][side], opposite(side)))
    for way in range(len(WAYS)):
        found.append((targets.ids(way, "lay", "way"), at, way_out(int(v["enter_side"]), way)))
    found += [
        (targets.ids(side, "side"), board.cities[int(v["next_city"])].hex, side) for side in targets.places("side")
    ]
    return "".join(
        targets.spot(actions, *side_of(plan, hex, side, 0.75), 0.36 * plan.scale) for actions, hex, side in found
    )


def _pen(plan: Sketch) -> float:
    """What widths of lines and sizes of marks go by."""
    return min(plan.scale, 48)


def _track(words: Words, v: Any, plan: Sketch) -> str:
    """Everybody's pieces in their colour, open runs broken, the Railbot's with sleepers."""
    pen, pieces, parts = _pen(plan), pieces_of(v, len(plan.spots)), []
    dashes = f" stroke-dasharray='{number(0.16 * pen)} {number(0.14 * pen)}'"
    for owner in words.owners:
        links, runs = (
            "".join(way_through(plan, h, piece) for h, piece, o, link in pieces if o == owner and open is (link < 0))
            for open in (False, True)
        )
        colour = colour_of(owner)[0]
        lines = stroke(links + runs, PANEL, 0.32 * pen) + stroke(links, colour, 0.2 * pen)
        lines += stroke(runs, colour, 0.2 * pen, dashes)
        if owner == RAILBOT:
            lines += stroke(links, PANEL, 0.09 * pen, f" stroke-dasharray='{number(0.06 * pen)} {number(0.1 * pen)}'")
        parts.append(f"<g data-track='{owner}'>{lines}</g>")
    return "".join(parts)


def _link_marks(words: Words, v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The mark of its owner on the middle tile of each link, over which a cube may go, and on the ends of open runs."""
    tiles: dict[int, list[Point]] = {}
    for h, piece, _, link in pieces_of(v, len(plan.spots)):
        if link != OPEN_RUN:
            tiles.setdefault(link, []).append(middle_of(plan, h, piece))
    parts, size = [], max(0.15 * _pen(plan), 4.2)
    for link, spots in sorted(tiles.items()):
        a, b, owner = (int(v[name][link]) for name in ("link_a", "link_b", "link_owner"))
        title = f"{words.pair(a, b)}, {count(len(spots), 'tile')}, of {words.owner(owner)}"
        at, ahead = _inmost(plan, spots), {a, b} == {int(v["current_place"]), int(v["next_city"])}
        over = targets.ids(owner, "over") if ahead else ()
        parts.append(targets.on(over, owner_mark(at, size, owner, title), Box(at.x - 9, at.y - 9, 18, 18)))
    for run in range(int(v["num_runs"])):
        end = side_of(plan, int(v["run_hex"][run]), int(v["run_side"][run]))
        parts.append(owner_mark(end, size, int(v["run_owner"][run]), "open run"))
    return "".join(parts)


def _inmost(plan: Sketch, spots: list[Point]) -> Point:
    """The one of some places that lies nearest to the middle of them all, but under no name or badge."""
    heart = Point(sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))

    def _badness(spot: Point) -> tuple[bool, float]:
        x, y = spot
        hidden = any(n.x - 3 < x < n.x + n.w + 3 and n.y - 3 < y < n.y + n.h + 3 for n in plan.names)
        return hidden or any(dist(spot, at) < 0.5 * plan.scale for at in plan.badges), dist(spot, heart)

    return min(spots, key=_badness)


def _lines(words: Words, v: Any, plan: Sketch, targets: ClickTargets) -> str:
    """The points of each major line, or the mark of its owner."""
    parts, size = [], min(max(0.5 * plan.scale, 9), 15)
    for i, (line, at) in enumerate(zip(words.board.lines, plan.badges)):
        if not line.in_play:
            continue
        owner, title = words.line_owner(v, i), f"major line {words.line(i)}: {count(line.points, 'point')}"
        body = badge(at, str(line.points), size)
        if owner != NOBODY:
            title += f", of {words.owner(owner)}"
            body += owner_mark(Point(at.x + 0.95 * size, at.y - 0.3 * size), 0.5 * size, owner)
        parts.append(targets.on(targets.ids(i, "line"), titled(title, body, f" data-line='{i}'")))
    return "".join(parts)


def _focus(words: Words, v: Any, plan: Sketch) -> str:
    """A ring around the hex in which the next tile will lie, or the city in which a cube has come."""
    if v["terminated"] or v["phase"] not in (phases.LAY, phases.GO, phases.OVER, phases.COLOR, phases.PATH):
        return ""
    at = int(v["current_place"])
    if v["phase"] not in (phases.LAY, phases.PATH):
        at = words.board.cities[at].hex
    x, y = plan.spots[at]
    ring = f"<circle cx='{number(x)}' cy='{number(y)}' r='{number(0.55 * plan.scale)}' fill='none'"
    edges = "".join(f"{ring} stroke='{ink}' stroke-width='{width}'/>" for ink, width in ((PANEL, 6), (ACCENT, 3)))
    return f"<g data-focus='{at}'>{edges}</g>"


def _legend(words: Words) -> Legend:
    """What the marks on the map are, and what building costs."""
    ground = ["open", "water", "hill", "ridge", "line"]
    ground += ["western"] * any(city.western for city in words.board.cities)
    entries = {name: LEGEND[name] for name in ground} | {color: color for color in COLORS[: len(LETTERS)]}
    entries |= {name: name for name in ("Empty City Marker", "hotel", "open run")}
    entries[""] = "a second tile in a hex: $2k more"
    return Legend(entries, _sample)


def _sample(name: str, at: Point) -> str:
    """A mark for the legend."""
    if name in LEGEND:
        return sample(name, at)
    if name in COLORS:
        return cube(at, 12, COLORS.index(name))
    if name == "hotel":
        return house(at, 7, 0, name)
    if name == "open run":
        return stroke(f"M{number(at.x - 13)} {number(at.y)}h26", MUTED, 5, " stroke-dasharray='5 4'")
    return no_cubes(at, 22) if name else ""
