"""Planner: one or two deliveries by what they bring a turn, cash checked stop by stop; engines when they can be paid;
major cities with the money and the turns that are left."""

import numpy as np

from railgym.agents.scripted.crayon_rails.plans import best_plan, by_fees, near_costs, true_plan
from railgym.agents.scripted.crayon_rails.survey import (
    approach,
    best_delivery,
    cheapest_major,
    least_wanted,
    missing_majors,
    wanted,
    worst_card,
)
from railgym.agents.scripted.crayon_rails.weights import (
    DISCARD_BELOW,
    ENGINE_RESERVE,
    LAST_ENGINE,
    MAJOR_RESERVE,
)
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DISCARD, DONE, GIVE, OPEN, UPGRADE
from railgym.envs.crayon_rails.maps.model import MAX_CITIES
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
    stops = np.empty((4, 2), np.int64)
    if seat.home < 0:
        return _begin(params, view, work, mask, player, weights, near, stops)
    near_costs(params, view, work, player, near)
    size, value = true_plan(params, view, work, player, near, weights, stops)
    if view.phase == phases.PLACE:
        return _placing(params, work, mask, stops, size)
    if view.phase == phases.OPERATE:
        return _operate(params, view, mask, player, weights, near, stops, size, value)
    return _build(params, view, mask, player, weights, near, stops, size)


@kernel
def _begin(params, view, work, mask, player, weights, near, stops):
    """Without a network: open in the major city from which the best plan begins."""
    best, best_value = np.int64(-1), -1e9
    for i in range(params.num_majors):
        middle = params.city_posts[params.major_city[i], 0]
        for city in range(params.num_cities):
            near[city] = params.away[middle, city]
        size, value = best_plan(params, view, player, near, weights, stops)
        if size > 0 and value > best_value:
            if mask[OPEN + i]:
                best, best_value = np.int64(OPEN + i), value
            elif view.phase == phases.PLACE:
                best, best_value = _placing(params, work, mask, stops, size), value
    if best >= 0:
        return best
    return np.int64(DONE) if mask[DONE] else np.int64(work.choices[0])


@kernel
def _placing(params, work, mask, stops, size):
    """The train begins where the first load is."""
    if size > 0 and mask[params.place + stops[0, 0]]:
        return params.place + stops[0, 0]
    return np.int64(work.choices[0])


@kernel
def _operate(params, view, mask, player, weights, near, stops, size, value):
    seat = view.players[player]
    if (size == 0 or value < weights[DISCARD_BELOW]) and mask[DISCARD]:
        return np.int64(DISCARD)
    if size == 0 or seat.train < 0:
        return np.int64(DONE)
    city, good = stops[0, 0], stops[0, 1]
    if params.post_city[seat.train] == city:
        if good >= 0 and mask[params.pick + good]:
            return params.pick + good
        return _make_room(params, mask, seat)
    stranded = near[city] == 0 and not mask[params.run + city]  # on others' track
    if mask[params.pay + city] and (stranded or by_fees(params, view, player, near, weights, stops, 0)):
        return params.pay + city
    run = approach(params, view, mask, player, city)
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
def _build(params, view, mask, player, weights, near, stops, size):
    """Track for the plan, stop by stop; else an engine, or a major city, if there is money to spare."""
    seat = view.players[player]
    cash = float(view.scores[player])
    for i in range(size):
        if near[stops[i, 0]] > 0 and not by_fees(params, view, player, near, weights, stops, i):
            return params.build + stops[i, 0] if mask[params.build + stops[i, 0]] else np.int64(DONE)
    missing = missing_majors(params, view, player)
    if view.round > 0 and seat.engine == 0 and mask[UPGRADE] and cash >= 20 + weights[ENGINE_RESERVE]:
        return np.int64(UPGRADE)
    major = cheapest_major(params, view, mask, player)
    if missing > 0 and major >= 0 and cash >= weights[MAJOR_RESERVE] + near[major]:
        return params.build + major
    if mask[UPGRADE + 2] and cash >= 20 + weights[LAST_ENGINE] and cash < params.goal:
        return np.int64(UPGRADE + 2)
    return np.int64(DONE)
