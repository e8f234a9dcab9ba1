"""The cheapest link if the best way would pass through a hex twice: all ways are tried, tile by tile, depth first.

A run may cross itself in a hex without other track. There it lays two pieces on four different sides, and the second
costs a crossing. The tiles of the way that is tried are in ``scratch.way_hex``, ``way_enter`` and ``way_leave``.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules.building import CROSSING, price_of_entering, price_of_leaving
from railgym.envs.railways_of_the_world.rules.pieces import (
    can_enter,
    ends_in,
    find_end,
    has_end,
    opposite,
    piece_at,
    way_out,
)
from railgym.envs.railways_of_the_world.state import NOBODY, OPEN_RUN, SIDES

__all__ = ["arrives", "crosses_itself", "is_listed", "may_enter", "may_exit", "note_tile", "try_all"]


@kernel
def is_listed(scratch, layer, place):
    """Whether a place is in the list of a layer. ``layer_slot`` points at its entry, so that scratch need not be
    cleared."""
    slot = np.int64(scratch.layer_slot[layer, place])
    return 0 <= slot < scratch.layer_size[layer] and scratch.layer_place[layer, slot] == place


@kernel
def _leads_on(scratch, hex, enter, left):
    """Whether a run that enters a hex at a side can reach the goal with that number of tiles, by the layers measured
    from the goal."""
    for turn in range(3):
        place = hex * SIDES + way_out(enter, turn)
        for layer in range(left):
            if is_listed(scratch, layer, place):
                return True
    return False


@kernel
def note_tile(scratch, number, hex, enter, leave):
    """Note a tile of the way."""
    scratch.way_hex[number], scratch.way_enter[number], scratch.way_leave[number] = hex, enter, leave


@kernel
def crosses_itself(scratch, number, hex):
    """Whether one of the first tiles of the way lies in a hex."""
    for i in range(number):
        if scratch.way_hex[i] == hex:
            return True
    return False


@kernel
def _ends_at(scratch, number, hex, side):
    """Whether one of the first tiles of the way ends at a side of a hex."""
    for i in range(number):
        if scratch.way_hex[i] == hex and (scratch.way_enter[i] == side or scratch.way_leave[i] == side):
            return True
    return False


@kernel
def may_enter(params, state, scratch, number, hex, side):
    """Whether a way of that number of tiles may enter a hex at a side; for the second time only where no other track
    lies."""
    if not can_enter(params, state, hex, side):
        return False
    before = 0
    for i in range(number):
        before += scratch.way_hex[i] == hex
    return before == 0 or (before == 1 and ends_in(state, hex) == 0 and not _ends_at(scratch, number, hex, side))


@kernel
def may_exit(state, scratch, number, hex, side):
    """Whether the next tile of the way may leave its hex through a side."""
    return not has_end(state, hex, side) and not _ends_at(scratch, number, hex, side)


@kernel
def arrives(params, state, player, hex, side, goal):
    """Whether a run that enters a hex at a side is a link to the goal: it is in the city, or has met an open run of the
    same seat that comes from there (RW-3.8)."""
    city = np.int64(params.hex_city[hex])
    if city >= 0:
        return city == goal
    if player == NOBODY:
        return False
    slot = piece_at(state, hex, side)
    if slot < 0 or state.owner[hex, slot] != player or state.link[hex, slot] != OPEN_RUN:
        return False
    return find_end(params, state, hex, side) == goal


@kernel
def try_all(params, state, scratch, player, hex, side, goal, granted, most, anywhere, best):
    """Try all ways of at most ``most`` tiles for a run that would enter a hex at a side; returns tiles, price and way
    of the best link, or ``best`` if none is better. The layers are those measured from the goal, unless a link may end
    ``anywhere``."""
    tiles, price, way = best
    if hex < 0 or not may_enter(params, state, scratch, 0, hex, side):
        return tiles, price, way
    depth = 0
    _begin_tile(scratch, 0, hex, side, 0)
    while depth >= 0:
        scratch.way_turn[depth] += 1
        if scratch.way_turn[depth] == 3:
            depth -= 1
            continue
        here, enter = np.int64(scratch.way_hex[depth]), np.int64(scratch.way_enter[depth])
        leave = way_out(enter, np.int64(scratch.way_turn[depth]))
        there = np.int64(params.beside[here, leave])
        if there < 0 or not may_exit(state, scratch, depth, here, leave):
            continue
        cost = np.int64(scratch.way_price[depth]) + price_of_entering(params, state, here, enter, depth < granted)
        cost += CROSSING * crosses_itself(scratch, depth, here) + price_of_leaving(params, state, here, leave)
        if arrives(params, state, player, there, opposite(leave), goal):
            if cost < price or (cost == price and depth + 1 < tiles):
                tiles, price, way = np.int64(depth + 1), cost, _encode_turns(scratch, depth)
            continue
        scratch.way_leave[depth] = leave
        left = most - depth - 1
        if params.hex_city[there] >= 0 or left == 0 or cost > price:
            continue
        if not anywhere and not _leads_on(scratch, there, opposite(leave), left):
            continue
        if may_enter(params, state, scratch, depth + 1, there, opposite(leave)):
            depth += 1
            _begin_tile(scratch, depth, there, opposite(leave), cost)
    return tiles, price, way


@kernel
def _begin_tile(scratch, number, hex, side, price):
    """Begin the next tile of the way in this hex; no turn is tried yet."""
    scratch.way_hex[number], scratch.way_enter[number] = hex, side
    scratch.way_price[number], scratch.way_turn[number] = price, -1


@kernel
def _encode_turns(scratch, last):
    """The turns of the way as a number, as ``cheapest_link.py`` writes ways."""
    way = np.int64(0)
    for i in range(last, -1, -1):
        way = 3 * way + scratch.way_turn[i]
    return SIDES * way
