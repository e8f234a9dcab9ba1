"""The best of the shortest routes to a city, or to the nearest of several cities: what a plan to run follows.

Among equally short routes those come first whose fees of this turn the cash pays. Among these the lowest fees until the
city is reached come first, where each turn's fee is due again; among these the earliest arrival. All of it is computed
for the map as it is now.

First a search backwards from the city writes the distance of every milepost, by the direction in which the milepost is
entered. Then all shortest routes are followed at once, step by step. Two routes that enter the same milepost in the
same direction, with the same fees paid in this turn and the same movement left, are equal from there on; the cheaper
one is kept.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.rules.fees import fee_money
from railgym.envs.crayon_rails.rules.routes import FEE, may_run, way_back
from railgym.envs.crayon_rails.state import DIRECTIONS, LABELS, NOBODY, SLOW

__all__ = ["after_step", "find_run", "steps_left", "whole_movement"]

BEYOND_CASH = 1 << 20  # added to fees that the cash does not pay
NOT_REACHED = -1


@kernel
def after_step(params, state, left, post, way):
    """The movement left after a step, of ``left`` points before it. A ferry takes all of it (EB-R16.5). In slow country
    a step takes two, or the last one (EB-R4.4); or the first such step halves the steps of the rest of the turn
    (EB-R16.3)."""
    if params.edge_ferry[params.post_edge[post, way]] == 1:
        return np.int64(0)
    beyond = np.int64(params.post_next[post, way])
    slow = (state.weather[post] | state.weather[beyond]) & SLOW != 0
    if params.step_points == 1:
        return max(0, left - (2 if slow else 1))
    if slow and left % 2 == 0:
        left = 2 * _half(left // 2) - 1
    return max(0, left - 2)


@kernel
def _half(steps):
    """Half of some steps, rounded up."""
    return (steps + 1) // 2


@kernel
def steps_left(params, state):
    """The steps that the train of the mover may still make at its rate, slow country ahead aside (EB-R16.3)."""
    left = np.int64(state.movement_left)
    return left if params.step_points == 1 else _half(left)


@kernel
def whole_movement(params, engine):
    """The movement of an engine in a turn, in points."""
    return np.int64(params.speed[engine]) * params.step_points


@kernel
def find_run(params, state, scratch, player, pay, goals):
    """Find the best route of the train to the nearest of some cities (bits), without the one where it stands; returns
    whether there is one. Its directions are left in ``scratch.path``."""
    seat = state.players[player]
    length = _measure(params, state, scratch, player, pay, goals)
    if length == 0:
        return False
    labels = scratch.labels
    labels[0].post, labels[0].way = seat.train, _entered_by(params, np.int64(seat.train), np.int64(seat.came_from))
    labels[0].fee_paid, labels[0].movement_left = state.fee_paid, state.movement_left
    labels[0].turns, labels[0].fees = 0, 0
    money = fee_money(params, state, player)
    first, end = 0, 1
    for rest in range(length - 1, -1, -1):
        size = end
        for i in range(first, end):
            size = _follow(params, state, scratch, player, pay, money, i, rest, end, size)
        first, end = end, size
    best = first
    for i in range(first + 1, end):
        sooner = (labels[i].turns, -labels[i].movement_left) < (labels[best].turns, -labels[best].movement_left)
        if labels[i].fees < labels[best].fees or (labels[i].fees == labels[best].fees and sooner):
            best = i
    scratch.path_length = length
    for i in range(length - 1, -1, -1):
        scratch.path[i] = labels[best].way
        best = np.int64(labels[best].before)
    return True


@kernel
def _entered_by(params, post, came):
    """The direction in which the train came to its milepost; -1 where it was placed."""
    for way in range(DIRECTIONS):
        if came >= 0 and params.post_next[post, way] == came:
            return (way + DIRECTIONS // 2) % DIRECTIONS
    return -1


@kernel
def _is_open(params, state, post, entered, way):
    """Whether a train that entered a milepost in one direction may leave it in another."""
    back = (entered + DIRECTIONS // 2) % DIRECTIONS
    if entered < 0 or way != back:
        return True
    return way_back(params, state, post, np.int64(params.post_next[post, back])) < 0


@kernel
def _measure(params, state, scratch, player, pay, goals):
    """Write the steps from each milepost to the nearest goal into ``scratch.steps_left``, by the direction in which the
    milepost is entered. Returns the steps of the train; 0 if no path exists."""
    seat = state.players[player]
    start = np.int64(seat.train)
    entered = _entered_by(params, start, np.int64(seat.came_from))
    scratch.steps_left[:] = NOT_REACHED
    head, tail = 0, 0
    for city in range(params.num_cities):
        if not goals & bit(city) or city == params.post_city[start]:
            continue
        for i in range(np.int64(params.city_num_posts[city])):
            for way in range(DIRECTIONS):
                scratch.steps_left[params.city_posts[city, i], way] = 0
                scratch.to_visit[tail] = np.int64(params.city_posts[city, i]) * DIRECTIONS + way
                tail += 1
    while head < tail:
        post, way = np.int64(scratch.to_visit[head]) // DIRECTIONS, np.int64(scratch.to_visit[head]) % DIRECTIONS
        head += 1
        before = np.int64(params.post_next[post, (way + DIRECTIONS // 2) % DIRECTIONS])
        if before < 0 or not may_run(params, state, player, before, way, pay):
            continue
        if before == start and _is_open(params, state, start, entered, way):
            return np.int64(scratch.steps_left[post, way]) + 1
        for came in range(DIRECTIONS):
            if scratch.steps_left[before, came] == NOT_REACHED and _is_open(params, state, before, came, way):
                scratch.steps_left[before, came] = scratch.steps_left[post, way] + 1
                scratch.to_visit[tail] = before * DIRECTIONS + came
                tail += 1
    return 0


@kernel
def _follow(params, state, scratch, player, pay, money, i, rest, begin, size):
    """Extend label ``i`` by every step after which the city is ``rest`` steps away. Labels of that step begin at
    ``begin``; ``money`` pays for fees of this turn. Returns the number of labels."""
    label = scratch.labels[i]
    post = np.int64(label.post)
    for way in range(DIRECTIONS):
        beyond = np.int64(params.post_next[post, way])
        if beyond < 0 or scratch.steps_left[beyond, way] != rest or not may_run(params, state, player, post, way, pay):
            continue
        if not _is_open(params, state, post, np.int64(label.way), way):
            continue
        paid, left, turns, fees = (
            np.int64(label.fee_paid),
            np.int64(label.movement_left),
            np.int64(label.turns),
            np.int64(label.fees),
        )
        if left == 0:
            paid, left, turns = np.int64(0), whole_movement(params, state.players[player].engine), turns + 1
        owner = np.int64(state.track[params.post_edge[post, way]])
        if owner != NOBODY and owner != player and paid >> owner & 1 == 0:
            paid |= 1 << owner
            fees += FEE
            if turns == 0 and money < fees < BEYOND_CASH:
                fees += BEYOND_CASH
        left = after_step(params, state, left, post, way)
        size = _note(scratch.labels, begin, size, i, beyond, way, paid, left, turns, fees)
    return size


@kernel
def _note(labels, begin, size, before, post, way, paid, left, turns, fees):
    """Add a label, or improve the label that is equal from there on; returns the number of labels."""
    at = begin
    while at < size and not (
        labels[at].post == post
        and labels[at].way == way
        and labels[at].fee_paid == paid
        and labels[at].movement_left == left
        and labels[at].turns == turns
    ):
        at += 1
    if at == LABELS or (at < size and labels[at].fees <= fees):
        return size
    labels[at].post, labels[at].way, labels[at].fee_paid = post, way, paid
    labels[at].movement_left, labels[at].turns, labels[at].fees, labels[at].before = left, turns, fees, before
    return max(size, at + 1)
