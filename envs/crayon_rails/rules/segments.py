"""One segment of track: who may lay it, what it costs, and what changes when it is laid."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.params import MAJOR_COST
from railgym.envs.crayon_rails.rules.networks import (
    close_city,
    follow_train,
    grow,
    has_one_network,
    join_components,
    settle_home,
)
from railgym.envs.crayon_rails.rules.regions import split_region
from railgym.envs.crayon_rails.state import NO_BUILDING, NOBODY

__all__ = ["BUILD_LIMIT", "EXITS", "budget", "lay", "lowest_price", "lowest_price_ever", "may_lay", "price"]

BUILD_LIMIT = 20
EXITS = 2  # segments out of major cities in a turn
IMPOSSIBLE = 1000  # a price above every budget


@kernel
def budget(state, player):
    """The money that the seat may still spend on building in this turn (EB-4.6, RR-5.6): the rest of the limit, and no
    more than its cash, as there is no credit (EB-5.14)."""
    return min(BUILD_LIMIT - np.int64(state.spent_in_turn), np.int64(state.scores[player]))


@kernel
def may_lay(params, state, player, edge):
    """Whether the seat may lay track on an edge (RR-7.1), apart from money and a place to begin. The edge has no track
    (EB-4.7, EB-R8.1) and is not inside a major city (RR-9.8); no flood (EB-5.41, EB-7.4) or other event forbids it; the
    cities at its ends are open to the seat."""
    if edge < 0 or state.track[edge] != NOBODY or params.edge_public[edge] == 1:
        return False
    if params.edge_rivers[edge] & state.flooded_rivers:
        return False
    a, b = np.int64(params.edge_a[edge]), np.int64(params.edge_b[edge])
    if (state.weather[a] | state.weather[b]) & NO_BUILDING:
        return False
    closed = state.players[player].closed_cities
    one, other = np.int64(params.post_city[a]), np.int64(params.post_city[b])
    return not (one >= 0 and closed & bit(one)) and not (other >= 0 and closed & bit(other))


@kernel
def price(params, state, start, end, edge):
    """The price of a segment from one milepost to another: that of the milepost built to (RR-7.10), and of the water
    crossed (EB-5.7, EB-5.8, RR-8.1, RR-8.2). A segment out of a major city is impossible once the turn's two are used
    (EB-5.10, EB-7.2)."""
    if params.post_major[start] == 1 and state.exits_in_turn >= EXITS:
        return IMPOSSIBLE
    return np.int64(params.post_cost[end]) + np.int64(params.edge_water[edge])


@kernel
def lowest_price(params, state, start, end, edge):
    """The price of a segment that leads from a network to ``end``: into a major city it may also be built out of it,
    back to the network (EB-R9.1)."""
    if params.post_major[end] == 1:
        out = price(params, state, end, start, edge)
        return min(out, price(params, state, start, end, edge))
    return price(params, state, start, end, edge)


@kernel
def lowest_price_ever(params, start, end, edge):
    """The same, while segments out of major cities are allowed: the price used by the search for a path."""
    cost = np.int64(params.post_cost[end])
    if params.post_major[end] == 1:
        cost = min(cost, np.int64(params.post_cost[start]))
    return cost + np.int64(params.edge_water[edge])


@kernel
def lay(params, state, scratch, player, start, end, edge, paid):
    """Lay a segment from ``start`` to ``end`` for ``paid``, and update everything that follows from it. It belongs to
    the seat (EB-2.2, RR-2.3), the money goes to the bank (EB-3.2). Segments out of major cities are counted, those into
    them are not (EB-5.11, EB-7.1)."""
    seat = state.players[player]
    mine = 1 << player
    city = np.int64(params.post_city[end])
    inwards = params.post_major[end] == 1 and paid == MAJOR_COST + params.edge_water[edge]
    if params.post_major[start] == 1 or (params.post_major[end] == 1 and not inwards):
        state.exits_in_turn += 1
    state.track[edge] = player
    state.scores[player] -= paid
    state.spent_in_turn += paid
    seat.spent_on_track += paid
    state.track_seats[start] |= mine
    state.track_seats[end] |= mine
    join_components(params, state, player, start, end)
    if seat.home_milepost < 0:
        seat.home_milepost = start
        settle_home(params, state, scratch, player)
    elif state.in_network[start] & mine:
        grow(params, state, scratch, player, end)
    elif state.in_network[end] & mine:
        grow(params, state, scratch, player, start)
    follow_train(params, state, scratch, player)
    if seat.one_network == 0 or not state.in_network[start] & mine:
        seat.one_network = has_one_network(params, state, player)
    if city >= 0:
        close_city(params, state, city)
    if params.post_city[start] >= 0:
        close_city(params, state, np.int64(params.post_city[start]))
    split_region(params, state, scratch, edge)
