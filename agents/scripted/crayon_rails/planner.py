"""Planner: one to three deliveries by their profit per turn, cash checked stop by stop; engines when they can be paid;
major cities with the money and the turns that are left."""

import numpy as np

from railgym.agents.scripted.crayon_rails.solvency import (
    can_afford_run,
    can_join,
    fees_to,
    is_at_home,
    joins_here,
    money_to_keep,
    steps_ahead,
    way_back,
)
from railgym.agents.scripted.crayon_rails.survey import (
    POOR,
    best_delivery,
    cheapest_major,
    cheapest_piece,
    missing_majors,
    rule_out_closed,
    run_towards,
    worst_card,
)
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import BORROW, DISCARD, DONE, GIVE, OPEN, UPGRADE
from railgym.envs.crayon_rails.errands import least_wanted, wanted
from railgym.envs.crayon_rails.maps.model import MAX_CITIES
from railgym.envs.crayon_rails.plans import (
    BY_GRID,
    NEVER,
    by_fees,
    find_plan,
    find_true_plan,
    near_costs,
    stop_city,
    stop_good,
)
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cargo import capacity, num_loads
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT
from railgym.envs.crayon_rails.weights import (
    DISCARD_BELOW,
    ENGINE_RESERVE,
    FEES,
    KEPT_BACK,
    LAST_ENGINE,
    MAJOR_RESERVE,
    MARGIN,
)

__all__ = ["planner"]

PLAIN_FEES = 0.5  # how much worse a fee is than money for track, where there is no other plan
NO_FEES = 1e9


@kernel
def planner(params, view, scratch, mask, player, weights):
    """The next action of the best plan."""
    seat = view.players[player]
    if view.phase == phases.GIVE_UP:
        return GIVE + worst_card(params, seat)
    if view.phase == phases.LOSE_LOAD:
        return params.act_drop + least_wanted(params, seat)
    if view.phase == phases.OPERATE:
        delivery = best_delivery(params, view, mask, player)
        if delivery >= 0:
            return delivery
    near = np.zeros(MAX_CITIES, np.int64)
    if seat.home_milepost < 0:
        return _begin(params, view, scratch, mask, player, weights, near)
    ahead = np.full(MAX_CITIES, BY_GRID, np.int64)
    steps_ahead(params, view, scratch, player, ahead)
    now = weights.copy()
    near_costs(params, view, scratch, player, near)
    rule_out_closed(params, view, player, near)
    _find_way(params, view, scratch, player, near, ahead, now)
    if view.phase == phases.PLACE:
        no_plan = scratch.plans.best.length == 0 and mask[DISCARD]
        return np.int64(DISCARD) if no_plan else _placing(params, seat, scratch, mask)
    if view.phase == phases.OPERATE:
        return _operate(params, view, scratch, mask, player, now, near)
    return _build(params, view, scratch, mask, player, now, near)


@kernel
def _find_way(params, view, scratch, player, near, ahead, weights):
    """Find the best plan whose first stop can be paid for. If there is none, search again with the weight PLAIN_FEES
    and no cash kept back. If the first stop's fees are too high, search for plans without fees. ``weights`` become
    those of the last search."""
    plans = scratch.plans
    # With rivals closing in, a better hand may never come; and a pool changes without the loss of a turn.
    if view.scores[player] < POOR or params.num_players > 2 or params.pool == 1:
        weights[DISCARD_BELOW] = 0.0
    find_true_plan(params, view, scratch, player, near, ahead, weights)
    if plans.best.length == 0:
        weights[FEES] = PLAIN_FEES
        weights[KEPT_BACK], weights[MARGIN] = 0.0, 1.0
        find_true_plan(params, view, scratch, player, near, ahead, weights)
    if plans.best.length == 0 or view.players[player].train < 0 or not by_fees(plans, weights, 0):
        return
    if not can_afford_run(params, view, scratch, player, stop_city(plans, 0), True):
        weights[FEES] = NO_FEES
        find_true_plan(params, view, scratch, player, near, ahead, weights)


@kernel
def _begin(params, view, scratch, mask, player, weights, near):
    """Without a network: open in the major city from which the best plan begins."""
    seat = view.players[player]
    ahead = np.full(MAX_CITIES, BY_GRID, np.int64)
    best, best_value = np.int64(-1), 0.1 * NEVER
    for i in range(params.num_majors):
        middle = params.city_posts[params.major_city[i], 0]
        for city in range(params.num_cities):
            near[city] = params.build_cost[middle, city]
        find_plan(params, view, scratch, player, near, ahead, weights)
        if scratch.plans.best.value > best_value:
            if mask[OPEN + i]:
                best, best_value = np.int64(OPEN + i), scratch.plans.best.value
            elif view.phase == phases.PLACE:
                best, best_value = _placing(params, seat, scratch, mask), scratch.plans.best.value
            else:
                best_value = scratch.plans.best.value
    if best >= 0:
        return best
    if best_value == 0.1 * NEVER and mask[DISCARD]:
        return np.int64(DISCARD)
    return np.int64(DONE) if mask[DONE] else np.int64(scratch.choices[0])


@kernel
def _placing(params, seat, scratch, mask):
    """Place the train at the first load; without a plan, where it can run at all."""
    plans = scratch.plans
    if plans.best.length > 0 and mask[params.act_place + stop_city(plans, 0)]:
        return params.act_place + stop_city(plans, 0)
    for city in range(params.num_cities):
        if seat.linked_cities & bit(city) and mask[params.act_place + city]:
            return params.act_place + city
    return np.int64(scratch.choices[0])


@kernel
def _operate(params, view, scratch, mask, player, weights, near):
    """The action in the operations for the first stop of the best plan."""
    seat = view.players[player]
    plans = scratch.plans
    if plans.best.value < weights[DISCARD_BELOW] and mask[DISCARD]:
        return _replace_hand(params, view, scratch, mask, player, near)
    if plans.best.length == 0:
        return np.int64(DONE)
    if seat.train < 0:
        return _for_track(params, view, scratch, mask, player, _unbuilt(plans, weights, near), weights)
    city, good = stop_city(plans, 0), stop_good(plans, 0)
    if params.post_city[seat.train] == city:
        if good >= 0 and mask[params.act_pick + good]:
            return params.act_pick + good
        return _make_room(params, mask, seat)
    stranded = near[city] == 0 and not mask[params.act_run + city]  # on others' track
    fees = mask[params.act_pay + city] and (stranded or by_fees(plans, weights, 0))
    if fees and can_afford_run(params, view, scratch, player, city, True):
        return params.act_pay + city
    run = run_towards(params, view, mask, player, city)
    if run >= 0 and (view.fee_paid == 0 or can_afford_run(params, view, scratch, player, run - params.act_run, False)):
        return run
    way = way_back(params, view, scratch, mask, player)
    if way >= 0:
        return way
    awaited = city if near[city] > 0 else np.int64(-1)
    return _for_track(params, view, scratch, mask, player, awaited, weights)


@kernel
def _replace_hand(params, view, scratch, mask, player, near):
    """The action if the hand has no value: a loan if there is hardly any cash; the way back to the seat's network;
    building if destroyed track can be laid again; otherwise a new hand."""
    if mask[BORROW] and view.scores[player] < POOR:
        return np.int64(BORROW)
    if is_at_home(view, player):
        builds = cheapest_piece(params, view, player, near) >= 0
        return np.int64(DONE) if builds else np.int64(DISCARD)
    if joins_here(params, view, scratch, player):
        return np.int64(DONE)
    way = way_back(params, view, scratch, mask, player)
    return way if way >= 0 else np.int64(DISCARD)


@kernel
def _for_track(params, view, scratch, mask, player, city, weights):
    """End the phase to wait for track to a city (-1: none) that the cash pays for, or for the end of an event;
    otherwise discard the hand."""
    waits = city >= 0 and can_join(params, view, scratch, player, city, _keep(params, view, scratch, player, weights))
    if mask[DISCARD] and view.track_closed == 0 and not waits:
        return np.int64(DISCARD)
    return np.int64(DONE)


@kernel
def _unbuilt(plans, weights, near):
    """The first city of the best plan that needs new track; -1: none."""
    for i in range(plans.best.length):
        city = stop_city(plans, i)
        if near[city] > 0 and not by_fees(plans, weights, i):
            return city
    return np.int64(-1)


@kernel
def _keep(params, view, scratch, player, weights):
    """The cash that the seat does not spend on track."""
    return max(np.int64(weights[KEPT_BACK]), money_to_keep(params, view, scratch, player))


@kernel
def _make_room(params, mask, seat):
    """Drop a load without a demand, if the train is full."""
    if num_loads(seat) == capacity(seat.engine):
        least = least_wanted(params, seat)
        if wanted(params, seat, least) == 0 and mask[params.act_drop + least]:
            return params.act_drop + least
    return np.int64(DONE)


@kernel
def _build(params, view, scratch, mask, player, weights, near):
    """Track to where the train is stranded; for the plan, stop by stop; else an engine, or a major city, if there is
    money to spare."""
    seat = view.players[player]
    plans = scratch.plans
    keep = _keep(params, view, scratch, player, weights)
    cash = float(view.scores[player])
    if not is_at_home(view, player):
        here = np.int64(params.post_city[seat.train])
        if here >= 0 and mask[params.act_build + here] and joins_here(params, view, scratch, player):
            return params.act_build + here
    if plans.best.value < weights[DISCARD_BELOW]:
        piece = cheapest_piece(params, view, player, near)
        if piece >= 0 and mask[params.act_build + piece] and is_at_home(view, player):
            return params.act_build + piece
    if plans.best.length > 0 and seat.train >= 0 and by_fees(plans, weights, 0):
        keep = max(keep, fees_to(params, view, scratch, player, stop_city(plans, 0), True))
    city = _unbuilt(plans, weights, near)
    if city >= 0:
        lays = mask[params.act_build + city] and can_join(params, view, scratch, player, city, keep)
        return params.act_build + city if lays else np.int64(DONE)
    missing = missing_majors(params, view, player)
    if view.round > 0 and seat.engine == 0 and mask[UPGRADE] and cash >= 20 + max(keep, weights[ENGINE_RESERVE]):
        return np.int64(UPGRADE)
    major = cheapest_major(params, view, mask, player)
    if missing > 0 and major >= 0 and cash >= max(weights[MAJOR_RESERVE] + near[major], BUILD_LIMIT + keep):
        return params.act_build + major
    if mask[UPGRADE + 2] and cash >= 20 + max(keep, weights[LAST_ENGINE]) and cash < params.goal:
        return np.int64(UPGRADE + 2)
    return np.int64(DONE)
