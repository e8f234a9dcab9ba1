"""Where a train can run, never turning round outside of a city.

A state of the search is a milepost together with how it was reached. From a milepost reached twice, from different
sides, every way is open; so two states a milepost are enough, ``post`` and ``post + MAX_MILEPOSTS``.
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
    """Whether the seat's train may take an edge: it has track of his own, of someone he has paid, of anyone if he pays
    (EB-5.21); or it is the inside of a major city (EB-5.20, RR-9.9)."""
    edge = np.int64(params.post_edge[post, way])
    if edge < 0 or (state.weather[post] | state.weather[params.post_next[post, way]]) & NO_MOVING:
        return False
    if params.edge_public[edge] == 1:
        return True
    owner = np.int64(state.track[edge])
    if owner == NOBODY or state.barred >> owner & 1:
        return False
    return pay or owner == player or state.fee_paid >> owner & 1 == 1


@kernel
def way_back(params, state, post, came):
    """EB-R7: the direction that is closed to a train because it would have to turn round; -1 in a city (EB-5.19), and
    where no track leads on, unless trains wait at dead ends."""
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
    """The cities that the seat's train can reach, however many turns it takes. ``work.steps`` has the steps to each
    milepost with ``work.seen`` equal to ``work.search``."""
    _explore(params, state, scratch, player, pay, False)
    return scratch.reached


@kernel
def spread(params, state, scratch, player):
    """Note in ``work.steps`` how far everything is on track that the seat's train may take without further fees, turns
    aside: of mileposts with ``work.seen`` equal to ``work.search``."""
    start = np.int64(state.players[player].train)
    scratch.search += 1
    scratch.seen[start] = scratch.search
    scratch.steps[start] = 0
    scratch.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        post = np.int64(scratch.queue[head])
        head += 1
        for way in range(DIRECTIONS):
            beyond = np.int64(params.post_next[post, way])
            if beyond < 0 or scratch.seen[beyond] == scratch.search:
                continue
            if may_run(params, state, player, post, way, False):
                scratch.seen[beyond] = scratch.search
                scratch.steps[beyond] = scratch.steps[post] + 1
                scratch.queue[tail] = beyond
                tail += 1


@kernel
def can_leave(params, state, scratch, player, pay):
    """Whether the seat's train can come to any city but that where it stands."""
    _explore(params, state, scratch, player, pay, True)
    return scratch.reached != 0


@kernel
def _explore(params, state, scratch, player, pay, one):
    """Search breadth first from the train and note the cities reached in ``work.reached``; with ``one`` until there is
    one."""
    seat = state.players[player]
    start = np.int64(seat.train)
    here = np.int64(params.post_city[start])
    scratch.search += 1
    scratch.reached = 0
    scratch.seen[start] = scratch.search
    scratch.steps[start] = 0
    scratch.came_by[start] = way_back(params, state, start, np.int64(seat.came_from))
    scratch.full[start] = FULL if scratch.came_by[start] < 0 else ONCE
    scratch.came_by[start] = (scratch.came_by[start] + DIRECTIONS // 2) % DIRECTIONS
    scratch.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        at = np.int64(scratch.queue[head])
        head += 1
        post = at % MAX_MILEPOSTS
        again = at >= MAX_MILEPOSTS
        back = _NO_WAY if scratch.full[post] == FULL else _reverse(scratch, post)
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
                scratch.reached |= bit(city)
                if one:
                    return


@kernel
def _reverse(scratch, post):
    return (np.int64(scratch.came_by[post]) + DIRECTIONS // 2) % DIRECTIONS


@kernel
def _arrive(params, state, scratch, post, way):
    """The state in which a milepost is reached in a direction, -1 if that opens nothing new."""
    if scratch.seen[post] != scratch.search:
        scratch.seen[post] = scratch.search
        back = (way + DIRECTIONS // 2) % DIRECTIONS
        closed = way_back(params, state, post, np.int64(params.post_next[post, back]))
        scratch.full[post] = FULL if closed < 0 else ONCE
        return post
    if scratch.full[post] != ONCE or scratch.came_by[post] == way:
        return -1
    scratch.full[post] = TWICE
    return post + MAX_MILEPOSTS
