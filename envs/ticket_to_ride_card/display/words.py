"""The card game in words: actions, positions and events, for people and language models."""

from typing import Any

from railgym.envs.core.display import count
from railgym.envs.core.events import Event
from railgym.envs.core.header import FULL
from railgym.envs.ticket_to_ride_card import event_kinds
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KIND_NAMES
from railgym.envs.ticket_to_ride_card.rules.phases import (
    LAY_NATURAL,
    LAY_WILD,
    PHASES,
    SETUP_TICKETS,
    TICKETS_DRAWN,
)
from railgym.envs.ticket_to_ride_card.state import LOCO, TICKETS
from railgym.envs.ticket_to_ride_card.tickets import BIG_CITIES, Ticket

__all__ = [
    "event_sentence",
    "kind_words",
    "open_tickets",
    "question",
    "ticket_numbers",
    "turns_left",
    "with_wilds",
]

CITY_NAMES = tuple(BIG_CITIES)


def ticket_numbers(mask: int) -> list[int]:
    """The tickets of a bit mask, ascending."""
    return [t for t in range(TICKETS) if int(mask) >> t & 1]


def kind_words(n: Any, kind: int) -> str:
    """Cards of a kind: "3 red", "1 locomotive"."""
    return count(n, KIND_NAMES[kind]) if kind == LOCO else f"{int(n)} {KIND_NAMES[kind]}"


def with_wilds(total: int, wild: int, name: str) -> str:
    """Laid cards of one colour in words: "3 red (1 of them a locomotive)"."""
    if not wild:
        return f"{total} {name}"
    which = "" if total == wild == 1 else "all " if total == wild else f"{wild} of them "
    return f"{total} {name} ({which}{'a locomotive' if wild == 1 else 'locomotives'})"


def question(view: Any) -> str:
    """What the current player is asked: the phase, and the colour laid or the tickets that are left to decide on."""
    phase, note = int(view["phase"]), ""
    if phase in (LAY_NATURAL, LAY_WILD):
        note = f" ({COLOUR_NAMES[view['lay_colour']]})"
    elif phase in (SETUP_TICKETS, TICKETS_DRAWN):
        note = f" ({int(view['undecided'])} to go)"
    return PHASES[phase] + note


def turns_left(view: Any) -> str:
    """The number of turns left once the deck is exhausted, in words; the current turn is included."""
    left = int(view["final_turns"])
    return "the last turn" if left == 1 else f"{left} turns left, this one included"


def open_tickets(view: Any, p: int) -> str:
    """The number of tickets that a seat holds, in words, with those kept in an unfinished draw if the view has them. At
    set-up the others do not know how many first tickets a seat keeps."""
    seat = view["players"][p]
    if view["viewer"] in (p, FULL) or view["terminated"]:
        kept = len(ticket_numbers(seat["tickets"]))
    elif view["phase"] == SETUP_TICKETS:
        return "first tickets not known yet"
    else:
        kept = int(seat["num_tickets"])
    return count(kept, "failed ticket" if view["terminated"] else "open ticket")


def event_sentence(event: Event, viewer: int, names: tuple[str, ...], table: tuple[Ticket, ...]) -> str:
    """One event as the viewer may know it (TC-R17)."""
    who = names[event.player] if event.player >= 0 else "the hidden opponent"
    a, b, c, d = event.data
    if not event.seen_by(viewer):
        hidden = {event_kinds.DREW_BLIND: "draws a card from the deck", event_kinds.KEPT: "decides upon a ticket"}
        return f"{who} {hidden.get(event.kind, hidden[event_kinds.KEPT])}"
    match event.kind:
        case event_kinds.DREW_BLIND:
            return f"{who} draws {KIND_NAMES[a]} from the deck"
        case event_kinds.DREW_FACE_UP:
            return f"{who} takes the face-up {KIND_NAMES[a]}"
        case event_kinds.DREW_CLOCK:
            return f"{who} takes the {KIND_NAMES[a]} beside the clock"
        case event_kinds.LAID:
            return f"{who} lays {_group(a, b, c)}"
        case event_kinds.LOST:
            robber = names[d] if d >= 0 else "the draw area"
            return f"{who} is robbed of {_group(a, b, c)} by {robber}"
        case event_kinds.ROBBED_DISPLAY:
            return f"{who} robs the draw area of {b} {COLOUR_NAMES[a]}"
        case event_kinds.MOVED:
            moved = ", ".join(name for colour, name in enumerate(COLOUR_NAMES) if b >> colour & 1)
            return f"{who} moves {count(a, 'card')} on the track: {moved}"
        case event_kinds.DREW_TICKETS:
            return f"{who} draws {count(a, 'ticket')}"
        case event_kinds.KEPT:
            return f"{who} keeps {table[a].name}"
        case event_kinds.GAVE_BACK:
            return f"{who} returns {table[a].name}"
        case event_kinds.DECIDED:
            return f"{who} keeps {a} of {count(a + b, 'ticket')}"
        case event_kinds.PASSED:
            return f"{who} passes"
        case event_kinds.CLOCK_TURNED:
            return f"the station clock shows {KIND_NAMES[a]}, {count(b, 'card')} left"
        case event_kinds.CLOCK_MATCHED:
            matching = count(b, "face-up locomotive") if a == LOCO else f"{b} face-up {KIND_NAMES[a]}"
            return f"{matching} {'matches the clock and is' if b == 1 else 'match the clock and are'} discarded"
        case event_kinds.EXHAUSTED:
            cause = "counts as exhausted after a standstill" if b else "is exhausted"
            return f"train deck {a} {cause}: everyone has a final turn"
        case event_kinds.NEW_DECK:
            return f"a new train deck of {count(a, 'card')} is made"
        case event_kinds.DEALT:
            return f"{count(a, 'train card')} {'is' if a == 1 else 'are'} dealt"
        case event_kinds.COMPLETED:
            return f"{who} completes {table[a].name}"
        case event_kinds.MISSED:
            return f"{who} fails {table[a].name}"
        case event_kinds.BONUS:
            return f"{who} earns the {CITY_NAMES[a]} bonus of {b}"
        case event_kinds.TOTAL:
            return f"{who} ends with {count(a, 'point')}"
    raise ValueError(f"no words for event kind {event.kind}")


def _group(colour: int, naturals: int, wilds: int) -> str:
    extra = f" and {count(wilds, 'locomotive')}" if wilds else ""
    return f"{naturals} {COLOUR_NAMES[colour]}{extra}"
