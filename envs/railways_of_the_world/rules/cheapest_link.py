"""The cheapest link to a city: the search behind the plans to build.

It goes on tile by tile, in layers::

    layer 0                      layer 1                        layer 2
    the hexes beside a city,     the hexes beside those,        ...
    each entered at a side       each entered at a side

and keeps for each hex and side of a layer the lowest price at which a run gets there with so many tiles. Fewest actions
count first, then the price, then the tiles. A way is told as one number: the side of the city that it leaves through,
plus 6 x its turns (0: left, 1: straight on, 2: right) as digits to the base 3, the first turn lowest.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE
from railgym.envs.railways_of_the_world.rules.building import price_of_entering, price_of_leaving, tile_price
from railgym.envs.railways_of_the_world.rules.pieces import can_enter, ends_in, has_end, opposite, way_out
from railgym.envs.railways_of_the_world.state import FAR, SIDES

__all__ = ["hexes_of_way", "price_of_way", "search_from_city", "search_from_run"]


@kernel
def search_from_city(params, state, work, origin, goal, most):
    """The cheapest link between two cities of so many tiles at most: tiles (0: there is none), price, way."""
    work.layer_size[:] = 0
    for side in range(SIDES):
        hex = hex_beside(params, params.city_hex[origin], side)
        _reach(params, state, work, 0, hex, opposite(side), 0, side, goal, most)
    return _search(params, state, work, goal, most)


@kernel
def search_from_run(params, state, work, hex, side, goal, most):
    """As ``search_from_city``, for a run that would enter a hex at a side."""
    work.layer_size[:] = 0
    _reach(params, state, work, 0, hex, side, 0, 0, goal, most)
    return _search(params, state, work, goal, most)


@kernel
def hex_beside(params, hex, side):
    return np.int64(params.beside[hex, side])


@kernel
def _reach(params, state, work, layer, hex, side, price, turn, goal, most):
    """A run may enter a hex at a side, for a price so far; ``turn`` is how it came there."""
    if hex < 0 or params.city_distance[goal, hex] > most - layer or not can_enter(params, state, hex, side):
        return
    place = hex * SIDES + side
    if work.layer_price[layer, place] == 0:
        work.layer_place[layer, work.layer_size[layer]] = place
        work.layer_size[layer] += 1
    elif work.layer_price[layer, place] <= price + 1:
        return
    work.layer_price[layer, place] = price + 1
    work.layer_turn[layer, place] = turn


@kernel
def _search(params, state, work, goal, most):
    """Go on until the goal is reached in as few actions as can be."""
    best, best_tiles, best_place, best_turn = np.int64(FAR), np.int64(0), np.int64(0), np.int64(0)
    for layer in range(most):
        if best_tiles > 0 and layer % AT_ONCE == 0:
            break
        for i in range(work.layer_size[layer]):
            place = np.int64(work.layer_place[layer, i])
            hex, side = place // SIDES, place % SIDES
            before = np.int64(work.layer_price[layer, place]) - 1 + price_of_entering(params, state, hex, side, False)
            ends = ends_in(state, hex)
            for turn in range(3):
                leave = way_out(side, turn)
                there = hex_beside(params, hex, leave)
                if there < 0 or ends >> leave & 1:
                    continue
                city = np.int64(params.hex_city[there])
                if city >= 0 and city != goal:
                    continue
                price = before + price_of_leaving(params, state, hex, leave)
                if city == goal:
                    if price < best:
                        best, best_tiles, best_place, best_turn = price, layer + 1, place, turn
                elif layer + 1 < most:
                    _reach(params, state, work, layer + 1, there, opposite(leave), price, turn, goal, most)
    way = _way_back(params, work, best_tiles, best_place, best_turn) if best_tiles > 0 else 0
    for layer in range(most):
        for i in range(work.layer_size[layer]):
            work.layer_price[layer, work.layer_place[layer, i]] = 0
    if way < 0:
        return 0, FAR, 0
    return best_tiles, best, way


@kernel
def _way_back(params, work, tiles, place, turn):
    """The way whose last tile lies at a place; -1 if it comes through a hex twice."""
    way = turn
    for layer in range(tiles - 1, 0, -1):
        hex, side = place // SIDES, place % SIDES
        came = np.int64(work.layer_turn[layer, place])
        work.way_hex[layer] = hex
        back = hex_beside(params, hex, side)
        place = back * SIDES + way_out(opposite(side), 2 - came)
        way = 3 * way + came
    work.way_hex[0] = place // SIDES
    for i in range(tiles):
        for j in range(i):
            if work.way_hex[i] == work.way_hex[j]:
                return -1
    return SIDES * way + work.layer_turn[0, place]


@kernel
def price_of_way(params, state, origin, way, tiles):
    """What a way costs now; FAR if it cannot be built any more."""
    side, turns = way % SIDES, way // SIDES
    hex, enter = hex_beside(params, params.city_hex[origin], side), opposite(side)
    price = 0
    for _ in range(tiles):
        leave = way_out(enter, turns % 3)
        turns //= 3
        if not can_enter(params, state, hex, enter) or has_end(state, hex, leave):
            return FAR
        price += tile_price(params, state, hex, enter, leave, False)
        hex, enter = hex_beside(params, hex, leave), opposite(leave)
    return price


@kernel
def hexes_of_way(params, origin, way, tiles):
    """The hexes that a way comes through, bits by their numbers modulo 64."""
    side, turns = way % SIDES, way // SIDES
    hex, enter = hex_beside(params, params.city_hex[origin], side), opposite(side)
    hexes = np.int64(0)
    for _ in range(tiles):
        hexes |= bit(hex & 63)
        leave = way_out(enter, turns % 3)
        turns //= 3
        hex, enter = hex_beside(params, hex, leave), opposite(leave)
    return hexes
