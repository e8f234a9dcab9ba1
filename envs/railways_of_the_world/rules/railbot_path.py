"""The cheapest path that the Railbot builds between two cities.

Costs are counted back from the city that is to be reached: to every other city, and to every hex by the side at which
it is entered. Links that exist, whose ever they are, cost nothing; a path may come through cities on its way, and is
several links then. Sides that are in use are closed to it, and so is the one at which it has come into a city: what
turns round there would lay two tiles through one side. A city has two costs therefore, by the side it is left at.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules.building import tile_price
from railgym.envs.railways_of_the_world.rules.links import neighbors
from railgym.envs.railways_of_the_world.rules.pieces import can_enter, opposite, piece_at, way_out
from railgym.envs.railways_of_the_world.state import BUCKETS, CITIES, FAR, SIDES

__all__ = ["cost_from", "is_way", "measure_path"]

NO_SIDE = -1


@kernel
def measure_path(params, state, work):
    """Fill ``work.city_cost`` (C,) and ``work.side_cost`` (H, 6): what it costs to come from there to the city that
    is to be reached (RS-6.2); FAR where no way leads, or only one that costs more than from where the path has come
    to."""
    work.city_cost[:] = FAR
    work.other_cost[:] = FAR
    work.side_cost[:] = FAR
    for i in range(BUCKETS):
        work.bucket[i] = -1
    work.entries = 0
    _reach_city(params, state, work, np.int64(state.path_to), NO_SIDE, 0)
    empty, cost = 0, 0
    while empty < BUCKETS:
        entry = np.int64(work.bucket[cost % BUCKETS])
        if entry < 0:
            if _is_measured(params, state, work, cost):
                return
            empty += 1
            cost += 1
            continue
        empty = 0
        work.bucket[cost % BUCKETS] = work.entry_next[entry]
        place = np.int64(work.entry_place[entry])
        if place < CITIES:
            _back_from_city(params, state, work, place, cost)
        elif work.side_cost[(place - CITIES) // SIDES, (place - CITIES) % SIDES] == cost:
            _back_from_side(params, state, work, (place - CITIES) // SIDES, (place - CITIES) % SIDES, cost)


@kernel
def _is_measured(params, state, work, cost):
    """Whether the cost is known from where the path has come to: a city, or a side of a hex."""
    city = np.int64(params.hex_city[state.at])
    return (work.city_cost[city] if city >= 0 else work.side_cost[state.at, state.enter]) <= cost


@kernel
def _push(work, place, cost):
    entry = np.int64(work.entries)
    work.entries += 1
    work.entry_place[entry] = place
    work.entry_next[entry] = work.bucket[cost % BUCKETS]
    work.bucket[cost % BUCKETS] = entry


@kernel
def _reach_city(params, state, work, city, side, cost):
    """A path leaves a city at a side (NO_SIDE: over a link, or it ends there). The first is the cheapest; the first of
    those that leave it elsewhere is for a path that comes in at the side of the cheapest."""
    if work.city_cost[city] == FAR:
        work.city_cost[city] = cost
        work.city_exit[city] = side
        _push(work, city, cost)
    elif side != work.city_exit[city] and work.city_exit[city] != NO_SIDE and work.other_cost[city] == FAR:
        work.other_cost[city] = cost
        _back_over_side(params, state, work, city, np.int64(work.city_exit[city]), cost)


@kernel
def _enter_side(work, hex, side, cost):
    if cost < work.side_cost[hex, side]:
        work.side_cost[hex, side] = cost
        _push(work, CITIES + hex * SIDES + side, cost)


@kernel
def _back_from_city(params, state, work, city, cost):
    """From cities that are linked to it, for nothing; and over a last tile beside it."""
    linked = neighbors(state, city)
    for other in range(params.num_cities):
        if linked & bit(other):
            _reach_city(params, state, work, other, NO_SIDE, cost)
    for side in range(SIDES):
        if side != work.city_exit[city]:
            _back_over_side(params, state, work, city, side, cost)


@kernel
def _back_over_side(params, state, work, city, side, cost):
    hex = np.int64(params.beside[params.city_hex[city], side])
    if hex >= 0:
        _back_over_tile(params, state, work, hex, opposite(side), cost)


@kernel
def _back_over_tile(params, state, work, hex, leave, cost):
    """The sides at which a hex may be entered that is left through a side."""
    if not can_enter(params, state, hex, leave):
        return
    for way in range(3):
        enter = way_out(leave, way)
        if piece_at(state, hex, enter) < 0:
            _enter_side(work, hex, enter, cost + tile_price(params, state, hex, enter, leave, False))


@kernel
def _back_from_side(params, state, work, hex, side, cost):
    """From the city beyond the side, if it is in play (RS-4.3), or over a tile in the hex there."""
    there = np.int64(params.beside[hex, side])
    if there < 0:
        return
    city = np.int64(params.hex_city[there])
    if city < 0:
        _back_over_tile(params, state, work, there, opposite(side), cost)
    elif params.in_play[city] == 1:
        _reach_city(params, state, work, city, opposite(side), cost)


@kernel
def cost_from(params, work, hex, side):
    """What it costs to go on from a side of a hex that is entered: a city's, or a land hex's."""
    city = np.int64(params.hex_city[hex])
    if city < 0:
        return np.int64(work.side_cost[hex, side])
    return np.int64(work.other_cost[city] if work.city_exit[city] == side else work.city_cost[city])


@kernel
def is_way(params, state, work, hex, enter, way):
    """Whether a tile that turns this way lies on a cheapest path of those that enter a hex at a side."""
    leave = way_out(enter, way)
    there = np.int64(params.beside[hex, leave])
    if there < 0 or piece_at(state, hex, leave) >= 0:
        return False
    price = tile_price(params, state, hex, enter, leave, False)
    return price + cost_from(params, work, there, opposite(leave)) == work.side_cost[hex, enter]
