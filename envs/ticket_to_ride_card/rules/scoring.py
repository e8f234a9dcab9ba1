"""Which tickets a track completes: an exact assignment of cards to tickets (TC-6.5, TC-14).

The choice is the best by value, then bonus points of the distinct big cities touched, then number of tickets, then
lowest numbers. A depth-first search decides upon tickets in ascending order, taking a ticket before leaving it, so of
two equal choices the one with the lower numbers is met first and an equal one later never replaces it. A branch is
cut when even the best knapsack of the remaining tickets does not beat the best choice so far; that knapsack lumps
together the scarce colours, of which the tickets ask for more than there is, and forgets the others.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO

__all__ = ["best_tickets", "value_of"]

# Card counts are packed into one int64, six bits a kind: track -> sum of count << 6 * kind.
BITS = 6
ONE = 63


@kernel
def value_of(params, tickets):
    """Total value of a set of tickets."""
    total = 0
    while tickets:
        total += params.value[lowest(tickets)]
        tickets &= tickets - 1
    return total


@kernel
def pay(params, cards, ticket):
    """The packed cards left after completing a ticket, locomotives filling gaps; -1 if they do not suffice."""
    for i in range(params.cards[ticket]):
        colour = params.circles[ticket, i]
        if (cards >> BITS * colour) & ONE:
            cards -= np.int64(1) << BITS * colour
        elif (cards >> BITS * LOCO) & ONE:
            cards -= np.int64(1) << BITS * LOCO
        else:
            return np.int64(-1)
    return cards


@kernel
def rank(params, value, cities, number):
    """One number that orders choices by value, then bonus points, then number of tickets."""
    return ((value << 7) + params.bonus_sum[cities] << 6) + number


@kernel
def best_tickets(params, track, tickets, work):
    """The subset of ``tickets`` (int64 mask) that ``track`` (K,) completes best."""
    cards = np.int64(0)
    for kind in range(KINDS):
        cards |= np.int64(track[kind]) << BITS * kind
    n = 0
    while tickets:
        ticket = lowest(tickets)
        if pay(params, cards, ticket) >= 0:
            work.order[n] = ticket
            n += 1
        tickets &= tickets - 1
    prepare_demand(params, work, cards, n)
    prepare_bounds(params, work, n, usable(work, cards, 0))

    best_rank = np.int64(0)
    best = np.int64(0)
    work.left[0] = cards
    work.taken[0] = 0
    work.value[0] = 0
    work.cities[0] = 0
    work.stage[0] = 0
    depth = 0
    while depth >= 0:
        stage = work.stage[depth]
        if stage == 0:
            number = count_bits(work.taken[depth])
            left = work.left[depth]
            possible = work.bound[depth, usable(work, left, depth)]
            cities = work.cities[depth] | work.cities_left[depth]
            most = rank(params, work.value[depth] + (possible >> 6), cities, number + (possible & ONE))
            if most <= best_rank:
                depth -= 1
                continue
            if depth == n:
                best_rank = most
                best = work.taken[depth]
                depth -= 1
                continue
            work.stage[depth] = 1
            ticket = work.order[depth]
            left = pay(params, left, ticket)
            if left >= 0:
                descend(work, depth, left, ticket, params.value[ticket], params.cities[ticket])
                depth += 1
        elif stage == 1:
            work.stage[depth] = 2
            descend(work, depth, work.left[depth], -1, 0, 0)
            depth += 1
        else:
            depth -= 1
    return best


@kernel
def descend(work, depth, left, ticket, value, cities):
    """Enter the next depth with ``ticket`` taken (-1: left)."""
    work.left[depth + 1] = left
    work.taken[depth + 1] = work.taken[depth] | (bit(ticket) if ticket >= 0 else 0)
    work.value[depth + 1] = work.value[depth] + value
    work.cities[depth + 1] = work.cities[depth] | cities
    work.stage[depth + 1] = 0


@kernel
def prepare_demand(params, work, cards, n):
    """What the tickets from each depth on ask for, by scarce colour, and which big cities they touch."""
    work.demand_left[n, :] = 0
    work.cities_left[n] = 0
    for depth in range(n - 1, -1, -1):
        ticket = work.order[depth]
        work.cities_left[depth] = work.cities_left[depth + 1] | params.cities[ticket]
        for colour in range(COLOURS):
            work.demand_left[depth, colour] = work.demand_left[depth + 1, colour] + params.need[ticket, colour]
    for colour in range(COLOURS):
        if work.demand_left[0, colour] <= (cards >> BITS * colour) & ONE:
            work.demand_left[: n + 1, colour] = 0


@kernel
def usable(work, cards, depth):
    """How many of the packed cards the tickets from ``depth`` on could use at most for scarce colours."""
    total = (cards >> BITS * LOCO) & ONE
    for colour in range(COLOURS):
        total += min((cards >> BITS * colour) & ONE, work.demand_left[depth, colour])
    return total


@kernel
def prepare_bounds(params, work, n, most):
    """bound[d, c]: the greatest value of tickets from depth d on with c cards of scarce colours, and the most tickets
    for it, as value << 6 | number (0-1 knapsack)."""
    for cards in range(most + 1):
        work.bound[n, cards] = 0
    for depth in range(n - 1, -1, -1):
        ticket = work.order[depth]
        value = (params.value[ticket] << 6) + 1
        size = 0
        for colour in range(COLOURS):
            size += work.demand_left[depth, colour] - work.demand_left[depth + 1, colour]
        for cards in range(most + 1):
            best = work.bound[depth + 1, cards]
            if cards >= size:
                best = max(best, work.bound[depth + 1, cards - size] + value)
            work.bound[depth, cards] = best
