"""The position as a picture, drawn from a view: it shows only what the view contains."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from railgym.envs.core.display import count
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
    number,
    rect,
    star,
    text,
    words_in,
)
from railgym.envs.ticket_to_ride_card.actions import (
    DRAW_BLIND,
    DRAW_CLOCK,
    DRAW_TICKETS,
    FACE_UP,
    KEEP,
    KIND_NAMES,
    LAY,
    LOCOMOTIVES,
    NATURALS,
    RETURN,
    THREE,
    TRIPLES,
)
from railgym.envs.ticket_to_ride_card.display.picture_parts import (
    BACK,
    CARD,
    GOOD,
    Pile,
    TicketCard,
    definitions,
    grid_height,
    legend,
    pile,
    pile_row,
    pile_scale,
    place,
    single,
    ticket_deck,
    ticket_grid,
)
from railgym.envs.ticket_to_ride_card.display.words import (
    headline,
    open_tickets,
    ticket_numbers,
    turns_left,
    winners,
)
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.ticket_to_ride_card.display import CardGameDisplay

__all__ = ["draw_svg"]

WIDTH, HEIGHT, GAP = 1200, 820, 10
HEADER, TABLE, STRIP = 40, 132, 156
NARROW = 500  # panels up to this width have a line more
LOW = 330  # and those below this height are short of room
LABEL = 72  # width of the names of the places
THREES = [[THREE + i for i, triple in enumerate(TRIPLES.tolist()) if c in triple] for c in range(COLOURS)]  # by colour


def draw_svg(display: "CardGameDisplay", view: "Reading") -> str:
    """The table as its viewer sees it, as an SVG document of WIDTH x HEIGHT units.

    A full position or a finished game shows all hands and tickets; the view of a seat shows that seat's own.
    """
    v, targets = view.record[0], ClickTargets(view)
    top = HEADER + TABLE + 2 * GAP
    strip = v["viewer"] >= 0 and not v["terminated"]
    bottom = HEIGHT - GAP - (STRIP + GAP if strip else 0)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' "
        f'font-family="{SANS}">',
        definitions(),
        rect(Box(0, 0, WIDTH, HEIGHT), PAPER, radius=0),
        _header(display, v),
        _table(display, v, Box(GAP, HEADER + GAP, WIDTH - 2 * GAP, TABLE), targets),
    ]
    area = Box(GAP, top, WIDTH - 2 * GAP, bottom - top)
    parts.append(_seats(display, v, area, targets))
    if len(display.names) == 1:
        parts.append(_opponent(display, v, _side(area), targets))
    if strip:
        parts.append(_own_tickets(display, v, Box(GAP, HEIGHT - GAP - STRIP, WIDTH - 2 * GAP, STRIP), targets))
    return "\n".join([*parts, "</svg>"])


def _boxes(seats: int, area: Box) -> list[Box]:
    """The places of the seats' panels: side by side, four in two rows; solo, beside the opponent's."""
    if seats == 1:
        return [area._replace(w=area.w - _side(area).w - GAP)]
    columns, rows = (2, 2) if seats == 4 else (seats, 1)
    w, h = (area.w - GAP * (columns - 1)) / columns, (area.h - GAP * (rows - 1)) / rows
    return [Box(area.x + (w + GAP) * (p % columns), area.y + (h + GAP) * (p // columns), w, h) for p in range(seats)]


def _side(area: Box) -> Box:
    return Box(area.x + area.w - 340, area.y, 340, area.h)


# --- what all share -------------------------------------------------------------------------------------------------


def _header(display: "CardGameDisplay", v: Any) -> str:
    """The header: the decision that is due, or how the game ended; the deck in play and the turns left."""
    parts = [rect(Box(0, 0, WIDTH, HEADER), INK, radius=0), text(GAP + 6, 26, display.game.title, 18, 330, PANEL, True)]
    marks = [(f"deck {v['deck_number']} of 2", "#3d4d58")] if display.params["decks"][0] == 2 else []
    if v["final_turns"] > 0 and not v["terminated"]:
        marks.append((turns_left(v), ACCENT))
    x = WIDTH - GAP
    for mark, fill in marks:
        w = 24 + 8 * len(mark)
        x -= w + 6
        parts.append(rect(Box(x, 8, w, 24), fill, radius=12) + words_in(Box(x, 8, w, 24), mark, 13, "#ffffff"))
    parts.append(text(370, 26, headline(v, display.names), 16, x - 380, "#f6e7c6"))
    return "".join(parts)


def _table(display: "CardGameDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The draw area: cards face up, solo the station clock, both decks and the discards."""
    parts = [rect(box, PANEL, LINE)]
    x, y, step = box.x + 14, box.y + 34, CARD[0] + 10
    parts.append(_label(x, box.y + 20, "Face up"))
    if not v["display"].any():
        parts.append(text(x, y + 47, "none", 14, 60, MUTED))
    for kind in (k for k in range(KINDS) for _ in range(int(v["display"][k]))):
        parts.append(targets.on([FACE_UP + kind], place(x, y, 1, single(kind), f"face up: {KIND_NAMES[kind]}")))
        x += step
    x = box.x + 14 + step * int(display.params["display_size"][0]) + 14
    if len(display.names) == 1:
        parts.append(_clock(v, x, y, targets))
        x += 2 * step + 20
    parts.append(_label(x, box.y + 20, "Train deck"))
    deck = Pile(BACK, int(v["deck"]["size"]), label="train deck")
    drawn = place(x + 4, y, 1, pile(deck), count(deck.size, "card") + " in the train deck")
    parts.append(targets.on([DRAW_BLIND], drawn))
    parts.append(_label(x + 100, box.y + 20, "Tickets"))
    size = int(v["ticket_deck"]["size"])
    drawn = place(x + 100, y + 6, 1, ticket_deck(size), count(size, "ticket") + " in the deck")
    parts.append(targets.on([DRAW_TICKETS], drawn))
    x = x + 280
    discards = [Pile(k, int(n), label="discarded") for k, n in enumerate(v["discard"]) if n]
    parts.append(_label(x, box.y + 20, f"Discarded: {sum(p.size for p in discards)}"))
    room = Box(x, y + 2, box.x + box.w - x - 10, 84)
    parts.append(pile_row(room, discards, min(0.8, pile_scale(room.w, room.h, len(discards))), "none", targets))
    return "".join(parts)


def _clock(v: Any, x: float, y: float, targets: ClickTargets) -> str:
    """The station clock, a mark coloured for each card that was turned; beside it the card on offer."""
    left = int(v["clock_deck"]["size"])
    parts = [_label(x, y - 14, "Station clock")]
    parts.append(f"<circle cx='{x + 34}' cy='{y + 34}' r='32' fill='#ffffff' stroke='{INK}' stroke-width='4'/>")
    for hour in range(16):
        tick = f"rotate({hour * 22.5:g} {x + 34} {y + 34})"
        gone = ACCENT if hour < 16 - left else LINE
        parts.append(f"<rect x='{x + 32.5}' y='{y + 6}' width='3' height='9' fill='{gone}' transform='{tick}'/>")
    parts.append(text(x + 34, y + 43, str(left), 25, 34, INK, True, "middle"))
    parts.append(text(x + 34, y + 83, "card left" if left == 1 else "cards left", 12, 70, MUTED, anchor="middle"))
    if v["clock"] >= 0:
        kind = int(v["clock"])
        offer = place(x + 76, y, 1, single(kind), f"beside the clock: {KIND_NAMES[kind]}")
        parts.append(targets.on([DRAW_CLOCK], offer))
    else:
        parts.append(rect(Box(x + 76, y, *CARD), "none", LINE, 7, 2))
    return "".join(parts)


def _label(x: float, y: float, words: str) -> str:
    return text(x, y, words, 13, 200, MUTED, True)


# --- one seat -------------------------------------------------------------------------------------------------------


class Panel(NamedTuple):
    """The contents of a seat's panel, as far as the view has them: cards by the name of their place, and tickets."""

    box: Box
    piles: dict[str, list[Pile]]
    tickets: list[TicketCard]


class Plan(NamedTuple):
    """How a panel is laid out: the places in each row, the rows' height, where they begin, and the scale of the cards.
    Tall panels share one layout, so that the same places are side by side; low panels each have their own."""

    rows: tuple[tuple[str, ...], ...]
    height: float
    top: float
    scale: float


def _seats(display: "CardGameDisplay", v: Any, area: Box, targets: ClickTargets) -> str:
    boxes = _boxes(len(display.names), area)
    panels = [Panel(box, _places(v, p), _tickets(display, v, p)) for p, box in enumerate(boxes)]
    plans = [_plan([panel] if panel.box.h < LOW else panels) for panel in panels]
    return "\n".join(_seat(display, v, p, panel, plan, targets) for p, (panel, plan) in enumerate(zip(panels, plans)))


def _places(v: Any, p: int) -> dict[str, list[Pile]]:
    seat = v["players"][p]
    yard, hand = seat["yard"] + seat["wild"], _piles("hand", seat["hand"], seat["hand_size"])
    if p == v["viewer"]:
        hand = [pile._replace(actions=_lays(v, pile.kind)) for pile in hand]
    return {
        "Railyard": _piles("railyard", yard, yard.sum(), seat["wild"]),
        "Track": _piles("on the track", seat["track"], seat["track_size"]),
        "Hand": hand,
    }


def _lays(v: Any, kind: int) -> tuple[int, ...]:
    """The actions by which cards of a kind are laid; of the colour chosen, how many of them."""
    if kind == LOCO:
        return (*range(LOCOMOTIVES, THREE),)
    numbers = range(NATURALS, LOCOMOTIVES) if kind == v["lay_colour"] else ()
    return (LAY + kind, *numbers, *THREES[kind])


def _plan(panels: list[Panel]) -> Plan:
    """A layout with room for the fullest panel; if it is low and has many tickets, railyard and hand share a row."""
    box, tickets = panels[0].box, max(len(panel.tickets) for panel in panels)
    top = 36 if box.w > NARROW else 54
    body = box.h - top - 6
    rows: tuple[tuple[str, ...], ...] = (("Railyard",), ("Track",), ("Hand",))
    if tickets > 5 and box.h < LOW and box.w > NARROW:
        rows = (("Track",), ("Railyard", "Hand"))
    height = min((body - min(grid_height(box.w - 24, tickets), 0.68 * body)) / len(rows), 125)
    scales = [
        pile_scale((box.w - 24) / len(row) - LABEL, height - 6, len(panel.piles[name]))
        for panel in panels
        for row in rows
        for name in row
    ]
    return Plan(rows, min(height, CARD[1] * min(scales) + 28) if tickets else height, top, min(scales))


def _seat(display: "CardGameDisplay", v: Any, p: int, panel: Panel, plan: Plan, targets: ClickTargets) -> str:
    """One seat: its name and score, its cards, and the tickets that the viewer sees."""
    box, due = panel.box, p == v["current_player"] and not v["terminated"]
    parts = [f"<g data-seat='{p}'>", rect(box, PANEL, ACCENT if due else LINE, width=3 if due else 1)]
    parts.append(_nameplate(display, v, p, box))
    body = Box(box.x + 12, box.y + plan.top, box.w - 24, box.h - plan.top - 6)
    for r, row in enumerate(plan.rows):
        w = body.w / len(row)
        for i, name in enumerate(row):
            spot = Box(body.x + i * w, body.y + r * plan.height, w, plan.height)
            parts.append(_row(spot, name, panel.piles[name], plan.scale, targets))
    used = len(plan.rows) * plan.height + 4
    parts.append(ticket_grid(Box(body.x, body.y + used, body.w, body.h - used), panel.tickets, targets))
    return "".join([*parts, "</g>"])


def _row(box: Box, name: str, piles: list[Pile], scale: float, targets: ClickTargets) -> str:
    """The name of a place and the number of its cards, then the cards."""
    middle = box.y + box.h / 2
    size = count(sum(p.size for p in piles), "card")
    label = text(box.x, middle - 2, name, 13, LABEL, INK, True) + text(box.x, middle + 13, size, 12, LABEL, MUTED)
    return label + pile_row(Box(box.x + LABEL, box.y, box.w - LABEL, box.h), piles, scale, "empty", targets)


def _piles(where: str, counts: Any, size: Any, wild: Any = ()) -> list[Pile]:
    """The known cards of a place by kind, and those that are not known, face down."""
    wilds = [*map(int, wild), *[0] * KINDS]
    known = [Pile(k, int(n), wilds[k], where) for k, n in enumerate(counts) if n]
    missing = int(size) - sum(p.size for p in known)
    return known + ([Pile(BACK, missing, label=where)] if missing else [])


def _nameplate(display: "CardGameDisplay", v: Any, p: int, box: Box) -> str:
    """The head of a panel: the seat's name, a mark if it is its turn, its numbers of tickets and its points."""
    seat, over, x = v["players"][p], bool(v["terminated"]), box.x + 12
    name = display.names[p] + (" (you)" if p == v["viewer"] else "")
    parts = []
    if over and p in winners(v, len(display.names)):
        parts.append(star(x + 9, box.y + 19, 11))
        x += 24
    elif p == v["current_player"] and not over:
        parts.append(f"<path d='M{number(x)} {number(box.y + 10)}l14 9l-14 9z' fill='{ACCENT}'/>")
        x += 20
    parts.append(text(x, box.y + 25, name, 16, box.x + 172 - x, INK, True))
    done, missed = (
        sum(display.game.tickets[t].value for t in ticket_numbers(seat[mask])) for mask in ("done", "tickets")
    )
    if over:
        note = f"completed {done}, failed {-missed}, bonuses {int(v['scores'][p]) - done + missed}"
    else:
        note = f"{open_tickets(v, p)}, {len(ticket_numbers(seat['done']))} completed"
    if box.w > NARROW:
        parts.append(text(box.x + 180, box.y + 24, note, 13, box.w - 290, MUTED))
    else:
        parts.append(text(box.x + 12, box.y + 45, note, 13, box.w - 24, MUTED))
    score = count(v["scores"][p], "point")
    parts.append(text(box.x + box.w - 12, box.y + 25, score, 17, 98, INK, True, "end"))
    return "".join(parts)


def _opponent(display: "CardGameDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """Solo: the opponent's panel, with their tickets once the game is over."""
    over = bool(v["terminated"])
    tickets = _complete(display, v["opponent_tickets"])
    score = count(v["scores"][1], "point") if over else ""
    parts = [
        rect(box, PANEL, LINE),
        text(box.x + 12, box.y + 25, "Hidden opponent", 16, 200, INK, True),
        text(box.x + box.w - 12, box.y + 25, score, 17, 100, INK, True, "end"),
    ]
    if tickets:
        parts.append(ticket_grid(Box(box.x + 12, box.y + 44, box.w - 20, box.h - 56), tickets, targets))
    else:
        parts.append(place(box.x + (box.w - 150) / 2, box.y + box.h / 2 - 50, 1, ticket_deck(6), "6 hidden tickets"))
        note = "six tickets, shown at the end"
        parts.append(text(box.x + box.w / 2, box.y + box.h / 2 + 50, note, 13, box.w - 24, MUTED, anchor="middle"))
    return "".join(parts)


# --- tickets --------------------------------------------------------------------------------------------------------


def _tickets(display: "CardGameDisplay", v: Any, p: int) -> list[TicketCard]:
    """The tickets in a seat's panel, as far as the view has them. The viewer's own open tickets are below all panels;
    with four seats, all their tickets are."""
    if p != v["viewer"] or v["terminated"]:
        return _undone(display, v, p) + _complete(display, v["players"][p]["done"])
    return [] if len(display.names) == 4 else _complete(display, v["players"][p]["done"])


def _undone(display: "CardGameDisplay", v: Any, p: int) -> list[TicketCard]:
    """A seat's offered and open tickets, each judged by itself as in the observation. Locomotives do not count."""
    seat = v["players"][p]
    near = seat["hand"][:COLOURS] + seat["yard"]
    held, offered = ticket_numbers(seat["tickets"]), ticket_numbers(seat["offered"])
    moods = dict.fromkeys(offered, "offered") | dict.fromkeys(held, "missed" if v["terminated"] else "open")
    cards = {
        row: TicketCard(display.game.tickets[row], mood, _levels(display.game.tickets[row].need, seat["track"], near))
        for row, mood in moods.items()
    }
    if offered and p == v["current_player"]:
        cards[offered[0]] = cards[offered[0]]._replace(mood="next", actions=(KEEP, RETURN))
    return list(cards.values())


def _levels(need: Sequence[int], track: Any, near: Any) -> tuple[int, ...]:
    """What fills each circle of a ticket: 2 a card on the track, 1 a card in railyard or hand, 0 none."""
    levels: tuple[int, ...] = ()
    for colour, circles in enumerate(need):
        full = min(circles, int(track[colour]))
        half = min(circles - full, int(near[colour]))
        levels += (2,) * full + (1,) * half + (0,) * (circles - full - half)
    return levels


def _complete(display: "CardGameDisplay", tickets: int) -> list[TicketCard]:
    """Completed tickets, from a bit mask."""
    rows = (display.game.tickets[row] for row in ticket_numbers(tickets))
    return [TicketCard(ticket, "done", (2,) * len(ticket.circles)) for ticket in rows]


def _own_tickets(display: "CardGameDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The viewer's tickets: those to decide on and the open ones; with four seats, also the completed ones."""
    p = int(v["viewer"])
    undone, done = (
        _undone(display, v, p),
        _complete(display, v["players"][p]["done"]) if len(display.names) == 4 else [],
    )
    share = 1.0 if not done else min(0.75, max(0.35, len(undone) / (len(undone) + len(done))))
    left = Box(box.x + 12, box.y + 26, (box.w - 24) * share, box.h - 32)
    right = Box(left.x + left.w + 16, left.y, box.w - 40 - left.w, left.h)
    offered = len(ticket_numbers(v["players"][p]["offered"]))
    title = f"Your tickets: {len(undone) - offered} open" + (f", {offered} to decide upon" if offered else "")
    parts = [rect(box, PANEL, LINE), text(left.x, box.y + 18, title, 13, 330, INK, True)]
    if left.w > 640:
        parts.append(legend(left.x + 340, box.y + 18))
    elif right.w > 500:
        parts.append(legend(right.x + 170, box.y + 18))
    parts.append(ticket_grid(left, undone, targets, 1.4) if undone else words_in(left, "none", 14, MUTED))
    if done:
        x = number(right.x - 10)
        parts.append(f"<path d='M{x} {number(box.y + 8)}v{number(box.h - 16)}' stroke='{LINE}'/>")
        parts.append(text(right.x, box.y + 18, f"Completed: {len(done)}", 13, right.w, GOOD, True))
        parts.append(ticket_grid(right, done, targets, 1.4))
    return "".join(parts)
