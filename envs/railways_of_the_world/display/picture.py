"""The position as a picture, drawn from a view: it shows nothing that the view does not contain."""

from math import dist
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SANS,
    Box,
    ClickTargets,
    measure,
    number,
    rect,
    stroke,
    text,
    titled,
    words_in,
)
from railgym.envs.railways_of_the_world.display.panels import side_panels, table_panel
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
from railgym.envs.railways_of_the_world.display.words import Words, headline
from railgym.envs.railways_of_the_world.maps.drawing import Sketch, badge, extent, legend, sketch
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import WAYS, opposite, way_out
from railgym.envs.railways_of_the_world.state import NOBODY, OPEN_RUN, RAILBOT, SIDES

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["draw_svg"]

WIDTH, LEAST, GAP = 1440, 900, 10  # the picture's width and least height
HEADER, SIDE, LEGEND, TABLE = 40, 420, 46, 150
HIGHEST, TITLE = 1040, 420.0  # a map's height, and the width of the game's name
PALE = "#f6e7c6"  # text on INK


def draw_svg(display: Any, view: "Reading") -> str:
    """The position as its viewer sees it, as an SVG document; ``view`` is an array of one record.

    The picture is WIDTH units wide, and as high as the map asks for.
    """
    v, box, targets = view.record[0], _map_box(display.board), ClickTargets(view)
    low = box.y + box.h + LEGEND
    height, side = max(low + TABLE + GAP, LEAST), box.x + box.w + GAP
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {number(height)}' width='{WIDTH}' "
        f"height='{number(height)}' font-family=\"{SANS}\">",
        rect(Box(0, 0, WIDTH, height), PAPER, radius=0),
        _header(display, v),
        _map(display.words, v, sketch(display.board, box), targets),
        _legend(display.words, Point(box.x + 14, box.y + box.h + 18)),
        table_panel(display, v, Box(box.x, low, box.w, height - low - GAP), targets),
        side_panels(display, v, Box(side, box.y, WIDTH - GAP - side, height - box.y - GAP), targets),
    ]
    return "\n".join([*parts, "</svg>"])


def _map_box(board: Map) -> Box:
    """Where the map is drawn: as wide as the panels beside it leave room, but no higher than is good."""
    low, high = extent(board)
    slant = (high.y - low.y) / (high.x - low.x)
    wide = min(WIDTH - SIDE - 3 * GAP, HIGHEST / slant)
    return Box(GAP, HEADER + GAP, round(wide), round(wide * slant))


def _header(display: Any, v: Any) -> str:
    """What is due, or how the game ended, and how near the end is."""
    words: Words = display.words
    near = f"Empty City Markers {int(v['num_empty_markers'])} of {int(words.params['markers'])}"
    if v["last_year"]:
        near = f"the game ends with turn {int(v['last_year'])}"
    if words.solo:
        near += f", target {int(words.params['target'])}"
    w = measure(near, 13) + 24
    pill = Box(WIDTH - GAP - w, 8, w, 24)
    left = GAP + 26 + min(measure(display.game.title, 18, True), TITLE)
    parts = [
        rect(Box(0, 0, WIDTH, HEADER), INK, radius=0),
        text(GAP + 6, 26, display.game.title, 18, TITLE, PANEL, True),
    ]
    parts.append(text(left, 26, headline(words, v), 16, pill.x - left - 16, PALE))
    return "".join([*parts, rect(pill, "#3d4d58", radius=12), words_in(pill, near, 13, "#ffffff")])


# --- the map ----------------------------------------------------------------------------------------------------------


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


# --- below the map ----------------------------------------------------------------------------------------------------


def _legend(words: Words, at: Point) -> str:
    """What the marks on the map are, and what building costs."""
    western = ["western"] * any(city.western for city in words.board.cities)
    ground = legend(["open", "water", "hill", "ridge", "line", *western], at)
    parts, x, y = [], at.x, at.y + 19
    parts.append(text(x - 4, y, "a second tile in a hex: $2k more", 12, 200, MUTED))
    x += 222
    for i in range(len(LETTERS)):
        parts.append(cube(Point(x, y - 4), 12, i) + text(x + 10, y, COLORS[i], 12, 60, MUTED))
        x += measure(COLORS[i], 12) + 28
    parts.append(no_cubes(Point(x, y - 4), 22) + text(x + 11, y, "Empty City Marker", 12, 140, MUTED))
    x += 158
    parts.append(house(Point(x, y - 4), 7, 0, "hotel") + text(x + 11, y, "hotel", 12, 60, MUTED))
    run = stroke(f"M{number(x + 62)} {number(y - 4)}h26", MUTED, 5, " stroke-dasharray='5 4'")
    return "".join([ground, *parts, run, text(x + 94, y, "open run", 12, 80, MUTED)])
