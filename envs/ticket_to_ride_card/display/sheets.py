"""The sheets: the draw area, and the cards and tickets of every player, as far as the view has them."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.core.picture import GOLD, ClickTargets
from railgym.envs.core.sheets import Item, Row, Sheet, row
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
from railgym.envs.ticket_to_ride_card.display.picture_parts import FACES
from railgym.envs.ticket_to_ride_card.display.words import (
    kind_words,
    open_tickets,
    ticket_numbers,
    turns_left,
    with_wilds,
)
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO
from railgym.envs.ticket_to_ride_card.tickets import Ticket

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.ticket_to_ride_card.display import CardGameDisplay

__all__ = ["all_sheets", "circle_levels"]

COLOURS_OF_KINDS = (*(fill for fill, _, _ in FACES), GOLD)
THREES = [[THREE + i for i, triple in enumerate(TRIPLES.tolist()) if c in triple] for c in range(COLOURS)]  # by colour


def all_sheets(display: "CardGameDisplay", view: "Reading") -> tuple[Sheet, ...]:
    """The table's sheet, solo that of the opponent, and the players'."""
    v, targets = view.record[0], ClickTargets(view)
    sheets = [Sheet("Table", value=_progress(display, v), rows=tuple(_table(v, targets, bool(display.opponent))))]
    if display.opponent:
        sheets.append(_opponent(display, v))
    for p in range(len(display.names)):
        rows = _player(display, v, p, targets.of(p))
        sheets.append(display.player_sheet(view, p, count(v["scores"][p], "point"), rows))
    return tuple(sheets)


def _progress(display: "CardGameDisplay", v: Any) -> str:
    """Which deck is played, and how many turns are left."""
    deck = [f"deck {v['deck_number']} of 2"] if display.params["decks"][0] == 2 else []
    left = [turns_left(v)] if v["final_turns"] > 0 and not v["terminated"] else []
    return ", ".join([*deck, *left])


def _cards(counts: Any) -> Iterator[tuple[int, Item]]:
    """Cards by their kinds."""
    for kind, n in enumerate(counts):
        if n:
            yield kind, Item(kind_words(n, kind), color=COLOURS_OF_KINDS[kind])


def _table(v: Any, targets: ClickTargets, solo: bool) -> Iterator[Row]:
    """The draw area: cards face up, both decks, the discards, and solo the station clock."""
    face_up = (item._replace(actions=targets.legal([FACE_UP + kind])) for kind, item in _cards(v["display"]))
    yield row("face up", *face_up)
    yield row("train deck", Item(count(v["deck"]["size"], "card"), actions=targets.legal([DRAW_BLIND])))
    yield row("ticket deck", Item(count(v["ticket_deck"]["size"], "ticket"), actions=targets.legal([DRAW_TICKETS])))
    if solo:
        kind, left = int(v["clock"]), f"{count(v['clock_deck']['size'], 'card')} left"
        colour = COLOURS_OF_KINDS[kind] if kind >= 0 else ""
        card = Item(
            KIND_NAMES[kind] if kind >= 0 else "no card", "beside the clock", colour, targets.legal([DRAW_CLOCK])
        )
        yield row("station clock", card, left)
    yield row("discarded", *(item for _, item in _cards(v["discard"])))


def _player(display: "CardGameDisplay", v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """Tickets in numbers, cards, and the tickets that the viewer may see."""
    seat, over = v["players"][p], bool(v["terminated"])
    if over:
        yield row("points", *_points(display, v, p))
    yield row("tickets", open_tickets(v, p), f"{len(ticket_numbers(seat['done']))} completed")
    hand = (item._replace(actions=targets.legal(_lays(v, kind))) for kind, item in _cards(seat["hand"]))
    unknown = int(seat["hand_size"]) - int(seat["hand"].sum())
    yield row("hand", *hand, *[f"{unknown} unknown"] * bool(unknown))
    yard = zip(seat["yard"], seat["wild"], FACES, KIND_NAMES)
    laid = (Item(with_wilds(n + w, w, name), color=face[0]) for n, w, face, name in yard if n + w)
    yield row("railyard", *laid)
    forgotten = int(seat["track_size"]) - int(seat["track"].sum())
    track = (item for _, item in _cards(seat["track"]))
    yield row("on the track", *track, *[f"{count(forgotten, 'card')} not remembered"] * bool(forgotten))
    yield from _tickets(display, v, p, targets)
    done = [display.game.tickets[t] for t in ticket_numbers(seat["done"])]
    if done:
        yield row("completed tickets", *(Item(ticket.name, ticket.colours) for ticket in done))
    returned = [display.game.tickets[t].name for t in ticket_numbers(seat["returned"])]
    if returned:
        yield row("returned in this draw", *returned)


def _points(display: "CardGameDisplay", v: Any, p: int) -> list[str]:
    """What a final score is made of."""
    seat, tickets = v["players"][p], display.game.tickets
    done, failed = (sum(tickets[t].value for t in ticket_numbers(seat[mask])) for mask in ("done", "tickets"))
    return [f"completed {done}", f"failed {-failed}", f"bonuses {int(v['scores'][p]) - done + failed}"]


def _lays(v: Any, kind: int) -> tuple[int, ...]:
    """The actions by which cards of a kind are laid; of the colour chosen, how many of them."""
    if kind == LOCO:
        return (*range(LOCOMOTIVES, THREE),)
    numbers = range(NATURALS, LOCOMOTIVES) if kind == v["lay_colour"] else ()
    return (LAY + kind, *numbers, *THREES[kind])


def _tickets(display: "CardGameDisplay", v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """The offered and the open tickets of a player, each by itself, with what it asks for."""
    seat = v["players"][p]
    offered = ticket_numbers(seat["offered"])
    moods = dict.fromkeys(offered, "offered: ")
    moods |= dict.fromkeys(ticket_numbers(seat["tickets"]), "failed: " if v["terminated"] else "")
    if offered and p == v["current_player"]:
        moods[offered[0]] = "to keep or return: "
    for number, mood in moods.items():
        ticket, actions = display.game.tickets[number], (KEEP, RETURN) if mood.startswith("to keep") else ()
        items = (item._replace(actions=targets.legal(actions)) for item in _circles(ticket, seat))
        yield row(f"{mood}{ticket.name}", *items)


def _circles(ticket: Ticket, seat: Any) -> Iterator[Item]:
    """What a ticket asks for, and where the cards for it are."""
    for (colour, level), n in Counter(zip(ticket.circles, circle_levels(ticket, seat), strict=True)).items():
        words, face = f"{n} {KIND_NAMES[colour]}" if n > 1 else KIND_NAMES[colour], FACES[colour][0]
        yield (
            Item(f"{words} missing"),
            Item(f"{words} at hand", color=face),
            Item(words, "on the track", face),
        )[level]


def circle_levels(ticket: Ticket, seat: Any) -> tuple[int, ...]:
    """By circle of a ticket: 2 if its card is on the track, 1 if it is in railyard or hand, else 0. Each ticket is
    taken alone, as in the observation; locomotives do not count."""
    near, levels = seat["hand"][:COLOURS] + seat["yard"], list[int]()
    for colour, circles in enumerate(ticket.need):
        full = min(circles, int(seat["track"][colour]))
        half = min(circles - full, int(near[colour]))
        levels += [2] * full + [1] * half + [0] * (circles - full - half)
    return tuple(levels)


def _opponent(display: "CardGameDisplay", v: Any) -> Sheet:
    """Solo: the opponent, hidden up to the end."""
    if not v["terminated"]:
        return Sheet("Hidden opponent", rows=(row("tickets", "6, unknown up to the end"),))
    tickets = [display.game.tickets[t] for t in ticket_numbers(v["opponent_tickets"])]
    rows = row("completed tickets", *(Item(ticket.name, ticket.colours) for ticket in tickets))
    return Sheet("Hidden opponent", value=count(v["scores"][1], "point"), rows=(rows,))
