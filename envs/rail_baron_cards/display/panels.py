"""The panels of the picture: railroads as chips, the bank, the table, and the players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.display import count
from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    Box,
    ClickTargets,
    measure,
    rect,
    star,
    text,
    words_in,
)
from railgym.envs.rail_baron_cards.actions import BUY, DICE, ENGINE, ENGINES, HAND_CARD
from railgym.envs.rail_baron_cards.board import Railroad
from railgym.envs.rail_baron_cards.display.picture_parts import SEAT_COLOURS, Point, mark, swatch
from railgym.envs.rail_baron_cards.display.words import headline, least_bid, money
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import HAND, NO_CARD

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.display import RailBaronDisplay

__all__ = ["DEEDS", "PALE", "bank_panel", "mover_of", "owned_by", "seat_panels", "table_panel"]

GAP = 10
PALE = "#f6e7c6"  # text on INK
DEEDS = ("buy", "sell", "auction")  # blocks of actions on railroads


def owned_by(display: "RailBaronDisplay", v: Any, seat: int) -> list[int]:
    """The railroads of a player; -1: the bank's."""
    return [i for i in range(len(display.board.railroads)) if int(v["owner"][i]) == seat]


def mover_of(v: Any) -> int:
    """The player whose turn it is; -1 before the first turn and after the game."""
    return -1 if v["terminated"] or v["phase"] <= phases.BID else int(v["mover"])


# --- railroads as chips ---------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How railroads are listed: the least size of one, and whether it has a name and a price."""

    w: float
    h: float
    named: bool
    priced: bool


STYLES = (Style(330, 18, True, True), Style(92, 15, False, True), Style(62, 15, False, False))


def _chips(display: "RailBaronDisplay", railroads: Sequence[int], box: Box, targets: ClickTargets) -> str:
    """Railroads in rows, with as much detail as the box allows."""
    style = next((s for s in STYLES if _rows(len(railroads), box.w, s) * s.h <= box.h), STYLES[-1])
    columns = max(int(box.w / style.w), 1)
    h = min(style.h * 1.2, box.h / max(_rows(len(railroads), box.w, style), 1))
    w = min(box.w / columns, 1.5 * style.w)
    places = [Box(box.x + k % columns * w, box.y + k // columns * h, w - 4, h - 3) for k in range(len(railroads))]
    return "".join(
        targets.on(targets.ids(i, *DEEDS), _chip(display.board.railroads[i], place, style))
        for i, place in zip(railroads, places)
    )


def _rows(chips: int, width: float, style: Style) -> int:
    """The number of rows that so many chips need."""
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


def bank_panel(display: "RailBaronDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The railroads of the bank."""
    railroads = owned_by(display, v, -1)
    title = "The bank's railroads" if railroads else "The bank's railroads: none, all are owned"
    parts = [rect(box, PANEL, LINE), text(box.x + 12, box.y + 18, title, 12, box.w - 24, INK, True)]
    parts.append(_chips(display, railroads, Box(box.x + 12, box.y + 25, box.w - 20, box.h - 29), targets))
    return f"<g data-bank=''>{''.join(parts)}</g>"


def table_panel(display: "RailBaronDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The roll or the auction, the fees that are due, and the cards."""
    auction = v["lot"] >= 0
    deck = f"{count(v['deck']['size'], 'card')} in the deck, {int(v['pile']['size'])} used or discarded"
    parts = [rect(box, PANEL, LINE), _auction(display, v, box) if auction else _roll(v, box, targets)]
    parts.append(_dues(display, v, Point(box.x + 12, box.y + (97 if auction else 77)), box.w - 24))
    parts.append("" if auction else text(box.x + 12, box.y + 95, deck, 11.5, box.w - 24, MUTED))
    return f"<g data-table=''>{_verdict(display, v, box) if v['terminated'] else ''.join(parts)}</g>"


def _dues(display: "RailBaronDisplay", v: Any, at: Point, room: float) -> str:
    """The fees that the mover owes, with the players who get them."""
    dues = [(p, money(v["due"][p])) for p in range(len(display.names)) if v["due"][p]]
    first = f"due: {money(v['due_bank'])} to the bank" if v["due_bank"] else "due:" if dues else "due: nothing"
    widths = [measure(words, 1) + 2.4 for words in (first, *(amount for _, amount in dues))]
    size = min(11.5, room / sum(widths))
    parts, x = [text(at.x, at.y, first, size, room)], at.x + (widths[0] - 1) * size
    for (p, amount), w in zip(dues, widths[1:]):
        title = f"{amount} to {display.names[p]}"
        parts += [mark(x, at.y - 0.36 * size, 0.6 * size, p, title), text(x + size, at.y, amount, size, room)]
        x += w * size
    return "".join(parts)


def _verdict(display: "RailBaronDisplay", v: Any, box: Box) -> str:
    """The winner, and why the game is over."""
    verdict, _, reason = headline(v, display.names).removeprefix("Game over, ").partition(": ")
    x, w = box.x + 66, box.w - 78
    parts = [
        rect(box, INK),
        star(box.x + 36, box.y + box.h / 2 - 1, 20),
        text(x, box.y + 36, "Game over", 12, w, PALE),
    ]
    parts.append(text(x, box.y + 62, verdict, 22, w, "#ffffff", True))
    return "".join([*parts, text(x, box.y + 83, reason, 12, w, PALE)])


def _roll(v: Any, box: Box, targets: ClickTargets) -> str:
    """The dots left of the roll, and the dice still to come."""
    die, x, w = Box(box.x + 12, box.y + 14, 42, 42), box.x + 66, box.w - 76
    if v["phase"] != phases.MOVE:
        empty = targets.on([DICE, DICE + 1], rect(die, "none", LINE, 8), die)
        return empty + text(x, box.y + 40, "no move under way", 13, w, MUTED)
    left = f"{'dot' if v['pips'] == 1 else 'dots'} left of this roll"
    parts = [rect(die, "#ffffff", INK, 8, 2), words_in(die, str(int(v["pips"])), 22, INK, True)]
    more = {1: "then one die more", 2: "then two dice more"}.get(int(v["second_dice"]), "")
    parts.append(text(x, box.y + (32 if more else 40), left, 13, w, INK, True))
    return "".join([*parts, text(x, box.y + 51, more, 12, w, MUTED)])


def _auction(display: "RailBaronDisplay", v: Any, box: Box) -> str:
    """The railroad up for auction, the highest bid or the least, and the players who still bid."""
    lot, bidder, least = display.board.railroads[int(v["lot"])], int(v["lot_bidder"]), least_bid(display.words, v)
    bid = f"{money(v['lot_bid'])} by {display.names[bidder]}" if bidder >= 0 else f"no bid yet, least {money(least)}"
    title = f"up for auction by {display.names[int(v['mover'])]}"
    x, w = box.x + 12, box.w - 24
    parts = [text(x, box.y + 18, title, 12, w, ACCENT, True), _chip(lot, Box(x, box.y + 24, w, 18), STYLES[0])]
    parts += [text(x, box.y + 59, bid, 13, w, INK, True), text(x, box.y + 78, "still bidding:", 11.5, 90)]
    gone = [v["out"][p] or p == v["mover"] or int(v["lot_passed"]) >> p & 1 for p in range(len(display.names))]
    able = [p == bidder or int(v["scores"][p]) >= least for p in range(len(display.names))]
    for i, p in enumerate(p for p in range(len(display.names)) if able[p] and not gone[p]):
        parts.append(mark(x + 98 + 21 * i, box.y + 74, 6.5, p, f"{display.names[p]} still bids"))
    return "".join(parts)


# --- the seats ------------------------------------------------------------------------------------------------------


def seat_panels(display: "RailBaronDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The panels of the players one above the other, as high as their contents need."""
    n = len(display.names)
    scale = min(max((box.h / n - GAP) / 104, 1), 1.3)
    room = box.h - GAP * (n - 1)
    chips = [STYLES[-1].h * _rows(len(owned_by(display, v, p)), box.w - 24, STYLES[-1]) for p in range(n)]
    needs = [36 if v["out"][p] else 66 * scale + chips[p] for p in range(n)]
    spare = (room - sum(needs)) / max(n - int(v["out"][:n].sum()), 1)
    heights = [need + (0 if v["out"][p] else spare) for p, need in enumerate(needs)]
    parts, y = [], box.y
    for p, h in enumerate(heights):
        parts.append(_seat(display, v, p, Box(box.x, y, box.w, h), scale, targets.of(p)))
        y += h + GAP
    return "\n".join(parts)


def _seat(display: "RailBaronDisplay", v: Any, p: int, box: Box, scale: float, targets: ClickTargets) -> str:
    """One player: name and cash, run, hand as far as the viewer sees it, and railroads."""
    over = bool(v["terminated"])
    due = p == v["current_player"] and not over
    fill = "#fdf1da" if p == mover_of(v) else PANEL
    parts = [f"<g data-seat='{p}'>", rect(box, fill, ACCENT if due else LINE, width=3 if due else 1)]
    x, w = box.x + 14, box.w - 26
    parts.append(mark(x + 6, box.y + 6 + 9 * scale, 7.5 * scale, p))
    won = over and float(v["payoff"][p]) == max(float(v["payoff"][q]) for q in range(len(display.names)))
    if won:
        parts.append(star(x + 26 * scale, box.y + 6 + 9 * scale, 8 * scale))
    name = display.names[p] + (" (you)" if p == v["viewer"] else "")
    left, base = x + (38 if won else 18) * scale, box.y + 6 + 14 * scale
    seat, right = v["players"][p], box.x + box.w - 12
    bids = v["phase"] == phases.BID and seat["bid"] >= 0
    note = f"bids {money(seat['bid'])}" if bids else ENGINES[int(seat["engine"])]
    wide = min(measure(note, 11.5 * scale), 100)
    room = right - 104 - wide - left
    parts.append(text(left, base, name, 14 * scale, room, INK, True))
    if v["out"][p]:
        parts.append(text(box.x + box.w - 12, base, "bankrupt", 13, 80, MUTED, anchor="end"))
        return "".join([*parts, "</g>"])
    engine = text(right - 96, base, note, 11.5 * scale, 100, MUTED, anchor="end")
    parts.append(targets.on(range(ENGINE, BUY), engine, Box(right - 96 - wide, base - 13 * scale, wide, 18 * scale)))
    parts.append(text(right, base, money(v["scores"][p]), 15 * scale, 92, INK, True, "end"))
    bar, share = Box(x, base + 6 * scale, w, 5), max(int(v["scores"][p]), 0) / int(display.params[0]["goal"])
    parts += [rect(bar, PAPER, radius=2), rect(bar._replace(w=w * min(share, 1)), SEAT_COLOURS[p][0], radius=2)]
    (run, worth), size, line = _run(display, v, p), min(11.5 * scale, 12.5), base + 25 * scale
    pay = measure(worth, size)
    parts.append(text(x, line, run, size, w - pay - 10))
    parts.append(text(x + w, line, worth, size, pay, anchor="end"))
    hand, top = _hand(display, v, p, Point(x, line + 15 * scale), size, w), line + 21 * scale
    cards = range(HAND_CARD, HAND_CARD + HAND)
    parts.append(targets.on(cards, hand, Box(x, top - 17 * scale, w, 17 * scale)))
    parts.append(_chips(display, owned_by(display, v, p), Box(x, top, w + 4, box.y + box.h - top - 2), targets))
    return "".join([*parts, "</g>"])


def _run(display: "RailBaronDisplay", v: Any, p: int) -> tuple[str, str]:
    """The run of a player, and its payout with the dots that are left."""
    seat = v["players"][p]
    if seat["start"] == NO_CARD:
        return "run: not shown yet", ""
    start = display.words.city(seat["start"])
    if seat["goal"] == NO_CARD:
        return f"{start}, destination to be chosen", ""
    run, pay = f"{start} to {display.words.city(seat['goal'])}", display.words.payout(seat["start"], seat["goal"])
    if seat["dot"] < 0:
        return run, pay
    city = int(display.params["card_city"][0, int(seat["goal"])])
    away = int(display.params["away"][0, city, int(seat["dot"])])
    return run, f"{pay}, {count(away, 'dot')} to go" if away else f"{pay}, arrived"


def _hand(display: "RailBaronDisplay", v: Any, p: int, at: Point, size: float, room: float) -> str:
    """The known cities of a hand, each with the copies of its card in brackets, and the number of hidden cards."""
    seat = v["players"][p]
    known = [card for card in seat["hand"] if card != NO_CARD]
    hidden = int(seat["hand_size"]) - len(known)
    told = [f"{display.words.city(card)} ({display.words.copies(card).partition(' ')[0]})" for card in known]
    cards = [*told, *([count(hidden, "hidden card")] if hidden else [])]
    title = ", ".join(f"{display.words.card(card)}: {display.words.copies(card)} in the game" for card in known)
    line = text(at.x, at.y, f"hand: {', '.join(cards) or 'none'}", size, room)
    return f"<g><title>{escape(title)}</title>{line}</g>" if known else line
