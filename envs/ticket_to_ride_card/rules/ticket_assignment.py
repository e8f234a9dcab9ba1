"""Which tickets a track completes: an exact assignment of cards to tickets (TC-6.9, TC-7.7, TC-R14).

The choice is the best by value, then bonus points of the distinct big cities touched, then number of tickets, then
lowest numbers. It is found by branch and bound. A colour is scarce if the tickets ask for more cards of it than there
are. Tickets without scarce colours are completed in any case; the search decides on the others one by one.

The bound of a branch is what could be reached if the rules were relaxed in two ways:

* The dearest of the scarce colours are lumped together with the locomotives: any of these cards serves for any of
  these colours. The best use of so many cards is a knapsack problem, tabulated once for all branches.
* Cards of the other scarce colours are bought and sold, without limit, at a price (rules/prices.py). A lumped card left
  over is sold at the highest of these prices, since it may be a locomotive that serves for such a colour.

Every completion by the rules remains possible and is worth no less then: each card that it buys is paid for by one that
it sells, the same card or the locomotive in its place. So the bound is never too low, whatever the prices. A branch is
given up if its bound ranks below the best choice so far, or equal to it while no choice in it can have lower numbers.
All other branches are searched to their end, so the result is exact. When a search grows long, its open branches become
problems of their own: prices made for fewer tickets and cards bound them more closely.

Counts of cards by colour are packed (packing.py).
"""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.packing import BITS, FIELD, count_at, excess, pack, total
from railgym.envs.ticket_to_ride_card.rules.prices import find_prices
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["best_tickets"]

# A choice is ranked by one number: value, seven bits of bonus points, six bits of number, six bits for the fractions
# of prices, which only bounds have.
NUMBER, BONUS, VALUE = 6, 12, 19
HIGHEST_PRICE = 31.0  # more than the highest value; keeps bounds within 32 bits

# A search of more nodes than MANY stops at the next branch with more undecided tickets than FEW.
MANY, FEW = 1000, 12


@kernel
def best_tickets(params, track, tickets, scratch):
    """The subset of ``tickets`` (int64 mask) that ``track`` (K,) completes best (TC-R14)."""
    root = scratch.open[0]
    root.undecided = tickets
    root.taken = 0
    root.cities = 0
    root.rank = 0
    root.most = 0
    root.locos = track[LOCO]
    root.cards = pack(track)
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
def worth(params, ticket):
    """The amount by which a ticket raises the rank of a choice."""
    return (params.value[ticket] << VALUE) + (1 << NUMBER)


@kernel
def take_sure_tickets(params, scratch, problem):
    """Take the tickets that can be completed in any case, and list the other possible ones in ``scratch.order``.

    Returns the number of listed tickets. ``scratch.need``: the cards of scarce colours that each of them asks for;
    ``scratch.gap``: the cards that all of them lack, by colour.
    """
    demand = np.int64(0)
    possible = 0
    rest = problem.undecided
    while rest:
        ticket = lowest(rest)
        rest &= rest - 1
        need = params.packed_need[ticket]
        if total(excess(need, problem.cards)) <= problem.locos:
            scratch.order[possible] = ticket
            scratch.need[possible] = need
            demand += need
            possible += 1
    lack = excess(demand, problem.cards)
    scarce = np.int64(0)
    if total(lack) > problem.locos:
        for colour in range(COLOURS):
            scratch.gap[colour] = count_at(lack, colour)
            if scratch.gap[colour] > 0:
                scarce |= np.int64(FIELD) << BITS * colour
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
    """Complete a ticket in a branch; its cards are accounted for elsewhere."""
    node.taken |= bit(ticket)
    node.cities |= params.cities[ticket]
    node.rank += worth(params, ticket)


@kernel
def sort_tickets(params, scratch, n):
    """Sort the listed tickets: first those whose worth differs most from their price, then the largest.

    ``scratch.cost``: prices in units of rank, ``scratch.top``: the highest of them; ``scratch.gain``: the worth of a
    ticket less its price.
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
    """Write ``scratch.bound[d, c]``: the most that the listed tickets from place d on can gain with c lumped cards.

    Also, for each place d, the scarce cards that these tickets ask for, the big cities that they touch, and the
    tickets as a set.
    """
    scratch.lumped = 0
    scratch.num_apart = 0
    dearest = np.int64(0)
    for colour in range(COLOURS):
        if scratch.gap[colour] > 0:
            if scratch.cost[colour] == scratch.top:
                scratch.lumped |= np.int64(FIELD) << BITS * colour
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
    """The bound of a branch: no choice within it ranks above this. Cards that no undecided ticket asks for cannot be
    sold."""
    most = node.rank
    if node.depth < n:
        wanted = scratch.demand_left[node.depth]
        usable = wanted - excess(wanted, node.cards)
        most += scratch.bound[node.depth, node.locos + total(usable & scratch.lumped)]
        for i in range(scratch.num_apart):
            colour = scratch.apart[i]
            most += scratch.cost[colour] * count_at(usable, colour)
    return (most >> NUMBER << NUMBER) + (params.bonus_sum[node.cities | scratch.cities_left[node.depth]] << BONUS)


@kernel
def promising(scratch, most, tickets):
    """Whether a choice among ``tickets`` that ranks at most ``most`` could be better than the best so far."""
    if most != scratch.best_rank:
        return most > scratch.best_rank
    different = tickets ^ scratch.best
    return tickets & different & -different != 0


@kernel
def search(params, scratch, size, n):
    """Search the last of the ``size`` problems in ``scratch.open``, depth first; returns the number still open."""
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
    """Replace the last open branch by two, with and without its next ticket, and return the number of open branches.

    The better of the two by price is searched first.
    """
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
    """Turn the open branches into problems. Each keeps its bound, which tells later whether it is worth a search."""
    for i in range(base, size):
        node = scratch.open[i]
        node.most = most_possible(params, scratch, node, n)
        node.undecided = scratch.undecided[node.depth]
