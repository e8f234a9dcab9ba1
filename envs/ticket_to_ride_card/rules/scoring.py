"""Which tickets a track completes: an exact assignment of cards to tickets (TC-6.9, TC-7.7, TC-R14)."""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.prices import find_prices
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, PRICES

__all__ = ["best_tickets", "value_of"]

# Card counts are packed into one int64, six bits a kind: track -> sum of count << 6 * kind.
BITS = 6
ONE = 63
NUMBER, BONUS, VALUE = 6, 12, 19  # bit positions in rank


@kernel
def value_of(params, tickets):
    """Total value of a set of tickets."""
    total = 0
    while tickets:
        total += params.value[lowest(tickets)]
        tickets &= tickets - 1
    return total


@kernel
def best_tickets(params, track, tickets, work):
    """The subset of ``tickets`` (int64 mask) that ``track`` (K,) completes best."""
    if shortage(params, work, track, tickets) <= track[LOCO]:
        return tickets
    cards = pack(track)
    tickets = payable(params, cards, tickets)
    if shortage(params, work, track, tickets) <= track[LOCO]:
        return tickets
    sure = np.int64(0)
    n = 0
    while tickets:
        ticket = lowest(tickets)
        if num_scarce(params, work, track, ticket) > 0:
            work.order[n] = ticket
            n += 1
        else:
            sure |= bit(ticket)
        tickets &= tickets - 1
    find_prices(params, work, track, n)
    sort_tickets(params, work, track, n)
    prepare_bounds(params, work, track, n)
    return search(params, work, cards, n, sure)


@kernel
def pack(track):
    cards = np.int64(0)
    for kind in range(KINDS):
        cards |= np.int64(track[kind]) << BITS * kind
    return cards


@kernel
def shortage(params, work, track, tickets):
    work.demand[:] = 0
    while tickets:
        ticket = lowest(tickets)
        for i in range(COLOURS):
            work.demand[i] += params.need[ticket, i]
        tickets &= tickets - 1
    total = np.int64(0)
    for colour in range(COLOURS):
        total += max(np.int64(0), work.demand[colour] - track[colour])
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
def payable(params, cards, tickets):
    """Those tickets that the cards complete on their own."""
    found = np.int64(0)
    while tickets:
        ticket = lowest(tickets)
        if pay(params, cards, ticket) >= 0:
            found |= bit(ticket)
        tickets &= tickets - 1
    return found


@kernel
def num_scarce(params, work, track, ticket):
    n = 0
    for i in range(params.cards[ticket]):
        colour = params.circles[ticket, i]
        if work.demand[colour] > track[colour]:
            n += 1
    return n


@kernel
def sort_tickets(params, work, track, n):
    """Most clear-cut first."""
    top = np.int64(0)
    for colour in range(COLOURS):
        price = np.int64(work.tableau[PRICES, 1 + colour] * (1 << VALUE) + 0.5)
        work.price[colour] = max(price, 0) if work.demand[colour] > track[colour] else 0
        top = max(top, price)
    work.top = top
    for i in range(n):
        ticket = work.order[i]
        gain = params.value[ticket] << VALUE
        for j in range(params.cards[ticket]):
            gain -= work.price[params.circles[ticket, j]]
        key = (abs(gain) + (1 << VALUE - 2) >> VALUE - 1) * 8 + num_scarce(params, work, track, ticket)
        j = i
        while j > 0 and work.key[j - 1] < key:
            work.key[j] = work.key[j - 1]
            work.order[j] = work.order[j - 1]
            work.gain[j] = work.gain[j - 1]
            j -= 1
        work.key[j] = key
        work.order[j] = ticket
        work.gain[j] = gain


@kernel
def prepare_bounds(params, work, track, n):
    most = np.int64(track[LOCO])
    fill = np.int64(0)
    for colour in range(COLOURS):
        work.demand_left[n, colour] = 0
        if work.demand[colour] > track[colour]:
            if work.price[colour] == work.top:
                work.code[colour] = 1
                most += track[colour]
            else:
                work.code[colour] = work.price[colour] << 7
                fill = max(fill, work.price[colour])
        else:
            work.code[colour] = 0
    for cards in range(most + 1):
        work.bound[n, cards] = cards * fill
    work.cities_left[n] = 0
    work.undecided[n] = 0
    for depth in range(n - 1, -1, -1):
        ticket = work.order[depth]
        for colour in range(COLOURS):
            work.demand_left[depth, colour] = work.demand_left[depth + 1, colour]
        work.cities_left[depth] = work.cities_left[depth + 1] | params.cities[ticket]
        work.undecided[depth] = work.undecided[depth + 1] | bit(ticket)
        size = np.int64(0)
        worth = (params.value[ticket] << VALUE) + (1 << NUMBER)
        for i in range(params.cards[ticket]):
            colour = params.circles[ticket, i]
            work.demand_left[depth, colour] += 1
            if work.code[colour] == 1:
                size += 1
            else:
                worth -= work.price[colour]
        worth = np.int32(worth)
        for cards in range(size):
            work.bound[depth, cards] = work.bound[depth + 1, cards]
        for cards in range(most + 1 - size):
            work.bound[depth, cards + size] = max(
                work.bound[depth + 1, cards + size], np.int32(work.bound[depth + 1, cards] + worth)
            )


@kernel
def search(params, work, cards, n, sure):
    cities = np.int64(0)
    rest = sure
    while rest:
        cities |= params.cities[lowest(rest)]
        rest &= rest - 1
    best = sure
    best_rank = np.int64(0)
    work.depth[0] = 0
    work.left[0] = cards
    work.taken[0] = sure
    work.rank[0] = 0
    work.cities[0] = cities
    size = 1
    work.nodes = 0
    while size > 0:
        size -= 1
        work.nodes += 1
        depth = work.depth[size]
        left = work.left[size]
        rank = work.rank[size]
        cities = work.cities[size]
        taken = work.taken[size]
        total = left >> BITS * LOCO
        for colour in range(COLOURS):
            total += work.code[colour] * min((left >> BITS * colour) & ONE, work.demand_left[depth, colour])
        most = rank
        if depth < n:  # cards that are left at the end are worth nothing
            most += (total >> 7) + work.bound[depth, total & 127]
        most = (most >> NUMBER << NUMBER) + (params.bonus_sum[cities | work.cities_left[depth]] << BONUS)
        if most < best_rank or (most == best_rank and not earlier(taken | work.undecided[depth], best)):
            continue
        if depth == n:
            best_rank = most
            best = taken
            continue
        ticket = work.order[depth]
        first = size + (1 if work.gain[depth] >= 0 else 0)
        second = 2 * size + 1 - first
        paid = pay(params, left, ticket)
        work.depth[second] = depth + 1
        work.depth[first] = depth + 1
        # taken
        if paid < 0:
            first = second = size
            size += 1
        else:
            work.left[first] = paid
            work.taken[first] = taken | bit(ticket)
            work.rank[first] = rank + (params.value[ticket] << VALUE) + (1 << NUMBER)
            work.cities[first] = cities | params.cities[ticket]
            size += 2
        work.depth[second] = depth + 1
        work.left[second] = left
        work.taken[second] = taken
        work.rank[second] = rank
        work.cities[second] = cities
    return best


@kernel
def earlier(a, b):
    difference = a ^ b
    return a & difference & -difference != 0
