"""Greedy: one delivery at a time, that with most profit a turn; spare money goes into engines and major cities."""

import numpy as np

from railgym.agents.scripted.crayon_rails.survey import (
    best_delivery,
    cheapest_major,
    missing_majors,
    run_towards,
    worst_card,
)
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DISCARD, DONE, GIVE, LINES, OPEN, UPGRADE
from railgym.envs.crayon_rails.errands import ABOARD, errand_cost, errand_steps, least_wanted, wanted
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cargo import capacity, carries, num_loads
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT

__all__ = ["greedy"]

_RESERVE = 25  # cash kept back when an engine is bought, or a major city joined
_DETOUR = 1.2  # how much longer the way along track is than over the grid
_INVESTED = 0.4  # of what track costs, what counts against the errand that it is built for


@kernel
def greedy(params, view, work, mask, player):
    """The best-looking single move."""
    seat = view.players[player]
    if view.phase == phases.GIVE_UP:
        return GIVE + worst_card(params, seat)
    if view.phase == phases.LOSE_LOAD:
        return params.drop + least_wanted(params, seat)
    source, city, value = _best_errand(params, view, player)
    if view.phase == phases.PLACE:
        return _placing(params, work, mask, source)
    if view.phase == phases.OPERATE:
        return _operate(params, view, mask, player, source, city, value)
    return _build(params, view, mask, player, source, city)


@kernel
def _best_errand(params, view, player):
    """The source and the city of the demand with most profit a turn, and what that is; source ABOARD where the load is
    on the train, city -1 where no demand is worth it."""
    seat = view.players[player]
    room = num_loads(seat) < capacity(seat.engine)
    best_source, best_city, best = np.int64(ABOARD), np.int64(-1), 0.0
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            city, good = np.int64(params.card_city[card, line]), np.int64(params.card_good[card, line])
            payout = np.int64(params.card_payout[card, line])
            if carries(seat, good):
                value = _profit(params, view, player, np.int64(ABOARD), city, payout)
                if value > best:
                    best_source, best_city, best = np.int64(ABOARD), city, value
                continue
            if view.chips[good] <= 0 or not (room or _has_ballast(params, seat)):
                continue
            for source in range(params.num_cities):
                if params.good_sources[good] & bit(source):
                    value = _profit(params, view, player, np.int64(source), city, payout)
                    if value > best:
                        best_source, best_city, best = np.int64(source), city, value
    return best_source, best_city, best


@kernel
def _profit(params, view, player, source, city, payout):
    """What an errand brings a turn; nothing if there is no money for its track."""
    seat = view.players[player]
    steps = errand_steps(params, view, player, source, city)
    if seat.home < 0 and source != ABOARD:
        cost = _opening_cost(params, source, city)
    else:
        cost = errand_cost(params, view, player, source, city)
    if cost > view.scores[player]:
        return 0.0
    time = 1.0 + max(_DETOUR * steps / params.speed[seat.engine], cost / BUILD_LIMIT)
    return (payout - _INVESTED * cost) / time


@kernel
def _opening_cost(params, source, city):
    """What the track of an errand costs from the major city where it costs least."""
    return (
        params.away[params.city_posts[source, 0], city]
        + params.away[params.city_posts[params.major_city[_best_major(params, source)], 0], source]
    )


@kernel
def _best_major(params, source):
    """The major city, as an index, from which track to a source costs least."""
    best, least = np.int64(0), np.int64(1 << 20)
    for i in range(params.num_majors):
        cost = np.int64(params.away[params.city_posts[params.major_city[i], 0], source])
        if cost < least:
            best, least = np.int64(i), cost
    return best


@kernel
def _placing(params, work, mask, source):
    """The train begins where the first load is."""
    if source != ABOARD and mask[params.place + source]:
        return params.place + source
    return np.int64(work.choices[0])


@kernel
def _operate(params, view, mask, player, source, city, value):
    seat = view.players[player]
    delivery = best_delivery(params, view, mask, player)
    if delivery >= 0:
        return delivery
    if city < 0:
        return np.int64(DISCARD) if mask[DISCARD] else np.int64(DONE)
    if seat.train < 0:
        return np.int64(DONE)
    target = city if source == ABOARD else source
    if params.post_city[seat.train] == target:
        return _load(params, view, mask, player, city)
    run = run_towards(params, view, mask, player, target)
    return run if run >= 0 else np.int64(DONE)


@kernel
def _load(params, view, mask, player, city):
    """At the source: pick up what the city wants most, after dropping what nobody wants if there is no room."""
    seat = view.players[player]
    best, most = np.int64(-1), np.int64(0)
    for i in range(np.int64(seat.num_cards)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good = np.int64(params.card_good[card, line])
            payout = np.int64(params.card_payout[card, line])
            asked = params.card_city[card, line] == city and not carries(seat, good)
            if asked and mask[params.pick + good] and payout > most:
                best, most = params.pick + good, payout
    if best >= 0:
        return best
    least = least_wanted(params, seat)
    if num_loads(seat) == capacity(seat.engine) and wanted(params, seat, least) == 0 and mask[params.drop + least]:
        return params.drop + least
    return np.int64(DONE)


@kernel
def _has_ballast(params, seat):
    """Whether a load is on board that no demand in hand asks for."""
    return num_loads(seat) > 0 and wanted(params, seat, least_wanted(params, seat)) == 0


@kernel
def _build(params, view, mask, player, source, city):
    """Track for the errand; else a major city that is missing, or a better engine, if there is money to spare."""
    seat = view.players[player]
    if seat.home < 0:
        start = OPEN + _best_major(params, source) if source != ABOARD else np.int64(OPEN)
        return start if mask[start] else np.int64(DONE)
    if source != ABOARD and mask[params.build + source]:
        return params.build + source
    if city >= 0 and mask[params.build + city]:
        return params.build + city
    cash = np.int64(view.scores[player])
    major = cheapest_major(params, view, mask, player)
    missing = missing_majors(params, view, player)
    if view.round > 0 and seat.engine == 0 and mask[UPGRADE] and cash >= 20 + _RESERVE:
        return np.int64(UPGRADE)
    if missing > 0 and major >= 0 and cash >= _RESERVE + seat.near_cost[major]:
        return params.build + major
    if mask[UPGRADE + 2] and cash >= 20 + 2 * _RESERVE and cash < params.goal:
        return np.int64(UPGRADE + 2)
    return np.int64(DONE)
