"""The errands of demands in hand: where a good can be picked up, how far that is, and the cost of its track; and how
sure a demand of a pool is.

An errand fetches a load and delivers it. Costs are those of an empty map, distances those of the grid: both are bounds
that are fast to compute.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.rules.cards import is_open
from railgym.envs.crayon_rails.rules.cargo import capacity, num_loads
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT

__all__ = [
    "ABOARD",
    "approach",
    "best_source",
    "errand_cost",
    "errand_steps",
    "expected_payout",
    "least_wanted",
    "link_cost",
    "wanted",
]

ABOARD = -1  # the source of a load that is on the train


@kernel
def link_cost(params, view, player, city, other):
    """The cost of joining a city to the seat's network after city ``other`` (-1: none) has joined it. Without a
    network, the cost from the other city alone."""
    seat = view.players[player]
    if seat.linked_cities & bit(city):
        return np.int64(0)
    cost = np.int64(seat.join_cost[city])
    if other >= 0:
        cost = min(cost, np.int64(params.build_cost[params.city_posts[other, 0], city]))
    return cost


@kernel
def errand_cost(params, view, player, source, city):
    """The cost of joining the source and the city of an errand to the seat's network."""
    if source == ABOARD:
        return link_cost(params, view, player, city, np.int64(-1))
    return link_cost(params, view, player, source, np.int64(-1)) + link_cost(params, view, player, city, source)


@kernel
def errand_steps(params, view, player, source, city):
    """The steps over the grid from the train, if it is placed, to the source and on to the city of an errand."""
    seat = view.players[player]
    goal = np.int64(params.city_posts[city, 0])
    if source == ABOARD:
        return hexes(params, np.int64(seat.train), goal)
    middle = np.int64(params.city_posts[source, 0])
    steps = hexes(params, middle, goal)
    return steps + hexes(params, np.int64(seat.train), middle) if seat.train >= 0 else steps


@kernel
def best_source(params, view, player, good, city, other):
    """The best source of a good, except ``other``, for an errand to a city; -1 if there is none or no load is left in
    the supply. The best one has the least sum of cost and steps: a step counts as a million."""
    best, least = np.int64(-1), np.int64(1 << 40)
    if view.chips[good] <= 0:
        return best
    for source in range(params.num_cities):
        if source != other and params.good_sources[good] & bit(source):
            asked = errand_steps(params, view, player, np.int64(source), city)
            asked += min(errand_cost(params, view, player, np.int64(source), city), np.int64(1000))
            if asked < least:
                best, least = np.int64(source), asked
    return best


@kernel
def expected_payout(params, view, player, card, line, source, cost):
    """The payout of a demand whose load is still to be fetched from a source, which track for ``cost`` joins. In a pool
    it is half of that if a rival may come first: one who has locked another demand of the card, or one with room for
    the load who needs fewer turns to the source."""
    payout = np.int64(params.card_payout[card, line])
    if params.pool == 0:
        return payout
    seat = view.players[player]
    for other in range(LINES):
        if not is_open(seat, params.card_good[card, other]):
            return payout // 2
    turns = _turns_to(params, seat, source, cost)
    for p in range(params.num_players):
        rival = view.players[p]
        has_room = p != player and num_loads(rival) < capacity(rival.engine)
        if has_room and _turns_to(params, rival, source, np.int64(rival.join_cost[source])) < turns:
            return payout // 2
    return payout


@kernel
def _turns_to(params, seat, city, cost):
    """The turns that a seat needs over the grid to a city, which track for ``cost`` joins to its network."""
    turns = cost / BUILD_LIMIT
    if seat.train < 0:
        return turns
    steps = hexes(params, np.int64(seat.train), np.int64(params.city_posts[city, 0]))
    return max(steps / params.speed[seat.engine], turns)


@kernel
def wanted(params, seat, good):
    """The highest payout of a demand in hand for a good; 0 if there is none, or another player has locked them."""
    most = np.int64(0)
    if not is_open(seat, good):
        return most
    for i in range(np.int64(seat.num_cards)):
        for line in range(LINES):
            if params.card_good[seat.cards[i], line] == good:
                most = max(most, np.int64(params.card_payout[seat.cards[i], line]))
    return most


@kernel
def least_wanted(params, seat):
    """The load on board with the lowest payout of a demand in hand."""
    worst, least = np.int64(seat.loads[0]), np.int64(1 << 20)
    for i in range(num_loads(seat)):
        pay = wanted(params, seat, seat.loads[i])
        if pay < least:
            worst, least = np.int64(seat.loads[i]), pay
    return worst


@kernel
def approach(params, seat, reached, city):
    """The city among those that the seat's train can reach (a bit set) that brings it nearer to a city; -1 if none
    does. It is the city itself, or else the one nearest to where track to it will begin."""
    if reached & bit(city):
        return np.int64(city)
    goal = np.int64(seat.join_from[city])
    if goal < 0 or seat.linked_cities & bit(city):
        return np.int64(-1)
    best, least = np.int64(-1), hexes(params, np.int64(seat.train), goal)
    for other in range(params.num_cities):
        if reached & bit(other):
            steps = hexes(params, np.int64(params.city_posts[other, 0]), goal)
            if steps < least:
                best, least = np.int64(other), steps
    return best
