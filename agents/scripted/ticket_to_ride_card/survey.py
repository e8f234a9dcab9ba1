"""Estimates from a view: what tickets need, the cards to come, other hands, and how long the deck lasts."""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.cards import display_count
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SEATS
from railgym.envs.ticket_to_ride_card.views import count_unseen
from railgym.envs.ticket_to_ride_card.views_tickets import known_tickets

__all__ = [
    "CHANCE",
    "EXPOSED",
    "GAIN",
    "HAND",
    "NEED",
    "PRICE",
    "ROWS",
    "SHARE",
    "SPARE",
    "TRACK",
    "later_moves",
    "moves_left",
    "survey",
    "unknown_tickets",
    "waiting_lead",
]

# Rows of a survey, float64 (ROWS, KINDS).
NEED = 0  # cards that the open tickets ask for
TRACK = 1  # cards on the track, with those of the railyard that will move there in time
HAND = 2  # cards in hand
SHARE = 3  # share of the kind among the unseen cards
EXPOSED = 4  # cards of a colour that each seat is expected to be able to lay, one row per seat
SPARE = EXPOSED + SEATS  # cards beyond the needs of the open tickets (negative: missing); see keeping.py
CHANCE = SPARE + 1  # [n]: the chance to complete a ticket that lacks n cards
PRICE = CHANCE + 1  # the value of a card while it stays in hand
GAIN = PRICE + 1  # the value of one more card in hand, or of a single card laid
SURVIVAL = GAIN + 1  # [n - 1]: the chance of a group of n cards to outlive a round of the others' turns
ROWS = SURVIVAL + 1

# Solo: cards of a colour by which the display is expected to grow before a group has moved.
DISPLAY_DRIFT = 0.7


@kernel
def moves_left(params, view, per_turn):
    """The number of turns that the deciding seat will begin after this one while the current train deck lasts."""
    if params.solo == 1:
        return float(view.clock_deck.size)
    if view.final_turns > 0:
        return float((view.final_turns - 1) // params.num_players)
    return view.deck.size / (per_turn * params.num_players) + 1.0


@kernel
def later_moves(params, view, w):
    """The number of turns of the seat in a second deck, which has all cards but hands, display and the new deal."""
    if view.deck_number >= params.decks:
        return 0.0
    cards = -float(params.display_size) - w.hoarding * view.deck.size
    for kind in range(KINDS):
        cards += params.cards_of[kind]
    for p in range(params.num_players):
        cards -= view.players[p].hand_size + 4.0
    return max(0.0, cards / (w.per_turn * params.num_players)) + 1.0


@kernel
def waiting_lead(params, view, player):
    """The most cards that another player has in hand and railyard, less the seat's own."""
    own = 0.0
    most = 0.0
    for p in range(params.num_players):
        seat = view.players[p]
        waiting = float(seat.hand_size)
        for colour in range(COLOURS):
            waiting += seat.yard[colour] + seat.wild[colour]
        if p == player:
            own = waiting
        else:
            most = max(most, waiting)
    return most - own


@kernel
def survey(params, view, player, moves, lurking, out):
    """Fill the rows NEED to EXPOSED of ``out`` (ROWS, KINDS) for ``player``."""
    share_unseen(params, view, out)
    seat = view.players[player]
    for kind in range(KINDS):
        out[NEED, kind] = 0.0
        out[HAND, kind] = seat.hand[kind]
        out[TRACK, kind] = seat.track[kind]
        if params.human_memory[player] == 1:
            out[TRACK, kind] = seat.track_size * out[SHARE, kind]
    open_tickets = seat.tickets
    while open_tickets:
        ticket = lowest(open_tickets)
        for i in range(params.cards[ticket]):
            out[NEED, params.circles[ticket, i]] += 1.0
        open_tickets &= open_tickets - 1
    for colour in range(COLOURS):
        wild = min(float(seat.wild[colour]), moves)
        out[TRACK, LOCO] += wild
        out[TRACK, colour] += min(float(seat.yard[colour]), moves - wild)
    expose(params, view, player, lurking, out)


@kernel
def share_unseen(params, view, out):
    """Fill SHARE: the probability of each kind for an unseen card."""
    unseen = np.zeros(KINDS, np.int64)
    count_unseen(params, view, unseen)
    total = max(1.0, float(unseen.sum()))
    for kind in range(KINDS):
        out[SHARE, kind] = unseen[kind] / total


@kernel
def expose(params, view, player, lurking, out):
    """Fill EXPOSED: the cards of a colour that each other player may lay: those seen, the expected part of their unseen
    cards, and some locomotives. Solo, the cards that the display may show."""
    for colour in range(COLOURS):
        if params.solo == 1:
            out[EXPOSED, colour] = display_count(view, colour) + DISPLAY_DRIFT
            continue
        for p in range(params.num_players):
            if p != player:
                seat = view.players[p]
                unseen = float(seat.hand_size)
                for kind in range(KINDS):
                    unseen -= seat.hand[kind]
                wild = seat.hand[LOCO] + unseen * out[SHARE, LOCO]
                out[EXPOSED + p, colour] = seat.hand[colour] + unseen * out[SHARE, colour] + lurking * wild


@kernel
def unknown_tickets(params, view):
    """The set of tickets that the seat cannot place: any of them may be drawn."""
    return ~known_tickets(params, view) & (bit(params.num_tickets) - 1)
