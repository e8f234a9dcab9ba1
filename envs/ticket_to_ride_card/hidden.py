"""What a seat cannot see (``hide``), and worlds that agree with what it sees (``determinize``) (TC-R13).

Hidden are the order of all decks, the hands of others but for cards they were seen to take, the tickets of others,
and solo the opponent's tickets. A seat with human memory sees, besides, no on-the-track stack and none of the cards it
saw others take. A seat remembers the tickets it put under the deck until they are drawn, and that those it gave back
into a shuffled deck are there, until another seat draws tickets.

A world is made by pooling all cards the viewer cannot place, shuffling the pool and dealing it out to the places it
cannot see, so all worlds that agree with the view are equally likely. Tickets kept and returned before the draw is
decided are drawn at random, too; of a lay that another seat is still choosing nothing is seen, so it has not begun.
"""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.chance import key_from_seed, mix, scramble
from railgym.envs.core.decks import UNKNOWN, fill_unknown, hide_deck
from railgym.envs.core.header import FULL
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.phases import (
    ACTION,
    LAY_NATURAL,
    LAY_WILD,
    SETUP_TICKETS,
    TICKETS_DRAWN,
)
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, TICKETS, TRAIN_CARDS

__all__ = ["determinize", "hide"]


@kernel
def forgets(params, player):
    """Whether the viewer has human memory."""
    return player >= 0 and params.human_memory[player] == 1


@kernel
def hide(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key.

    Human memory sees no on-the-track stack (TC-4.4, TC-7.4).
    """
    state.viewer = player
    state.key = 0
    if state.terminated == 1:
        return
    blank_deck(state.deck)
    blank_deck(state.clock_deck)
    hide_deck(state.ticket_deck, player)
    state.rival = 0
    if player != state.current:
        hide_lay(state)
    for p in range(params.num_players):
        seat = state.players[p]
        if forgets(params, player):
            seat.track[:] = 0
            seat.seen[:] = 0
        if p != player:
            for kind in range(KINDS):
                seat.hand[kind] = seat.seen[kind]
            seat.tickets = 0
            seat.offered = 0
            seat.returned = 0
            seat.shuffled = 0


@kernel
def hide_lay(state):
    """The cards that another seat is choosing to lay are seen when they are laid."""
    if state.phase == LAY_NATURAL or state.phase == LAY_WILD:
        state.phase = ACTION
        state.lay_colour = -1
        state.lay_natural = 0


@kernel
def blank_deck(deck):
    """Hide a deck of which nobody ever knows a card."""
    for i in range(np.int64(deck.size)):
        deck.cards[i] = UNKNOWN


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one world, uniform over those that agree with it."""
    view.viewer = FULL
    view.key = key_from_seed(seed)
    if view.terminated == 1:
        return
    place_trains(params, view, player, mix(view.key))
    place_tickets(params, view, player, mix(view.key + np.uint64(1)))


@kernel
def place_trains(params, view, player, key):
    """Deal the train cards that the viewer cannot place to hands, tracks and decks."""
    pool = np.empty(TRAIN_CARDS, np.uint8)
    size = pool_trains(params, view, pool)
    scramble(key, pool, size)
    used = 0
    for p in range(params.num_players):
        seat = view.players[p]
        if p != player:
            missing = np.int64(seat.hand_size)
            for kind in range(KINDS):
                missing -= seat.hand[kind]
            for _ in range(missing):
                seat.hand[pool[used]] += 1
                used += 1
        if forgets(params, player):
            for _ in range(np.int64(seat.track_size)):
                seat.track[pool[used]] += 1
                used += 1
    used = fill_unknown(view.clock_deck, pool, used)
    fill_unknown(view.deck, pool, used)


@kernel
def count_unseen(params, view, counts):
    """Count by kind the train cards that the viewer cannot place: ``counts`` (K,)."""
    for kind in range(KINDS):
        counts[kind] = params.cards_of[kind] - view.display[kind] - view.discard[kind]
    if view.clock >= 0:
        counts[view.clock] -= 1
    for p in range(params.num_players):
        seat = view.players[p]
        for kind in range(KINDS):
            counts[kind] -= seat.hand[kind] + seat.track[kind]
        for colour in range(COLOURS):
            counts[colour] -= seat.yard[colour]
            counts[LOCO] -= seat.wild[colour]


@kernel
def pool_trains(params, view, pool):
    """Write the train cards that the viewer cannot place into ``pool``; returns how many they are."""
    counts = np.empty(KINDS, np.int64)
    count_unseen(params, view, counts)
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            pool[size] = kind
            size += 1
    return size


@kernel
def place_tickets(params, view, player, key):
    """Deal the tickets that the viewer cannot place to the other seats, the hidden opponent and the deck, where alone
    those can be that it gave back."""
    in_deck = view.players[player].shuffled if player >= 0 else np.int64(0)
    elsewhere = ~(known_tickets(params, view) | in_deck) & (bit(TICKETS) - 1)
    pool = np.empty(TICKETS, np.uint8)
    size = pool_tickets(elsewhere, pool, 0)
    scramble(key, pool, size)
    used = 0
    for p in range(params.num_players):
        if p != player:
            used = place_seat_tickets(view, p, pool, used, mix(key + np.uint64(p + 1)))
    if params.solo == 1:
        for _ in range(6):
            view.rival |= bit(pool[used])
            used += 1
    size = pool_tickets(in_deck, pool, size)
    scramble(mix(key), pool[used:], size - used)
    fill_unknown(view.ticket_deck, pool, used)


@kernel
def pool_tickets(tickets, pool, size):
    """Append a set of tickets to ``pool[:size]``; returns the new size."""
    while tickets:
        pool[size] = lowest(tickets)
        tickets &= tickets - 1
        size += 1
    return size


@kernel
def known_tickets(params, view):
    """The tickets that the viewer can place."""
    known = np.int64(0)
    for p in range(params.num_players):
        seat = view.players[p]
        known |= seat.tickets | seat.done | seat.offered | seat.returned
    for i in range(np.int64(view.ticket_deck.size)):
        if view.ticket_deck.cards[i] != UNKNOWN:
            known |= bit(view.ticket_deck.cards[i])
    return known


@kernel
def place_seat_tickets(view, p, pool, used, key):
    """Deal ``pool[used:]`` to another seat: tickets held, and the draw it is deciding upon; returns what is used."""
    seat = view.players[p]
    for _ in range(np.int64(seat.num_tickets)):
        seat.tickets |= bit(pool[used])
        used += 1
    drawn = 0
    decided = 0
    if view.phase == SETUP_TICKETS:
        drawn = 6
        decided = 6 if p < view.current else 0
    if p == view.current and (view.phase == TICKETS_DRAWN or view.phase == SETUP_TICKETS):
        drawn = np.int64(view.drawn)
        decided = drawn - view.undecided
    for _ in range(drawn):
        seat.offered |= bit(pool[used])
        used += 1
    kept = key & np.uint64(63)
    if view.phase == SETUP_TICKETS and decided == 6:
        kept = np.uint64(1) + (key >> np.uint64(8)) % np.uint64(63)  # one at least stays
    for i in range(decided):
        first = seat.offered & -seat.offered  # the lowest tickets were decided upon first
        seat.offered &= ~first
        if (kept >> np.uint64(i)) & np.uint64(1):
            seat.tickets |= first
        else:
            seat.returned |= first
    return used
