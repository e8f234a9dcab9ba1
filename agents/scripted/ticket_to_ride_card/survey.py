"""What a seat can tell from its view: needs, cards to come, what rivals may hold, and how long the deck will last."""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.cards import display_count
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SEATS, TICKETS
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
TRACK = 1  # cards on the track, those included that will move there from the railyard in time
HAND = 2  # cards in hand
SHARE = 3  # share of the kind among the cards that cannot be placed
EXPOSED = 4  # cards of a colour that each seat may be expected to lay against us, one row a seat
SPARE = EXPOSED + SEATS  # cards beyond the needs of the open tickets (negative: missing); see keeping.py
CHANCE = SPARE + 1  # [n]: the chance to complete a ticket of which n cards are missing
PRICE = CHANCE + 1  # what a card is worth while it stays in hand
GAIN = PRICE + 1  # what one more card in hand is worth; what a single card laid is worth
SURVIVAL = GAIN + 1  # [n - 1]: the chance of a group of n cards to outlive a round of the rivals' turns
ROWS = SURVIVAL + 1

# Solo: the display is taken to show so many more cards of a colour than it does now before a group has moved.
DISPLAY_DRIFT = 0.7


@kernel
def moves_left(params, view, per_turn):
    """How many turns the deciding seat will begin after this one while the present train deck lasts."""
    if params.solo == 1:
        return float(view.clock_deck.size)
    if view.final_turns > 0:
        return float((view.final_turns - 1) // params.num_players)
    return view.deck.size / (per_turn * params.num_players) + 1.0


@kernel
def later_moves(params, view, w):
    """How many turns a second deck will give the seat: it is made of all cards but hands, display and the new deal."""
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
    """How many cards more than the seat the rival with most has waiting in hand and railyard."""
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
    """Fill ``out`` (ROWS, KINDS) for ``player``."""
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
    """SHARE: how likely an unseen card is of each kind."""
    unseen = np.empty(KINDS, np.int64)
    count_unseen(params, view, unseen)
    total = max(1.0, float(unseen.sum()))
    for kind in range(KINDS):
        out[SHARE, kind] = unseen[kind] / total


@kernel
def expose(params, view, player, lurking, out):
    """EXPOSED: what each rival may lay of a colour: cards seen, the likely part of his others, some locomotives. Solo,
    what the display may come to show."""
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
    """The tickets that the seat cannot place, as a set: any of them may be drawn."""
    return ~known_tickets(params, view) & (bit(TICKETS) - 1)
