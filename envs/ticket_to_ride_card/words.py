"""The card game in words: actions, positions and events, for people and language models."""

from typing import Any

from railgym.envs.core.events import Event
from railgym.envs.ticket_to_ride_card import log
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KIND_NAMES
from railgym.envs.ticket_to_ride_card.options import BIG_CITIES, Ticket
from railgym.envs.ticket_to_ride_card.rules.phases import PHASES
from railgym.envs.ticket_to_ride_card.state import TICKETS

__all__ = ["cards", "describe", "event_sentence", "railyard", "ticket_numbers"]

CITY_NAMES = tuple(BIG_CITIES)


def ticket_numbers(mask: int) -> list[int]:
    """The tickets of a bit mask, ascending."""
    return [t for t in range(TICKETS) if int(mask) >> t & 1]


def cards(counts: Any) -> str:
    """Counts by kind in words: "3 red, 1 locomotive"; "none" if there are none."""
    return ", ".join(f"{int(n)} {KIND_NAMES[k]}" for k, n in enumerate(counts) if n) or "none"


def railyard(seat: Any) -> str:
    """A railyard in words: "3 red (1 of them a locomotive), 2 blue"."""
    groups = []
    for colour, name in enumerate(COLOUR_NAMES):
        wild = int(seat["wild"][colour])
        total = int(seat["yard"][colour]) + wild
        if total:
            note = "" if not wild else f" ({wild} of them {'a locomotive' if wild == 1 else 'locomotives'})"
            groups.append(f"{total} {name}{note}")
    return ", ".join(groups) or "empty"


def describe(view: Any, names: tuple[str, ...], table: tuple[Ticket, ...], forgets: bool, two_decks: bool) -> str:
    """The whole position, a line a fact; ``view`` is one record."""
    viewer, solo = int(view["viewer"]), len(names) == 1
    lines = [f"Turn {view['turn']}, {names[view['current']]} to decide: {PHASES[view['phase']]}."]
    deck = f"{view['deck']['size']} cards in the train deck"
    if two_decks:
        deck += f" (deck {view['deck_number']} of 2)"
    if view["final_turns"] > 0:
        deck += f", {view['final_turns']} final turns left"
    lines.append(f"{deck}; {view['ticket_deck']['size']} tickets in the deck.")
    lines.append(f"Face up: {cards(view['display'])}.")
    if solo:
        clock = KIND_NAMES[view["clock"]] if view["clock"] >= 0 else "none"
        lines.append(f"Beside the station clock: {clock}; {view['clock_deck']['size']} clock cards left.")
    lines.append(f"Discarded: {cards(view['discard'])}.")
    for p, name in enumerate(names):
        seat = view["players"][p]
        you = " (you)" if p == viewer else ""
        lines.append(f"{name}{you}: {view['scores'][p]} points, {seat['num_tickets']} open tickets.")
        known = "" if p == viewer or view["terminated"] else ", known of it"
        lines.append(f"  hand: {seat['hand_size']} cards{known}: {cards(seat['hand'])}")
        lines.append(f"  railyard: {railyard(seat)}")
        stack = "not remembered" if forgets else cards(seat["track"])
        lines.append(f"  on the track: {seat['track_size']} cards: {stack}")
        for label, mask in (("ticket", seat["tickets"]), ("completed", seat["done"]), ("offered", seat["offered"])):
            for t in ticket_numbers(mask):
                lines.append(f"  {label}: {table[t].name}: {table[t].colours}")
    return "\n".join(lines)


def event_sentence(event: Event, viewer: int, names: tuple[str, ...], table: tuple[Ticket, ...]) -> str:
    """One event as the viewer may know it."""
    who = names[event.player] if event.player >= 0 else "the hidden opponent"
    a, b, c, d = event.data
    if not event.seen_by(viewer):
        hidden = {log.DREW_BLIND: "draws a card from the deck", log.KEPT: "decides upon a ticket"}
        return f"{who} {hidden.get(event.kind, hidden[log.KEPT])}"
    match event.kind:
        case log.DREW_BLIND:
            return f"{who} draws {KIND_NAMES[a]} from the deck"
        case log.DREW_FACE_UP:
            return f"{who} takes the face-up {KIND_NAMES[a]}"
        case log.DREW_CLOCK:
            return f"{who} takes the {KIND_NAMES[a]} beside the clock"
        case log.LAID:
            return f"{who} lays {_group(a, b, c)}"
        case log.LOST:
            robber = names[d] if d >= 0 else "the draw area"
            return f"{who} is robbed of {_group(a, b, c)} by {robber}"
        case log.ROBBED_DISPLAY:
            return f"{who} robs the draw area of {b} {COLOUR_NAMES[a]}"
        case log.MOVED:
            moved = ", ".join(name for colour, name in enumerate(COLOUR_NAMES) if b >> colour & 1)
            return f"{who} moves {a} card{'' if a == 1 else 's'} on the track: {moved}"
        case log.DREW_TICKETS:
            return f"{who} draws {a} tickets"
        case log.KEPT:
            return f"{who} keeps {table[a].name}"
        case log.GAVE_BACK:
            return f"{who} returns {table[a].name}"
        case log.DECIDED:
            return f"{who} keeps {a} and returns {b} tickets"
        case log.PASSED:
            return f"{who} passes"
        case log.CLOCK_TURNED:
            return f"the station clock shows {KIND_NAMES[a]}, {b} cards left"
        case log.CLOCK_MATCHED:
            return f"{b} face-up {KIND_NAMES[a]} match the clock and are discarded"
        case log.EXHAUSTED:
            cause = "counts as exhausted after a standstill" if b else "is exhausted"
            return f"train deck {a} {cause}: everyone has a final turn"
        case log.NEW_DECK:
            return f"a new train deck of {a} cards is made"
        case log.DEALT:
            return f"{a} train cards are dealt"
        case log.COMPLETED:
            return f"{who} completes {table[a].name}"
        case log.MISSED:
            return f"{who} fails {table[a].name}"
        case log.BONUS:
            return f"{who} earns the {CITY_NAMES[a]} bonus of {b}"
        case log.TOTAL:
            return f"{who} ends with {a} points"
    raise ValueError(f"no words for event kind {event.kind}")


def _group(colour: int, naturals: int, wilds: int) -> str:
    extra = f" and {wilds} locomotive{'' if wilds == 1 else 's'}" if wilds else ""
    return f"{naturals} {COLOUR_NAMES[colour]}{extra}"
