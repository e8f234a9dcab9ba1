"""The search for plans, for observations and agents. A plan is one to three errands as an order of stops; the best plan
has the highest value per turn.

Time is counted stop by stop: a stop is reached when the train can be there and its track is paid for, within the limit
of each turn. Cash is tested at every stop, so that no plan needs money before it is earned.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.errands import ABOARD, best_source, expected_payout, least_wanted, wanted
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.params import MAJOR
from railgym.envs.crayon_rails.rules.cards import is_open
from railgym.envs.crayon_rails.rules.cargo import capacity, carries, num_loads
from railgym.envs.crayon_rails.rules.paths import least_cost, least_costs
from railgym.envs.crayon_rails.rules.routes import FEE
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT
from railgym.envs.crayon_rails.state import NODES, STOPS
from railgym.envs.crayon_rails.weights import (
    CREDIT,
    DETOUR,
    FEES,
    INVESTED,
    INVESTED_LATE,
    KEPT_BACK,
    MARGIN,
    START,
    TURN_COST,
)

__all__ = [
    "BY_GRID",
    "NEVER",
    "by_fees",
    "find_plan",
    "find_true_plan",
    "near_costs",
    "stop_city",
    "stop_good",
]

KEPT = 10  # errands that are combined
TRIALS = 4  # of correcting what track costs
NEVER = -1e6  # the value of a plan that cannot be followed
TRAIN = NODES
BY_GRID = -1  # steps of the grid are counted


@kernel
def near_costs(params, view, scratch, player, near):
    """Write into ``near`` the cost of joining each city to the seat's network. It is the least cost, or the exact one
    where separate pieces of the seat's track may help."""
    if view.players[player].one_network == 0:
        least_costs(params, view, scratch, player, near)
        return
    for city in range(params.num_cities):
        linked = view.players[player].linked_cities & bit(city)
        near[city] = 0 if linked else view.players[player].join_cost[city]


@kernel
def find_true_plan(params, view, scratch, player, near, ahead, estimates):
    """Find the best plan with track prices of the current map; as :func:`find_plan`. Where track of rivals is in the
    way of a stop, its cost is corrected in ``near`` and the search repeated."""
    plans = scratch.plans
    find_plan(params, view, scratch, player, near, ahead, estimates)
    for _ in range(TRIALS):
        corrected = False
        for i in range(plans.best.length):
            node = plans.best.stop[i]
            city = plans.city[node]
            joined_on_the_way = _cost_after(plans, plans.best, i) < plans.join_cost[node]
            if near[city] > 0 and not (joined_on_the_way or by_fees(plans, estimates, i)):
                cost = least_cost(params, view, scratch, player, city)
                corrected = corrected or cost > near[city]
                near[city] = max(near[city], cost)
        if not corrected:
            return
        find_plan(params, view, scratch, player, near, ahead, estimates)


@kernel
def find_plan(params, view, scratch, player, near, ahead, estimates):
    """Find the plan with the highest value per turn and write it into ``scratch.plans.best``. It has no stops if no
    plan can be paid for. ``near`` int64 (C,) holds the cost of joining each city, ``ahead`` int64 (C,) the train's
    distance to it, or BY_GRID."""
    plans = scratch.plans
    seat = view.players[player]
    progress = min(1.0, view.scores[player] / params.goal)
    plans.invested = estimates[INVESTED] + (estimates[INVESTED_LATE] - estimates[INVESTED]) * progress
    plans.cash, plans.speed = float(view.scores[player]), float(params.speed[seat.engine])
    plans.best.value, plans.best.length = 0.1 * NEVER, 0
    for i in range(len(plans.pairs)):
        plans.pairs[i].value, plans.pairs[i].length = 0.1 * NEVER, 0
    _list_errands(params, view, player, near, ahead, plans)
    room = capacity(seat.engine) - num_loads(seat)
    _try_one(params, view, player, estimates, plans, room)
    kept = np.zeros(KEPT, np.int64)
    number = _keep_best(plans, kept)
    _measure_ways(params, plans, kept, number)
    _try_two(params, seat, estimates, plans, kept, number, room)
    _try_three(params, seat, estimates, plans, kept, number, room)


@kernel
def stop_city(plans, i):
    """The city of a stop of the best plan."""
    return plans.city[plans.best.stop[i]]


@kernel
def stop_good(plans, i):
    """The good to pick up at a stop of the best plan; -1 if the stop delivers."""
    node = plans.best.stop[i]
    return plans.good[node] if plans.payout[node] == 0 else np.int64(-1)


@kernel
def by_fees(plans, estimates, i):
    """Whether a stop of the best plan is reached on others' track."""
    here = TRAIN if i == 0 else plans.best.stop[i - 1]
    fees = _fees(plans, estimates, here, plans.best.stop[i])
    return estimates[FEES] * fees < _cost_after(plans, plans.best, i)


@kernel
def _list_errands(params, view, player, near, ahead, plans):
    """List the errands of all demands in hand that no other player has locked: each from its two best sources, or from
    the train."""
    seat = view.players[player]
    plans.num_errands = 0
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good, city = np.int64(params.card_good[card, line]), np.int64(params.card_city[card, line])
            payout = np.int64(params.card_payout[card, line])
            if not is_open(seat, good):
                continue
            if carries(seat, good):
                _add_errand(params, view, seat, near, ahead, plans, i, good, np.int64(ABOARD), city, payout)
            elif view.chips[good] > 0:
                first = best_source(params, view, player, good, city, np.int64(-1))
                payout = expected_payout(params, view, player, card, line, first, near[first])
                _add_errand(params, view, seat, near, ahead, plans, i, good, first, city, payout)
                second = best_source(params, view, player, good, city, first)
                if second >= 0:
                    _add_errand(params, view, seat, near, ahead, plans, i, good, second, city, payout)


@kernel
def _add_errand(params, view, seat, near, ahead, plans, card, good, source, city, payout):
    """Add an errand to the list, with the cost of joining its cities and the steps to them."""
    fetch = 2 * plans.num_errands
    plans.num_errands += 1
    for node in range(fetch, fetch + 2):
        plans.card[node], plans.good[node] = card, good
        plans.city[node] = source if node == fetch else city
        plans.payout[node] = 0 if node == fetch else payout
        plans.first_value[node] = plans.build_value[node] = NEVER
        if plans.city[node] == ABOARD:
            continue
        plans.join_cost[node] = near[plans.city[node]]
        plans.payable[node] = (
            seat.train >= 0 and view.component_cities[view.component[seat.train]] & bit(plans.city[node]) != 0
        )
        plans.steps[TRAIN, node] = _steps_from_train(params, seat, ahead, plans.city[node])
    if source != ABOARD:
        _measure_way(params, plans, fetch, fetch + 1)


@kernel
def _steps_from_train(params, seat, ahead, city):
    """The steps from the train to a city; 0 if it is not placed."""
    if seat.train < 0:
        return np.int64(0)
    if ahead[city] != BY_GRID:
        return ahead[city]
    return hexes(params, np.int64(seat.train), np.int64(params.city_posts[city, 0]))


@kernel
def _measure_way(params, plans, a, b):
    """Write the steps and the cost of track between two nodes."""
    post = params.city_posts[plans.city[a], 0]
    plans.steps[a, b] = hexes(params, np.int64(post), np.int64(params.city_posts[plans.city[b], 0]))
    plans.link_cost[a, b] = params.build_cost[post, plans.city[b]]


@kernel
def _measure_ways(params, plans, kept, number):
    """Write the steps and the cost of track between all nodes of the errands that are combined."""
    for i in range(number):
        for j in range(number):
            for a in range(2 * kept[i], 2 * kept[i] + 2):
                for b in range(2 * kept[j], 2 * kept[j] + 2):
                    if i != j and plans.city[a] != ABOARD and plans.city[b] != ABOARD:
                        _measure_way(params, plans, a, b)


@kernel
def _keep_best(plans, kept):
    """Sort the errands by their value alone, the best first; returns how many are combined."""
    number = 0
    for errand in range(plans.num_errands):
        i = number
        while i > 0 and plans.value[errand] > plans.value[kept[i - 1]]:
            if i < KEPT:
                kept[i] = kept[i - 1]
            i -= 1
        if i < KEPT:
            kept[i] = errand
            number = min(number + 1, KEPT)
    return number


@kernel
def _try_one(params, view, player, estimates, plans, room):
    """Try each errand alone. If the train is full, a load without a demand is dropped."""
    seat = view.players[player]
    can_fetch = room > 0 or wanted(params, seat, least_wanted(params, seat)) == 0
    for errand in range(plans.num_errands):
        _start_plan(plans, plans.trial, errand)
        plans.value[errand] = NEVER
        if plans.trial.length == 1 or can_fetch:
            _evaluate(params, plans, estimates)
            plans.value[errand] = plans.trial.value


@kernel
def _try_two(params, seat, estimates, plans, kept, number, room):
    """Try two errands in each of their orders. The best are kept in ``plans.pairs``."""
    base = np.zeros(STOPS, np.int64)
    for i in range(number):
        length = _start_plan(plans, plans.trial, kept[i])
        for k in range(length):
            base[k] = plans.trial.stop[k]
        for j in range(i):
            if _try_to_add(params, seat, estimates, plans, base, length, kept[j], room):
                _keep_pair(plans)


@kernel
def _try_three(params, seat, estimates, plans, kept, number, room):
    """Try a third errand at every place of the best plans of two."""
    for pair in plans.pairs:
        if pair.value > 0.1 * NEVER:
            for i in range(number):
                _try_to_add(params, seat, estimates, plans, pair.stop, pair.length, kept[i], room)


@kernel
def _start_plan(plans, plan, errand):
    """Make a plan of one errand; returns its number of stops."""
    plan.length = 0
    if plans.city[2 * errand] != ABOARD:
        plan.stop[0] = 2 * errand
        plan.length = 1
    plan.stop[plan.length] = 2 * errand + 1
    plan.length += 1
    return plan.length


@kernel
def _keep_pair(plans):
    """Keep the plan found last if it is among the best of two errands."""
    last = len(plans.pairs) - 1
    if plans.found.value <= plans.pairs[last].value:
        return
    while last > 0 and plans.found.value > plans.pairs[last - 1].value:
        _copy(plans.pairs[last - 1], plans.pairs[last])
        last -= 1
    _copy(plans.found, plans.pairs[last])


@kernel
def _copy(plan, to):
    """Copy a plan."""
    to.value, to.length = plan.value, plan.length
    for i in range(plan.length):
        to.stop[i] = plan.stop[i]


@kernel
def _try_to_add(params, seat, estimates, plans, base, length, errand, room):
    """Add an errand to the stops of a plan in every way; the best result is in ``plans.found``. Returns whether any can
    be followed."""
    plans.found.value = 0.1 * NEVER
    if not _may_add(plans, seat, base, length, errand):
        return False
    fetches = plans.city[2 * errand] != ABOARD
    trial = plans.trial
    trial.length = length + (2 if fetches else 1)
    for first in range(length + 1 if fetches else 1):
        for last in range(first, length + 1):
            at = 0
            for i in range(length + 1):
                if fetches and i == first:
                    trial.stop[at] = 2 * errand
                    at += 1
                if i == last:
                    trial.stop[at] = 2 * errand + 1
                    at += 1
                if i < length:
                    trial.stop[at] = base[i]
                    at += 1
            if _fits(plans, room):
                _evaluate(params, plans, estimates)
                if trial.value > plans.found.value:
                    _copy(trial, plans.found)
    return plans.found.value > 0.1 * NEVER


@kernel
def _may_add(plans, seat, base, length, errand):
    """Whether an errand can be added: each card and each load on board serves only once."""
    deliver = 2 * errand + 1
    aboard = 0
    for i in range(len(seat.loads)):
        aboard += seat.loads[i] == plans.good[deliver]
    for i in range(length):
        if plans.payout[base[i]] > 0:
            if plans.card[base[i]] == plans.card[deliver]:
                return False
            aboard -= plans.city[base[i] - 1] == ABOARD and plans.good[base[i]] == plans.good[deliver]
    return plans.city[2 * errand] != ABOARD or aboard > 0


@kernel
def _fits(plans, room):
    """Whether the train has room for every load of the trial."""
    for i in range(plans.trial.length):
        room += 1 if plans.payout[plans.trial.stop[i]] > 0 else -1
        if room < 0:
            return False
    return True


@kernel
def _evaluate(params, plans, estimates):
    """The value per turn of the trial; very low if there is no money for its track when it is needed."""
    trial = plans.trial
    cash, time, built, brought, credit = plans.cash, 0.0, 0.0, 0.0, 0.0
    here, building = TRAIN, -1
    trial.value = NEVER
    for i in range(trial.length):
        node = trial.stop[i]
        cost = _cost_after(plans, trial, i)
        fees = _fees(plans, estimates, here, node)
        if estimates[FEES] * fees < cost:
            if fees > cash + (plans.payout[node] if params.late_payment == 1 else 0):
                return
            cash -= fees
            brought -= fees
        elif cost > 0:
            if cost * estimates[MARGIN] + estimates[KEPT_BACK] > cash:
                return
            cash -= cost
            built += cost
            credit += cost if params.city_size[plans.city[node]] == MAJOR else 0.0
            building = node if building < 0 else building
        time = max(time + estimates[DETOUR] * plans.steps[here, node] / plans.speed, built / BUILD_LIMIT)
        here = node
        cash += plans.payout[node]
        brought += plans.payout[node]
    gain = brought - plans.invested * built + estimates[CREDIT] * credit
    trial.value = (gain - estimates[TURN_COST]) / (time + estimates[START])
    if trial.value > plans.best.value:
        _copy(trial, plans.best)
    plans.first_value[trial.stop[0]] = max(plans.first_value[trial.stop[0]], trial.value)
    if building >= 0:
        plans.build_value[building] = max(plans.build_value[building], trial.value)


@kernel
def _fees(plans, estimates, here, node):
    """The fees of the run from one stop to the next on others' track; very high if that does not lead there."""
    if plans.payable[node] == 0:
        return 1e6
    return FEE * (1.0 + np.floor(estimates[DETOUR] * plans.steps[here, node] / plans.speed))


@kernel
def _cost_after(plans, plan, i):
    """The cost of joining stop ``i`` of a plan after those before it are joined."""
    node = plan.stop[i]
    cost = plans.join_cost[node]
    for j in range(i):
        cost = min(cost, plans.link_cost[plan.stop[j], node])
    return cost
