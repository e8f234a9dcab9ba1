"""The action "draw destination tickets", and the first choice of tickets: one decision a ticket, lowest first."""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw, put_under, shuffle_deck
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.ticket_to_ride_card.actions import KEEP, RETURN
from railgym.envs.ticket_to_ride_card.event_kinds import DECIDED, DREW_TICKETS, GAVE_BACK, KEPT
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import SEATS, SHUFFLE_TICKETS, TICKETS

__all__ = ["apply_decide", "apply_draw_tickets", "legal_decide", "offer", "return_tickets"]


@kernel
def offer(state, player, number):
    """Draw tickets for ``player`` to decide upon, as far as the deck goes (TC-R11)."""
    for _ in range(min(number, np.int64(state.ticket_deck.size))):
        state.players[player].offered |= bit(draw(state.ticket_deck))


@kernel
def apply_draw_tickets(state, events):
    """TC-4.15: draw four tickets."""
    player = np.int64(state.current_player)
    note_known_draws(state, player, 4)
    offer(state, player, 4)
    offered = state.players[player].offered
    state.players[player].loose &= ~offered
    state.drawn = count_bits(offered)
    state.undecided = state.drawn
    state.phase = TICKETS_DRAWN
    emit(events, EVERYONE, DREW_TICKETS, player, state.drawn)


@kernel
def note_known_draws(state, player, number):
    """Who put a ticket under the deck that ``player`` draws now knows that it is in this draw (TC-R13)."""
    deck = state.ticket_deck
    size = np.int64(deck.size)
    for i in range(max(0, size - number), size):
        for p in range(SEATS):
            if p != player and (deck.known[i] >> p) & 1:
                seat = state.players[p]
                if seat.loose == 0:
                    seat.since[:] = 0
                seat.loose |= bit(deck.cards[i])
                seat.drawn_now |= bit(deck.cards[i])


@kernel
def legal_decide(params, state, scratch, mask):
    """Keep or return the lowest offered ticket."""
    allow(scratch, mask, KEEP)
    if may_return(params, state):
        allow(scratch, mask, RETURN)


@kernel
def may_return(params, state):
    """In play any number may go back (TC-4.15). At set-up one must stay (TC-3.3); solo: one of the highest value
    (TC-3.11, TC-R15)."""
    seat = state.players[state.current_player]
    if seat.offered == 0:  # in no game, but in a world of a view that was changed by hand
        return False
    if state.phase != SETUP_TICKETS:
        return True
    rest = seat.offered & (seat.offered - 1)
    if params.solo == 0:
        return seat.tickets != 0 or rest != 0
    this = params.value[lowest(seat.offered)]
    others = seat.tickets | rest | seat.returned
    matched = False
    while others:
        value = params.value[lowest(others)]
        kept_or_open = (others & -others) & seat.returned == 0
        if value > this:
            return True
        if value == this and kept_or_open:
            matched = True
        others &= others - 1
    return matched


@kernel
def apply_decide(state, action, events):
    """Decide upon the lowest offered ticket; returns whether the whole draw is decided."""
    player = np.int64(state.current_player)
    seat = state.players[player]
    if seat.offered == 0:  # as above
        return True
    ticket = lowest(seat.offered)
    seat.offered &= ~bit(ticket)
    if action == KEEP:
        seat.tickets |= bit(ticket)
        emit(events, 1 << player, KEPT, player, ticket)
    else:
        seat.returned |= bit(ticket)
        emit(events, 1 << player, GAVE_BACK, player, ticket)
    state.undecided -= 1
    return seat.offered == 0


@kernel
def return_tickets(params, state, player, to_shuffle, events):
    """TC-4.16: unwanted tickets go under the deck, in an order that only their owner knows (TC-R5).

    ``to_shuffle``: shuffle the deck afterwards, as the published set-up does.
    """
    seat = state.players[player]
    if to_shuffle:
        seat.loose = seat.returned
    returned = np.empty(TICKETS, np.int64)
    n = 0
    while seat.returned:
        returned[n] = lowest(seat.returned)
        seat.returned &= seat.returned - 1
        n += 1
    shuffle(state, SHUFFLE_TICKETS, returned, n)
    for i in range(n):
        put_under(state.ticket_deck, returned[i], player)
    if to_shuffle:
        shuffle_deck(state, SHUFFLE_TICKETS, state.ticket_deck)
    held = count_bits(seat.tickets)
    kept = held - seat.num_tickets
    emit(events, EVERYONE, DECIDED, player, kept, n)
    seat.num_tickets = held
    if state.phase != SETUP_TICKETS:
        note_kept(state, player, kept)


@kernel
def note_kept(state, player, kept):
    """What all know of a draw that is decided: how many tickets of it were kept (TC-R13)."""
    state.players[player].late += kept
    for p in range(np.int64(state.num_players)):
        if p != player:
            state.players[p].since[player] += kept
            state.players[p].drawn_now = 0
