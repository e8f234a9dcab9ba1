"""What a player knows of tickets that they do not hold, and worlds of tickets (TC-R13).

A player knows where the tickets are that they put under the deck, until another player draws them (TC-R13.3). From then
on these tickets are *untracked*, and so are tickets given back into a deck that is shuffled (TC-R13.4): they are in the
deck, or with players who have kept tickets since. A ticket that stays open between the decks could not have been
completed together with the completed ones (TC-R13.5); a player who forgets stacks cannot tell which tickets that
excludes.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.decks import UNKNOWN, fill_unknown
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import SEATS, TICKETS

__all__ = ["hide_tickets", "known_tickets", "place_tickets"]

_TRIES = 1_000  # one deal in a few agrees; after so many tries only the numbers of tickets have to agree


@kernel
def hide_tickets(seat):
    """Hide the tickets of another seat, and what its player knows of other tickets (TC-R13.1)."""
    seat.tickets = 0
    seat.offered = 0
    seat.returned = 0
    seat.untracked = 0
    seat.untracked_in_draw = 0
    seat.kept_since_untracked[:] = 0


@kernel
def place_tickets(params, view, player, key):
    """Deal the tickets that the viewer cannot place to the other seats, the hidden opponent and the deck."""
    pool = ~known_tickets(params, view) & (bit(params.num_tickets) - 1)
    held = np.zeros(SEATS, np.int64)
    drawn = np.zeros(SEATS, np.int64)
    left = np.int64(-1)
    for attempt in range(_TRIES + 1):
        if left < 0:
            key = mix(key + np.uint64(1))
            left = deal(params, view, player, pool, attempt < _TRIES, held, drawn, key)
    left = max(left, np.int64(0))  # only an invalid view has too few tickets
    for p in range(params.num_players):
        if p != player:
            view.players[p].tickets |= held[p]
            decide(params, view, p, drawn[p], mix(key + np.uint64(p + 1)))
    if params.solo == 1:
        view.opponent_tickets = held[1]
    cards = np.zeros(TICKETS, np.uint8)
    size = 0
    while left:
        cards[size] = lowest(left)
        left &= left - 1
        size += 1
    scramble(mix(key), cards, size)
    fill_unknown(view.ticket_deck, cards[:size], 0)


@kernel
def known_tickets(params, view):
    """The set of tickets whose place the viewer knows."""
    known = np.int64(0)
    for p in range(params.num_players):
        seat = view.players[p]
        known |= seat.tickets | seat.done | seat.offered | seat.returned
    for i in range(np.int64(view.ticket_deck.size)):
        if view.ticket_deck.cards[i] != UNKNOWN:
            known |= bit(view.ticket_deck.cards[i])
    return known


@kernel
def deal(params, view, player, pool, strict, held, drawn, key):
    """Deal tickets to the seats and, solo, to the opponent (``held[1]``), the most constrained ones first; returns the
    tickets left for the deck, or -1 if the deal does not agree with the view.

    Each seat gets one of the sets that are left for it, at random. How many there are depends on what was dealt before,
    so a deal is accepted with the odds that make all complete deals equally likely.
    """
    untracked = view.players[player].untracked if player >= 0 else np.int64(0)
    now = view.players[player].untracked_in_draw if player >= 0 else np.int64(0)
    pool &= ~now
    left = pool
    odds = 1.0
    held[:] = 0
    drawn[:] = 0
    for stage in range(4):
        for p in range(params.num_players):
            if p == player:
                continue
            barred = np.int64(0)
            if stage < 3:
                number, barred = kept_tickets(view, player, p, untracked, stage)
            else:
                number = drawn_tickets(params, view, p)
                if number > 0:
                    drawn[p] = now
                    number -= count_bits(now)
            barred = barred if strict else np.int64(0)
            if count_bits(left & ~barred) < number:
                return np.int64(-1)
            odds *= relative_odds(pool, left, barred, number)
            some = choose(left & ~barred, number, mix(key + np.uint64(SEATS * stage + p)))
            left &= ~some
            if stage < 3:
                held[p] |= some
            else:
                drawn[p] |= some
    if params.solo == 1:
        held[1] = choose(left & ~untracked, 6, key)
        left &= ~held[1]
    if np.float64(mix(~key) >> np.uint64(11)) / 2.0**53 >= odds and strict:
        return np.int64(-1)
    return left


@kernel
def kept_tickets(view, player, p, untracked, stage):
    """The number of tickets of seat ``p`` that were kept in a stage, and the set of tickets that these cannot be.

    Two things divide the stages: the viewer's first untracked ticket, and the set-up or the scoring between the decks.
    Stage 0: before both; 1: between them, whichever came first; 2: after both.
    """
    seat = view.players[p]
    number = np.int64(seat.num_tickets)
    after_setup = np.int64(seat.kept_after_setup)
    since_untracked = after_setup
    if untracked:
        since_untracked = min(number, np.int64(view.players[player].kept_since_untracked[p]))
    if stage == 0:
        return number - max(after_setup, since_untracked), untracked | seat.ruled_out
    if stage == 1:
        barred = untracked if after_setup > since_untracked else np.int64(seat.ruled_out)
        return abs(after_setup - since_untracked), barred
    return min(after_setup, since_untracked), np.int64(0)


@kernel
def drawn_tickets(params, view, p):
    """The number of tickets of seat ``p`` in a draw that is not decided, or not shown, yet."""
    if p == view.current_player and (view.phase == TICKETS_DRAWN or view.phase == SETUP_TICKETS):
        return np.int64(view.drawn)
    return np.int64(params.first_tickets) if view.phase == SETUP_TICKETS else np.int64(0)


@kernel
def relative_odds(pool, left, barred, number):
    """The number of sets that a seat can get, over the largest such number after any deal before."""
    room = count_bits(left & ~barred)
    most = min(count_bits(pool & ~barred), count_bits(left))
    odds = 1.0
    for i in range(number):
        odds *= (room - i) / (most - i)
    return odds


@kernel
def choose(tickets, number, key):
    """A random subset of ``number`` of the tickets."""
    chosen = np.int64(0)
    size = count_bits(tickets)
    for i in range(number):
        key = mix(key + np.uint64(1))
        rest = tickets & ~chosen
        for _ in range(np.int64(((key >> np.uint64(32)) * np.uint64(size - i)) >> np.uint64(32))):
            rest &= rest - 1
        chosen |= rest & -rest
    return chosen


@kernel
def decide(params, view, p, drawn, key):
    """Give a seat the tickets of its draw, lowest first: those it has decided on at random kept or returned, the others
    offered."""
    seat = view.players[p]
    decided = count_bits(drawn)
    if p == view.current_player:
        decided -= view.undecided
    elif view.phase == SETUP_TICKETS and p > view.current_player:
        decided = 0
    kept = key & np.uint64(63)
    if view.phase == SETUP_TICKETS and decided == params.first_tickets:  # at least one is kept
        kept = np.uint64(1) + (key >> np.uint64(8)) % np.uint64((1 << np.int64(params.first_tickets)) - 1)
    for i in range(decided):
        first = drawn & -drawn
        drawn &= ~first
        if (kept >> np.uint64(i)) & np.uint64(1):
            seat.tickets |= first
        else:
            seat.returned |= first
    seat.offered |= drawn
