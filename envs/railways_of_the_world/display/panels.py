"""The panels of the picture: the seats, the Railbot, major lines, and the table."""

from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from railgym.envs.core.display import count
from railgym.envs.core.geo.hexagons import Point
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
    mark,
    measure,
    rect,
    star,
    text,
    words_in,
)
from railgym.envs.railways_of_the_world.display.picture_parts import cube, hexagon, owner_mark
from railgym.envs.railways_of_the_world.display.words import Words, money
from railgym.envs.railways_of_the_world.display.words_railbot import DUEL_EFFECTS, DUEL_GOALS, bot_deed
from railgym.envs.railways_of_the_world.maps.drawing import FILLS, INKS, MAJOR
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BLUE, GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY, RAILBOT

__all__ = ["side_panels", "table_panel"]

GAP = 8.0  # between panels
SEAT, LEAST_SEAT = 152.0, 118.0  # the height of a seat's panel
ROW = 19.0  # the height of a line of text
CARD, BARON = 68.0, 62.0  # the height of a card of the Railbot's row, and of a Duel Baron
BEST_ENGINE = 8
SHORT = 5  # cards on display, which are told with what they do
FOCUS, WARM = "#fdf1da", "#fbe3a4"


def side_panels(display: Any, v: Any, box: Box, targets: ClickTargets) -> str:
    """The seats one below the other, the Railbot, and the major lines where there is room."""
    words: Words = display.words
    n = len(words.companies)
    high = max(min(SEAT, (box.h + GAP) / n - GAP), LEAST_SEAT)
    boxes = [Box(box.x, box.y + p * (high + GAP), box.w, high) for p in range(n)]
    parts = [_seat(display, v, p, place, targets.of(p)) for p, place in enumerate(boxes)]
    y = box.y + n * (high + GAP)
    if words.solo:
        panel, tall = _railbot(display, v, Point(box.x, y), box.w, targets)
        parts.append(panel)
        y += tall + GAP
    lines = [i for i, line in enumerate(words.board.lines) if line.in_play]
    if box.y + box.h - y >= 34 + ROW * len(lines):
        parts.append(_major_lines(words, v, lines, Box(box.x, y, box.w, 34 + ROW * len(lines)), targets))
    return "\n".join(parts)


# --- the seats --------------------------------------------------------------------------------------------------------


def _seat(display: Any, v: Any, p: int, box: Box, targets: ClickTargets) -> str:
    """One seat: its name and points, its money, its engine, what it has delivered, and what it holds."""
    words, seat, due = display.words, v["players"][p], not v["terminated"] and p == v["current_player"]
    x, w, right = box.x + 12, box.w - 24, box.x + box.w - 12
    step = (box.h - 12) / 5.2
    y = [box.y + 8 + step * (i + 0.75) for i in range(5)]
    parts = [f"<g data-seat='{p}'>", rect(box, FOCUS if due else PANEL, ACCENT if due else LINE, width=2 + due)]
    parts.append(_head(words, v, p, x, y[0], right))
    cash = f"{money(seat['cash'])}, {count(seat['bonds'], 'bond')}"
    parts.append(text(x, y[1], cash, 13, 0.55 * w, INK, True))
    parts.append(text(right, y[1], f"income {money(words.income(v, p))}", 12, 0.42 * w, MUTED, anchor="end"))
    engine = text(x, y[2], f"engine {int(seat['engine'])}", 13, 70, INK, True)
    engine += _engine(int(seat["engine"]), p, x + 78, y[2] - 10)
    parts.append(targets.on(targets.all_of("upgrade"), engine, Box(x, y[2] - 15, 186, 20)))
    holdings = text(right, y[2], _holdings(words, v, p), 12, w - 250, INK, anchor="end")
    parts.append(targets.on(targets.all_of("grant"), holdings, Box(right - w + 250, y[2] - 15, w - 250, 20)))
    parts.append(text(x, y[3], "delivered", 12, 70, MUTED))
    for color, n in enumerate(seat["delivered"]):
        spot = Point(x + 84 + 42 * color, y[3] - 4)
        parts.append(cube(spot, 13, color) + text(spot.x + 10, y[3], str(int(n)), 12, 20))
    longest = f"longest {int(seat['longest_delivery'])}, links {len(words.links(v, p))}"
    parts.append(text(right, y[3], longest, 12, 150, MUTED, anchor="end"))
    baron = text(x, y[4], _baron(words, v, p), 12, w, MUTED)
    return "".join([*parts, targets.on(targets.all_of("keep"), baron, Box(x, y[4] - 15, w, 20)), "</g>"])


def _head(words: Words, v: Any, p: int, x: float, base: float, right: float) -> str:
    """Mark, name, actions left, and points; a star for who has won."""
    seat = v["players"][p]
    parts, left = [mark(x + 8, base - 5, 7.5, p)], x + 22
    if v["terminated"] and v["payoff"][p] == max(v["payoff"][: len(words.names)]) and v["payoff"][p] > -1:
        parts.append(star(left + 6, base - 5, 8))
        left += 18
    name = f"{words.names[p]}{' (you)' if p == v['viewer'] else ''}"
    parts.append(text(left, base, name, 14, right - left - 200, INK, True))
    acts = (
        not v["terminated"]
        and p == v["current_player"]
        and v["phase"] >= phases.ACTION
        and v["phase"] < phases.PICK_SLOT
    )
    left_over = count(seat["actions_left"], "action") + " left" if acts else ""
    if not v["terminated"] and v["phase"] == phases.AUCTION:
        left_over = _in_auction(v, p)
    parts.append(text(right - 60, base, left_over, 12, 130, ACCENT, True, "end"))
    parts.append(text(right, base, str(int(v["scores"][p])), 17, 54, INK, True, "end"))
    return "".join(parts)


def _in_auction(v: Any, p: int) -> str:
    if int(v["passed_auction"]) >> p & 1:
        return "is out"
    return f"bids {money(v['bid'])}" if v["bidder"] == p else ""


def _engine(level: int, p: int, x: float, y: float) -> str:
    """A pip for each level, filled up to that of the engine."""
    boxes = [Box(x + 13 * i, y, 10, 10) for i in range(BEST_ENGINE)]
    fills = (SEAT_COLOURS[p][0] if i < level else "none" for i in range(BEST_ENGINE))
    return "".join(rect(box, fill, MUTED, 2, 0.8) for box, fill in zip(boxes, fills))


def _holdings(words: Words, v: Any, p: int) -> str:
    """Hotels, land grants, Perfect Engineering, and major lines."""
    seat, hotels = v["players"][p], sum(int(owner) == p for owner in v["hotel"])
    lines = len(words.members(seat["major_lines"]))
    things = [count(hotels, "hotel")] * bool(hotels) + [count(seat["land_grants"], "grant")] * bool(seat["land_grants"])
    things += ["5 tiles"] * bool(seat["perfect_engineering"]) + [count(lines, "major line")] * bool(lines)
    return ", ".join(things)


def _baron(words: Words, v: Any, p: int) -> str:
    """The baron that is kept, or those that were dealt, as far as the viewer may know."""
    first, second = v["players"][p]["barons"]
    if words.solo:
        return f"to win: {int(words.params['target'])} points, less a point a bond"
    if first == NO_CARD:
        return ""
    if v["year"] == 0:
        return f"dealt: {words.baron(first)}; {words.baron(second)}"
    return f"baron: {words.baron(first)}"


# --- the Railbot ------------------------------------------------------------------------------------------------------


def _railbot(display: Any, v: Any, at: Point, w: float, targets: ClickTargets) -> tuple[str, float]:
    """The row, the deck and the Duel Barons; and how high that is."""
    words: Words = display.words
    barons = [i for i in range(len(v["duel_barons"])) if v["duel_barons"][i] >= 0]
    tall = 34 + 3 * (CARD + 4) + 22 + len(barons) * (BARON + 4)
    box = Box(at.x, at.y, w, tall)
    parts = ["<g data-railbot=''>", rect(box, PANEL, LINE), owner_mark(Point(at.x + 20, at.y + 17), 7.5, RAILBOT)]
    parts.append(text(at.x + 34, at.y + 22, "Railbot", 14, 100, INK, True))
    links = len(words.links(v, RAILBOT))
    deck = f"{count(links, 'link')}; {count(v['railbot_deck']['size'], 'card')} in its deck"
    parts.append(text(at.x + w - 12, at.y + 22, deck, 12, w - 150, MUTED, anchor="end"))
    y = at.y + 34
    for place, card in enumerate(map(int, v["railbot_row"])):
        drawn = _row_card(display, v, place, card, Box(at.x + 8, y, w - 16, CARD))
        parts.append(targets.on(targets.ids(place, "insure", "slot"), drawn))
        y += CARD + 4
    parts.append(text(at.x + 12, y + 14, _status(words, v), 12, w - 24, ACCENT, True))
    for k, i in enumerate(barons):
        drawn = _duel(words, v, i, Box(at.x + 8, y + 22 + k * (BARON + 4), w - 16, BARON))
        parts.append(targets.on(targets.ids(int(v["duel_barons"][i]), "duel"), drawn))
    return "".join([*parts, "</g>"]), tall


def _status(words: Words, v: Any) -> str:
    """The card that is revealed or being resolved, or where the Insurance token is."""
    if v["resolving_card"] != NO_CARD and v["phase"] >= phases.PICK_SLOT and not v["terminated"]:
        doing = "revealed" if v["phase"] == phases.PICK_SLOT else "being resolved"
        return f"{doing}: {words.bot_card(v['resolving_card'])}"
    return "Insurance token: to be had" if v["insured_card"] == NO_CARD else "Insurance token: on the row"


def _row_card(display: Any, v: Any, place: int, card: int, box: Box) -> str:
    """A card of the row: its place, what it is, and what it would do now."""
    words: Words = display.words
    if card == NO_CARD:
        return rect(box, "none", LINE) + words_in(box, "no card", 12, MUTED)
    insured = card == v["insured_card"]
    parts = [f"<g data-row='{place}'>", rect(box, WARM if insured else "#ffffff", ACCENT if insured else LINE, 5)]
    parts.append(text(box.x + 10, box.y + 44, str(place + 1), 26, 20, MUTED, True))
    x, w = box.x + 36, box.w - 44
    parts.append(text(x, box.y + 19, words.bot_card(card), 13, w - 60 * insured, INK, True))
    if insured:
        parts.append(text(box.x + box.w - 8, box.y + 19, "insured", 12, 60, ACCENT, True, "end"))
    return "".join([*parts, _lines_of("" if insured else bot_deed(display, v, card), x, box.y + 36, w, 2), "</g>"])


def _lines_of(words: str, x: float, y: float, w: float, most: int, size: float = 11.5) -> str:
    """Text in lines."""
    lines = wrap(words, int(w / (0.56 * size)), max_lines=most, placeholder=" ...") if words else []
    return "".join(text(x, y + 15 * i, line, size, w, MUTED) for i, line in enumerate(lines))


def _duel(words: Words, v: Any, i: int, box: Box) -> str:
    """A Duel Baron: its goal, its effect, and whose it is."""
    baron, owner = int(v["duel_barons"][i]), int(v["duel_owner"][i])
    parts = [f"<g data-duel='{baron}'>", rect(box, PAPER if owner != NOBODY else "#ffffff", LINE, 5)]
    parts.append(text(box.x + 10, box.y + 18, words.duel(baron), 13, box.w - 130, INK, True))
    if owner != NOBODY:
        parts.append(owner_mark(Point(box.x + box.w - 16, box.y + 14), 7, owner))
    whose = "on offer" if owner == NOBODY else ""
    parts.append(text(box.x + box.w - 10, box.y + 18, whose, 12, 100, MUTED, anchor="end"))
    parts.append(text(box.x + 10, box.y + 36, DUEL_GOALS[baron], 11.5, box.w - 20))
    effect = f"of the Railbot: {DUEL_EFFECTS[baron]}"
    return "".join([*parts, text(box.x + 10, box.y + 53, effect, 11.5, box.w - 20, MUTED), "</g>"])


def _major_lines(words: Words, v: Any, lines: list[int], box: Box, targets: ClickTargets) -> str:
    """The major lines with their points, and the marks of those who have them."""
    parts = [rect(box, PANEL, LINE), text(box.x + 12, box.y + 20, "major lines", 12, box.w - 24, INK, True)]
    for k, i in enumerate(lines):
        y, owner = box.y + 34 + k * ROW + 10, words.line_owner(v, i)
        row = text(box.x + 12, y, words.line(i), 12.5, box.w - 110, INK if owner == NOBODY else MUTED)
        row += text(box.x + box.w - 44, y, str(words.board.lines[i].points), 12.5, 30, MAJOR, True, "end")
        if owner != NOBODY:
            row += owner_mark(Point(box.x + box.w - 22, y - 4), 6.5, owner)
        parts.append(targets.on(targets.ids(i, "line"), row, Box(box.x + 8, y - 0.7 * ROW, box.w - 16, ROW)))
    return f"<g data-lines=''>{''.join(parts)}</g>"


# --- the table --------------------------------------------------------------------------------------------------------


def table_panel(display: Any, v: Any, box: Box, targets: ClickTargets) -> str:
    """The operations cards on display; and beside them the bag, the New City tiles, and the markers."""
    words: Words = display.words
    stock = 300.0
    parts = [f"<g data-table=''>{rect(box, PANEL, LINE)}"]
    parts.append(_display(words, v, Box(box.x + 12, box.y, box.w - stock - 24, box.h), targets))
    parts.append(_stock(words, v, Box(box.x + box.w - stock, box.y, stock - 12, box.h), targets))
    return "".join([*parts, "</g>"])


def _display(words: Words, v: Any, box: Box, targets: ClickTargets) -> str:
    """The cards one after the other, the oldest first, as large as there is room."""
    cards = words.shown(v)
    if len(cards) <= SHORT:
        return _short_display(words, v, cards, box, targets)
    parts, size = [text(box.x, box.y + 20, _display_title(words, v), 12, box.w, INK, True)], 13.0
    while True:
        places = _flow([_card_label(words, card) for card in cards], box, size)
        if size <= 6 or not places or places[-1].y + places[-1].h <= box.y + box.h - 6:
            break
        size -= 0.5
    for card, place in zip(cards, places):
        title = f"<title>{escape(words.card_effect(card, v))}</title>"
        body = rect(place, "#ffffff", LINE, 4) + words_in(place, _card_label(words, card), size, INK)
        parts.append(targets.on(targets.ids(card, "take"), f"<g data-card='{card}'>{title}{body}</g>"))
    return "".join(parts)


def _short_display(words: Words, v: Any, cards: list[int], box: Box, targets: ClickTargets) -> str:
    """A few cards one below the other with what they do."""
    parts = [text(box.x, box.y + 20, _display_title(words, v), 12, box.w, INK, True)]
    for i, card in enumerate(cards):
        y = box.y + 42 + 19.5 * i
        title = text(box.x, y, words.card(card), 12.5, 0.42 * box.w, INK, True)
        effect = text(box.x + 0.44 * box.w, y, words.card_effect(card, v), 12, 0.55 * box.w, MUTED)
        drawn = f"<g data-card='{card}'>{title}{effect}</g>"
        parts.append(targets.on(targets.ids(card, "take"), drawn, Box(box.x, y - 14, box.w, 19)))
    return "".join(parts)


def _display_title(words: Words, v: Any) -> str:
    room = f" of {int(v['display_capacity'])}" if words.solo else ""
    deck = count(v["deck"]["size"], "card")
    return f"operations cards on display: {int(v['num_displayed'])}{room}, the oldest first; {deck} in the deck"


def _card_label(words: Words, card: int) -> str:
    points = words.board.operations[card].points * (words.board.operations[card].kind != "hotel")
    return words.card(card) + (f": {points}" if points else "")


def _flow(labels: list[str], box: Box, size: float) -> list[Box]:
    """Boxes for words in rows, from the left to the right."""
    found, x, y, h = list[Box](), box.x, box.y + 30, 1.75 * size
    for label in labels:
        w = measure(label, size) + 14
        if x + w > box.x + box.w and x > box.x:
            x, y = box.x, y + h + 5
        found.append(Box(x, y, w, h))
        x += w + 6
    return found


def _stock(words: Words, v: Any, box: Box, targets: ClickTargets) -> str:
    """The bag, the New City tiles, and how near the end is."""
    step = 52.0
    parts = [text(box.x, box.y + 30, "bag", 12, 60, INK, True), text(box.x, box.y + 68, "New City", 12, 60, INK, True)]
    parts.append(text(box.x, box.y + 82, "tiles", 12, 60, INK, True))
    for color in range(GRAY):
        x = box.x + 74 + (step - 8) * color
        parts.append(cube(Point(x, box.y + 26), 15, color))
        parts.append(text(x + 11, box.y + 31, str(int(v["bag"][color])), 13, 26))
        if color >= BLUE:
            fill = FILLS[COLORS[color]]
            tile = f"<path d='{hexagon(Point(x, box.y + 68), 22)}' fill='{fill}' stroke='{INK}'/>"
            count_box = Box(x - 11, box.y + 57, 22, 22)
            tile += words_in(count_box, str(int(v["new_city_tiles"][color])), 13, INKS[COLORS[color]], True)
            parts.append(targets.on(targets.ids(color - BLUE, "color"), tile))
    near, all_of = int(v["num_empty_markers"]), int(words.params["markers"])
    bar = Box(box.x, box.y + 114, box.w, 8)
    share = min(near / max(all_of, 1), 1)
    parts.append(text(box.x, box.y + 108, f"Empty City Markers: {near} of {all_of}", 12, box.w, INK, True))
    parts += [rect(bar, PAPER, radius=3), rect(bar._replace(w=bar.w * share), ACCENT, radius=3)]
    end = f"the game ends with turn {int(v['last_year'])}" if v["last_year"] else ""
    return "".join([*parts, text(box.x, box.y + 138, end, 11.5, box.w, ACCENT, True)])
