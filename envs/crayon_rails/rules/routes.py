"""Where a train can run without turning round outside of a city.

A state of the search is a milepost together with how it was reached. From a milepost reached twice, from different
sides, every direction is open. So two states per milepost are enough: ``post`` and ``post + MAX_MILEPOSTS``.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.maps.model import MAX_MILEPOSTS
from railgym.envs.crayon_rails.state import DIRECTIONS, NO_MOVING, NOBODY

__all__ = ["FEE", "can_leave", "may_run", "reachable", "spread", "way_back"]

FEE = 4
_NO_WAY = -1

# How a milepost was reached: every way is open at once; one way is not; so was that one, later.
FULL, ONCE, TWICE = range(3)


@kernel
def may_run(params, state, player, post, way, pay):
    """Whether the seat's train may take an edge: one with track of the seat, of a player it has paid, or with ``pay``
    of anyone (EB-5.21); or one inside a major city (EB-5.20, RR-9.9)."""
    edge = np.int64(params.post_edge[post, way])
    if edge < 0 or (state.weather[post] | state.weather[params.post_next[post, way]]) & NO_MOVING:
        return False
    if params.edge_public[edge] == 1:
        return True
    owner = np.int64(state.track[edge])
    if owner == NOBODY or state.striking_crews >> owner & 1:
        return False
    return pay or owner == player or state.fee_paid >> owner & 1 == 1


@kernel
def way_back(params, state, post, came):
    """The direction that is closed to a train because it would have to turn round (EB-R7, RR-R1.1); -1 in a city
    (EB-5.19), and where no track leads on, unless trains wait at dead ends."""
    if came < 0 or params.post_city[post] >= 0:
        return _NO_WAY
    back, others = _NO_WAY, 0
    for way in range(DIRECTIONS):
        edge = np.int64(params.post_edge[post, way])
        if edge < 0:
            continue
        if params.post_next[post, way] == came:
            back = way
        elif state.track[edge] != NOBODY:
            others += 1
    return back if others > 0 or params.reverse_at_dead_ends == 0 else _NO_WAY


@kernel
def reachable(params, state, scratch, player, pay):
    """The cities that the seat's train can reach in any number of turns, as bits. ``scratch.steps`` has the steps to
    each milepost with ``scratch.seen`` equal to ``scratch.search_number``."""
    _explore(params, state, scratch, player, pay, False)
    return scratch.reached_cities


@kernel
def spread(params, state, scratch, player):
    """Write the steps of the seat's train to each milepost into ``scratch.steps``, on track that costs no further fees,
    wherever it may turn round. Only mileposts with ``scratch.seen`` equal to ``scratch.search_number`` were reached."""
    start = np.int64(state.players[player].train)
    scratch.search_number += 1
    scratch.seen[start] = scratch.search_number
    scratch.steps[start] = 0
    scratch.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        post = np.int64(scratch.queue[head])
        head += 1
        for way in range(DIRECTIONS):
            beyond = np.int64(params.post_next[post, way])
            if beyond < 0 or scratch.seen[beyond] == scratch.search_number:
                continue
            if may_run(params, state, player, post, way, False):
                scratch.seen[beyond] = scratch.search_number
                scratch.steps[beyond] = scratch.steps[post] + 1
                scratch.queue[tail] = beyond
                tail += 1


@kernel
def can_leave(params, state, scratch, player, pay):
    """Whether the seat's train can reach any city but the one where it stands."""
    _explore(params, state, scratch, player, pay, True)
    return scratch.reached_cities != 0


@kernel
def _explore(params, state, scratch, player, pay, one):
    """Search breadth first from the train and write the cities reached into ``scratch.reached_cities``; with ``one``
    stop at the first city."""
    seat = state.players[player]
    start = np.int64(seat.train)
    here = np.int64(params.post_city[start])
    scratch.search_number += 1
    scratch.reached_cities = 0
    scratch.seen[start] = scratch.search_number
    scratch.steps[start] = 0
    scratch.came_by[start] = way_back(params, state, start, np.int64(seat.came_from))
    scratch.reach_state[start] = FULL if scratch.came_by[start] < 0 else ONCE
    scratch.came_by[start] = (scratch.came_by[start] + DIRECTIONS // 2) % DIRECTIONS
    scratch.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        at = np.int64(scratch.queue[head])
        head += 1
        post = at % MAX_MILEPOSTS
        again = at >= MAX_MILEPOSTS
        back = _NO_WAY if scratch.reach_state[post] == FULL else _reverse(scratch, post)
        for way in range(DIRECTIONS):
            if (way == back) != again:
                continue
            if not may_run(params, state, player, post, way, pay):
                continue
            beyond = np.int64(params.post_next[post, way])
            new = _arrive(params, state, scratch, beyond, way)
            if new < 0:
                continue
            scratch.came_by[new] = way
            scratch.steps[new] = scratch.steps[at] + 1
            scratch.queue[tail] = new
            tail += 1
            city = np.int64(params.post_city[beyond])
            if city >= 0 and city != here:
                scratch.reached_cities |= bit(city)
                if one:
                    return


@kernel
def _reverse(scratch, post):
    """The direction back from a milepost."""
    return (np.int64(scratch.came_by[post]) + DIRECTIONS // 2) % DIRECTIONS


@kernel
def _arrive(params, state, scratch, post, way):
    """The state in which a milepost is reached in a direction; -1 if that opens nothing new."""
    if scratch.seen[post] != scratch.search_number:
        scratch.seen[post] = scratch.search_number
        back = (way + DIRECTIONS // 2) % DIRECTIONS
        closed = way_back(params, state, post, np.int64(params.post_next[post, back]))
        scratch.reach_state[post] = FULL if closed < 0 else ONCE
        return post
    if scratch.reach_state[post] != ONCE or scratch.came_by[post] == way:
        return -1
    scratch.reach_state[post] = TWICE
    return post + MAX_MILEPOSTS
