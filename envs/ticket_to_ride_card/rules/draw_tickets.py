"""The action "draw destination tickets", and the choice of first tickets: one decision per ticket, lowest first."""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw, put_under, shuffle_deck
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.ticket_to_ride_card.actions import DRAW_TICKETS, KEEP, RETURN
from railgym.envs.ticket_to_ride_card.event_kinds import DECIDED, DREW_TICKETS, GAVE_BACK, KEPT
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import SEATS, SHUFFLE_TICKETS, TICKETS

__all__ = [
    "apply_decide",
    "apply_draw_tickets",
    "legal_decide",
    "legal_draw_tickets",
    "offer",
    "return_tickets",
]


@kernel
def offer(state, player, number):
    """Draw ``number`` tickets for ``player`` to decide on, as far as the deck goes (TC-R11)."""
    for _ in range(min(number, np.int64(state.ticket_deck.size))):
        state.players[player].offered |= bit(draw(state.ticket_deck))


@kernel
def legal_draw_tickets(state, scratch, mask):
    """Allow to draw tickets while the ticket deck has any (TC-R11)."""
    if state.ticket_deck.size > 0:
        allow(scratch, mask, DRAW_TICKETS)


@kernel
def apply_draw_tickets(params, state, events):
    """Draw four tickets for the current player to decide on (TC-4.15); returns that the action goes on."""
    player = np.int64(state.current_player)
    note_known_draws(state, player, params.tickets_per_draw)
    offer(state, player, params.tickets_per_draw)
    offered = state.players[player].offered
    state.players[player].untracked &= ~offered
    state.drawn = count_bits(offered)
    state.undecided = state.drawn
    state.phase = TICKETS_DRAWN
    emit(events, EVERYONE, DREW_TICKETS, player, state.drawn)
    return False


@kernel
def note_known_draws(state, player, number):
    """Note, for each other player, which of the tickets that ``player`` draws now they had put under the deck: they
    know that these are in this draw (TC-R13.3)."""
    deck = state.ticket_deck
    size = np.int64(deck.size)
    for i in range(max(0, size - number), size):
        for p in range(SEATS):
            if p != player and (deck.known[i] >> p) & 1:
                seat = state.players[p]
                if seat.untracked == 0:
                    seat.kept_since_untracked[:] = 0
                seat.untracked |= bit(deck.cards[i])
                seat.untracked_in_draw |= bit(deck.cards[i])


@kernel
def legal_decide(params, state, scratch, mask):
    """Allow to keep the lowest offered ticket and, if the rules permit, to return it."""
    allow(scratch, mask, KEEP)
    if may_return(params, state):
        allow(scratch, mask, RETURN)


@kernel
def may_return(params, state):
    """Whether the current player may return the lowest offered ticket.

    In play any number may be returned (TC-4.15). At set-up one must be kept (TC-3.3); solo, one of the highest value
    (TC-3.11, TC-R15.2).
    """
    seat = state.players[state.current_player]
    if seat.offered == 0:  # never in play; only after a record was edited by hand
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
    """Keep or return the lowest offered ticket (TC-4.15); returns whether the whole draw is decided."""
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
    """Put the returned tickets under the deck (TC-4.16), in a random order that only ``player`` knows (TC-R5).

    ``to_shuffle``: shuffle the deck afterwards, as at the set-up of the published game; then no player knows where
    they are (TC-R13.4).
    """
    seat = state.players[player]
    if to_shuffle:
        seat.untracked = seat.returned
    returned = np.zeros(TICKETS, np.int64)
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
    """Note that ``player`` has kept so many tickets of a draw in play, which all players see (TC-R13.3, TC-R13.5)."""
    state.players[player].kept_after_setup += kept
    for p in range(np.int64(state.num_players)):
        if p != player:
            state.players[p].kept_since_untracked[player] += kept
            state.players[p].untracked_in_draw = 0
