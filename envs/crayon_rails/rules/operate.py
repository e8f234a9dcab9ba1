"""Operations: placing the train, running it towards cities or milepost by milepost, and fees for others' track."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import BORROW, DISCARD, DONE
from railgym.envs.crayon_rails.event_kinds import PAID, PLACED, RAN
from railgym.envs.crayon_rails.rules.best_run import after_step, find_run
from railgym.envs.crayon_rails.rules.cards import may_borrow, may_discard
from railgym.envs.crayon_rails.rules.cargo import legal_cargo
from railgym.envs.crayon_rails.rules.fees import fee_money
from railgym.envs.crayon_rails.rules.networks import follow_train
from railgym.envs.crayon_rails.rules.routes import FEE, can_leave, may_run, reachable, way_back
from railgym.envs.crayon_rails.state import DIRECTIONS, NOBODY

__all__ = ["can_place", "legal_operate", "legal_place", "place", "run_towards", "step"]


@kernel
def can_place(params, state, player):
    """Whether the seat's train can be placed. Where it has to begin in a city on its owner's track, there must be such
    a city (RR-R5)."""
    return params.start_on_own_track == 0 or _cities_touched(params, state, player) != 0


@kernel
def _cities_touched(params, state, player):
    """The cities that the seat's track reaches, as bits."""
    cities = np.int64(0)
    for post in range(params.num_mileposts):
        if state.track_seats[post] >> player & 1 and params.post_city[post] >= 0:
            cities |= bit(params.post_city[post])
    return cities


@kernel
def legal_place(params, state, scratch, mask):
    """Allow the train to be placed in any city (EB-R6.2), or in one that its owner's track reaches (RR-4.2). The hand
    may be discarded instead (EB-R12.2, RR-5.8)."""
    cities = _cities_touched(params, state, np.int64(state.mover)) if params.start_on_own_track == 1 else np.int64(-1)
    for city in range(params.num_cities):
        if cities & bit(city):
            allow(scratch, mask, params.act_place + city)
    if may_discard(params, state):
        allow(scratch, mask, DISCARD)


@kernel
def place(params, state, scratch, city, events):
    """Place the seat's one train (EB-2.3) in a city; in a major city on its middle milepost (EB-R6.2)."""
    player = np.int64(state.mover)
    state.players[player].train = params.city_posts[city, 0]
    state.players[player].came_from = -1
    follow_train(params, state, scratch, player)
    emit(events, EVERYONE, PLACED, player, city)


@kernel
def legal_operate(params, state, scratch, mask):
    """Allow what the mover may do before building."""
    player = np.int64(state.mover)
    allow(scratch, mask, DONE)
    if may_discard(params, state):
        allow(scratch, mask, DISCARD)
    if may_borrow(params, state, player):
        allow(scratch, mask, BORROW)
    if state.players[player].train < 0:
        return
    legal_cargo(params, state, scratch, mask, player)
    if state.movement_left > 0:
        _legal_runs(params, state, scratch, mask, player)
        if state.mode[player] == 1:
            _legal_steps(params, state, scratch, mask, player)


@kernel
def _legal_runs(params, state, scratch, mask, player):
    """Allow runs towards cities (EB-R10.2): to all that can be reached without further fees; and on anyone's track,
    where some of it is not paid for yet and the mover can pay a fee."""
    own = _reachable_now(params, state, scratch, player, False)
    for city in range(params.num_cities):
        if own & bit(city):
            allow(scratch, mask, params.act_run + city)
    if fee_money(params, state, player) < FEE or not _meets_others(state, player):
        return
    everywhere = _reachable_now(params, state, scratch, player, True)
    for city in range(params.num_cities):
        if everywhere & bit(city):
            allow(scratch, mask, params.act_pay + city)


@kernel
def _meets_others(state, player):
    """Whether the train stands on a component with track of others that is not paid for yet."""
    net = np.int64(state.component[state.players[player].train])
    return net > 0 and state.component_seats[net] & ~(np.int64(state.fee_paid) | (1 << player)) != 0


@kernel
def _reachable_now(params, state, scratch, player, pay):
    """The cities that the train can reach, as bits. Without events the components of track tell, if the train can go
    ahead to any city, where it may turn round."""
    seat = state.players[player]
    post = np.int64(seat.train)
    if state.track_closed == 1 or (state.fee_paid != 0 and not pay):
        return reachable(params, state, scratch, player, pay)
    if pay:
        cities = state.component_cities[state.component[post]]
    else:
        cities = seat.linked_cities if state.in_network[post] >> player & 1 else np.int64(0)
    if params.post_city[post] >= 0:
        return cities & ~bit(params.post_city[post])
    if cities and not can_leave(params, state, scratch, player, pay):
        return np.int64(0)
    return cities


@kernel
def _legal_steps(params, state, scratch, mask, player):
    """Allow steps by one milepost: not back outside of a city (EB-R7), and onto others' track only if the fee can be
    paid (EB-R10.1)."""
    seat = state.players[player]
    post = np.int64(seat.train)
    closed = way_back(params, state, post, np.int64(seat.came_from))
    pay = fee_money(params, state, player) >= FEE
    for way in range(DIRECTIONS):
        if way != closed and may_run(params, state, player, post, way, pay):
            allow(scratch, mask, params.act_step + way)


@kernel
def run_towards(params, state, scratch, city, pay, events):
    """Run the best of the shortest routes to a city (EB-R10.2), as far as the movement and the money for fees last."""
    player = np.int64(state.mover)
    find_run(params, state, scratch, player, pay, bit(city))
    origin, steps = np.int64(state.players[player].train), 0
    while steps < scratch.path_length and state.movement_left > 0:
        way = np.int64(scratch.path[steps])
        if not _move(params, state, player, way, events):
            break
        follow_train(params, state, scratch, player)
        steps += 1
    emit(events, EVERYONE, RAN, player, steps, origin, state.players[player].train)


@kernel
def step(params, state, scratch, way, events):
    """Run one milepost in a direction."""
    player = np.int64(state.mover)
    origin = np.int64(state.players[player].train)
    _move(params, state, player, way, events)
    follow_train(params, state, scratch, player)
    emit(events, EVERYONE, RAN, player, 1, origin, state.players[player].train)


@kernel
def _move(params, state, player, way, events):
    """Move to the next milepost; returns whether that was possible. It uses up movement (EB-4.2), which nothing else
    does (EB-5.22), in slow country more (EB-R4.4). Others' track is paid for first; own track is free (EB-7.5)."""
    seat = state.players[player]
    post = np.int64(seat.train)
    beyond = np.int64(params.post_next[post, way])
    owner = np.int64(state.track[params.post_edge[post, way]])
    if owner != NOBODY and owner != player and state.fee_paid >> owner & 1 == 0:
        if fee_money(params, state, player) < FEE:
            return False
        _pay_fee(state, player, owner, events)
    state.movement_left = after_step(params, state, np.int64(state.movement_left), post, way)
    state.picked_up = 0
    state.dropped = 0
    seat.came_from = post
    seat.train = beyond
    return True


@kernel
def _pay_fee(state, player, owner, events):
    """Pay 4 to the owner of track before it is entered, once per turn (EB-4.5, EB-R10.1, RR-R6.2). With late
    payment the cash may fall below 0 (EB-R16.2)."""
    state.scores[player] -= FEE
    state.scores[owner] += FEE
    state.fee_paid |= 1 << owner
    emit(events, EVERYONE, PAID, player, owner, FEE)
