"""The cheapest track from a seat's network to a city: what a plan to build follows.

The way that would be cheapest on an empty map is tried first: where nothing is in it, it is the cheapest still. Else
a city that can be joined in this turn is joined, as ``rules/joining.py`` finds it. If none of both is so, the search
runs backwards from the city and ends at the first milepost of the network. Where not every segment could be laid now,
for want of money or because the turn's segments out of major cities are used up, a path other than the first way has to
be one that the money pays for to its end.

These ways are priced as if those segments were never used up; what is laid costs what it costs then.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.rules.joining import find_joining, reach
from railgym.envs.crayon_rails.rules.segments import DEAREST, EXITS, lowest_price, lowest_price_ever, may_lay
from railgym.envs.crayon_rails.state import BUCKETS, DIRECTIONS

__all__ = ["find_path", "is_short", "least_cost", "least_costs"]


@kernel
def find_path(params, state, scratch, player, city, money):
    """Find the track to build for a seat with so much to spend. Returns the milepost it begins at and leaves the
    directions in ``scratch.path``; -1 if there is none whose first segment can be laid."""
    whole = state.players[player].one_network == 1
    if whole and (state.players[player].join_cost[city] <= money or not is_short(state, money)):
        start = _plain_way(params, state, scratch, player, city, money)
        if start >= 0 and state.exits_in_turn + _exits_on_path(params, scratch, start) <= EXITS:
            return start
    start = find_joining(params, state, scratch, player, city, money)
    if start >= 0:
        return start
    if is_short(state, money):
        return _short_path(params, state, scratch, player, city, money, whole)
    if whole:
        start = _plain_way(params, state, scratch, player, city, money)
        if start >= 0:
            return start
    return _search(params, state, scratch, player, city, FAR)


@kernel
def _short_path(params, state, scratch, player, city, money, whole):
    """The same where not every segment could be laid now."""
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
    """What the cheapest path to a city costs, FAR if there is none."""
    start = _search(params, state, scratch, player, city, FAR)
    return np.int64(scratch.cost[start]) if start >= 0 else np.int64(FAR)


@kernel
def least_costs(params, state, scratch, player, costs):
    """What the cheapest path to each city costs, FAR where there is none: all at once, forwards from the network."""
    scratch.search_number += 1
    scratch.bucket_entry[:] = -1
    entries = 0
    for post in range(params.num_mileposts):
        if state.in_network[post] >> player & 1:
            entries = reach(scratch, post, 0, 0, entries)
    for city in range(params.num_cities):
        costs[city] = FAR
    waiting, cost = entries, 0
    while waiting > 0:
        entry = np.int64(scratch.bucket_entry[cost % BUCKETS])
        if entry < 0:
            cost += 1
            continue
        scratch.bucket_entry[cost % BUCKETS] = scratch.entry_next[entry]
        waiting -= 1
        post = np.int64(scratch.entry_post[entry])
        if scratch.cost[post] != cost:
            continue
        city = np.int64(params.post_city[post])
        if city >= 0:
            costs[city] = min(costs[city], cost)
        before = entries
        entries = _go_on(params, state, scratch, player, post, cost, entries)
        waiting += entries - before


@kernel
def _go_on(params, state, scratch, player, post, cost, entries):
    """Go on from a milepost to those beside it, on the seat's own track, inside a city, or on track to be laid."""
    for way in range(DIRECTIONS):
        edge = np.int64(params.post_edge[post, way])
        if edge < 0:
            continue
        beyond = np.int64(params.post_next[post, way])
        step = 0
        if state.track[edge] != player and params.edge_public[edge] == 0:
            if not may_lay(params, state, player, edge):
                continue
            step = lowest_price_ever(params, post, beyond, edge)
        if scratch.seen[beyond] != scratch.search_number or cost + step < scratch.cost[beyond]:
            entries = reach(scratch, beyond, way, cost + step, entries)
    return entries


@kernel
def _can_begin(params, state, scratch, player, post, money):
    """Whether the first segment to be laid on a path can be laid now."""
    for i in range(scratch.path_length):
        way = np.int64(scratch.path[i])
        edge, beyond = np.int64(params.post_edge[post, way]), np.int64(params.post_next[post, way])
        if state.track[edge] != player and params.edge_public[edge] == 0:
            return lowest_price(params, state, post, beyond, edge) <= money
        post = beyond
    return False


@kernel
def is_short(state, money):
    """Whether some segment could not be laid for want of money, or because it leads out of a major city."""
    return money < DEAREST or state.exits_in_turn >= EXITS


@kernel
def _plain_way(params, state, scratch, player, city, money):
    """The way that is cheapest on an empty map, if the seat may build all along it."""
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
    """How many segments of a path over free edges lead out of major cities, or into one, built out of it."""
    post, exits = start, 0
    for i in range(scratch.path_length):
        edge, beyond = params.post_edge[post, scratch.path[i]], np.int64(params.post_next[post, scratch.path[i]])
        if params.edge_public[edge] == 0:
            exits += params.post_major[post] == 1 or params.post_major[beyond] == 1
        post = beyond
    return exits


@kernel
def _search(params, state, scratch, player, city, limit):
    """The cheapest path that costs no more than ``limit``."""
    scratch.search_number += 1
    scratch.bucket_entry[:] = -1
    entries = 0
    for i in range(np.int64(params.city_num_posts[city])):
        entries = reach(scratch, np.int64(params.city_posts[city, i]), 0, 0, entries)
    waiting, cost = entries, 0
    while waiting > 0 and cost <= limit:
        entry = np.int64(scratch.bucket_entry[cost % BUCKETS])
        if entry < 0:
            cost += 1
            continue
        scratch.bucket_entry[cost % BUCKETS] = scratch.entry_next[entry]
        waiting -= 1
        post = np.int64(scratch.entry_post[entry])
        if scratch.cost[post] != cost:
            continue
        if state.in_network[post] >> player & 1:
            _trace(params, scratch, city, post)
            return post
        before = entries
        entries = _relax(params, state, scratch, player, post, cost, entries)
        waiting += entries - before
    return -1


@kernel
def _relax(params, state, scratch, player, post, cost, entries):
    """Go back from a milepost to those before it, on the seat's own track, inside a city, or on track to be laid."""
    for back in range(DIRECTIONS):
        edge = np.int64(params.post_edge[post, back])
        if edge < 0:
            continue
        before = np.int64(params.post_next[post, back])
        step = 0
        if state.track[edge] != player and params.edge_public[edge] == 0:
            if not may_lay(params, state, player, edge):
                continue
            step = lowest_price_ever(params, before, post, edge)
        if scratch.seen[before] != scratch.search_number or cost + step < scratch.cost[before]:
            way = (back + DIRECTIONS // 2) % DIRECTIONS
            entries = reach(scratch, before, way, cost + step, entries)
    return entries


@kernel
def _trace(params, scratch, city, start):
    post, length = start, 0
    while params.post_city[post] != city:
        way = np.int64(scratch.next_direction[post])
        scratch.path[length] = way
        length += 1
        post = np.int64(params.post_next[post, way])
    scratch.path_length = length
