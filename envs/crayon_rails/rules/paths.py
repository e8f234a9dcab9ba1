"""The cheapest track from a seat's network to a city: what a plan to build follows.

The path that is cheapest on an empty map is tried first: if it is free, it still is the cheapest. Otherwise the track
that joins the city in this turn is taken (``joining.py``). If there is none, a search runs backwards from the city to
the first milepost of the network. If money is short or the turn's segments out of major cities are used up, only a path
that the money pays for to its end is taken, or the path of the empty map.

The search ignores the limit of segments out of major cities. Prices are checked again when a segment is laid.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.rules.joining import begin_at_city, begin_search, find_joining, reach, take_cheapest
from railgym.envs.crayon_rails.rules.segments import EXITS, lowest_price, lowest_price_ever, may_lay
from railgym.envs.crayon_rails.state import DIRECTIONS

__all__ = ["find_path", "is_short", "least_cost", "least_costs"]


@kernel
def find_path(params, state, scratch, player, city, money):
    """Find the track to build for a seat with ``money`` to spend. Returns the milepost where it begins, and leaves the
    directions in ``scratch.path``; -1: there is no path whose first segment can be laid."""
    whole = state.players[player].one_network == 1
    if whole and (state.players[player].join_cost[city] <= money or not is_short(params, state, money)):
        start = _plain_way(params, state, scratch, player, city, money)
        if start >= 0 and state.exits_in_turn + _exits_on_path(params, scratch, start) <= EXITS:
            return start
    start = find_joining(params, state, scratch, player, city, money)
    if start >= 0:
        return start
    if is_short(params, state, money):
        return _short_path(params, state, scratch, player, city, money, whole)
    if whole:
        start = _plain_way(params, state, scratch, player, city, money)
        if start >= 0:
            return start
    return _search(params, state, scratch, player, city, FAR)


@kernel
def _short_path(params, state, scratch, player, city, money, whole):
    """Find the track to build if some segment could not be laid now (EB-R9.3); as ``find_path``."""
    start = np.int64(-1)
    if whole:
        start = _plain_way(params, state, scratch, player, city, money)
        if start >= 0 or state.players[player].join_cost[city] > money:
            return start
    start = _search(params, state, scratch, player, city, money)
    if start >= 0 and not _can_begin(params, state, scratch, player, start, money):
        start = np.int64(-1)
    if start < 0 and not whole:
        start = _plain_way(params, state, scratch, player, city, money)
    return start


@kernel
def least_cost(params, state, scratch, player, city):
    """The cost of the cheapest path to a city; FAR if there is none."""
    start = _search(params, state, scratch, player, city, FAR)
    return np.int64(scratch.cost[start]) if start >= 0 else np.int64(FAR)


@kernel
def least_costs(params, state, scratch, player, costs):
    """Write the cost of the cheapest path to each city into ``costs``, int64 (C,); FAR if there is none. One search
    runs forwards from the network."""
    begin_search(scratch)
    entries = 0
    for post in range(params.num_mileposts):
        if state.in_network[post] >> player & 1:
            entries = reach(scratch, post, 0, 0, entries)
    for city in range(params.num_cities):
        costs[city] = FAR
    waiting, cost = entries, np.int64(0)
    while waiting > 0:
        post, cost = take_cheapest(scratch, cost)
        waiting -= 1
        if scratch.cost[post] != cost:
            continue
        city = np.int64(params.post_city[post])
        if city >= 0:
            costs[city] = min(costs[city], cost)
        before = entries
        entries = _extend(params, state, scratch, player, post, cost, False, entries)
        waiting += entries - before


@kernel
def _extend(params, state, scratch, player, post, cost, backwards, entries):
    """Extend a milepost on the seat's own track, inside a city, or on new track: forwards, or backwards from the end of
    the path; returns the number of entries."""
    for way in range(DIRECTIONS):
        edge = np.int64(params.post_edge[post, way])
        if edge < 0:
            continue
        other = np.int64(params.post_next[post, way])
        step = 0
        if state.track[edge] != player and params.edge_public[edge] == 0:
            if not may_lay(params, state, player, edge):
                continue
            step = (
                lowest_price_ever(params, other, post, edge)
                if backwards
                else lowest_price_ever(params, post, other, edge)
            )
        if scratch.seen[other] != scratch.search_number or cost + step < scratch.cost[other]:
            direction = (way + DIRECTIONS // 2) % DIRECTIONS if backwards else way
            entries = reach(scratch, other, direction, cost + step, entries)
    return entries


@kernel
def _can_begin(params, state, scratch, player, post, money):
    """Whether the first new segment of the path can be laid now."""
    for i in range(scratch.path_length):
        way = np.int64(scratch.path[i])
        edge, beyond = np.int64(params.post_edge[post, way]), np.int64(params.post_next[post, way])
        if state.track[edge] != player and params.edge_public[edge] == 0:
            return lowest_price(params, state, post, beyond, edge) <= money
        post = beyond
    return False


@kernel
def is_short(params, state, money):
    """Whether some segment could not be laid, because money is short or because it leads out of a major city."""
    return money < params.dearest or state.exits_in_turn >= EXITS


@kernel
def _plain_way(params, state, scratch, player, city, money):
    """Find the path that is cheapest on an empty map, if the seat may build all of it; returns as ``find_path``."""
    start = np.int64(state.players[player].join_from[city])
    post, length = start, 0
    if start < 0:
        return -1
    while params.post_city[post] != city:
        way = np.int64(params.build_direction[post, city])
        edge = np.int64(params.post_edge[post, way])
        beyond = np.int64(params.post_next[post, way])
        if params.edge_public[edge] == 0:
            if not may_lay(params, state, player, edge):
                return -1
            if length == 0 and lowest_price(params, state, post, beyond, edge) > money:
                return -1
        if length == 0 and params.edge_public[edge] == 1:
            start = beyond
        else:
            scratch.path[length] = way
            length += 1
        post = beyond
    scratch.path_length = length
    return start


@kernel
def _exits_on_path(params, scratch, start):
    """The number of segments of a path over free edges that lead out of major cities, or into one if built out of
    it."""
    post, exits = start, 0
    for i in range(scratch.path_length):
        edge, beyond = params.post_edge[post, scratch.path[i]], np.int64(params.post_next[post, scratch.path[i]])
        if params.edge_public[edge] == 0:
            exits += params.post_major[post] == 1 or params.post_major[beyond] == 1
        post = beyond
    return exits


@kernel
def _search(params, state, scratch, player, city, limit):
    """Find the cheapest path that costs no more than ``limit``; returns as ``find_path``."""
    entries = begin_at_city(params, scratch, city)
    waiting, cost = entries, np.int64(0)
    while waiting > 0:
        post, cost = take_cheapest(scratch, cost)
        if cost > limit:
            break
        waiting -= 1
        if scratch.cost[post] != cost:
            continue
        if state.in_network[post] >> player & 1:
            _trace(params, scratch, city, post)
            return post
        before = entries
        entries = _extend(params, state, scratch, player, post, cost, True, entries)
        waiting += entries - before
    return -1


@kernel
def _trace(params, scratch, city, start):
    """Write the directions from a milepost to the city into ``scratch.path``."""
    post, length = start, 0
    while params.post_city[post] != city:
        way = np.int64(scratch.next_direction[post])
        scratch.path[length] = way
        length += 1
        post = np.int64(params.post_next[post, way])
    scratch.path_length = length
