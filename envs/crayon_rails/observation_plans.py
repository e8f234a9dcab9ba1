"""The observation by plans: the results of the search for plans, city by city, with the table, the seats and the hand.

It is much smaller than the vector, and spares a network sums that a person does with pencil and paper: which errands
combine well, and their value per turn. Values are written as their distance from that of the best plan: 1 is the best,
0 is ``RANGE`` millions per turn or more below it.
"""

from functools import cache

import numpy as np

from railgym.envs.core.arrays import highest
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.crayon_rails.errands import approach, wanted
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.maps.model import MAX_CITIES, Map
from railgym.envs.crayon_rails.observation import (
    DEMANDS,
    encode_common,
    encode_goods,
    layout,
    steps_to,
)
from railgym.envs.crayon_rails.observation import (
    GOOD_FACTS as SUPPLY_FACTS,
)
from railgym.envs.crayon_rails.params import MAJOR
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
from railgym.envs.crayon_rails.rules.cargo import num_loads
from railgym.envs.crayon_rails.rules.routes import spread
from railgym.envs.crayon_rails.state import STOPS
from railgym.envs.crayon_rails.weights import ESTIMATES

__all__ = ["encode_plans", "plans_layout"]

RANGE = 4.0
PLAN_FACTS = 12
CITY_FACTS = 20
GOOD_FACTS = 3


@cache
def plans_layout(board: Map, pool: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode_plans` writes them."""
    vector = {p.name: (p.name, p.shape, p.low, p.high, p.meaning) for p in layout(board, pool)}
    return ObservationLayout(
        "plans",
        [
            *(piece for name, piece in vector.items() if name != "cities"),
            ("plan", (PLAN_FACTS,), -3, 3, "the best plan: there is one; its value per turn / 10; less 3; stops / 6; "
             "deliveries / 3; what its track costs / 50; what it is paid / 100; cash left before the first payment / "
             "50; the train is at its first stop; which is to fetch a load; which is to be reached by fees; nothing "
             "is left to build for it"),
            ("plan_cities", (len(board.cities), CITY_FACTS), -1, 3, "by city: joined; what joining it costs / 50; how "
             "much cash that leaves / 50; closed to the observer; steps over the grid from the train / 40; while the "
             "train runs, it can be reached without further fees, in so many steps / 40; the train is there; no loads "
             "may change hands; rivals that joined it / 3; a major city that is not joined; how much dearer than the "
             "cheapest of them / 20; value of the best plan that goes there first; it is the best of all; "
             "place in the best plan, first 1, then less; value of the best plan that builds towards it first; the "
             "best plan does; the run that brings the train nearer to the best plan's first stop; value of the best "
             "plan that begins there without a network; it is the best of all"),
            ("plan_goods", (len(board.goods), GOOD_FACTS), 0, 1, "by good: value of the best plan that begins by "
             "picking it up where the train is; it is the best of all; aboard, and no demand asks for it"),
        ],
    )  # fmt: skip


@kernel
def encode_plans(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    sources = np.zeros(DEMANDS, np.int64)
    profits = np.zeros(DEMANDS, np.float32)
    at = encode_common(params, view, player, sources, profits, out)
    encode_goods(params, view, player, out, at)
    cities = at + params.num_goods * SUPPLY_FACTS + PLAN_FACTS
    near = np.zeros(MAX_CITIES, np.int64)
    by_grid = np.full(MAX_CITIES, BY_GRID, np.int64)
    if view.players[player].home_milepost < 0:
        _encode_openings(params, view, scratch, player, near, by_grid, out, cities)
    near_costs(params, view, scratch, player, near)
    find_true_plan(params, view, scratch, player, near, by_grid, ESTIMATES)
    _encode_plan(params, view, scratch.plans, player, near, out, cities - PLAN_FACTS)
    _encode_cities(params, view, scratch, player, near, out, cities)
    _encode_runs(params, view, scratch, player, out, cities)
    _encode_nodes(params, view, scratch.plans, player, out, cities)


@kernel
def _closeness(value, best):
    """1 for the best value, falling to 0 for values that are ``RANGE`` or more below it."""
    return max(0.0, 1.0 - (best - value) / RANGE) if value > 0.5 * NEVER else 0.0


@kernel
def _encode_openings(params, view, scratch, player, near, by_grid, out, cities):
    """Write for each major city the value of the best plan that begins there."""
    values = np.full(params.num_majors, NEVER, np.float64)
    for i in range(params.num_majors):
        middle = params.city_posts[params.major_city[i], 0]
        for city in range(params.num_cities):
            near[city] = params.build_cost[middle, city]
        find_plan(params, view, scratch, player, near, by_grid, ESTIMATES)
        if scratch.plans.best.length > 0:
            values[i] = scratch.plans.best.value
    best = highest(values)
    for i in range(params.num_majors):
        row = cities + params.major_city[i] * CITY_FACTS
        out[row + 18] = _closeness(values[i], best)
        out[row + 19] = values[i] == best and best > NEVER


@kernel
def _encode_plan(params, view, plans, player, near, out, at):
    """Write the facts of the best plan."""
    plan = plans.best
    if plan.length == 0:
        return
    cost, pay, deliveries, unpaid = 0.0, 0.0, 0, 0.0
    first = -1  # to build towards
    for i in range(plan.length):
        node = plan.stop[i]
        if near[plans.city[node]] > 0 and not by_fees(plans, ESTIMATES, i):
            first = plans.city[node] if first < 0 else first
            cost += near[plans.city[node]]
            unpaid += near[plans.city[node]] if pay == 0 else 0.0
        pay += plans.payout[node]
        deliveries += plans.payout[node] > 0
    here = view.players[player].train
    out[at] = 1
    out[at + 1] = _within(plan.value / 10)
    out[at + 2] = _within(plan.value - 3)
    out[at + 3] = plan.length / np.float32(STOPS)
    out[at + 4] = deliveries / np.float32(3)
    out[at + 5] = _within(cost / 50)
    out[at + 6] = _within(pay / 100)
    out[at + 7] = _within((view.scores[player] - unpaid) / 50)
    out[at + 8] = here >= 0 and params.post_city[here] == stop_city(plans, 0)
    out[at + 9] = stop_good(plans, 0) >= 0
    out[at + 10] = by_fees(plans, ESTIMATES, 0)
    out[at + 11] = first < 0
    if first >= 0:
        out[at + PLAN_FACTS + first * CITY_FACTS + 16] = 1


@kernel
def _within(value):
    """The value, limited to -3 to 3."""
    return max(-3.0, min(3.0, value))


@kernel
def _encode_cities(params, view, scratch, player, near, out, cities):
    """Write the facts of all cities."""
    seat = view.players[player]
    train = np.int64(seat.train)
    cheapest = np.int64(1 << 20)
    for i in range(params.num_majors):
        if not seat.linked_cities & bit(params.major_city[i]):
            cheapest = min(cheapest, near[params.major_city[i]])
    for city in range(params.num_cities):
        row = cities + city * CITY_FACTS
        joined = seat.linked_cities & bit(city) != 0
        out[row] = joined
        out[row + 3] = seat.closed_cities & bit(city) != 0
        if not joined:
            cost = min(near[city], np.int64(1000))
            out[row + 1] = min(3.0, cost / 50)
            out[row + 2] = max(-1.0, min(3.0, (view.scores[player] - cost) / 50))
            out[row + 10] = params.city_size[city] == MAJOR
            if params.city_size[city] == MAJOR:
                out[row + 11] = min(1.0, (near[city] - cheapest) / 20)
        if train >= 0:
            out[row + 4] = min(3.0, hexes(params, train, np.int64(params.city_posts[city, 0])) / 40)
            out[row + 7] = params.post_city[train] == city
        out[row + 8] = view.struck_cities & bit(city) != 0
        for p in range(params.num_players):
            if p != player and view.players[p].linked_cities & bit(city):
                out[row + 9] += np.float32(0.33)


@kernel
def _encode_runs(params, view, scratch, player, out, cities):
    """Write, while the train runs, the cities it can reach and the one nearest to the best plan's first stop."""
    seat = view.players[player]
    if seat.train < 0 or view.phase != phases.OPERATE or view.mover != player:
        return
    spread(params, view, scratch, player)
    reached = np.int64(0)
    for city in range(params.num_cities):
        steps = steps_to(params, scratch, city)
        if steps >= 0:
            row = cities + city * CITY_FACTS
            out[row + 5] = 1
            out[row + 6] = min(3.0, steps / 40)
            reached |= bit(city) if steps > 0 else np.int64(0)
    if scratch.plans.best.length > 0:
        run = approach(params, seat, reached, stop_city(scratch.plans, 0))
        if run >= 0:
            out[cities + run * CITY_FACTS + 17] = 1


@kernel
def _encode_nodes(params, view, plans, player, out, cities):
    """Write the values of the best plans that go first to each place, build towards it, or pick up a good here."""
    best = plans.best
    seat = view.players[player]
    goods = cities + params.num_cities * CITY_FACTS
    here = np.int64(params.post_city[seat.train]) if seat.train >= 0 else np.int64(-1)
    for node in range(2 * plans.num_errands):
        if plans.city[node] < 0:
            continue
        row = cities + plans.city[node] * CITY_FACTS
        lead = _closeness(plans.first_value[node], best.value)
        out[row + 12] = max(out[row + 12], lead)
        out[row + 15] = max(out[row + 15], _closeness(plans.build_value[node], best.value))
        if plans.city[node] == here and plans.payout[node] == 0:
            place = goods + plans.good[node] * GOOD_FACTS
            out[place] = max(out[place], lead)
    for i in range(best.length - 1, -1, -1):
        row = cities + stop_city(plans, i) * CITY_FACTS
        out[row + 14] = 1.0 - i / STOPS
    if best.length > 0:
        row = cities + stop_city(plans, 0) * CITY_FACTS
        out[row + 13] = 1
        if stop_city(plans, 0) == here and stop_good(plans, 0) >= 0:
            out[goods + stop_good(plans, 0) * GOOD_FACTS + 1] = 1
    for i in range(num_loads(seat)):
        if wanted(params, seat, seat.loads[i]) == 0:
            out[goods + seat.loads[i] * GOOD_FACTS + 2] = 1
