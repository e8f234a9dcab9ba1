"""Regions: mileposts that are connected by edges on which any seat may build.

With them it is known without a search, in nearly all cases, that a path to a city exists; see ``build.py``.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.maps.model import MAX_MILEPOSTS
from railgym.envs.crayon_rails.state import DIRECTIONS, NO_BUILDING, NO_REGION, NOBODY, REGIONS

__all__ = ["label_regions", "relabel_regions", "split_region"]


@kernel
def is_open(params, state, edge):
    """Whether any seat may lay a segment on an edge between mileposts outside of cities."""
    if edge < 0 or state.track[edge] != NOBODY or params.edge_rivers[edge] & state.flooded_rivers:
        return False
    a, b = params.edge_a[edge], params.edge_b[edge]
    if params.post_city[a] >= 0 or params.post_city[b] >= 0:
        return False
    return (state.weather[a] | state.weather[b]) & NO_BUILDING == 0


@kernel
def label_regions(params, state, scratch):
    """Number the regions; the largest is number 0."""
    for post in range(params.num_mileposts):
        state.region[post] = NO_REGION
    state.num_regions = 0
    largest, most = 0, 0
    for post in range(params.num_mileposts):
        if state.region[post] == NO_REGION and state.num_regions < REGIONS:
            size = _fill_region(params, state, scratch, post, np.int64(state.num_regions))
            if size > most:
                largest, most = np.int64(state.num_regions), size
            if size > 0:
                state.num_regions += 1
    for post in range(params.num_mileposts):
        if state.region[post] == largest:
            state.region[post] = 0
        elif state.region[post] == 0:
            state.region[post] = largest


@kernel
def relabel_regions(params, state, scratch):
    """Extend the numbers that the record has at some mileposts to their regions."""
    for label in range(REGIONS):
        scratch.steps[label] = -1
    for post in range(params.num_mileposts):
        if state.region[post] < REGIONS:
            scratch.steps[state.region[post]] = post
            state.region[post] = NO_REGION
    for label in range(REGIONS):
        if scratch.steps[label] >= 0:
            _fill_region(params, state, scratch, np.int64(scratch.steps[label]), label)


@kernel
def _fill_region(params, state, scratch, start, label):
    """Give a number to all mileposts that open edges join to one; returns how many these are, 0 for a milepost without
    open edges."""
    size, total = 1, 0
    scratch.queue[0] = start
    while size > 0:
        size -= 1
        post = np.int64(scratch.queue[size])
        for way in range(DIRECTIONS):
            beyond = np.int64(params.post_next[post, way])
            if beyond < 0 or state.region[beyond] != NO_REGION:  # most often: it takes less time than is_open
                continue
            if is_open(params, state, np.int64(params.post_edge[post, way])):
                state.region[beyond] = label
                total += 1
                scratch.queue[size] = beyond
                size += 1
    return total


@kernel
def split_region(params, state, scratch, edge):
    """Split a region after track was laid on an edge, if its ends are no longer connected: one side gets a new number.

    Both sides are searched in turns, so that the smaller one ends the search.
    """
    a, b = np.int64(params.edge_a[edge]), np.int64(params.edge_b[edge])
    if params.post_city[a] >= 0 or params.post_city[b] >= 0 or _have_open_neighbour(params, state, a, b):
        return
    alone = _stands_alone(params, state, a)
    if alone:
        state.region[a] = NO_REGION
    if _stands_alone(params, state, b):
        state.region[b] = NO_REGION
        alone = True
    if alone:
        return
    scratch.search_number += 2
    heads = np.zeros(2, np.int64)
    tails = np.ones(2, np.int64)
    for side in range(2):
        start = a if side == 0 else b
        scratch.queue[side * MAX_MILEPOSTS] = start
        scratch.seen[start] = scratch.search_number - side
    while True:
        for side in range(2):
            if heads[side] == tails[side]:
                _label_side(state, scratch, side, tails[side])
                return
            post = np.int64(scratch.queue[side * MAX_MILEPOSTS + heads[side]])
            heads[side] += 1
            for way in range(DIRECTIONS):
                beyond = np.int64(params.post_next[post, way])
                if not is_open(params, state, np.int64(params.post_edge[post, way])):
                    continue
                if scratch.seen[beyond] == scratch.search_number - 1 + side:
                    return
                if scratch.seen[beyond] != scratch.search_number - side:
                    scratch.seen[beyond] = scratch.search_number - side
                    scratch.queue[side * MAX_MILEPOSTS + tails[side]] = beyond
                    tails[side] += 1


@kernel
def _have_open_neighbour(params, state, a, b):
    """Whether open edges lead from both mileposts to the same third one, so that they stay connected."""
    for way in range(DIRECTIONS):
        if params.post_next[a, way] == b:
            for turn in (1, DIRECTIONS - 1):
                beside, across = (way + turn) % DIRECTIONS, (way + 2 * turn) % DIRECTIONS
                if params.post_next[a, beside] != params.post_next[b, across]:  # a ferry goes elsewhere
                    continue
                if is_open(params, state, np.int64(params.post_edge[a, beside])) and is_open(
                    params, state, np.int64(params.post_edge[b, across])
                ):
                    return True
    return False


@kernel
def _stands_alone(params, state, post):
    """Whether no open edge leads to a milepost."""
    for way in range(DIRECTIONS):
        if is_open(params, state, np.int64(params.post_edge[post, way])):
            return False
    return True


@kernel
def _label_side(state, scratch, side, size):
    """Give a new region number to the mileposts of one side; NO_REGION if the numbers are used up."""
    label = np.int64(state.num_regions)
    if label == REGIONS:
        label = NO_REGION
    else:
        state.num_regions += 1
    for i in range(size):
        state.region[scratch.queue[side * MAX_MILEPOSTS + i]] = label
