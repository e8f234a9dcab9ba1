"""Moving: rolls, riding section by section or along a route, and arriving."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from railgym.envs.rail_baron_cards.actions import DICE, STOP
from railgym.envs.rail_baron_cards.event_kinds import ARRIVED, RODE, ROLLED, STOPPED
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.fees import charge
from railgym.envs.rail_baron_cards.rules.routes import can_reach, find_routes
from railgym.envs.rail_baron_cards.rules.track import is_free, mark_ridden, other_end
from railgym.envs.rail_baron_cards.state import DICE as DICE_STREAM
from railgym.envs.rail_baron_cards.state import EXPRESS, FREIGHT, KINDS, MOST_PIPS, PIECE_WORDS, SUPERCHIEF

__all__ = [
    "ARRIVED_NOW",
    "MOVED",
    "apply_dice",
    "apply_move",
    "begin_movement",
    "collect_payout",
    "legal_dice",
    "legal_move",
    "second_move",
]

MOVING, MOVED, ARRIVED_NOW = range(3)  # results of an action in a move


@kernel
def begin_movement(params, state, events):
    """Roll two dice (RB-4.1), or ask which dice to roll first (RB-5.5: an Express has a third die). A Superchief rolls
    two dice again later (RB-5.7), a Freight after a double six only by an option (RB-R5.3). By another option the
    second roll is made at once (RB-R14.3)."""
    engine = state.players[state.mover].engine
    state.second_dice = 2 if engine == SUPERCHIEF else 0
    if engine == EXPRESS:
        state.phase = phases.DICE_ORDER
        if params.dice_at_once == 0:
            return
        state.second_dice = 1
    double_six = roll(state, 2, 0, events)
    if double_six and params.bonus_on_double_six == 1 and engine == FREIGHT:
        state.second_dice = 1
    if params.dice_at_once == 1 and state.second_dice > 0:
        roll_second_at_once(state, events)
    if engine != EXPRESS:
        state.phase = phases.MOVE


@kernel
def roll_second_at_once(state, events):
    """Roll the dice of the second move before the first: ``second_dice`` is its dots from then on (RB-R14.3)."""
    first = np.int64(state.pips)
    roll(state, np.int64(state.second_dice), 1, events)
    state.second_dice = state.pips
    state.pips = first


@kernel
def legal_dice(scratch, mask):
    """Allow to roll two dice first, or one die first (RB-5.5); or to keep or exchange the ends of the first run
    (RB-R14.1)."""
    allow(scratch, mask, DICE)
    allow(scratch, mask, DICE + 1)


@kernel
def apply_dice(params, state, action, events):
    """Roll the dice that the owner of an Express chose to roll first (RB-5.5, RB-R5.1), or move by them first if all
    are rolled (RB-R14.3)."""
    dice = 2 if action == DICE else 1
    state.phase = phases.MOVE
    if params.dice_at_once == 0:
        state.second_dice = 3 - dice
        roll(state, dice, 0, events)
    elif dice == 1:
        first = np.int64(state.pips)
        state.pips = state.second_dice
        state.second_dice = first


@kernel
def second_move(params, state, events):
    """Roll the dice of the second move, which are not known before (RB-R5.1) unless all are rolled at once (RB-R14.3);
    return whether there is a second move."""
    if state.second_dice == 0:
        return False
    second = np.int64(state.second_dice)
    state.second_dice = 0
    state.phase = phases.MOVE
    if params.dice_at_once == 1:
        state.pips = second
    else:
        roll(state, second, 1, events)
    return True


@kernel
def roll(state, dice, second, events):
    """Roll one or two dice for the mover, and return whether they show a double six (RB-4.1)."""
    stream = DICE_STREAM + state.mover
    a = 1 + below(state, stream, 6)
    b = 1 + below(state, stream, 6) if dice == 2 else 0
    state.pips = a + b
    emit(events, EVERYONE, ROLLED, state.mover, a, b, a + b, second)
    return a == 6 and b == 6


@kernel
def legal_move(params, state, scratch, mask):
    """Allow to stop at any dot with any engine (RB-4.2, RB-5.8, RB-7.2), to ride along the routes and, with the option
    ``actions="full"``, to ride along every section that :func:`may_ride` allows."""
    allow(scratch, mask, STOP)
    find_routes(params, state, scratch, KINDS)
    for kind in range(KINDS):
        route = scratch.routes[kind]
        for n in range(np.int64(route.fresh), min(np.int64(state.pips), np.int64(route.length)) + 1):
            allow(scratch, mask, params.ride + kind * MOST_PIPS + n - 1)
    if state.mode[state.mover] == 0:
        return
    dot = np.int64(state.players[state.mover].dot)
    for i in range(params.dot_sections[dot], params.dot_sections[dot + 1]):
        section = np.int64(params.sections_at[i])
        if may_ride(params, state, scratch, section):
            allow(scratch, mask, params.step + section)


@kernel
def may_ride(params, state, scratch, section):
    """Whether the mover may ride a section: no piece of it was ridden in this run (RB-R5.4), and the destination stays
    within reach (RB-R5.6)."""
    seat = state.players[state.mover]
    if not is_free(params, seat.ridden, section):
        return False
    goal = params.city_dot[params.card_city[seat.goal]]
    return other_end(params, section, seat.dot) == goal or can_reach(params, state, scratch, section)


@kernel
def apply_move(params, state, scratch, action, events):
    """Play an action of a move; return ``MOVING``, ``MOVED`` or ``ARRIVED_NOW``."""
    seat = state.players[state.mover]
    before = np.int64(state.pips)
    if action == STOP:
        emit(events, EVERYONE, STOPPED, state.mover, before)
        state.pips = 0
        return MOVED
    if action >= params.step:
        section = action - params.step
        origin = np.int64(seat.dot)
        ride(params, state, section)
        charge(params, state, np.int64(params.section_railroad[section]))
        emit(events, EVERYONE, RODE, state.mover, params.section_railroad[section], 1, origin, seat.dot)
    else:
        number = action - params.ride
        find_routes(params, state, scratch, number // MOST_PIPS + 1)
        ride_route(params, state, scratch.routes[number // MOST_PIPS], number % MOST_PIPS + 1, events)
        if state.pips > 0 and not has_arrived(params, state):
            emit(events, EVERYONE, STOPPED, state.mover, state.pips)
            state.pips = 0
    if has_arrived(params, state):
        return ARRIVED_NOW
    return MOVING if state.pips > 0 else MOVED


@kernel
def has_arrived(params, state):
    """Whether the train of the mover is at its destination."""
    seat = state.players[state.mover]
    return seat.dot == params.city_dot[params.card_city[seat.goal]]


@kernel
def ride(params, state, section):
    """Move the train of the mover over a section, which cannot be ridden again in this run (RB-R5.4)."""
    seat = state.players[state.mover]
    seat.dot = other_end(params, section, seat.dot)
    mark_ridden(params, seat.ridden, section)
    state.pips -= 1


@kernel
def ride_route(params, state, route, dots, events):
    """Ride the first ``dots`` dots of a route, with one event for each stretch on one railroad."""
    origin = np.int64(state.players[state.mover].dot)
    since = 0
    for n in range(dots):
        section = np.int64(route.sections[n])
        ride(params, state, section)
        railroad = np.int64(params.section_railroad[section])
        if n + 1 == dots or params.section_railroad[route.sections[n + 1]] != railroad:
            charge(params, state, railroad)
            dot = np.int64(state.players[state.mover].dot)
            emit(events, EVERYONE, RODE, state.mover, railroad, n + 1 - since, origin, dot)
            origin = dot
            since = n + 1


@kernel
def collect_payout(params, state, events):
    """Pay the mover for the complete run (RB-6.1) what its two cards say (RB-4.3), at once (RB-4.5). The rest of the
    roll is lost (RB-R5.2), and all track may be ridden again (RB-R5.4)."""
    seat = state.players[state.mover]
    start, goal = params.card_city[seat.start], params.card_city[seat.goal]
    payout = params.payout[start, goal]
    state.scores[state.mover] += payout
    state.pips = 0
    for w in range(PIECE_WORDS):
        seat.ridden[w] = 0
    emit(events, EVERYONE, ARRIVED, state.mover, goal, payout)
