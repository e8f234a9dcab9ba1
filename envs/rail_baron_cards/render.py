"""The position as a picture, drawn from a view: nothing stands in it that the view does not hold."""

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    SANS,
    Box,
    measure,
    number,
    rect,
    star,
    text,
    words_in,
)
from railgym.envs.rail_baron_cards.actions import ENGINES
from railgym.envs.rail_baron_cards.board import Railroad
from railgym.envs.rail_baron_cards.render_parts import SEAT_COLOURS, Point, Sketch, Spots, mark, sketch, stroke, swatch
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD
from railgym.envs.rail_baron_cards.words import count, headline, least_bid, money

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.game import RailBaron

__all__ = ["draw_svg"]

WIDTH, HEIGHT, GAP = 1280, 720, 10
HEADER, SIDE, STRIP, TABLE = 40, 366, 106, 256
MAP = Box(GAP, HEADER + GAP, WIDTH - SIDE - 3 * GAP, HEIGHT - HEADER - STRIP - 3 * GAP)
PALE = "#f6e7c6"  # text on INK
TRAIN = 8.0  # half the width of a train


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
    parts = [rect(Box(0, 0, WIDTH, HEADER), INK, radius=0), text(GAP + 6, 26, game.title, 18, 370, PANEL, True)]
    parts.append(text(410, 26, headline(v, game.seat_names), 16, pill.x - 424, PALE))
    return "".join([*parts, rect(pill, "#3d4d58", radius=12), words_in(pill, goal, 13, "#ffffff")])


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
    spots = Spots([*(place for _, place in plan.labels.values()), *plan.tags])
    trains = _trains(game, v, plan, spots)
    goals = _goals(game, v, plan, spots)
    x, y, w, h = plan.box
    veils = "".join(_network(game, v, plan, p) for p in range(game.num_players))
    if v["lot"] >= 0:
        veils += stroke(plan.lines[int(v["lot"])], ACCENT, 6.5 * plan.width, " stroke-linecap='round'")
    track = [plan.ground, veils, plan.beds, _ridden(v, plan), plan.tracks, plan.stops, _tags(game, v, plan)]
    frame = rect(Box(x - 3, y - 3, w + 6, h + 6), "none", PAPER, 9, 6) + rect(plan.box, "none", LINE)
    return "\n".join(["<g data-map=''>", *track, goals, trains, _legend(v, plan.box), frame, "</g>"])


def _network(game: "RailBaron", v: Any, plan: Sketch, p: int) -> str:
    """A veil in the colour of a seat around its railroads."""
    path = "".join(plan.lines[i] for i in _owned(game, v, p))
    veil = " stroke-opacity='.65' stroke-linecap='round' stroke-linejoin='round'"
    return stroke(path, SEAT_COLOURS[p][0], 4.4 * plan.width, veil) if path else ""


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
        parts.append(rect(box, fill, PANEL if owner >= 0 else MUTED, 3, 0.8))
        parts.append(words_in(box, game.board.railroads[i].abbreviation, box.h - 4, ink, True))
    return "".join(parts)


def _trains(game: "RailBaron", v: Any, plan: Sketch, spots: Spots) -> str:
    """The trains on their dots; where one would cover another or a name, beside its dot and tied to it."""
    leaders, marks = [], []
    there = [p for p in range(game.num_players) if v["players"][p]["dot"] >= 0 and not v["out"][p]]
    for p in sorted(there, key=lambda p: p != _mover(v)):
        dot = plan.spots[int(v["players"][p]["dot"])]
        at, pin = spots.on(dot, 2 * TRAIN), rect(Box(dot.x - 3, dot.y - 3, 6, 6), SEAT_COLOURS[p][0], PANEL, 3)
        leaders.append(_leader(dot, at, 0) + pin)
        where = game.words.dot(v["players"][p]["dot"])
        marks.append(mark(at.x, at.y, TRAIN, p, f"train of {game.seat_names[p]} at {where}"))
    return "".join(leaders + marks[::-1])


def _leader(a: Point, b: Point, skip: float) -> str:
    """A thin line from one point to another, but for its beginning."""
    share = skip / max(hypot(b.x - a.x, b.y - a.y), skip, 1e-9)
    x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
    return stroke(f"M{number(x)} {number(y)}L{number(b.x)} {number(b.y)}", INK, 1.2)


def _goals(game: "RailBaron", v: Any, plan: Sketch, spots: Spots) -> str:
    """Where the runs began and where they go; the mover's destination is ringed and its name stands out."""
    parts, mover = [], _mover(v)
    for p in sorted(range(game.num_players), key=lambda p: p == mover):
        seat = v["players"][p]
        if v["out"][p]:
            continue
        if seat["start"] != NO_CARD:
            title = f"start of {game.seat_names[p]}: {game.words.city(seat['start'])}"
            dot = plan.spots[_spot(game, seat["start"])]
            at = spots.place(dot, 15, 15, 5)
            parts.append(_leader(dot, at, 1.5 * plan.width) + mark(at.x, at.y, 6.2, p, title, hollow=True))
        if seat["goal"] != NO_CARD:
            title = f"destination of {game.seat_names[p]}: {game.words.city(seat['goal'])}"
            parts.append(_goal(_spot(game, seat["goal"]), plan, spots, p, title, p == mover))
    return "".join(parts)


def _goal(dot: int, plan: Sketch, spots: Spots, p: int, title: str, grand: bool) -> str:
    """The flag of a seat at its destination."""
    colour, ink = SEAT_COLOURS[p]
    spot, parts = plan.spots[dot], [f"<g><title>{escape(title)}</title>"]
    if grand:
        for edge, width in ((PANEL, 6), (colour, 3.4)):
            ring = f"<circle cx='{number(spot.x)}' cy='{number(spot.y)}' r='10' fill='none'"
            parts.append(f"{ring} stroke='{edge}' stroke-width='{width}'/>")
        name, (x, y, wide, high) = plan.labels[dot]
        pill = Box(x - 3, y - 2, wide + 6, high + 4)
        parts += [rect(pill, colour, PANEL, 4, 1.2), words_in(pill, name, plan.size, ink, True)]
    w, h, gap = (20, 14, 12) if grand else (15, 11, 6)
    middle = spots.place(spot, w, h, gap)
    flag = Box(middle.x - w / 2, middle.y - h / 2, w, h)
    foot = Point(flag.x if middle.x >= spot.x else flag.x + w, flag.y + h)
    pole = stroke(f"M{number(foot.x)} {number(foot.y)}v{number(-h)}", INK, 1.2)
    parts += [_leader(spot, foot, gap if grand else 1.5 * plan.width), rect(flag, colour, PANEL, 1, 0.8), pole]
    parts.append(words_in(flag, str(p), 0.84 * h, ink, True))
    return "".join([*parts, "</g>"])


def _legend(v: Any, box: Box) -> str:
    """What the marks on the map are, along its lower edge."""
    parts, x, y = [], box.x + 18, box.y + box.h - 12
    for name in (
        "train",
        "start",
        "destination",
        "ridden in this run",
        "owned",
        *["up for auction"] * int(v["lot"] >= 0),
    ):
        parts.append(_sample(name, Point(x, y)))
        parts.append(text(x + 14, y + 3.6, name, 10, 120, MUTED))
        x += measure(name, 10) + 36
    return "".join(parts)


def _sample(name: str, at: Point) -> str:
    x, y, grey = number(at.x), number(at.y), "#7a868c"
    across = f"M{number(at.x - 8)} {y}h16"
    line = stroke(across, "#ffffff", 4) + stroke(across, INK, 2.2)
    if name == "train":
        return f"<circle cx='{x}' cy='{y}' r='6' fill='{grey}' stroke='{PANEL}'/>"
    if name == "start":
        return f"<circle cx='{x}' cy='{y}' r='5' fill='{PANEL}' stroke='{grey}' stroke-width='1.6'/>"
    if name == "destination":
        pole = stroke(f"M{number(at.x - 6)} {number(at.y - 6)}v13", INK, 1.2)
        return pole + rect(Box(at.x - 6, at.y - 6, 13, 9), grey, radius=1)
    if name == "ridden in this run":
        return stroke(across, INK, 9) + stroke(across, "#ffffff", 6) + stroke(across, INK, 2.2)
    return stroke(across, grey if name == "owned" else ACCENT, 10, " stroke-opacity='.65'") + line


# --- railroads as chips ---------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How railroads are listed: the least size of one, and what stands there besides line and abbreviation."""

    w: float
    h: float
    named: bool
    priced: bool


STYLES = (Style(330, 18, True, True), Style(92, 15, False, True), Style(62, 15, False, False))


def _chips(game: "RailBaron", railroads: Sequence[int], box: Box) -> str:
    """Railroads in rows, told as fully as the box allows."""
    style = next((s for s in STYLES if _rows(len(railroads), box.w, s) * s.h <= box.h), STYLES[-1])
    columns = max(int(box.w / style.w), 1)
    h = min(style.h * 1.2, box.h / max(_rows(len(railroads), box.w, style), 1))
    w = min(box.w / columns, 1.5 * style.w)
    return "".join(
        _chip(game.board.railroads[i], Box(box.x + k % columns * w, box.y + k // columns * h, w - 4, h - 3), style)
        for k, i in enumerate(railroads)
    )


def _rows(chips: int, width: float, style: Style) -> int:
    return -(-chips // max(int(width / style.w), 1))


def _chip(railroad: Railroad, box: Box, style: Style) -> str:
    """A railroad's line, its abbreviation, and its name or price if there is room."""
    size, length = min(10.5, 0.78 * box.h), 26 if style.named else 12
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
    auction = v["lot"] >= 0
    deck = f"{count(v['deck']['size'], 'card')} in the deck, {int(v['pile']['size'])} used or discarded"
    parts = [rect(box, PANEL, LINE), _auction(game, v, box) if auction else _roll(v, box)]
    parts.append(_dues(game, v, Point(box.x + 12, box.y + (97 if auction else 77)), box.w - 24))
    parts.append("" if auction else text(box.x + 12, box.y + 95, deck, 11.5, box.w - 24, MUTED))
    return f"<g data-table=''>{_verdict(game, v, box) if v['terminated'] else ''.join(parts)}</g>"


def _dues(game: "RailBaron", v: Any, at: Point, room: float) -> str:
    """What the mover owes, and to whom."""
    dues = [(p, money(v["due"][p])) for p in range(game.num_players) if v["due"][p]]
    first = f"due: {money(v['due_bank'])} to the bank" if v["due_bank"] else "due:" if dues else "due: nothing"
    widths = [measure(words, 1) + 2.4 for words in (first, *(amount for _, amount in dues))]
    size = min(11.5, room / sum(widths))
    parts, x = [text(at.x, at.y, first, size, room)], at.x + (widths[0] - 1) * size
    for (p, amount), w in zip(dues, widths[1:]):
        title = f"{amount} to {game.seat_names[p]}"
        parts += [mark(x, at.y - 0.36 * size, 0.6 * size, p, title), text(x + size, at.y, amount, size, room)]
        x += w * size
    return "".join(parts)


def _verdict(game: "RailBaron", v: Any, box: Box) -> str:
    """Who has won, and why the game is over."""
    verdict, _, reason = headline(v, game.seat_names).removeprefix("Game over, ").partition(": ")
    x, w = box.x + 66, box.w - 78
    parts = [
        rect(box, INK),
        star(box.x + 36, box.y + box.h / 2 - 1, 20),
        text(x, box.y + 36, "Game over", 12, w, PALE),
    ]
    parts.append(text(x, box.y + 62, verdict, 22, w, "#ffffff", True))
    return "".join([*parts, text(x, box.y + 83, reason, 12, w, PALE)])


def _roll(v: Any, box: Box) -> str:
    """The dots left of the roll, and the dice still to come."""
    die, x, w = Box(box.x + 12, box.y + 14, 42, 42), box.x + 66, box.w - 76
    if v["phase"] != phases.MOVE:
        return rect(die, "none", LINE, 8) + text(x, box.y + 40, "no move under way", 13, w, MUTED)
    left = f"{'dot' if v['pips'] == 1 else 'dots'} left of this roll"
    parts = [rect(die, "#ffffff", INK, 8, 2), words_in(die, str(int(v["pips"])), 22, INK, True)]
    more = {1: "then one die more", 2: "then two dice more"}.get(int(v["second"]), "")
    parts.append(text(x, box.y + (32 if more else 40), left, 13, w, INK, True))
    return "".join([*parts, text(x, box.y + 51, more, 12, w, MUTED)])


def _auction(game: "RailBaron", v: Any, box: Box) -> str:
    """The railroad being auctioned, the highest bid or the least, and who still can bid."""
    lot, bidder, least = game.board.railroads[int(v["lot"])], int(v["lot_bidder"]), least_bid(game.words, v)
    bid = f"{money(v['lot_bid'])} by {game.seat_names[bidder]}" if bidder >= 0 else f"no bid yet, least {money(least)}"
    title = f"up for auction by {game.seat_names[int(v['mover'])]}"
    x, w = box.x + 12, box.w - 24
    parts = [text(x, box.y + 18, title, 12, w, ACCENT, True), _chip(lot, Box(x, box.y + 24, w, 18), STYLES[0])]
    parts += [text(x, box.y + 59, bid, 13, w, INK, True), text(x, box.y + 78, "still bidding:", 11.5, 90)]
    gone = [v["out"][p] or p == v["mover"] or int(v["lot_passed"]) >> p & 1 for p in range(game.num_players)]
    able = [p == bidder or int(v["scores"][p]) >= least for p in range(game.num_players)]
    for i, p in enumerate(p for p in range(game.num_players) if able[p] and not gone[p]):
        parts.append(mark(x + 98 + 21 * i, box.y + 74, 6.5, p, f"{game.seat_names[p]} still bids"))
    return "".join(parts)


# --- the seats ------------------------------------------------------------------------------------------------------


def _seats(game: "RailBaron", v: Any, box: Box) -> str:
    """The panels of the seats one above the other, as high as what they hold asks for."""
    n = game.num_players
    scale = min(max((box.h / n - GAP) / 104, 1), 1.3)
    room = box.h - GAP * (n - 1)
    chips = [STYLES[-1].h * _rows(len(_owned(game, v, p)), SIDE - 24, STYLES[-1]) for p in range(n)]
    needs = [36 if v["out"][p] else 66 * scale + chips[p] for p in range(n)]
    spare = (room - sum(needs)) / max(n - int(v["out"][:n].sum()), 1)
    heights = [need + (0 if v["out"][p] else spare) for p, need in enumerate(needs)]
    parts, y = [], box.y
    for p, h in enumerate(heights):
        parts.append(_seat(game, v, p, Box(box.x, y, box.w, h), scale))
        y += h + GAP
    return "\n".join(parts)


def _seat(game: "RailBaron", v: Any, p: int, box: Box, scale: float) -> str:
    """One seat: its name and cash, its run, its hand as far as the viewer sees it, and its railroads."""
    over = bool(v["terminated"])
    due = p == v["current"] and not over
    fill = "#fdf1da" if p == _mover(v) else PANEL
    parts = [f"<g data-seat='{p}'>", rect(box, fill, ACCENT if due else LINE, width=3 if due else 1)]
    x, w = box.x + 14, box.w - 26
    parts.append(mark(x + 6, box.y + 6 + 9 * scale, 7.5 * scale, p))
    won = over and float(v["payoff"][p]) == max(float(v["payoff"][q]) for q in range(game.num_players))
    if won:
        parts.append(star(x + 26 * scale, box.y + 6 + 9 * scale, 8 * scale))
    name = game.seat_names[p] + (" (you)" if p == v["viewer"] else "")
    left, base = x + (38 if won else 18) * scale, box.y + 6 + 14 * scale
    seat, right = v["players"][p], box.x + box.w - 12
    bids = v["phase"] == phases.BID and seat["bid"] >= 0
    note = f"bids {money(seat['bid'])}" if bids else ENGINES[int(seat["engine"])]
    room = right - 104 - min(measure(note, 11.5 * scale), 100) - left
    parts.append(text(left, base, name, 14 * scale, room, INK, True))
    if v["out"][p]:
        parts.append(text(box.x + box.w - 12, base, "bankrupt", 13, 80, MUTED, anchor="end"))
        return "".join([*parts, "</g>"])
    parts.append(text(right - 96, base, note, 11.5 * scale, 100, MUTED, anchor="end"))
    parts.append(text(right, base, money(v["scores"][p]), 15 * scale, 92, INK, True, "end"))
    bar, share = Box(x, base + 6 * scale, w, 5), max(int(v["scores"][p]), 0) / int(game.params[0]["goal"])
    parts += [rect(bar, PAPER, radius=2), rect(bar._replace(w=w * min(share, 1)), SEAT_COLOURS[p][0], radius=2)]
    (run, worth), size, line = _run(game, v, p), min(11.5 * scale, 12.5), base + 25 * scale
    pay = measure(worth, size)
    parts.append(text(x, line, run, size, w - pay - 10))
    parts.append(text(x + w, line, worth, size, pay, anchor="end"))
    parts.append(text(x, line + 15 * scale, _hand(game, v, p), size, w))
    top = line + 21 * scale
    parts.append(_chips(game, _owned(game, v, p), Box(x, top, w + 4, box.y + box.h - top - 2)))
    return "".join([*parts, "</g>"])


def _run(game: "RailBaron", v: Any, p: int) -> tuple[str, str]:
    """From where a seat rides to where; for how much, and how far it still is."""
    seat = v["players"][p]
    if seat["start"] == NO_CARD:
        return "run: not shown yet", ""
    start = game.words.city(seat["start"])
    if seat["goal"] == NO_CARD:
        return f"{start}, destination to be chosen", ""
    run, pay = f"{start} to {game.words.city(seat['goal'])}", game.words.payout(seat["start"], seat["goal"])
    if seat["dot"] < 0:
        return run, pay
    city = int(game.params["card_city"][0, int(seat["goal"])])
    return run, f"{pay}, {count(game.params['away'][0, city, int(seat['dot'])], 'dot')} to go"


def _hand(game: "RailBaron", v: Any, p: int) -> str:
    """The cities in a hand that are known, and how many are not."""
    seat = v["players"][p]
    known = [game.words.city(card) for card in seat["hand"] if card != NO_CARD]
    hidden = int(seat["hand_size"]) - len(known)
    cards = [*known, *([count(hidden, "hidden card")] if hidden else [])]
    return f"hand: {', '.join(cards) or 'none'}"
