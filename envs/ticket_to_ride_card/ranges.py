"""The ranges of the integers in a position of the card game (``core/ranges.py``)."""

from typing import Any

from railgym.envs.core.ranges import ANY, FLAG, Range, deck_ranges, index, index_or_none, members, upto
from railgym.envs.ticket_to_ride_card.rules.phases import LAY_NATURAL, LAY_WILD, SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, STATE

__all__ = ["card_game_ranges", "card_game_ranges_in_phase"]

TICKET_SETS = ("tickets", "done", "offered", "returned", "untracked", "untracked_in_draw", "ruled_out")
TICKET_COUNTS = ("num_tickets", "kept_after_setup", "kept_since_untracked")
MOST_DRAWN = 6  # tickets, drawn at set-up
PILES = ("hand", "seen", "yard", "wild", "track")


def card_game_ranges(params: Any, tickets: int) -> dict[str, Range]:
    """The ranges of the fields, for ``params``, a record, and the number of tickets."""
    cards, of_a_kind = upto(int(params["cards_of"].sum())), upto(int(params["cards_of"].max()))
    return {
        **{f"players.{name}": members(tickets) for name in TICKET_SETS},
        **{f"players.{name}": of_a_kind for name in PILES},
        **{f"players.{name}": cards for name in ("hand_size", "track_size")},
        **{f"players.{name}": upto(tickets) for name in TICKET_COUNTS},
        "players.first_loco": FLAG,
        "players.moves": ANY,
        "opponent_tickets": members(tickets),
        "display": of_a_kind,
        "discard": of_a_kind,
        "clock": index_or_none(KINDS),
        "deck_number": Range(1, 2),
        "final_turns": ANY,
        "idle_turns": ANY,
        "moved_cards": FLAG,
        "drawn": upto(MOST_DRAWN),
        "undecided": upto(MOST_DRAWN),
        "lay_colour": index_or_none(COLOURS),
        "lay_natural": of_a_kind,
        "stalled": FLAG,
        **deck_ranges("ticket_deck", STATE, tickets),
        **deck_ranges("clock_deck", STATE, KINDS),
        **deck_ranges("deck", STATE, KINDS),
    }


def card_game_ranges_in_phase(phase: int, tickets: int) -> dict[str, Range]:
    """The narrower ranges of a phase: there are tickets to decide on, or cards of a colour are being laid."""
    if phase in (SETUP_TICKETS, TICKETS_DRAWN):
        return {"current_player.offered": Range(1, members(tickets).high), "undecided": Range(1, MOST_DRAWN)}
    return {"lay_colour": index(COLOURS)} if phase in (LAY_NATURAL, LAY_WILD) else {}
