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
def measure_path(params, state, scratch):
    """Fill ``scratch.city_cost`` (C,) and ``scratch.side_cost`` (H, 6) with the cost of the path from there to the
    Railbot's goal (RS-6.2); FAR if there is no path, or only one that costs more than from where the path is now."""
    scratch.city_cost[:] = FAR
    scratch.other_cost[:] = FAR
    scratch.side_cost[:] = FAR
    for i in range(BUCKETS):
        scratch.bucket_entry[i] = -1
    scratch.num_entries = 0
    _reach_city(params, state, scratch, np.int64(state.railbot_goal), NO_SIDE, 0)
    empty, cost = 0, 0
    while empty < BUCKETS:
        entry = np.int64(scratch.bucket_entry[cost % BUCKETS])
        if entry < 0:
            if _is_measured(params, state, scratch, cost):
                return
            empty += 1
            cost += 1
            continue
        empty = 0
        scratch.bucket_entry[cost % BUCKETS] = scratch.entry_next[entry]
        place = np.int64(scratch.entry_place[entry])
        if place < CITIES:
            _back_from_city(params, state, scratch, place, cost)
        elif scratch.side_cost[(place - CITIES) // SIDES, (place - CITIES) % SIDES] == cost:
            _back_from_side(params, state, scratch, (place - CITIES) // SIDES, (place - CITIES) % SIDES, cost)


@kernel
def _is_measured(params, state, scratch, cost):
    """Whether the cost is known from where the path has come to: a city, or a side of a hex."""
    city = np.int64(params.hex_city[state.current_place])
    return (scratch.city_cost[city] if city >= 0 else scratch.side_cost[state.current_place, state.enter_side]) <= cost


@kernel
def _push(scratch, place, cost):
    entry = np.int64(scratch.num_entries)
    scratch.num_entries += 1
    scratch.entry_place[entry] = place
    scratch.entry_next[entry] = scratch.bucket_entry[cost % BUCKETS]
    scratch.bucket_entry[cost % BUCKETS] = entry


@kernel
def _reach_city(params, state, scratch, city, side, cost):
    """A path leaves a city at a side (NO_SIDE: over a link, or it ends there). The first is the cheapest; the first of
    those that leave it elsewhere is for a path that comes in at the side of the cheapest."""
    if scratch.city_cost[city] == FAR:
        scratch.city_cost[city] = cost
        scratch.city_exit[city] = side
        _push(scratch, city, cost)
    elif side != scratch.city_exit[city] and scratch.city_exit[city] != NO_SIDE and scratch.other_cost[city] == FAR:
        scratch.other_cost[city] = cost
        _back_over_side(params, state, scratch, city, np.int64(scratch.city_exit[city]), cost)


@kernel
def _enter_side(scratch, hex, side, cost):
    if cost < scratch.side_cost[hex, side]:
        scratch.side_cost[hex, side] = cost
        _push(scratch, CITIES + hex * SIDES + side, cost)


@kernel
def _back_from_city(params, state, scratch, city, cost):
    """From cities that are linked to it, for nothing; and over a last tile beside it."""
    linked = neighbors(state, city)
    for other in range(params.num_cities):
        if linked & bit(other):
            _reach_city(params, state, scratch, other, NO_SIDE, cost)
    for side in range(SIDES):
        if side != scratch.city_exit[city]:
            _back_over_side(params, state, scratch, city, side, cost)


@kernel
def _back_over_side(params, state, scratch, city, side, cost):
    hex = np.int64(params.beside[params.city_hex[city], side])
    if hex >= 0:
        _back_over_tile(params, state, scratch, hex, opposite(side), cost)


@kernel
def _back_over_tile(params, state, scratch, hex, leave, cost):
    """The sides at which a hex may be entered that is left through a side."""
    if not can_enter(params, state, hex, leave):
        return
    for way in range(3):
        enter = way_out(leave, way)
        if piece_at(state, hex, enter) < 0:
            _enter_side(scratch, hex, enter, cost + tile_price(params, state, hex, enter, leave, False))


@kernel
def _back_from_side(params, state, scratch, hex, side, cost):
    """From the city beyond the side, if it is in play (RS-4.3), or over a tile in the hex there."""
    there = np.int64(params.beside[hex, side])
    if there < 0:
        return
    city = np.int64(params.hex_city[there])
    if city < 0:
        _back_over_tile(params, state, scratch, there, opposite(side), cost)
    elif params.in_play[city] == 1:
        _reach_city(params, state, scratch, city, opposite(side), cost)


@kernel
def cost_from(params, scratch, hex, side):
    """What it costs to go on from a side of a hex that is entered: a city's, or a land hex's."""
    city = np.int64(params.hex_city[hex])
    if city < 0:
        return np.int64(scratch.side_cost[hex, side])
    return np.int64(scratch.other_cost[city] if scratch.city_exit[city] == side else scratch.city_cost[city])


@kernel
def is_way(params, state, scratch, hex, enter, way):
    """Whether a tile that turns this way lies on a cheapest path of those that enter a hex at a side."""
    leave = way_out(enter, way)
    there = np.int64(params.beside[hex, leave])
    if there < 0 or piece_at(state, hex, leave) >= 0:
        return False
    price = tile_price(params, state, hex, enter, leave, False)
    return price + cost_from(params, scratch, there, opposite(leave)) == scratch.side_cost[hex, enter]
