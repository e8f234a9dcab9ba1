"""The cheapest link to a city: the search behind the plans to build.

It goes on tile by tile, in layers::

    layer 0                      layer 1                        layer 2
    the hexes beside a city,     the hexes beside those,        ...
    each entered at a side       each entered at a side

and keeps for each hex and side of a layer the lowest price of a run that gets there with that number of tiles. The
fewest actions come first, then the lowest price, then the fewest tiles: the search is made for one action, and if there
is no link, for one more. A way is written as one number: the side of the city where it begins, plus 6 x its turns (0:
left, 1: straight on, 2: right) as digits to the base 3, the first turn lowest. Prices by layers do not know the tiles
of the run itself. Where the best way meets itself, all ways are tried one by one (``winding_link.py``).

``at_once`` is the number of tiles of the seat's next action, and ``free`` whether that action uses a land grant.
``player`` is the seat whose open runs may be joined (NOBODY: none), ``anywhere`` whether one of them comes from the
goal, so that a link may end far from it.

The search leaves out hexes from which the goal is too far on the empty map (``tiles_to``). After it has found a link,
it goes on for as many tiles as may cost less.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.params import OPEN, TERRAIN_PRICE
from railgym.envs.railways_of_the_world.rules.building import (
    CROSSING,
    price_of_entering,
    price_of_leaving,
    tile_price,
)
from railgym.envs.railways_of_the_world.rules.pieces import can_enter, ends_in, opposite, way_out
from railgym.envs.railways_of_the_world.rules.winding_link import (
    arrives,
    crosses_itself,
    is_listed,
    may_enter,
    may_exit,
    note_tile,
    try_all,
)
from railgym.envs.railways_of_the_world.state import FAR, NOBODY, SIDES

__all__ = ["hexes_of_way", "price_of_way", "search_from_city", "search_from_run"]

ANYWHERE = 255  # no hex is farther from a city
CHEAPEST = int(TERRAIN_PRICE[OPEN])  # price of a tile
_NO_LINK = (np.int64(0), np.int64(FAR), np.int64(0))  # tiles, price, way


@kernel
def search_from_city(params, state, scratch, player, origin, goal, anywhere, at_once, free, limit):
    """Search for the best link between two cities with at most ``limit`` tiles; returns tiles (0: there is none),
    price, way."""
    most, best = np.int64(0), _NO_LINK
    if not anywhere and not _is_open(params, state, goal):
        return best
    granted = at_once if free else 0
    while best[0] == 0 and most < limit:
        most = min(most + at_once, limit)
        _begin_at_city(params, state, scratch, origin, goal, ANYWHERE if anywhere else most)
        best = _search(params, state, scratch, player, goal, granted, most, anywhere)
        if best[2] < 0:
            best = _NO_LINK
            _measure_back(params, state, scratch, goal, most)
            for side in range(SIDES):
                hex = hex_beside(params, params.city_hex[origin], side)
                found = try_all(
                    params, state, scratch, player, hex, opposite(side), goal, granted, most, anywhere, best
                )
                if found[1] < best[1] or (found[1] == best[1] and found[0] < best[0]):
                    best = (found[0], found[1], found[2] + side)
    return best


@kernel
def search_from_run(params, state, scratch, player, hex, side, goal, anywhere, at_once, free, limit):
    """Search for the best link of a run that would enter a hex at a side; as ``search_from_city``."""
    most, best = np.int64(0), _NO_LINK
    granted = at_once if free else 0
    while best[0] == 0 and most < limit:
        most = min(most + at_once, limit)
        scratch.layer_size[:] = 0
        _improve(params, state, scratch, 0, hex, side, 0, 0)
        best = _search(params, state, scratch, player, goal, granted, most, anywhere)
        if best[2] < 0:
            _measure_back(params, state, scratch, goal, most)
            best = try_all(params, state, scratch, player, hex, side, goal, granted, most, anywhere, _NO_LINK)
    return best


@kernel
def _is_open(params, state, city):
    """Whether a run may still reach a city from any side."""
    for side in range(SIDES):
        if can_enter(params, state, hex_beside(params, params.city_hex[city], side), opposite(side)):
            return True
    return False


@kernel
def _begin_at_city(params, state, scratch, city, goal, left):
    """Fill the first layer with the hexes beside a city."""
    scratch.layer_size[:] = 0
    here = np.int64(params.city_hex[city])
    for side in range(SIDES):
        if params.tiles_to[goal, here, side] <= left:
            _improve(params, state, scratch, 0, hex_beside(params, here, side), opposite(side), 0, side)


@kernel
def _measure_back(params, state, scratch, goal, most):
    """Fill the layers with all sides of hexes where runs from the goal enter them, for ``try_all``. Prices do not
    matter, so that all tiles count as granted."""
    _begin_at_city(params, state, scratch, goal, goal, ANYWHERE)
    _search(params, state, scratch, NOBODY, goal, most, most, True)


@kernel
def hex_beside(params, hex, side):
    """The hex beyond a side of a hex."""
    return np.int64(params.beside[hex, side])


@kernel
def _improve(params, state, scratch, layer, hex, side, price, turn):
    """Note a run that enters a hex at a side, if its price is the lowest so far. ``turn`` is its last turn."""
    if not can_enter(params, state, hex, side):
        return
    place = hex * SIDES + side
    if is_listed(scratch, layer, place):
        slot = np.int64(scratch.layer_slot[layer, place])
        if scratch.layer_price[layer, slot] <= price:
            return
    else:
        slot = np.int64(scratch.layer_size[layer])
        scratch.layer_slot[layer, place] = slot
        scratch.layer_place[layer, slot] = place
        scratch.layer_size[layer] = slot + 1
    scratch.layer_price[layer, slot] = price
    scratch.layer_turn[layer, slot] = turn


@kernel
def _search(params, state, scratch, player, goal, granted, most, anywhere):
    """Extend the first layer until the goal is reached with at most ``most`` tiles; the first ``granted`` tiles cost
    nothing in open land. Returns tiles, price and way. The way is -1 if it passes through a hex twice, because it then
    meets itself."""
    best, best_tiles, best_place, best_turn = np.int64(FAR), np.int64(0), np.int64(0), np.int64(0)
    for layer in range(most):
        worth = min(most, granted + (best - 1) // CHEAPEST)  # tiles: more cost as much as the best
        if layer >= worth:
            break
        left = ANYWHERE if anywhere else worth - layer - 1
        for i in range(scratch.layer_size[layer]):
            place = np.int64(scratch.layer_place[layer, i])
            hex, side = place // SIDES, place % SIDES
            before = np.int64(scratch.layer_price[layer, i])
            before += price_of_entering(params, state, hex, side, layer < granted)
            ends = ends_in(state, hex)
            for turn in range(3):
                leave = way_out(side, turn)
                to_come = np.int64(params.tiles_to[goal, hex, leave])
                there, enter = hex_beside(params, hex, leave), opposite(leave)
                if (to_come > left) | (ends >> leave & 1) | (there < 0):  # in one test, which is faster
                    continue
                price = before + price_of_leaving(params, state, hex, leave)
                if to_come == 0 or (anywhere and arrives(params, state, player, there, enter, goal)):
                    if price < best:
                        best, best_tiles, best_place, best_turn = price, np.int64(layer + 1), place, np.int64(turn)
                elif layer + 1 < most:
                    _improve(params, state, scratch, layer + 1, there, enter, price, turn)
    if best_tiles == 0:
        return _NO_LINK
    return best_tiles, best, _trace_way(params, scratch, best_tiles, best_place, best_turn)


@kernel
def _trace_way(params, scratch, tiles, place, turn):
    """The way whose last tile lies at a place; -1 if it passes through a hex twice."""
    way = turn
    for layer in range(tiles - 1, 0, -1):
        hex, side = place // SIDES, place % SIDES
        came = np.int64(scratch.layer_turn[layer, scratch.layer_slot[layer, place]])
        scratch.way_hex[layer] = hex
        back = hex_beside(params, hex, side)
        place = back * SIDES + way_out(opposite(side), 2 - came)
        way = 3 * way + came
    scratch.way_hex[0] = place // SIDES
    for i in range(tiles):
        for j in range(i):
            if scratch.way_hex[i] == scratch.way_hex[j]:
                return -1
    return SIDES * way + scratch.layer_turn[0, scratch.layer_slot[0, place]]


@kernel
def price_of_way(params, state, scratch, origin, way, tiles):
    """The price of a way now; FAR if it cannot be built any more."""
    side, turns = way % SIDES, way // SIDES
    hex, enter = hex_beside(params, params.city_hex[origin], side), opposite(side)
    price = 0
    for i in range(tiles):
        leave = way_out(enter, turns % 3)
        turns //= 3
        if not may_enter(params, state, scratch, i, hex, enter) or not may_exit(state, scratch, i, hex, leave):
            return FAR
        note_tile(scratch, i, hex, enter, leave)
        price += tile_price(params, state, hex, enter, leave, False) + CROSSING * crosses_itself(scratch, i, hex)
        hex, enter = hex_beside(params, hex, leave), opposite(leave)
    return price


@kernel
def hexes_of_way(params, origin, way, tiles):
    """The hexes of a way as bits, by their numbers modulo 64."""
    side, turns = way % SIDES, way // SIDES
    hex, enter = hex_beside(params, params.city_hex[origin], side), opposite(side)
    hexes = np.int64(0)
    for _ in range(tiles):
        hexes |= bit(hex & 63)
        leave = way_out(enter, turns % 3)
        turns //= 3
        hex, enter = hex_beside(params, hex, leave), opposite(leave)
    return hexes
