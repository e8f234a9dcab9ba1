"""The card table as a picture, drawn from a view: it shows only what the view contains."""

from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.core.panels import BoardDrawing, board_box
from railgym.envs.core.picture import ACCENT, INK, LINE, MUTED, PANEL, Box, ClickTargets, mark, rect, text
from railgym.envs.ticket_to_ride_card.actions import DRAW_BLIND, DRAW_CLOCK, DRAW_TICKETS, FACE_UP, KIND_NAMES
from railgym.envs.ticket_to_ride_card.display.picture_parts import (
    BACK,
    CARD,
    Pile,
    definitions,
    pile,
    pile_row,
    place,
    single,
    ticket_deck,
)
from railgym.envs.ticket_to_ride_card.state import KINDS

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.ticket_to_ride_card.display import CardGameDisplay

__all__ = ["draw_board"]

WIDE, GAP = 552.0, 8.0  # so narrow that an upright phone shows all of it
DRAWN, CLOCK, DISCARDS = 126.0, 116.0, 66.0  # the heights of the draw area, more for a clock, and of the discards
PLAYERS, LEAST = 352.0, 132.0  # the height for all players, and the least of one: four fill the highest board
LABEL, NAME = 100.0, 24.0  # the width of the names of the places, the height of the name of a player


def draw_board(display: "CardGameDisplay", view: "Reading") -> BoardDrawing:
    """The draw area, the discards, and every player's railyard and track."""
    v, targets = view.record[0], ClickTargets(view)
    players, clock = len(display.names), CLOCK if display.opponent else 0
    drawn, height = DRAWN + clock, max(PLAYERS, players * (LEAST + GAP)) - GAP - clock
    box = board_box((drawn + DISCARDS + height + 2 * GAP) / WIDE, widest=WIDE)
    top = box.y + drawn + DISCARDS + 2 * GAP
    parts = [definitions(), _draw_area(display, v, box._replace(h=drawn), targets)]
    parts.append(_discards(v, Box(box.x, box.y + drawn + GAP, box.w, DISCARDS)))
    each = (height - GAP * (players - 1)) / players
    for p in range(players):
        parts.append(_player(display, v, p, Box(box.x, top + p * (each + GAP), box.w, each)))
    return BoardDrawing(box, "\n".join(parts))


# --- what all share -------------------------------------------------------------------------------------------------


def _draw_area(display: "CardGameDisplay", v: Any, box: Box, targets: ClickTargets) -> str:
    """The cards face up, both decks, and solo the station clock."""
    parts = [rect(box, PANEL, LINE)]
    x, y, step = box.x + 14, box.y + 32, CARD[0] + 8
    parts.append(_label(x, box.y + 20, "Face up"))
    if not v["display"].any():
        parts.append(text(x, y + 47, "none", 14, 60, MUTED))
    for kind in (k for k in range(KINDS) for _ in range(int(v["display"][k]))):
        parts.append(targets.on([FACE_UP + kind], place(x, y, 1, single(kind), f"face up: {KIND_NAMES[kind]}")))
        x += step
    x = box.x + 14 + step * int(display.params["display_size"][0]) + 14
    parts.append(_label(x, box.y + 20, "Train deck"))
    deck = Pile(BACK, int(v["deck"]["size"]), label="train deck")
    drawn = place(x + 4, y, 1, pile(deck), count(deck.size, "card") + " in the train deck")
    parts.append(targets.on([DRAW_BLIND], drawn))
    parts.append(_label(x + 104, box.y + 20, "Tickets"))
    size = int(v["ticket_deck"]["size"])
    drawn = place(x + 104, y + 18, 0.45, ticket_deck(size), count(size, "ticket") + " in the deck")
    parts.append(targets.on([DRAW_TICKETS], drawn))
    if display.opponent:
        parts.append(_clock(v, box.x + 14, y + CLOCK, targets))
    return "".join(parts)


def _clock(v: Any, x: float, y: float, targets: ClickTargets) -> str:
    """The station clock, a mark coloured for each card that was turned; beside it the card on offer."""
    left = int(v["clock_deck"]["size"])
    parts = [_label(x, y - 12, "Station clock")]
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


def _discards(v: Any, box: Box) -> str:
    inner = Box(box.x + 14, box.y + 3, box.w - 24, box.h - 6)
    return rect(box, PANEL, LINE) + _row(inner, "Discarded", _piles("discarded", v["discard"]))


def _label(x: float, y: float, words: str) -> str:
    return text(x, y, words, 13, 200, MUTED, True)


# --- the players ----------------------------------------------------------------------------------------------------


def _player(display: "CardGameDisplay", v: Any, p: int, box: Box) -> str:
    """The mark and the name of a player above their railyard and their track."""
    seat, due = v["players"][p], p == v["current_player"] and not v["terminated"]
    parts = [rect(box, PANEL, ACCENT if due else LINE, width=3 if due else 1)]
    parts.append(mark(box.x + 22, box.y + 15, 9, p) + text(box.x + 38, box.y + 19, display.names[p], 14, 90, INK, True))
    laid = seat["yard"] + seat["wild"]
    rows = {"Railyard": _piles("railyard", laid, seat["wild"]), "Track": _piles("on the track", seat["track"])}
    forgotten = int(seat["track_size"]) - int(seat["track"].sum())
    rows["Track"] += [Pile(BACK, forgotten, label="on the track")] * bool(forgotten)
    height = (box.h - NAME - 8) / len(rows)
    for i, (name, piles) in enumerate(rows.items()):
        line = Box(box.x + 14, box.y + 4 + NAME + i * height, box.w - 24, height)
        parts.append(_row(line, name, piles))
    return f"<g data-cards='{p}'>{''.join(parts)}</g>"


def _row(box: Box, name: str, piles: list[Pile]) -> str:
    """The name of a place and how many cards lie there, then the cards."""
    middle = box.y + box.h / 2
    size = count(sum(p.size for p in piles), "card")
    label = text(box.x, middle - 4, name, 13, LABEL, INK, True) + text(box.x, middle + 15, size, 12, LABEL, MUTED)
    return label + pile_row(Box(box.x + LABEL, box.y, box.w - LABEL, box.h), piles)


def _piles(where: str, counts: Any, wild: Any = ()) -> list[Pile]:
    """The known cards of a place by kind."""
    wilds = [*map(int, wild), *[0] * KINDS]
    return [Pile(k, int(n), wilds[k], where) for k, n in enumerate(counts) if n]
