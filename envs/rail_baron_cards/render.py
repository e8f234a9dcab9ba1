"""The position as a picture, drawn from a view: nothing stands in it that the view does not hold."""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from railgym.envs.rail_baron_cards.actions import ENGINES
from railgym.envs.rail_baron_cards.board import Railroad
from railgym.envs.rail_baron_cards.render_parts import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SANS,
    SEAT_COLOURS,
    Box,
    Point,
    Sketch,
    Spots,
    label_pill,
    mark,
    measure,
    number,
    rect,
    sketch,
    star,
    stroke,
    swatch,
    text,
)
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD
from railgym.envs.rail_baron_cards.words import count, headline, money

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.game import RailBaron

__all__ = ["draw_svg"]

WIDTH, HEIGHT, GAP = 1280, 720, 10
HEADER, SIDE, STRIP, TABLE = 40, 366, 106, 292
MAP = Box(GAP, HEADER + GAP, WIDTH - SIDE - 3 * GAP, HEIGHT - HEADER - STRIP - 3 * GAP)
TRAIN = 8.5  # half the width of a train


def draw_svg(game: "RailBaron", view: Any) -> str:
    """The position as its viewer sees it, as an SVG document of WIDTH x HEIGHT units.

    ``view`` is an array of one record: a seat's view, the public one, a finished game or the full state. Of the last
    two all hands are drawn, of a seat's view its own.
    """
    v = view[0]
    low = MAP.y + MAP.h + GAP
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' "
        f'font-family="{SANS}">',
        rect(Box(0, 0, WIDTH, HEIGHT), PAPER, radius=0),
        _header(game, v),
        _map(game, v, sketch(game.board, MAP)),
        _table(game, v, Box(MAP.x, low, TABLE, STRIP)),
        _bank(game, v, Box(MAP.x + TABLE + GAP, low, MAP.w - TABLE - GAP, STRIP)),
        _seats(game, v, Box(MAP.x + MAP.w + GAP, MAP.y, SIDE, HEIGHT - MAP.y - GAP)),
    ]
    return "\n".join([*parts, "</svg>"])


def _header(game: "RailBaron", v: Any) -> str:
    """What is due, or how the game ended, and what wins."""
    goal = f"goal {money(game.params[0]['goal'])}"
    w = measure(goal, 13) + 24
    pill = Box(WIDTH - GAP - w, 8, w, 24)
    return "".join(
        [
            rect(Box(0, 0, WIDTH, HEADER), INK, radius=0),
            text(GAP + 6, 26, game.title, 18, 370, PANEL, True),
            text(410, 26, headline(v, game.seat_names), 16, pill.x - 424, "#f6e7c6"),
            rect(pill, "#3d4d58", radius=12),
            text(pill.x + w / 2, 25, goal, 13, w - 16, "#ffffff", anchor="middle"),
        ]
    )


def _owned(game: "RailBaron", v: Any, seat: int) -> list[int]:
    """The railroads of a seat; -1: the bank's."""
    return [i for i in range(len(game.board.railroads)) if int(v["owner"][i]) == seat]


def _spot(game: "RailBaron", card: Any) -> int:
    """The dot of a card's city."""
    return game.board.cities[int(game.params["card_city"][0, int(card)])].dot


def _mover(v: Any) -> int:
    """Whose run it is; -1 before and after the game."""
    return -1 if v["terminated"] or v["phase"] <= phases.BID else int(v["mover"])


# --- the map --------------------------------------------------------------------------------------------------------


def _map(game: "RailBaron", v: Any, plan: Sketch) -> str:
    """The board with its owners, and the trains on it."""
    spots = Spots([place for _, place in plan.labels.values()])
    trains = _trains(game, v, plan, spots)
    goals = _goals(game, v, plan, spots)
    box = plan.box
    x, y, w, h = (number(value) for value in (box.x - 1, box.y - 1, box.w + 2, box.h + 2))
    frame = f"M{x} {y}h{w}v{h}h-{w}z" + _rounded(box)
    return "\n".join(
        [
            "<g data-map=''>",
            plan.ground,
            *(_network(game, v, plan, p) for p in range(game.num_players)),
            _lot(v, plan),
            plan.beds,
            _ridden(v, plan),
            plan.tracks,
            plan.stops,
            _tags(game, v, plan),
            goals,
            trains,
            _legend(box),
            f"<path d='{frame}' fill='{PAPER}' fill-rule='evenodd'/>",
            rect(box, "none", LINE),
            _banner(game, v, box) if v["terminated"] else "",
            "</g>",
        ]
    )


def _rounded(box: Box, r: float = 6) -> str:
    w, h = number(box.w - 2 * r), number(box.h - 2 * r)
    turns = (f"{r} {r}", f"-{r} {r}", f"-{r} -{r}", f"{r} -{r}")
    arcs = [f"a{r} {r} 0 0 1 {turn}" for turn in turns]
    return f"M{number(box.x + r)} {number(box.y)}h{w}{arcs[0]}v{h}{arcs[1]}h-{w}{arcs[2]}v-{h}{arcs[3]}z"


def _network(game: "RailBaron", v: Any, plan: Sketch, p: int) -> str:
    """A veil in the colour of a seat around its railroads."""
    path = "".join(plan.lines[i] for i in _owned(game, v, p))
    veil = " stroke-opacity='.65' stroke-linecap='round' stroke-linejoin='round'"
    return stroke(path, SEAT_COLOURS[p][0], 4.4 * plan.width, veil) if path else ""


def _lot(v: Any, plan: Sketch) -> str:
    """The railroad that is up for auction."""
    if v["lot"] < 0:
        return ""
    return stroke(plan.lines[int(v["lot"])], ACCENT, 6.5 * plan.width, " stroke-linecap='round'")


def _ridden(v: Any, plan: Sketch) -> str:
    """The track that the mover has ridden in this run: a white tube with dark walls."""
    mover = _mover(v)
    if mover < 0:
        return ""
    bits = np.unpackbits(v["players"][mover]["ridden"].copy().view(np.uint8), bitorder="little")
    path = "".join(plan.pieces[int(i)] for i in np.flatnonzero(bits) if i < len(plan.pieces))
    if not path:
        return ""
    ends = " stroke-linecap='round'"
    tube = stroke(path, INK, 4.2 * plan.width, ends) + stroke(path, "#ffffff", 2.9 * plan.width, ends)
    return f"<g data-ridden='{mover}'>{tube}</g>"


def _tags(game: "RailBaron", v: Any, plan: Sketch) -> str:
    """The abbreviations of the railroads, on the colours of their owners."""
    parts = []
    for i, box in enumerate(plan.tags):
        owner = int(v["owner"][i])
        fill, ink = SEAT_COLOURS[owner] if owner >= 0 else (PANEL, INK)
        name = game.board.railroads[i].abbreviation
        parts.append(rect(box, fill, PANEL if owner >= 0 else MUTED, 3, 0.8))
        size = box.h - 4
        parts.append(text(box.x + box.w / 2, box.y + 0.5 * box.h + 0.36 * size, name, size, box.w - 4, ink, True, "middle"))
    return "".join(parts)


def _trains(game: "RailBaron", v: Any, plan: Sketch, spots: Spots) -> str:
    """The trains, pushed apart where they would cover each other."""
    there = {p: plan.spots[int(v["players"][p]["dot"])] for p in range(game.num_players) if _on_board(v, p)}
    places = _apart({p: Point(at.x + 0.01 * p, at.y) for p, at in there.items()}, 2.2 * TRAIN)
    leaders, marks = [], []
    for p, at in sorted(places.items(), key=lambda item: item[0] == _mover(v)):
        spots.taken.append(Box(at.x - TRAIN, at.y - TRAIN, 2 * TRAIN, 2 * TRAIN))
        if hypot(at.x - there[p].x, at.y - there[p].y) > 2:
            leaders.append(_leader(there[p], at))
        where = game.words.dot(v["players"][p]["dot"])
        marks.append(mark(at.x, at.y, TRAIN, p, f"train of {game.seat_names[p]} at {where}"))
    return "".join(leaders + marks)


def _on_board(v: Any, p: int) -> bool:
    return bool(v["players"][p]["dot"] >= 0 and not v["out"][p])


def _apart(places: dict[int, Point], least: float) -> dict[int, Point]:
    """The places, moved until any two are about ``least`` apart."""
    for _ in range(40):
        for p in places:
            for q in places:
                dx, dy = places[q].x - places[p].x, places[q].y - places[p].y
                far = hypot(dx, dy)
                if p < q and far < least:
                    push = 0.5 * (least - far) / far
                    places[p] = Point(places[p].x - push * dx, places[p].y - push * dy)
                    places[q] = Point(places[q].x + push * dx, places[q].y + push * dy)
    return places


def _leader(a: Point, b: Point) -> str:
    return stroke(f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}", INK, 1.2)


def _goals(game: "RailBaron", v: Any, plan: Sketch, spots: Spots) -> str:
    """Where the runs began and where they go; the mover's destination is ringed and its name stands out."""
    parts = []
    mover = _mover(v)
    for p in sorted(range(game.num_players), key=lambda p: p == mover):
        seat = v["players"][p]
        if v["out"][p]:
            continue
        if seat["start"] != NO_CARD:
            title = f"start of {game.seat_names[p]}: {game.words.city(seat['start'])}"
            dot = plan.spots[_spot(game, seat["start"])]
            at = spots.place(dot, 13, 13, 5)
            parts.append(_leader(dot, at) + mark(at.x, at.y, 5.2, p, title, hollow=True))
        if seat["goal"] != NO_CARD:
            title = f"destination of {game.seat_names[p]}: {game.words.city(seat['goal'])}"
            parts.append(_goal(_spot(game, seat["goal"]), plan, spots, p, title, p == mover))
    return "".join(parts)


def _goal(dot: int, plan: Sketch, spots: Spots, p: int, title: str, grand: bool) -> str:
    """The flag of a seat at its destination."""
    colour, ink = SEAT_COLOURS[p]
    spot, parts = plan.spots[dot], [f"<g><title>{escape(title)}</title>"]
    if grand:
        at = f"<circle cx='{number(spot.x)}' cy='{number(spot.y)}' fill='none'"
        parts += [f"{at} r='10' stroke='{PANEL}' stroke-width='6'/>", f"{at} r='10' stroke='{colour}' stroke-width='3.4'/>"]
        parts.append(label_pill(*plan.labels[dot], plan.size, p))
    w, h = (20.0, 14.0) if grand else (15.0, 11.0)
    at_ = spots.place(spot, w, h, 13 if grand else 7)
    flag = Box(at_.x - w / 2, at_.y - h / 2, w, h)
    pole = flag.x if flag.x + w / 2 >= spot.x else flag.x + w
    parts.append(_leader(spot, Point(pole, flag.y + h)) + _leader(Point(pole, flag.y + h), Point(pole, flag.y)))
    parts.append(rect(flag, colour, PANEL, 1, 0.8))
    parts.append(text(at_.x, at_.y + 0.3 * h, str(p), 0.84 * h, w, ink, True, "middle"))
    return "".join([*parts, "</g>"])


def _legend(box: Box) -> str:
    """What the marks on the map are, along its lower edge."""
    y = box.y + box.h - 12
    parts, x = [], box.x + 14
    grey = "#7a868c"
    drawings = (
        ("train", f"<circle cx='{number(x)}' cy='{number(y)}' r='5.5' fill='{grey}' stroke='{PANEL}'/>", 9),
        ("start", f"<circle cx='{{x}}' cy='{number(y)}' r='4' fill='{PANEL}' stroke='{grey}' stroke-width='1.5'/>", 9),
    )
    del drawings
    items = ("train", "start of a run", "destination", "ridden in this run", "owned")
    for name in items:
        parts.append(_sample(name, Point(x, y), grey))
        x += 14
        parts.append(text(x, y + 3.6, name, 10, 120, MUTED))
        x += measure(name, 10) + 16
    return "".join(parts)


def _sample(name: str, at: Point, colour: str) -> str:
    x, y = number(at.x), number(at.y)
    across = f"M{number(at.x - 8)} {y}h16"
    if name == "train":
        return f"<circle cx='{x}' cy='{y}' r='6' fill='{colour}' stroke='{PANEL}'/>"
    if name == "start of a run":
        return f"<circle cx='{x}' cy='{y}' r='4.5' fill='{PANEL}' stroke='{colour}' stroke-width='1.6'/>"
    if name == "destination":
        pole = stroke(f"M{number(at.x - 6)} {number(at.y - 6)}v13", INK, 1.2)
        return pole + rect(Box(at.x - 6, at.y - 6, 13, 9), colour, radius=1)
    if name == "owned":
        veil = stroke(across, colour, 9, " stroke-opacity='.65'")
        return veil + stroke(across, "#ffffff", 4) + stroke(across, INK, 2.2)
    return stroke(across, INK, 9) + stroke(across, "#ffffff", 6) + stroke(across, INK, 2.2)


def _banner(game: "RailBaron", v: Any, box: Box) -> str:
    """Who has won."""
    words = headline(v, game.seat_names)
    verdict, _, reason = words.removeprefix("Game over, ").partition(": ")
    w = 470.0
    at = Box(box.x + (box.w - w) / 2, box.y + box.h - 100, w, 66)
    x = at.x + w / 2
    return "".join(
        [
            rect(at, INK, "#f6e7c6", 10, 2),
            star(at.x + 36, at.y + 33, 19),
            star(at.x + w - 36, at.y + 33, 19),
            text(x, at.y + 31, verdict, 23, w - 140, "#ffffff", True, "middle"),
            text(x, at.y + 52, reason, 13, w - 140, "#f6e7c6", anchor="middle"),
        ]
    )


# --- railroads as chips ---------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How railroads are listed: the least width and the height of one, and what stands there besides the line and the
    abbreviation."""

    w: float
    h: float
    named: bool
    priced: bool


STYLES = (Style(250, 18, True, True), Style(92, 16, False, True), Style(62, 15, False, False))


def _chips(game: "RailBaron", railroads: Sequence[int], box: Box, stretch: float = 1.5) -> str:
    """Railroads in rows, told as fully as the box allows."""
    if not railroads:
        return ""
    style = next((s for s in STYLES if _rows(len(railroads), box.w, s) * s.h <= box.h), STYLES[-1])
    columns = max(int(box.w / style.w), 1)
    rows = -(-len(railroads) // columns)
    h = min(style.h * 1.2, box.h / rows)
    w = min(box.w / columns, stretch * style.w)
    return "".join(
        _chip(game.board.railroads[i], Box(box.x + k % columns * w, box.y + k // columns * h, w - 4, h - 3), style)
        for k, i in enumerate(railroads)
    )


def _rows(chips: int, width: float, style: Style) -> int:
    return -(-chips // max(int(width / style.w), 1))


def _chip(railroad: Railroad, box: Box, style: Style) -> str:
    """A railroad's line, its abbreviation, and its name or price if there is room."""
    size, length = min(10.5, 0.78 * box.h), 26 if style.named else 14
    y = box.y + box.h / 2 + 0.36 * size
    parts = [
        f"<g><title>{escape(f'{railroad.name}, {money(railroad.price)}')}</title>",
        rect(box, "#ffffff", LINE, 3),
        swatch(box.x + 4, box.y + box.h / 2, length, 3.4, railroad.colour, railroad.dashes),
    ]
    x, end = box.x + length + 8, box.x + box.w - 5
    if style.priced:
        price = money(railroad.price) if style.named else f"${railroad.price // 1000}k"
        parts.append(text(end, y, price, size - 0.5, 50, MUTED, anchor="end"))
        end -= measure(price, size - 0.5) + 4
    room = 54 if style.named else end - x
    parts.append(text(x, y, railroad.abbreviation, size, room, INK, True))
    if style.named:
        parts.append(text(x + 60, y, railroad.name, size, end - x - 60))
    return "".join([*parts, "</g>"])


# --- the table ------------------------------------------------------------------------------------------------------


def _bank(game: "RailBaron", v: Any, box: Box) -> str:
    """The railroads that nobody owns."""
    railroads = _owned(game, v, -1)
    title = "The bank's railroads" if railroads else "The bank's railroads: none, all are owned"
    parts = [rect(box, PANEL, LINE), text(box.x + 12, box.y + 18, title, 12, box.w - 24, INK, True)]
    parts.append(_chips(game, railroads, Box(box.x + 12, box.y + 25, box.w - 20, box.h - 29)))
    return f"<g data-bank=''>{''.join(parts)}</g>"


def _table(game: "RailBaron", v: Any, box: Box) -> str:
    """What may still be ridden or bid, what is due, and the cards."""
    parts = ["<g data-table=''>", rect(box, PANEL, LINE)]
    parts.append(_auction(game, v, box) if v["lot"] >= 0 else _roll(v, box))
    dues = [(game.seat_names[p], int(v["due"][p])) for p in range(game.num_players)]
    due = ", ".join(f"{money(n)} to {who}" for who, n in [("the bank", int(v["due_bank"])), *dues] if n)
    parts.append(text(box.x + 12, box.y + 76, f"Due: {due or 'nothing'}", 11.5, box.w - 24, INK))
    deck = f"{count(v['deck']['size'], 'card')} in the deck, {int(v['pile']['size'])} used or discarded"
    parts.append(text(box.x + 12, box.y + 95, deck, 11.5, box.w - 24, MUTED))
    return "".join([*parts, "</g>"])


def _roll(v: Any, box: Box) -> str:
    """The dots left of the roll, and the dice still to come."""
    running = v["phase"] == phases.MOVE and not v["terminated"]
    pips = int(v["pips"]) if running else 0
    die = Box(box.x + 12, box.y + 14, 42, 42)
    words = "no move under way"
    if running:
        words = f"{'dot' if pips == 1 else 'dots'} left with this roll"
    parts = [rect(die, "#ffffff" if running else PANEL, INK if running else LINE, 8, 2 if running else 1)]
    parts.append(text(die.x + 21, die.y + 29, str(pips) if running else "-", 22, 34, INK if running else LINE, True, "middle"))
    second = {1: "then one die more", 2: "then two dice more"}.get(int(v["second"]), "")
    parts.append(text(die.x + 54, box.y + (32 if second else 40), words, 13, box.w - 78, INK if running else MUTED, running))
    parts.append(text(die.x + 54, box.y + 51, second, 12, box.w - 78, MUTED))
    return "".join(parts)


def _auction(game: "RailBaron", v: Any, box: Box) -> str:
    """The railroad being auctioned, the highest bid and who still bids."""
    lot = game.board.railroads[int(v["lot"])]
    bid = f"{money(v['lot_bid'])} by {game.seat_names[int(v['lot_bidder'])]}" if v["lot_bidder"] >= 0 else "no bid yet"
    parts = [text(box.x + 12, box.y + 18, "Up for auction", 12, 150, ACCENT, True)]
    parts.append(_chip(lot, Box(box.x + 12, box.y + 24, box.w - 24, 18), STYLES[0]))
    parts.append(text(box.x + 12, box.y + 58, bid, 13, 150, INK, True))
    still = [p for p in range(game.num_players) if _bids(v, p)]
    x = box.x + box.w - 20 * len(still) - 2
    parts.append(text(x - 12, box.y + 58, "bidding:", 11, 60, MUTED, anchor="end"))
    parts += [mark(x + 20 * i, box.y + 54, 6.5, p, f"{game.seat_names[p]} still bids") for i, p in enumerate(still)]
    return "".join(parts)


def _bids(v: Any, p: int) -> bool:
    return not (v["out"][p] or p == v["mover"] or int(v["lot_passed"]) >> p & 1)


# --- the seats ------------------------------------------------------------------------------------------------------


def _seats(game: "RailBaron", v: Any, box: Box) -> str:
    """The panels of the seats one above the other, as high as what they hold asks for."""
    n = game.num_players
    scale = min(max((box.h / n - GAP) / 104, 1), 1.3)
    room = box.h - GAP * (n - 1)
    needs = [_need(len(_owned(game, v, p)), bool(v["out"][p]), scale) for p in range(n)]
    spare = (room - sum(needs)) / max(n - int(v["out"][:n].sum()), 1)
    heights = [need + (0 if v["out"][p] else spare) for p, need in enumerate(needs)]
    parts, y = [], box.y
    for p, h in enumerate(heights):
        parts.append(_seat(game, v, p, Box(box.x, y, box.w, h), scale))
        y += h + GAP
    return "\n".join(parts)


def _need(chips: int, out: bool, scale: float) -> float:
    return 36 if out else 66 * scale + STYLES[-1].h * _rows(chips, SIDE - 24, STYLES[-1])


def _seat(game: "RailBaron", v: Any, p: int, box: Box, scale: float) -> str:
    """One seat: its name and cash, its run, its hand as far as the viewer sees it, and its railroads."""
    due, over = p == v["current"] and not v["terminated"], bool(v["terminated"])
    parts = [f"<g data-seat='{p}'>", rect(box, PANEL, ACCENT if due else LINE, width=3 if due else 1)]
    x, w = box.x + 14, box.w - 26
    parts.append(mark(x + 6, box.y + 6 + 9 * scale, 7.5 * scale, p))
    won = over and float(v["payoff"][p]) == max(float(v["payoff"][q]) for q in range(game.num_players))
    if won:
        parts.append(star(x + 26 * scale, box.y + 6 + 9 * scale, 8 * scale))
    name = game.seat_names[p] + (" (you)" if p == v["viewer"] else "")
    left, base = x + (38 if won else 18) * scale, box.y + 6 + 14 * scale
    parts.append(text(left, base, name, 14 * scale, 130, INK, True))
    if v["out"][p]:
        parts.append(text(box.x + box.w - 12, base, "bankrupt", 13, 80, MUTED, anchor="end"))
        return "".join([*parts, "</g>"])
    engine = ENGINES[int(v["players"][p]["engine"])]
    parts.append(text(box.x + box.w - 108, base, engine, 11.5 * scale, 84, MUTED, anchor="end"))
    parts.append(text(box.x + box.w - 12, base, money(v["scores"][p]), 15 * scale, 92, INK, True, "end"))
    parts.append(_bar(float(v["scores"][p]) / float(game.params[0]["goal"]), p, Box(x, base + 6 * scale, w, 5)))
    for i, line in enumerate((_run(game, v, p), _hand(game, v, p))):
        parts.append(text(x, base + (25 + 15 * i) * scale, line, 11.5 * scale, w, INK))
    top = base + 46 * scale
    parts.append(_chips(game, _owned(game, v, p), Box(x, top, w + 4, box.y + box.h - top - 2)))
    return "".join([*parts, "</g>"])


def _bar(share: float, p: int, box: Box) -> str:
    """How much of the goal a seat has."""
    full = box._replace(w=box.w * min(max(share, 0), 1))
    return rect(box, PAPER, radius=2) + rect(full, SEAT_COLOURS[p][0], radius=2)


def _run(game: "RailBaron", v: Any, p: int) -> str:
    """From where a seat rides to where, for how much, and how far it still is."""
    seat = v["players"][p]
    if seat["start"] == NO_CARD:
        return "run: not yet shown" if v["phase"] <= phases.BID else "run: none"
    start = game.words.city(seat["start"])
    if seat["goal"] == NO_CARD:
        return f"{start}, destination to be chosen"
    run = f"{start} to {game.words.city(seat['goal'])}, {game.words.payout(seat['start'], seat['goal'])}"
    if seat["dot"] < 0:
        return run
    city = int(game.params["card_city"][0, int(seat["goal"])])
    return f"{run}, {count(game.params['away'][0, city, int(seat['dot'])], 'dot')} to go"


def _hand(game: "RailBaron", v: Any, p: int) -> str:
    """The cities in a hand that are known, and how many are not."""
    seat = v["players"][p]
    known: Iterable[str] = [game.words.city(card) for card in seat["hand"] if card != NO_CARD]
    hidden = int(seat["hand_size"]) - len(list(known))
    cards = [*known, *([count(hidden, "hidden card")] if hidden else [])]
    return f"hand: {', '.join(cards) or 'none'}"
