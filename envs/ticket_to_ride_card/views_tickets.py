"""What a seat knows of tickets that it does not hold, and worlds of them (TC-R13).

A seat knows where the tickets lie that it put under the deck, until another seat draws them. From then on they are
*loose*, and so are those that it gave back into a shuffled deck: the deck may hold them, and the seats that have kept
tickets since there were any. A ticket that stays open between the decks could not have been completed together with
those that were; a seat that forgets stacks cannot tell which these are.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.decks import UNKNOWN, fill_unknown
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import SEATS, TICKETS

__all__ = ["hide_tickets", "known_tickets", "place_tickets"]

_TRIES = 1_000  # one deal in a few agrees; after so many nothing but the numbers of tickets is kept to


@kernel
def hide_tickets(seat):
    """Hide the tickets of another seat, and what it knows of others."""
    seat.tickets = 0
    seat.offered = 0
    seat.returned = 0
    seat.loose = 0
    seat.drawn_now = 0
    seat.since[:] = 0


@kernel
def place_tickets(params, view, player, key):
    """Deal the tickets that the viewer cannot place to the other seats, the hidden opponent and the deck."""
    pool = ~known_tickets(params, view) & (bit(TICKETS) - 1)
    held = np.zeros(SEATS, np.int64)
    drawn = np.zeros(SEATS, np.int64)
    left = np.int64(-1)
    for attempt in range(_TRIES + 1):
        if left < 0:
            key = mix(key + np.uint64(1))
            left = deal(params, view, player, pool, attempt < _TRIES, held, drawn, key)
    left = max(left, np.int64(0))  # only a view that is none has too few tickets for all
    for p in range(params.num_players):
        if p != player:
            view.players[p].tickets |= held[p]
            decide(view, p, drawn[p], mix(key + np.uint64(p + 1)))
    if params.solo == 1:
        view.rival = held[1]
    cards = np.empty(TICKETS, np.uint8)
    size = 0
    while left:
        cards[size] = lowest(left)
        left &= left - 1
        size += 1
    scramble(mix(key), cards, size)
    fill_unknown(view.ticket_deck, cards[:size], 0)


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
def deal(params, view, player, pool, strict, held, drawn, key):
    """Deal tickets to the seats, and solo to the opponent (``held[1]``), those first of which most is known; returns
    the tickets left for the deck, or -1 if the deal does not agree with the view.

    Each seat gets any of the sets that are left for it. As these are fewer or more by what was dealt before, a deal is
    kept with the odds that make all whole deals equally likely.
    """
    loose = view.players[player].loose if player >= 0 else np.int64(0)
    now = view.players[player].drawn_now if player >= 0 else np.int64(0)
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
                number, barred = kept_tickets(view, player, p, loose, stage)
            else:
                number = drawn_tickets(view, p)
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
        held[1] = choose(left & ~loose, 6, key)
        left &= ~held[1]
    if np.float64(mix(~key) >> np.uint64(11)) / 2.0**53 >= odds and strict:
        return np.int64(-1)
    return left


@kernel
def kept_tickets(view, player, p, loose, stage):
    """Of the tickets that seat ``p`` holds: how many it has kept since there were none loose yet and before the second
    deck (stage 0), after one of the two (1), after both (2); and which these cannot be."""
    seat = view.players[p]
    number = np.int64(seat.num_tickets)
    late = np.int64(seat.late)
    since = min(number, np.int64(view.players[player].since[p])) if loose else late
    if stage == 0:
        return number - max(late, since), loose | seat.too_easy
    if stage == 1:
        return abs(late - since), loose if late > since else np.int64(seat.too_easy)
    return min(late, since), np.int64(0)


@kernel
def drawn_tickets(view, p):
    """How many tickets seat ``p`` has drawn in a draw that is not decided, or not shown, yet."""
    if p == view.current_player and (view.phase == TICKETS_DRAWN or view.phase == SETUP_TICKETS):
        return np.int64(view.drawn)
    return np.int64(6) if view.phase == SETUP_TICKETS else np.int64(0)


@kernel
def relative_odds(pool, left, barred, number):
    """The sets that a seat may get, over the most that it might have got, whatever was dealt before."""
    room = count_bits(left & ~barred)
    most = min(count_bits(pool & ~barred), count_bits(left))
    odds = 1.0
    for i in range(number):
        odds *= (room - i) / (most - i)
    return odds


@kernel
def choose(tickets, number, key):
    """A random subset of ``number`` tickets."""
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
def decide(view, p, drawn, key):
    """Give a seat the tickets it has drawn and is deciding upon, lowest first, or has decided upon unseen at set-up."""
    seat = view.players[p]
    decided = count_bits(drawn)
    if p == view.current_player:
        decided -= view.undecided
    elif view.phase == SETUP_TICKETS and p > view.current_player:
        decided = 0
    kept = key & np.uint64(63)
    if view.phase == SETUP_TICKETS and decided == 6:
        kept = np.uint64(1) + (key >> np.uint64(8)) % np.uint64(63)  # one at least stays
    for i in range(decided):
        first = drawn & -drawn
        drawn &= ~first
        if (kept >> np.uint64(i)) & np.uint64(1):
            seat.tickets |= first
        else:
            seat.returned |= first
    seat.offered |= drawn
