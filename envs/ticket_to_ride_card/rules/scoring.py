"""Which tickets a track completes: an exact assignment of cards to tickets (TC-6.9, TC-7.7, TC-R14).

The choice is the best by value, then bonus points of the distinct big cities touched, then number of tickets, then
lowest numbers. It is found by branch and bound. A colour is scarce if the tickets ask for more cards of it than there
are. Tickets without scarce colours are completed in any case; the others are decided upon one by one.

The bound of a branch is what could be reached if the rules were kinder in two ways:

* The dearest of the scarce colours are lumped together with the locomotives: any of these cards serves for any of
  these colours. The best use of so many cards is a knapsack problem, tabulated once for all branches.
* Cards of the other scarce colours are bought and sold, without limit, at a price (rules/prices.py). A lumped card left
  over is sold at the highest of these prices, for it may be a locomotive that stands in for such a colour.

Every completion by the rules remains possible and is worth no less then: each card that it buys is paid for by one that
it sells, the same card or the locomotive in its place. So the bound is never too low, whatever the prices. A branch is
given up if its bound ranks below the best choice so far, or equal to it while no choice in it can have lower numbers.
All else is searched to its end, so the result is exact. When a search grows long, its open branches become problems of
their own: prices made for fewer tickets and cards bound them more closely.
"""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.prices import find_prices
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["best_tickets", "value_of"]

# Counts by colour are packed into one int64: seven bits a colour, the highest of them free for carries.
WIDTH = 7
FIELD = 127
CARRY = sum(64 << WIDTH * c for c in range(COLOURS))
EVERY_OTHER = sum(FIELD << WIDTH * c for c in range(0, COLOURS, 2))

# A choice is ranked by one number: value, seven bits of bonus points, six bits of number, six bits for the fractions
# of prices, which only bounds have.
NUMBER, BONUS, VALUE = 6, 12, 19
HIGHEST_PRICE = 31.0  # more than the highest value; keeps bounds within 32 bits

# A search of more nodes than MANY stops at the next branch that has more tickets to decide upon than FEW.
MANY, FEW = 1000, 12


@kernel
def value_of(params, tickets):
    """Total value of a set of tickets."""
    total = 0
    while tickets:
        total += params.value[lowest(tickets)]
        tickets &= tickets - 1
    return total


@kernel
def best_tickets(params, track, tickets, scratch):
    """The subset of ``tickets`` (int64 mask) that ``track`` (K,) completes best."""
    root = scratch.open[0]
    root.undecided = tickets
    root.taken = 0
    root.cities = 0
    root.rank = 0
    root.most = 0
    root.locos = track[LOCO]
    root.cards = 0
    for colour in range(COLOURS):
        root.cards |= np.int64(track[colour]) << WIDTH * colour
    scratch.best = 0
    scratch.best_rank = -1
    size = 1
    while size > 0:
        problem = scratch.open[size - 1]
        if promising(scratch, problem.most, problem.taken | problem.undecided):
            n = take_sure_tickets(params, scratch, problem)
            if n > 0:
                find_prices(params, scratch, problem.locos, n)
                sort_tickets(params, scratch, n)
                prepare_bounds(params, scratch, problem, n)
            size = search(params, scratch, size, n)
        else:
            size -= 1
    return scratch.best


@kernel
def excess(a, b):
    """By how much counts ``a`` exceed counts ``b``, colour by colour; nought where they do not."""
    difference = (a | CARRY) - b
    larger = difference & CARRY
    return difference & (larger - (larger >> WIDTH - 1))


@kernel
def total(counts):
    """The sum of packed counts. (Not by the usual multiplication: compiled code may assume that none overflows.)"""
    pairs = (counts & EVERY_OTHER) + (counts >> WIDTH & EVERY_OTHER)
    return (pairs + (pairs >> 14) + (pairs >> 28) + (pairs >> 42) + (pairs >> 56)) & 255


@kernel
def worth(params, ticket):
    """What a ticket adds to the rank of a choice."""
    return (params.value[ticket] << VALUE) + (1 << NUMBER)


@kernel
def take_sure_tickets(params, scratch, problem):
    """List in work.order the tickets of which not all can be completed; take those that can be in any case.

    Returns how many are listed. work.need: the cards of scarce colours they ask for; work.gap: how many too many.
    """
    demand = np.int64(0)
    possible = 0
    rest = problem.undecided
    while rest:
        ticket = lowest(rest)
        rest &= rest - 1
        need = np.int64(0)
        for i in range(params.cards[ticket]):
            need += np.int64(1) << WIDTH * params.circles[ticket, i]
        if total(excess(need, problem.cards)) <= problem.locos:
            scratch.order[possible] = ticket
            scratch.need[possible] = need
            demand += need
            possible += 1
    lack = excess(demand, problem.cards)
    scarce = np.int64(0)
    if total(lack) > problem.locos:
        for colour in range(COLOURS):
            scratch.gap[colour] = (lack >> WIDTH * colour) & FIELD
            if scratch.gap[colour] > 0:
                scarce |= np.int64(FIELD) << WIDTH * colour
    n = 0
    for i in range(possible):
        ticket = scratch.order[i]
        need = scratch.need[i] & scarce
        if need:
            scratch.order[n] = ticket
            scratch.need[n] = need
            n += 1
        else:
            take(params, problem, ticket)
    scratch.demand_left[n] = 0
    scratch.cities_left[n] = 0
    scratch.undecided[n] = 0
    return n


@kernel
def take(params, node, ticket):
    node.taken |= bit(ticket)
    node.cities |= params.cities[ticket]
    node.rank += worth(params, ticket)


@kernel
def sort_tickets(params, scratch, n):
    """Put first those that are most clearly worth their price or not, and of equally clear ones the largest.

    work.cost: prices in units of rank, work.top: the highest; work.gain: what a ticket is worth beyond its price.
    """
    scratch.top = 0
    for colour in range(COLOURS):
        price = (
            np.int64(min(scratch.price[colour], HIGHEST_PRICE) * (1 << VALUE) + 0.5) if scratch.gap[colour] > 0 else 0
        )
        scratch.cost[colour] = max(price, 0)
        scratch.top = max(scratch.top, price)
    for i in range(n):
        ticket = scratch.order[i]
        need = scratch.need[i]
        gain = worth(params, ticket)
        for j in range(params.cards[ticket]):
            gain -= scratch.cost[params.circles[ticket, j]]
        halves = (abs(gain) + (1 << VALUE - 2)) >> VALUE - 1
        key = 8 * halves + total(need)
        j = i
        while j > 0 and scratch.key[j - 1] < key:
            scratch.key[j] = scratch.key[j - 1]
            scratch.order[j] = scratch.order[j - 1]
            scratch.need[j] = scratch.need[j - 1]
            scratch.gain[j] = scratch.gain[j - 1]
            j -= 1
        scratch.key[j] = key
        scratch.order[j] = ticket
        scratch.need[j] = need
        scratch.gain[j] = gain


@kernel
def prepare_bounds(params, scratch, problem, n):
    """work.bound[d, c]: the most that tickets from place d on can gain with c lumped cards.

    Beside it, what these tickets ask for of scarce colours, which big cities they touch, and themselves as a set.
    """
    scratch.lumped = 0
    scratch.num_apart = 0
    dearest = np.int64(0)
    for colour in range(COLOURS):
        if scratch.gap[colour] > 0:
            if scratch.cost[colour] == scratch.top:
                scratch.lumped |= np.int64(FIELD) << WIDTH * colour
            else:
                scratch.apart[scratch.num_apart] = colour
                scratch.num_apart += 1
                dearest = max(dearest, scratch.cost[colour])
    cards = problem.locos + total(problem.cards & scratch.lumped) + 1
    for c in range(cards):
        scratch.bound[n, c] = c * dearest
    for d in range(n - 1, -1, -1):
        ticket = scratch.order[d]
        scratch.demand_left[d] = scratch.demand_left[d + 1] + scratch.need[d]
        scratch.cities_left[d] = scratch.cities_left[d + 1] | params.cities[ticket]
        scratch.undecided[d] = scratch.undecided[d + 1] | bit(ticket)
        size = total(scratch.need[d] & scratch.lumped)
        gain = np.int32(scratch.gain[d] + size * scratch.top)
        for c in range(size):
            scratch.bound[d, c] = scratch.bound[d + 1, c]
        for c in range(cards - size):
            scratch.bound[d, c + size] = max(scratch.bound[d + 1, c + size], np.int32(scratch.bound[d + 1, c] + gain))


@kernel
def most_possible(params, scratch, node, n):
    """No choice within a branch ranks above this. Cards that no ticket asks for any more cannot be sold."""
    most = node.rank
    if node.depth < n:
        wanted = scratch.demand_left[node.depth]
        usable = wanted - excess(wanted, node.cards)
        most += scratch.bound[node.depth, node.locos + total(usable & scratch.lumped)]
        for i in range(scratch.num_apart):
            colour = scratch.apart[i]
            most += scratch.cost[colour] * ((usable >> WIDTH * colour) & FIELD)
    return (most >> NUMBER << NUMBER) + (params.bonus_sum[node.cities | scratch.cities_left[node.depth]] << BONUS)


@kernel
def promising(scratch, most, tickets):
    """Whether some of ``tickets``, ranking ``most``, could be better than the best so far."""
    if most != scratch.best_rank:
        return most > scratch.best_rank
    different = tickets ^ scratch.best
    return tickets & different & -different != 0


@kernel
def search(params, scratch, size, n):
    """Search the last of the ``size`` problems in work.open, depth first. Returns how many problems are open then."""
    base = size - 1
    scratch.open[base].depth = 0
    nodes = 0
    while size > base:
        node = scratch.open[size - 1]
        if nodes > MANY and n - node.depth > FEW:
            leave_open(params, scratch, base, size, n)
            break
        nodes += 1
        most = most_possible(params, scratch, node, n)
        if not promising(scratch, most, node.taken | scratch.undecided[node.depth]):
            size -= 1
        elif node.depth == n:
            scratch.best = node.taken
            scratch.best_rank = most
            size -= 1
        else:
            size = branch(params, scratch, size)
    return size


@kernel
def branch(params, scratch, size):
    """Complete the next ticket and leave it; the better of the two by price is searched first."""
    node = scratch.open[size - 1]
    depth = node.depth
    node.depth += 1
    lack = excess(scratch.need[depth], node.cards)
    if total(lack) > node.locos:
        return size
    scratch.open[size] = scratch.open[size - 1]
    taker = scratch.open[size if scratch.gain[depth] >= 0 else size - 1]
    taker.cards += lack - scratch.need[depth]
    taker.locos -= total(lack)
    take(params, taker, scratch.order[depth])
    return size + 1


@kernel
def leave_open(params, scratch, base, size, n):
    """Make problems of the open branches. Their bounds stay: they tell later whether the problem is worth a look."""
    for i in range(base, size):
        node = scratch.open[i]
        node.most = most_possible(params, scratch, node, n)
        node.undecided = scratch.undecided[node.depth]
