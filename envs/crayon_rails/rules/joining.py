"""The cheapest track that joins a city to a seat's network in this turn, at the prices of this turn. A plan to build
prefers it.

A state of the search is a milepost together with the number of segments out of major cities on the path from there to
the city: ``post + MAX_MILEPOSTS * used``. The search runs backwards from the city to the first milepost of the network.
Its queue has a list of entries for each cost, in ``BUCKETS`` lists that are used in turn.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.maps.model import MAX_MILEPOSTS
from railgym.envs.crayon_rails.rules.segments import EXITS, may_lay
from railgym.envs.crayon_rails.state import BUCKETS, DIRECTIONS

__all__ = ["INTO", "begin_at_city", "begin_search", "find_joining", "reach", "take_cheapest"]

INTO = 8  # added to a direction of a path: the segment is built into the major city at its end


@kernel
def find_joining(params, state, scratch, player, city, money):
    """Find the track that joins a city now, for no more than ``money`` (EB-R9.2). Returns the milepost where it begins,
    and leaves the directions in ``scratch.path``; -1: there is none."""
    seat = state.players[player]
    if seat.one_network == 1 and seat.join_cost[city] > money:
        return np.int64(-1)
    entries = begin_at_city(params, scratch, city)
    waiting, cost = entries, np.int64(0)
    while waiting > 0:
        at, cost = take_cheapest(scratch, cost)
        if cost > money:
            break
        waiting -= 1
        if scratch.cost[at] != cost:
            continue
        if state.in_network[at % MAX_MILEPOSTS] >> player & 1:
            _trace(params, state, scratch, player, city, at)
            return at % MAX_MILEPOSTS
        before = entries
        entries = _relax(params, state, scratch, player, at, cost, entries)
        waiting += entries - before
    return np.int64(-1)


@kernel
def _relax(params, state, scratch, player, at, cost, entries):
    """Extend a state backwards, on the seat's own track, inside a city, or on new track; returns the number of entries.
    New track leads into the milepost, or out of a major city, which counts; into a major city it may be built either
    way (EB-R9.1)."""
    post, used = at % MAX_MILEPOSTS, at // MAX_MILEPOSTS
    counts = used < EXITS - state.exits_in_turn
    for back in range(DIRECTIONS):
        edge = np.int64(params.post_edge[post, back])
        if edge < 0:
            continue
        before, way = np.int64(params.post_next[post, back]), (back + DIRECTIONS // 2) % DIRECTIONS
        same, more = before + MAX_MILEPOSTS * used, before + MAX_MILEPOSTS * (used + 1)
        if state.track[edge] == player or params.edge_public[edge] == 1:
            entries = _improve(scratch, same, way, cost, entries)
        elif may_lay(params, state, player, edge):
            dry = cost + np.int64(params.edge_water[edge])
            if params.post_major[before] == 0:
                into = INTO if params.post_major[post] == 1 else 0
                entries = _improve(scratch, same, way + into, dry + np.int64(params.post_cost[post]), entries)
            elif counts:
                entries = _improve(scratch, more, way, dry + np.int64(params.post_cost[post]), entries)
            if counts and params.post_major[post] == 1 and params.post_major[before] == 0:
                entries = _improve(scratch, more, way, dry + np.int64(params.post_cost[before]), entries)
    return entries


@kernel
def _improve(scratch, at, way, cost, entries):
    """Enter a state into the queue if it was not reached for this cost or less; returns the number of entries."""
    if scratch.seen[at] != scratch.search_number or cost < scratch.cost[at]:
        return reach(scratch, at, way, cost, entries)
    return entries


@kernel
def begin_search(scratch):
    """Empty the queue of the search for track, and forget what the search before has reached."""
    scratch.search_number += 1
    scratch.bucket_entry[:] = -1


@kernel
def begin_at_city(params, scratch, city):
    """Begin a search at the mileposts of a city; returns the number of entries in the queue."""
    begin_search(scratch)
    entries = 0
    for i in range(np.int64(params.city_num_posts[city])):
        entries = reach(scratch, np.int64(params.city_posts[city, i]), 0, 0, entries)
    return entries


@kernel
def take_cheapest(scratch, cost):
    """Take the first entry out of the queue, which is not empty; returns its state and its cost. No entry costs less
    than ``cost``."""
    while scratch.bucket_entry[cost % BUCKETS] < 0:
        cost += 1
    entry = np.int64(scratch.bucket_entry[cost % BUCKETS])
    scratch.bucket_entry[cost % BUCKETS] = scratch.entry_next[entry]
    return np.int64(scratch.entry_post[entry]), cost


@kernel
def reach(scratch, at, way, cost, entries):
    """Enter a state into the queue: the city is reached from it for this cost, and the path begins in direction
    ``way``. Returns the number of entries."""
    scratch.seen[at] = scratch.search_number
    scratch.cost[at] = cost
    scratch.next_direction[at] = way
    scratch.entry_post[entries] = at
    scratch.entry_next[entries] = scratch.bucket_entry[cost % BUCKETS]
    scratch.bucket_entry[cost % BUCKETS] = entries
    return entries + 1


@kernel
def _trace(params, state, scratch, player, city, at):
    """Write the directions from a state to the city into ``scratch.path``."""
    length = 0
    while params.post_city[at % MAX_MILEPOSTS] != city:
        post, used, step = at % MAX_MILEPOSTS, at // MAX_MILEPOSTS, np.int64(scratch.next_direction[at])
        edge = np.int64(params.post_edge[post, step % INTO])
        beyond = np.int64(params.post_next[post, step % INTO])
        laid = state.track[edge] != player and params.edge_public[edge] == 0
        if laid and (params.post_major[post] == 1 or (params.post_major[beyond] == 1 and step < INTO)):
            used -= 1
        scratch.path[length] = step
        length += 1
        at = beyond + MAX_MILEPOSTS * used
    scratch.path_length = length
