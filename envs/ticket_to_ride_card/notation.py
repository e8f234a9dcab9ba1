"""Positions of the card game as JSON: cards by colour, tickets by their cities."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Each, Field, Flag, Members, Name, Number, Numbers, Parts
from railgym.envs.core.records import hidden_cards
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KIND_NAMES
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, PHASES
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, TRAIN_CARDS

if TYPE_CHECKING:
    from railgym.envs.ticket_to_ride_card.game import TicketToRideCard

__all__ = ["card_game_notation"]

MOST = TRAIN_CARDS


def card_game_notation(game: "TicketToRideCard") -> Notation:
    """The notation of one game of the family."""
    tickets = [f"{ticket.city_a} - {ticket.city_b}" for ticket in game.tickets]
    seats, cards_of = game.seat_names, game.params[0]["cards_of"]

    def train_cards_left(table: Any) -> Sequence[int]:
        """How many train cards of each kind the record does not place yet."""
        left: Sequence[int] = np.maximum(cards_of - _train_cards(table), 0)
        return left

    def train_cards_below(table: Any) -> Sequence[int]:
        below: Sequence[int] = np.repeat(np.arange(KINDS), train_cards_left(table)).tolist()
        return below

    def tickets_below(table: Any) -> Sequence[int]:
        placed = _tickets(table)
        return [t for t in range(len(tickets)) if not placed >> t & 1]

    colours = {-1: None}
    hidden = hidden_cards("players.hand", "players.track", "clock_deck")
    deck = Deck("deck", "card", KIND_NAMES, seats, rest=train_cards_below, hidden=hidden)
    ticket_deck = Deck("ticket_deck", "ticket", tickets, seats, rest=tickets_below, hidden=_hidden_tickets)
    return Notation(
        game,
        [
            Field("deck_number", Number("deck_number", 1, 2), "which train deck is being played", 1),
            Field("final_turns", Number("final_turns", 0, 127, none=-1), "turns left once the deck is exhausted"),
            Field("idle_turns", Number("idle_turns", 0, 127), "turns in a row without a train card drawn or laid", 0),
            Field("moved_cards", Flag("moved_cards"), "whether a train card was drawn or laid in this turn", False),
            Field("drawn", Number("drawn", 0, 6), "tickets in the draw that is being decided on", 0),
            Field("undecided", Number("undecided", 0, 6), "how many of them are still to be decided on", 0),
            Field("lay_colour", Name("lay_colour", "colour", COLOUR_NAMES, colours), "the colour being laid"),
            Field("lay_natural", Number("lay_natural", 0, MOST), "coloured cards chosen for it", 0),
            Field("stalled", Flag("stalled"), "whether the deck was ended by a standstill", False),
            Field("opponent", Members("opponent_tickets", "ticket", tickets), "solo: the opponent's tickets", []),
            Field("players", Each("players", _player(tickets, len(seats)), len(seats)), "what each player has", []),
            Field("display", Counts("display", "card", KIND_NAMES, MOST), "face-up cards", {}),
            Field("clock", Name("clock", "card", KIND_NAMES, colours), "solo: the card beside the station clock"),
            Field("clock_deck", Deck("clock_deck", "card", KIND_NAMES, seats), "solo: the station clock's cards", []),
            Field("discard", Counts("discard", "card", KIND_NAMES, MOST, train_cards_left), "discarded cards", {}),
            Field("deck", deck, "train cards", ["..."]),
            Field("ticket_deck", ticket_deck, "tickets", ["..."]),
        ],
        phase=PHASES[ACTION],
    )


def _player(tickets: list[str], seats: int) -> Parts:
    """What each player has."""

    def held(name: str, key: str, meaning: str, former: str = "") -> Field:
        return Field(key, Members(name, "ticket", tickets), meaning, [], former)

    def counted(name: str, key: str, meaning: str) -> Field:
        return Field(key, Counts(name, "card", KIND_NAMES, MOST), meaning, {})

    def laid(name: str, key: str, meaning: str) -> Field:
        return Field(key, Counts(name, "colour", COLOUR_NAMES, MOST), meaning, {})

    return Parts([
        held("tickets", "tickets", "tickets held and not completed yet"),
        held("done", "completed", "tickets completed and set aside"),
        held("offered", "offered", "tickets drawn and not yet decided on"),
        held("returned", "given_back", "tickets given back in this draw, not under the deck yet"),
        held("untracked", "untracked", "tickets given back whose place this player no longer knows", "loose"),
        held("untracked_in_draw", "untracked_in_draw", "those of them in the draw that another player decides on",
             "loose_drawn"),
        held("ruled_out", "ruled_out", "tickets that this player cannot have held at the end of the first deck",
             "not_held_before"),
        Field("kept_after_setup", Number("kept_after_setup", 0, len(tickets)),
              "tickets held that were kept after set-up or, once tickets were scored, after that", 0,
              "tickets_kept_late"),
        Field("kept_since_untracked", Numbers("kept_since_untracked", seats),
              "tickets that each other player has kept since this player has untracked ones", [], "kept_by_others"),
        counted("hand", "hand", "cards in hand; in the view of another player those that they know of"),
        counted("seen", "hand_seen", "cards in this hand that all other players know of"),
        Field("hand_size", Number("hand_size", 0, MOST), "cards in hand", lambda seat: int(seat["hand"].sum())),
        Field("first_locomotive", Flag("first_loco"), "whether the locomotive of set-up is surely in this hand", False),
        laid("yard", "yard", "coloured cards in the railyard"),
        laid("wild", "yard_locomotives", "locomotives in the railyard, by the colour they were laid as"),
        counted("track", "track", "the on-the-track stack"),
        Field("track_size", Number("track_size", 0, MOST), "cards on the track", lambda seat: int(seat["track"].sum())),
        Field("track_moves", Number("moves", 0, 127), "turns of this deck in which cards moved on the track", 0),
        Field(
            "num_tickets",
            Number("num_tickets", 0, len(tickets)),
            "tickets held, as all players count them",
            lambda seat: int(seat["tickets"]).bit_count(),
        ),
    ])  # fmt: skip


def _train_cards(table: Any) -> Any:
    """The train cards that a record places, by kind."""
    total = table["display"].astype(np.int64) + table["discard"]
    for deck in (table["clock_deck"], table["deck"]):
        total += np.bincount(deck["cards"][: deck["size"]], minlength=KINDS)[:KINDS]
    if table["clock"] >= 0:
        total[table["clock"]] += 1
    for seat in table["players"]:
        total += seat["hand"] + seat["track"]
        total[:COLOURS] += seat["yard"]
        total[LOCO] += seat["wild"].sum()
    return total


def _hidden_tickets(view: Any) -> int:
    """How many tickets that players have kept the viewer does not know."""
    return sum(max(int(seat["num_tickets"]) - int(seat["tickets"]).bit_count(), 0) for seat in view["players"])


def _tickets(table: Any) -> int:
    """The tickets that a record places, as bits."""
    held = int(table["opponent_tickets"])
    for seat in table["players"]:
        held |= int(seat["tickets"]) | int(seat["done"]) | int(seat["offered"]) | int(seat["returned"])
    deck = table["ticket_deck"]
    return held | sum(1 << int(card) for card in deck["cards"][: deck["size"]] if card < 63)
