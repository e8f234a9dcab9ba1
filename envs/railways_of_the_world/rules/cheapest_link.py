"""The cheapest link to a city: the search behind the plans to build.

It goes on tile by tile, in layers::

    layer 0                      layer 1                        layer 2
    the hexes beside a city,     the hexes beside those,        ...
    each entered at a side       each entered at a side

and keeps for each hex and side of a layer the lowest price at which a run gets there with so many tiles. Fewest actions
count first, then the price, then the tiles: the search is made for one action, and if there is no link, for one more.
A way is told as one number: the side of the city that it leaves through, plus 6 x its turns (0: left, 1: straight on,
2: right) as digits to the base 3, the first turn lowest. Prices by layers do not know what the run itself has laid;
where the best way meets itself, all ways are tried one by one (``winding_link.py``).

What a seat may do in its next action is told by ``at_once``, the tiles of an action, and ``free``, whether a land grant
is used for the first one. ``player`` is the seat whose open runs may be joined (NOBODY: none).
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules.building import (
    CROSSING,
    own_run,
    price_of_entering,
    price_of_leaving,
    run_origin,
    tile_price,
)
from railgym.envs.railways_of_the_world.rules.pieces import can_enter, ends_in, opposite, way_out
from railgym.envs.railways_of_the_world.rules.winding_link import (
    arrives,
    crosses_itself,
    is_listed,
    may_come,
    may_go,
    note_tile,
    try_all,
)
from railgym.envs.railways_of_the_world.state import FAR, NOBODY, RUNS_OF_A_SEAT, SIDES

__all__ = ["hexes_of_way", "price_of_way", "search_from_city", "search_from_run"]

ANYWHERE = 255  # no hex is farther from a city
_NO_LINK = (np.int64(0), np.int64(FAR), np.int64(0))  # tiles, price, way


@kernel
def search_from_city(params, state, work, player, origin, goal, at_once, free, limit):
    """The best link between two cities of ``limit`` tiles at most: tiles (0: there is none), price, way."""
    anywhere = _has_run_from(params, state, player, goal)
    granted = at_once if free else 0
    most, best = np.int64(0), _NO_LINK
    while best[0] == 0 and most < limit:
        most = min(most + at_once, limit)
        left = ANYWHERE if anywhere else most
        work.layer_size[:] = 0
        for side in range(SIDES):
            hex = hex_beside(params, params.city_hex[origin], side)
            _reach(params, state, work, 0, hex, opposite(side), 0, side, goal, left)
        best = _search(params, state, work, player, goal, granted, most, anywhere)
        if best[2] < 0:
            best = _NO_LINK
            _measure_back(params, state, work, goal, most)
            for side in range(SIDES):
                hex = hex_beside(params, params.city_hex[origin], side)
                found = try_all(params, state, work, player, hex, opposite(side), goal, granted, most, anywhere, best)
                if found[1] < best[1] or (found[1] == best[1] and found[0] < best[0]):
                    best = (found[0], found[1], found[2] + side)
    return best


@kernel
def search_from_run(params, state, work, player, hex, side, goal, at_once, free, limit):
    """As ``search_from_city``, for a run that would enter a hex at a side."""
    anywhere = _has_run_from(params, state, player, goal)
    granted = at_once if free else 0
    most, best = np.int64(0), _NO_LINK
    while best[0] == 0 and most < limit:
        most = min(most + at_once, limit)
        left = ANYWHERE if anywhere else most
        work.layer_size[:] = 0
        _reach(params, state, work, 0, hex, side, 0, 0, goal, left)
        best = _search(params, state, work, player, goal, granted, most, anywhere)
        if best[2] < 0:
            _measure_back(params, state, work, goal, most)
            best = try_all(params, state, work, player, hex, side, goal, granted, most, anywhere, _NO_LINK)
    return best


@kernel
def _measure_back(params, state, work, goal, most):
    """List in the layers the sides of hexes at which runs from the goal enter them, for ``try_all``."""
    work.layer_size[:] = 0
    for side in range(SIDES):
        _reach(
            params, state, work, 0, hex_beside(params, params.city_hex[goal], side), opposite(side), 0, 0, goal, most
        )
    _search(params, state, work, NOBODY, goal, 0, most, True)


@kernel
def _has_run_from(params, state, player, city):
    """Whether a seat has an open run that comes from a city: a link may end there, far from the city."""
    for number in range(RUNS_OF_A_SEAT if player != NOBODY and state.num_runs > 0 else 0):
        run = own_run(state, player, number)
        if run < 0:
            break
        if run_origin(params, state, run) == city:
            return True
    return False


@kernel
def hex_beside(params, hex, side):
    return np.int64(params.beside[hex, side])


@kernel
def _reach(params, state, work, layer, hex, side, price, turn, goal, left):
    """A run may enter a hex at a side with ``left`` tiles to come, for a price so far; ``turn`` is how it came
    there."""
    if hex < 0 or params.city_distance[goal, hex] > left or not can_enter(params, state, hex, side):
        return
    place = hex * SIDES + side
    if not is_listed(work, layer, place):
        size = np.int64(work.layer_size[layer])
        work.layer_slot[layer, place] = size
        work.layer_place[layer, size] = place
        work.layer_size[layer] = size + 1
    elif work.layer_price[layer, place] <= price:
        return
    work.layer_price[layer, place] = price
    work.layer_turn[layer, place] = turn


@kernel
def _search(params, state, work, player, goal, granted, most, anywhere):
    """Go on from the first layer until the goal is reached with ``most`` tiles at most, of which the first ``granted``
    cost nothing in open land. The way is -1 if it comes through a hex twice, for it meets itself then."""
    best, best_tiles, best_place, best_turn = np.int64(FAR), np.int64(0), np.int64(0), np.int64(0)
    for layer in range(most):
        left = ANYWHERE if anywhere else most - layer - 1
        for i in range(work.layer_size[layer]):
            place = np.int64(work.layer_place[layer, i])
            hex, side = place // SIDES, place % SIDES
            before = np.int64(work.layer_price[layer, place])
            before += price_of_entering(params, state, hex, side, layer < granted)
            ends = ends_in(state, hex)
            for turn in range(3):
                leave = way_out(side, turn)
                there = hex_beside(params, hex, leave)
                if there < 0 or ends >> leave & 1:
                    continue
                price = before + price_of_leaving(params, state, hex, leave)
                if arrives(params, state, player, there, opposite(leave), goal):
                    if price < best:
                        best, best_tiles, best_place, best_turn = price, np.int64(layer + 1), place, np.int64(turn)
                elif params.hex_city[there] < 0 and layer + 1 < most:
                    _reach(params, state, work, layer + 1, there, opposite(leave), price, turn, goal, left)
    if best_tiles == 0:
        return _NO_LINK
    return best_tiles, best, _way_back(params, work, best_tiles, best_place, best_turn)


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
def price_of_way(params, state, work, origin, way, tiles):
    """What a way costs now; FAR if it cannot be built any more."""
    side, turns = way % SIDES, way // SIDES
    hex, enter = hex_beside(params, params.city_hex[origin], side), opposite(side)
    price = 0
    for i in range(tiles):
        leave = way_out(enter, turns % 3)
        turns //= 3
        if not may_come(params, state, work, i, hex, enter) or not may_go(state, work, i, hex, leave):
            return FAR
        note_tile(work, i, hex, enter, leave)
        price += tile_price(params, state, hex, enter, leave, False) + CROSSING * crosses_itself(work, i, hex)
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
