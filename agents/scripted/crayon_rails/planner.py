"""Planner: one to three deliveries by what they bring a turn, cash checked stop by stop; engines when they can be paid;
major cities with the money and the turns that are left."""

import numpy as np

from railgym.agents.scripted.crayon_rails.survey import (
    best_delivery,
    cheapest_major,
    missing_majors,
    run_towards,
    worst_card,
)
from railgym.agents.scripted.crayon_rails.weights import (
    DISCARD_BELOW,
    ENGINE_RESERVE,
    LAST_ENGINE,
    MAJOR_RESERVE,
)
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DISCARD, DONE, GIVE, OPEN, UPGRADE
from railgym.envs.crayon_rails.errands import least_wanted, wanted
from railgym.envs.crayon_rails.maps.model import MAX_CITIES
from railgym.envs.crayon_rails.plans import (
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

__all__ = ["planner"]


@kernel
def planner(params, view, work, mask, player, weights):
    """The next move of the best plan."""
    seat = view.players[player]
    if view.phase == phases.GIVE_UP:
        return GIVE + worst_card(params, seat)
    if view.phase == phases.LOSE_LOAD:
        return params.drop + least_wanted(params, seat)
    if view.phase == phases.OPERATE:
        delivery = best_delivery(params, view, mask, player)
        if delivery >= 0:
            return delivery
    near = np.empty(MAX_CITIES, np.int64)
    if seat.home < 0:
        return _begin(params, view, work, mask, player, weights, near)
    near_costs(params, view, work, player, near)
    find_true_plan(params, view, work, player, near, weights)
    if view.phase == phases.PLACE:
        return _placing(params, seat, work, mask)
    if view.phase == phases.OPERATE:
        return _operate(params, view, work, mask, player, weights, near)
    return _build(params, view, work, mask, player, weights, near)


@kernel
def _begin(params, view, work, mask, player, weights, near):
    """Without a network: open in the major city from which the best plan begins."""
    seat = view.players[player]
    best, best_value = np.int64(-1), 0.1 * NEVER
    for i in range(params.num_majors):
        middle = params.city_posts[params.major_city[i], 0]
        for city in range(params.num_cities):
            near[city] = params.away[middle, city]
        find_plan(params, view, work, player, near, weights)
        if work.plans.best.value > best_value:
            if mask[OPEN + i]:
                best, best_value = np.int64(OPEN + i), work.plans.best.value
            elif view.phase == phases.PLACE:
                best, best_value = _placing(params, seat, work, mask), work.plans.best.value
    if best >= 0:
        return best
    return np.int64(DONE) if mask[DONE] else np.int64(work.choices[0])


@kernel
def _placing(params, seat, work, mask):
    """The train begins where the first load is; without a plan, where it can run at all."""
    plans = work.plans
    if plans.best.length > 0 and mask[params.place + stop_city(plans, 0)]:
        return params.place + stop_city(plans, 0)
    for city in range(params.num_cities):
        if seat.linked & bit(city) and mask[params.place + city]:
            return params.place + city
    return np.int64(work.choices[0])


@kernel
def _operate(params, view, work, mask, player, weights, near):
    seat = view.players[player]
    plans = work.plans
    if plans.best.value < weights[DISCARD_BELOW] and mask[DISCARD]:
        return np.int64(DISCARD)
    if plans.best.length == 0 or seat.train < 0:
        return np.int64(DONE)
    city, good = stop_city(plans, 0), stop_good(plans, 0)
    if params.post_city[seat.train] == city:
        if good >= 0 and mask[params.pick + good]:
            return params.pick + good
        return _make_room(params, mask, seat)
    stranded = near[city] == 0 and not mask[params.run + city]  # on others' track
    if mask[params.pay + city] and (stranded or by_fees(plans, weights, 0)):
        return params.pay + city
    run = run_towards(params, view, mask, player, city)
    return run if run >= 0 else np.int64(DONE)


@kernel
def _make_room(params, mask, seat):
    """Drop what nobody wants, if the train is full."""
    if num_loads(seat) == capacity(seat.engine):
        least = least_wanted(params, seat)
        if wanted(params, seat, least) == 0 and mask[params.drop + least]:
            return params.drop + least
    return np.int64(DONE)


@kernel
def _build(params, view, work, mask, player, weights, near):
    """Track to where the train is stranded; for the plan, stop by stop; else an engine, or a major city, if there is
    money to spare."""
    seat = view.players[player]
    here = np.int64(params.post_city[seat.train]) if seat.train >= 0 else np.int64(-1)
    if here >= 0 and view.net[seat.train] == 0 and mask[params.build + here]:
        return params.build + here
    cash = float(view.scores[player])
    plans = work.plans
    for i in range(plans.best.length):
        city = stop_city(plans, i)
        if near[city] > 0 and not by_fees(plans, weights, i):
            return params.build + city if mask[params.build + city] else np.int64(DONE)
    missing = missing_majors(params, view, player)
    if view.round > 0 and seat.engine == 0 and mask[UPGRADE] and cash >= 20 + weights[ENGINE_RESERVE]:
        return np.int64(UPGRADE)
    major = cheapest_major(params, view, mask, player)
    if missing > 0 and major >= 0 and cash >= weights[MAJOR_RESERVE] + near[major]:
        return params.build + major
    if mask[UPGRADE + 2] and cash >= 20 + weights[LAST_ENGINE] and cash < params.goal:
        return np.int64(UPGRADE + 2)
    return np.int64(DONE)
