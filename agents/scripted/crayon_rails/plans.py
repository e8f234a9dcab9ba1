"""Plans: one or two errands as an order of stops, judged by what they bring a turn.

The time of a plan is counted stop by stop: a stop is reached when the train can be there and its track is paid for, at
no more than the limit of each turn. Cash is tested at every stop, so that no plan needs money it has yet to earn.
"""

import numpy as np

from railgym.agents.scripted.crayon_rails.survey import least_wanted, wanted
from railgym.agents.scripted.crayon_rails.weights import (
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
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.errands import ABOARD, best_source
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.params import MAJOR
from railgym.envs.crayon_rails.rules.cargo import capacity, carries, num_loads
from railgym.envs.crayon_rails.rules.operate import FEE
from railgym.envs.crayon_rails.rules.paths import least_cost, least_costs
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT

__all__ = ["best_plan", "by_fees", "near_costs", "true_plan"]

MOST_ERRANDS = 27
TRIALS = 4  # of correcting what track costs
KEPT = 10  # errands that are tried in pairs
STOPS = 4
NEVER = -1e6  # the value of a plan that cannot be followed
CARD, GOOD, SOURCE, CITY, PAYOUT = range(5)  # columns of an errand
# The orders of two errands a and b: each a stop to fetch (0, 2) and one to deliver (1, 3).
ORDERS = np.array([[0, 2, 1, 3], [0, 2, 3, 1], [2, 0, 1, 3], [2, 0, 3, 1], [0, 1, 2, 3], [2, 3, 0, 1]], np.int64)


@kernel
def near_costs(params, view, work, player, near):
    """What it costs to join each city to the seat's network: at least, or, where pieces of its track lie apart from
    the network and may help, exactly."""
    if view.players[player].whole == 0:
        least_costs(params, view, work, player, near)
        return
    for city in range(params.num_cities):
        linked = view.players[player].linked & bit(city)
        near[city] = 0 if linked else view.players[player].near_cost[city]


@kernel
def best_plan(params, view, player, near, weights, stops):
    """Find the plan that brings most a turn. Its stops are left in ``stops``, (4, 2): city, good to pick up there or -1
    to deliver. Returns how many they are, and the value; no stops if no plan can be paid for."""
    errands = np.empty((MOST_ERRANDS, 5), np.int64)
    values = np.empty(MOST_ERRANDS, np.float64)
    trial = np.empty((STOPS, 2), np.int64)
    pays = np.empty(STOPS, np.int64)
    invested = _invested(params, view, player, weights)
    number = _list_errands(params, view, player, errands)
    best, size = 0.1 * NEVER, 0
    room = _has_room(params, view.players[player])
    for i in range(number):
        if errands[i, SOURCE] != ABOARD and not room:
            values[i] = NEVER
            continue
        length = _single(errands[i], trial, pays)
        values[i] = _value(params, view, player, near, weights, invested, trial, pays, length)
        if values[i] > best:
            best, size = values[i], length
            _copy(trial, stops, length)
    number = _keep_best(errands, values, number)
    for i in range(number):
        for j in range(i):
            if errands[i, CARD] == errands[j, CARD]:
                continue
            for order in range(len(ORDERS)):
                if not _pair(view, player, errands[i], errands[j], order, trial, pays):
                    continue
                length = _drop_fetched(trial, pays)
                value = _value(params, view, player, near, weights, invested, trial, pays, length)
                if value > best:
                    best, size = value, length
                    _copy(trial, stops, length)
    return size, best


@kernel
def true_plan(params, view, work, player, near, weights, stops):
    """The best plan by what its track costs on the map as it is: where rivals are in the way of a stop, its cost is
    corrected and the plan made anew."""
    size, value = best_plan(params, view, player, near, weights, stops)
    for _ in range(TRIALS):
        corrected = False
        for i in range(size):
            city = stops[i, 0]
            if near[city] > 0 and not (
                _joined_on_the_way(params, near, stops, i) or by_fees(params, view, player, near, weights, stops, i)
            ):
                cost = least_cost(params, view, work, player, city)
                corrected = corrected or cost > near[city]
                near[city] = max(near[city], cost)
        if not corrected:
            break
        size, value = best_plan(params, view, player, near, weights, stops)
    return size, value


@kernel
def _joined_on_the_way(params, near, stops, i):
    """Whether a stop is cheaper to join from one before it than from the network."""
    return _cost_after(params, near, stops, i) < near[stops[i, 0]]


@kernel
def _has_room(params, seat):
    """Whether there is room for a load, or one on board that nobody wants."""
    return num_loads(seat) < capacity(seat.engine) or wanted(params, seat, least_wanted(params, seat)) == 0


@kernel
def _copy(trial, stops, length):
    for i in range(length):
        stops[i, 0], stops[i, 1] = trial[i, 0], trial[i, 1]


@kernel
def _invested(params, view, player, weights):
    """How much of the cost of track counts against a plan: the more, the nearer the end."""
    progress = min(1.0, view.scores[player] / params.goal)
    return weights[INVESTED] + (weights[INVESTED_LATE] - weights[INVESTED]) * progress


@kernel
def _list_errands(params, view, player, errands):
    """Every demand in hand from each of its two best sources, or from the train. Returns how many they are."""
    seat = view.players[player]
    number = 0
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good, city = np.int64(params.card_good[card, line]), np.int64(params.card_city[card, line])
            payout = np.int64(params.card_payout[card, line])
            if carries(seat, good):
                number = _add(errands, number, i, good, np.int64(ABOARD), city, payout)
            elif view.chips[good] > 0:
                first = best_source(params, view, player, good, city, np.int64(-1))
                number = _add(errands, number, i, good, first, city, payout)
                second = best_source(params, view, player, good, city, first)
                if second >= 0:
                    number = _add(errands, number, i, good, second, city, payout)
    return number


@kernel
def _add(errands, number, card, good, source, city, payout):
    errands[number, CARD] = card
    errands[number, GOOD] = good
    errands[number, SOURCE] = source
    errands[number, CITY] = city
    errands[number, PAYOUT] = payout
    return number + 1


@kernel
def _keep_best(errands, values, number):
    """Sort the errands by value, the best first; returns how many are kept."""
    for i in range(1, number):
        j = i
        while j > 0 and values[j] > values[j - 1]:
            values[j], values[j - 1] = values[j - 1], values[j]
            for k in range(5):
                errands[j, k], errands[j - 1, k] = errands[j - 1, k], errands[j, k]
            j -= 1
    return min(number, KEPT)


@kernel
def _single(errand, trial, pays):
    length = 0
    if errand[SOURCE] != ABOARD:
        trial[0, 0], trial[0, 1] = errand[SOURCE], errand[GOOD]
        pays[0] = 0
        length = 1
    trial[length, 0], trial[length, 1] = errand[CITY], -1
    pays[length] = errand[PAYOUT]
    return length + 1


@kernel
def _pair(view, player, a, b, order, trial, pays):
    """Lay out two errands in one of the orders; whether the train has room for it. A load on board needs no fetching:
    of orders that differ only in that, one is left."""
    seat = view.players[player]
    room = capacity(seat.engine) - num_loads(seat)
    if a[SOURCE] == ABOARD and b[SOURCE] == ABOARD and a[GOOD] == b[GOOD] and not _carries_two(seat, a[GOOD]):
        return False
    if (a[SOURCE] == ABOARD and 1 <= order <= 3) or (b[SOURCE] == ABOARD and order in (0, 1, 3)):
        return False
    for i in range(STOPS):
        what = ORDERS[order, i]
        errand = a if what < 2 else b
        if what % 2 == 0:
            trial[i, 0], trial[i, 1], pays[i] = errand[SOURCE], errand[GOOD], 0
            room -= errand[SOURCE] != ABOARD
        else:
            trial[i, 0], trial[i, 1], pays[i] = errand[CITY], -1, errand[PAYOUT]
            room += 1
        if room < 0:
            return False
    return True


@kernel
def _carries_two(seat, good):
    number = 0
    for i in range(len(seat.loads)):
        number += seat.loads[i] == good
    return number > 1


@kernel
def _drop_fetched(trial, pays):
    """Leave out the stops to fetch what is on board."""
    length = 0
    for i in range(STOPS):
        if trial[i, 0] != ABOARD:
            trial[length, 0], trial[length, 1], pays[length] = trial[i, 0], trial[i, 1], pays[i]
            length += 1
    return length


@kernel
def _value(params, view, player, near, weights, invested, trial, pays, length):
    """What a plan brings a turn; very little if there is no money for its track when it is needed."""
    seat = view.players[player]
    post = np.int64(seat.train)
    speed = float(params.speed[seat.engine])
    cash, time, built, brought, credit = float(view.scores[player]), 0.0, 0.0, 0.0, 0.0
    for i in range(length):
        city = trial[i, 0]
        goal = np.int64(params.city_posts[city, 0])
        cost = _cost_after(params, near, trial, i)
        steps = hexes(params, post, goal) if post >= 0 else np.int64(0)
        fees = _fees(params, view, player, city, weights[DETOUR] * steps)
        if weights[FEES] * fees < cost:
            if fees > cash:
                return NEVER
            cash -= fees
            brought -= fees
        elif cost > 0 and cost * weights[MARGIN] + weights[KEPT_BACK] > cash:
            return NEVER
        else:
            cash -= cost
            built += cost
            credit += cost if params.city_size[city] == MAJOR else 0.0
        time = max(time + weights[DETOUR] * steps / speed, built / BUILD_LIMIT)
        post = goal
        cash += pays[i]
        brought += pays[i]
    gain = brought - invested * built + weights[CREDIT] * credit
    return (gain - weights[TURN_COST]) / (time + weights[START])


@kernel
def by_fees(params, view, player, near, weights, stops, i):
    """Whether a stop of a plan is to be reached on others' track."""
    post = np.int64(view.players[player].train) if i == 0 else np.int64(params.city_posts[stops[i - 1, 0], 0])
    if post < 0:
        return False
    steps = weights[DETOUR] * hexes(params, post, np.int64(params.city_posts[stops[i, 0], 0]))
    return weights[FEES] * _fees(params, view, player, stops[i, 0], steps) < _cost_after(params, near, stops, i)


@kernel
def _fees(params, view, player, city, steps):
    """What it costs to run so far to a city on others' track; very much if that does not lead there."""
    seat = view.players[player]
    if seat.train < 0 or not view.net_cities[view.net[seat.train]] & bit(city):
        return 1e6
    return FEE * (1.0 + np.floor(steps / params.speed[seat.engine]))


@kernel
def _cost_after(params, near, trial, i):
    """What it costs to join stop ``i`` when those before it are joined."""
    city = trial[i, 0]
    cost = float(near[city])
    for j in range(i):
        cost = min(cost, float(params.away[params.city_posts[trial[j, 0], 0], city]))
    return cost
