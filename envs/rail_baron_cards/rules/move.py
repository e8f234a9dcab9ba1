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
from railgym.envs.rail_baron_cards.state import EXPRESS, KINDS, MOST_PIPS, PIECE_WORDS, SUPERCHIEF

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

MOVING, MOVED, ARRIVED_NOW = range(3)  # what a movement action leads to


@kernel
def begin_movement(params, state, events):
    """RB-4.1: two dice. RB-5.5: an Express has a third, and its owner says which to roll first; RB-5.7: a Superchief
    has a second pair."""
    engine = state.players[state.mover].engine
    state.second = 2 if engine == SUPERCHIEF else 0
    if engine == EXPRESS:
        state.phase = phases.DICE_ORDER
        return
    double_six = roll(state, 2, 0, events)
    if double_six and params.bonus_on_double_six == 1 and engine == 0:
        state.second = 1


@kernel
def legal_dice(scratch, mask):
    allow(scratch, mask, DICE)
    allow(scratch, mask, DICE + 1)


@kernel
def apply_dice(state, action, events):
    """RB-5.5: two dice and then one, or one and then two."""
    dice = 2 if action == DICE else 1
    state.second = 3 - dice
    roll(state, dice, 0, events)


@kernel
def second_move(state, events):
    """Roll the dice of the second move, if there is one to come; it is seen only now (RB-R5)."""
    if state.second == 0:
        return False
    dice = np.int64(state.second)
    state.second = 0
    roll(state, dice, 1, events)
    return True


@kernel
def roll(state, dice, second, events):
    """Roll one or two dice for the mover; returns whether it is a double six."""
    stream = DICE_STREAM + state.mover
    a = 1 + below(state, stream, 6)
    b = 1 + below(state, stream, 6) if dice == 2 else 0
    state.pips = a + b
    state.phase = phases.MOVE
    emit(events, EVERYONE, ROLLED, state.mover, a, b, a + b, second)
    return a == 6 and b == 6


@kernel
def legal_move(params, state, scratch, mask):
    """Stop at any dot with any engine (RB-4.2, RB-5.8, RB-7.2), ride along a route, or, with full actions, along any
    section."""
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
    """RB-R5: no piece of track twice in a run, and the destination must stay within reach."""
    seat = state.players[state.mover]
    if not is_free(params, seat.ridden, section):
        return False
    goal = params.city_dot[params.card_city[seat.goal]]
    return other_end(params, section, seat.dot) == goal or can_reach(params, state, scratch, section)


@kernel
def apply_move(params, state, scratch, action, events):
    """Play one movement action. Returns ``MOVING``, ``MOVED`` or ``ARRIVED_NOW``."""
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
    seat = state.players[state.mover]
    return seat.dot == params.city_dot[params.card_city[seat.goal]]


@kernel
def ride(params, state, section):
    """One dot on: the section is used up for this run."""
    seat = state.players[state.mover]
    seat.dot = other_end(params, section, seat.dot)
    mark_ridden(params, seat.ridden, section)
    state.pips -= 1


@kernel
def ride_route(params, state, route, dots, events):
    """Ride the first dots of a route; one event for each stretch on a railroad."""
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
    """RB-4.3, RB-6.1: a complete run pays what both its cards say, at once (RB-4.5); the rest of the roll is lost, and
    all track may be ridden again (RB-R5)."""
    seat = state.players[state.mover]
    start, goal = params.card_city[seat.start], params.card_city[seat.goal]
    payout = params.payout[start, goal]
    state.scores[state.mover] += payout
    state.pips = 0
    for w in range(PIECE_WORDS):
        seat.ridden[w] = 0
    emit(events, EVERYONE, ARRIVED, state.mover, goal, payout)
