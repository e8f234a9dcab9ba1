"""The cheapest path that the Railbot builds between two cities.

Costs are counted back from the goal: to every other city, and to every hex by the side where it is entered. Existing
links of any owner cost nothing. A path may pass through cities on its way, and consists of several links then. It
cannot use sides that are in use, nor leave a city at the side where it entered, because it would lay two tiles through
one side. A city therefore has two costs, by the side where it is left.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules.building import tile_price
from railgym.envs.railways_of_the_world.rules.links import neighbors
from railgym.envs.railways_of_the_world.rules.pieces import can_enter, opposite, piece_at, way_out
from railgym.envs.railways_of_the_world.state import BUCKETS, CITIES, FAR, SIDES

__all__ = ["cost_from", "is_cheapest_way", "measure_path"]

NO_SIDE = -1


@kernel
def measure_path(params, state, scratch):
    """Write into ``scratch.city_cost`` (C,) and ``scratch.side_cost`` (H, 6) the cost of the path from there to the
    Railbot's goal (RS-6.2); FAR if there is no path, or only one that costs more than that from the current place."""
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
    """Whether the cost from the current place of the path is known: a city, or a side of a hex."""
    city = np.int64(params.hex_city[state.current_place])
    return (scratch.city_cost[city] if city >= 0 else scratch.side_cost[state.current_place, state.enter_side]) <= cost


@kernel
def _push(scratch, place, cost):
    """Add a place to the queue at its cost."""
    entry = np.int64(scratch.num_entries)
    scratch.num_entries += 1
    scratch.entry_place[entry] = place
    scratch.entry_next[entry] = scratch.bucket_entry[cost % BUCKETS]
    scratch.bucket_entry[cost % BUCKETS] = entry


@kernel
def _reach_city(params, state, scratch, city, side, cost):
    """Note a path that leaves a city at a side (NO_SIDE: over a link, or it ends there). The first is the cheapest. The
    first one through another side is for paths that enter at the side of the cheapest."""
    if scratch.city_cost[city] == FAR:
        scratch.city_cost[city] = cost
        scratch.city_exit[city] = side
        _push(scratch, city, cost)
    elif side != scratch.city_exit[city] and scratch.city_exit[city] != NO_SIDE and scratch.other_cost[city] == FAR:
        scratch.other_cost[city] = cost
        _back_over_side(params, state, scratch, city, np.int64(scratch.city_exit[city]), cost)


@kernel
def _enter_side(scratch, hex, side, cost):
    """Note a path that enters a hex at a side."""
    if cost < scratch.side_cost[hex, side]:
        scratch.side_cost[hex, side] = cost
        _push(scratch, CITIES + hex * SIDES + side, cost)


@kernel
def _back_from_city(params, state, scratch, city, cost):
    """Extend a path backwards from a city: to cities that links join to it, for nothing, and over a last tile beside
    it."""
    linked = neighbors(state, city)
    for other in range(params.num_cities):
        if linked & bit(other):
            _reach_city(params, state, scratch, other, NO_SIDE, cost)
    for side in range(SIDES):
        if side != scratch.city_exit[city]:
            _back_over_side(params, state, scratch, city, side, cost)


@kernel
def _back_over_side(params, state, scratch, city, side, cost):
    """Extend a path backwards from a city over the hex beyond a side."""
    hex = np.int64(params.beside[params.city_hex[city], side])
    if hex >= 0:
        _back_over_tile(params, state, scratch, hex, opposite(side), cost)


@kernel
def _back_over_tile(params, state, scratch, hex, leave, cost):
    """Extend a path backwards over a tile to all sides where the hex may be entered."""
    if not can_enter(params, state, hex, leave):
        return
    for way in range(3):
        enter = way_out(leave, way)
        if piece_at(state, hex, enter) < 0:
            _enter_side(scratch, hex, enter, cost + tile_price(params, state, hex, enter, leave, False))


@kernel
def _back_from_side(params, state, scratch, hex, side, cost):
    """Extend a path backwards from a side of a hex: to the city beyond it, if it is in play (RS-4.3), or over a tile
    there."""
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
    """The cost of the path from a side that is entered, of a city or of a hex."""
    city = np.int64(params.hex_city[hex])
    if city < 0:
        return np.int64(scratch.side_cost[hex, side])
    return np.int64(scratch.other_cost[city] if scratch.city_exit[city] == side else scratch.city_cost[city])


@kernel
def is_cheapest_way(params, state, scratch, hex, enter, way):
    """Whether a tile that turns this way lies on a cheapest path among those that enter a hex at a side."""
    leave = way_out(enter, way)
    there = np.int64(params.beside[hex, leave])
    if there < 0 or piece_at(state, hex, leave) >= 0:
        return False
    price = tile_price(params, state, hex, enter, leave, False)
    return price + cost_from(params, scratch, there, opposite(leave)) == scratch.side_cost[hex, enter]
