"""Greedy: one delivery at a time, with the most profit per turn; spare money goes into engines and major cities."""

import numpy as np

from railgym.agents.scripted.crayon_rails.solvency import (
    can_afford_run,
    can_join,
    is_at_home,
    is_left,
    joins_here,
    money_to_keep,
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
from railgym.envs.crayon_rails.actions import BORROW, DISCARD, DONE, GIVE, LINES, OPEN, UPGRADE
from railgym.envs.crayon_rails.errands import ABOARD, errand_steps, least_wanted, wanted
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.plans import near_costs
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cards import is_open
from railgym.envs.crayon_rails.rules.cargo import capacity, carries, num_loads
from railgym.envs.crayon_rails.rules.paths import least_cost
from railgym.envs.crayon_rails.rules.routes import FEE
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT

__all__ = ["greedy"]

TRIALS = 4  # corrections of the cost of track
_RESERVE = 25  # cash kept back when an engine is bought, or a major city joined
_DETOUR = 1.2  # how much longer the way along track is than over the grid
_INVESTED = 0.4  # of what track costs, what counts against the errand that it is built for


@kernel
def greedy(params, view, scratch, mask, player):
    """The action for the errand with the most profit."""
    seat = view.players[player]
    if view.phase == phases.GIVE_UP:
        return GIVE + worst_card(params, seat)
    if view.phase == phases.LOSE_LOAD:
        return params.act_drop + least_wanted(params, seat)
    near = seat.join_cost.astype(np.int64)
    rule_out_closed(params, view, player, near)
    source, city = _true_errand(params, view, scratch, player, near)
    if view.phase == phases.PLACE:
        return _placing(params, scratch, mask, source)
    if view.phase == phases.OPERATE:
        return _operate(params, view, scratch, mask, player, source, city, near)
    return _build(params, view, scratch, mask, player, source, city, near)


@kernel
def _true_errand(params, view, scratch, player, near):
    """As :func:`_best_errand`, with the actual cost of track. Where rivals are in the way, the cost is corrected in
    ``near`` and the errand is chosen again."""
    source, city = _best_errand(params, view, player, near)
    if view.players[player].home_milepost < 0:
        return source, city
    for _ in range(TRIALS):
        corrected = _correct(params, view, scratch, player, source, near)
        corrected = _correct(params, view, scratch, player, city, near) or corrected
        if not corrected:
            break
        source, city = _best_errand(params, view, player, near)
    return source, city


@kernel
def _correct(params, view, scratch, player, city, near):
    """Whether the track to a city costs more than ``near`` says; corrects ``near``."""
    if city < 0 or view.players[player].linked_cities & bit(city):
        return False
    cost = least_cost(params, view, scratch, player, city)
    if cost <= near[city]:
        return False
    near[city] = cost
    return True


@kernel
def _best_errand(params, view, player, near):
    """The source and the city of the demand with the most profit a turn. The source is ABOARD if the load is on the
    train; the city is -1 if no demand has a profit."""
    seat = view.players[player]
    room = num_loads(seat) < capacity(seat.engine)
    best_source, best_city, best = np.int64(ABOARD), np.int64(-1), 0.0
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            city, good = np.int64(params.card_city[card, line]), np.int64(params.card_good[card, line])
            payout = np.int64(params.card_payout[card, line])
            if not is_open(seat, good):
                continue
            if carries(seat, good):
                value = _profit(params, view, player, np.int64(ABOARD), city, payout, near)
                if value > best:
                    best_source, best_city, best = np.int64(ABOARD), city, value
                continue
            if view.chips[good] <= 0 or not (room or _has_ballast(params, seat)):
                continue
            for source in range(params.num_cities):
                if params.good_sources[good] & bit(source):
                    value = _profit(params, view, player, np.int64(source), city, payout, near)
                    if value > best:
                        best_source, best_city, best = np.int64(source), city, value
    return best_source, best_city


@kernel
def _profit(params, view, player, source, city, payout, near):
    """The profit of an errand per turn; 0 if the cash does not pay for its track or its fees."""
    seat = view.players[player]
    steps = errand_steps(params, view, player, source, city)
    if seat.home_milepost < 0 and source != ABOARD:
        cost = _opening_cost(params, source, city)
    else:
        cost = _cost(params, view, player, city, near)
        if source != ABOARD:
            joined = params.build_cost[params.city_posts[source, 0], city]
            open_now = near[city] < FAR and not _by_fees(params, view, player, city, near)
            cost = min(cost, np.int64(joined)) if open_now else cost
            cost += _cost(params, view, player, source, near)
    if cost > view.scores[player]:
        return 0.0
    time = 1.0 + max(_DETOUR * steps / params.speed[seat.engine], cost / BUILD_LIMIT)
    return (payout - _INVESTED * cost) / time


@kernel
def _cost(params, view, player, city, near):
    """The cost of coming to a city: of track that joins it, or of fees for others' track, whichever is less."""
    seat = view.players[player]
    if seat.linked_cities & bit(city):
        return np.int64(0)
    return min(near[city], _fees(params, view, player, city))


@kernel
def _fees(params, view, player, city):
    """An estimate of the fees to a city on others' track, and back."""
    seat = view.players[player]
    if seat.train < 0 or view.component_cities[view.component[seat.train]] & bit(city) == 0:
        return np.int64(FAR)
    steps = hexes(params, np.int64(seat.train), np.int64(params.city_posts[city, 0]))
    return 2 * FEE * (1 + np.int64(_DETOUR * steps / params.speed[seat.engine]))


@kernel
def _by_fees(params, view, player, city, near):
    """Whether fees to a city cost less than track that joins it."""
    return not view.players[player].linked_cities & bit(city) and _fees(params, view, player, city) < near[city]


@kernel
def _opening_cost(params, source, city):
    """The cost of an errand's track from the cheapest major city."""
    return (
        params.build_cost[params.city_posts[source, 0], city]
        + params.build_cost[params.city_posts[params.major_city[_best_major(params, source)], 0], source]
    )


@kernel
def _best_major(params, source):
    """The major city, as an index, from which track to a source costs least."""
    best, least = np.int64(0), np.int64(1 << 20)
    for i in range(params.num_majors):
        cost = np.int64(params.build_cost[params.city_posts[params.major_city[i], 0], source])
        if cost < least:
            best, least = np.int64(i), cost
    return best


@kernel
def _placing(params, scratch, mask, source):
    """Place the train at the first load."""
    if source != ABOARD and mask[params.act_place + source]:
        return params.act_place + source
    return np.int64(scratch.choices[0])


@kernel
def _operate(params, view, scratch, mask, player, source, city, near):
    """The action in the operations: delivery, load, run, or the end of the phase."""
    seat = view.players[player]
    delivery = best_delivery(params, view, mask, player)
    if delivery >= 0:
        return delivery
    if city < 0:
        return _replace_hand(params, view, scratch, mask, player, near)
    if seat.train < 0:
        return np.int64(DONE)
    target = city if source == ABOARD else source
    if params.post_city[seat.train] == target:
        return _load(params, view, mask, player, city)
    stranded = seat.linked_cities & bit(target) and not mask[params.act_run + target]  # the train is on others' track
    pays = mask[params.act_pay + target] and (stranded or _by_fees(params, view, player, target, near))
    if pays and can_afford_run(params, view, scratch, player, target, True):
        return params.act_pay + target
    run = run_towards(params, view, mask, player, target)
    if run >= 0 and (view.fee_paid == 0 or can_afford_run(params, view, scratch, player, run - params.act_run, False)):
        return run
    way = way_back(params, view, scratch, mask, player)
    if way >= 0:
        return way
    builds = near[target] > 0 and not _by_fees(params, view, player, target, near)
    keep = money_to_keep(params, view, scratch, player)
    waits = view.track_closed == 1 or (builds and can_join(params, view, scratch, player, target, keep))
    return np.int64(DONE) if waits else _replace_hand(params, view, scratch, mask, player, near)


@kernel
def _replace_hand(params, view, scratch, mask, player, near):
    """The action if no errand has a profit: a loan if there is hardly any cash; building if destroyed track can be laid
    again; otherwise a new hand."""
    if mask[BORROW] and view.scores[player] < POOR:
        return np.int64(BORROW)
    if not mask[DISCARD]:
        return np.int64(DONE)
    if is_at_home(view, player) and view.players[player].one_network == 0:
        near_costs(params, view, scratch, player, near)
        if cheapest_piece(params, view, player, near) >= 0:
            return np.int64(DONE)
    return np.int64(DISCARD)


@kernel
def _load(params, view, mask, player, city):
    """At the source: pick up the load that the city pays most for; if the train is full, first drop an unwanted one."""
    seat = view.players[player]
    best, most = np.int64(-1), np.int64(0)
    for i in range(np.int64(seat.num_cards)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good = np.int64(params.card_good[card, line])
            payout = np.int64(params.card_payout[card, line])
            asked = params.card_city[card, line] == city and not carries(seat, good) and is_open(seat, good)
            if asked and mask[params.act_pick + good] and payout > most:
                best, most = params.act_pick + good, payout
    if best >= 0:
        return best
    least = least_wanted(params, seat)
    if num_loads(seat) == capacity(seat.engine) and wanted(params, seat, least) == 0 and mask[params.act_drop + least]:
        return params.act_drop + least
    return np.int64(DONE)


@kernel
def _has_ballast(params, seat):
    """Whether a load is on board that no demand in hand asks for."""
    return num_loads(seat) > 0 and wanted(params, seat, least_wanted(params, seat)) == 0


@kernel
def _build(params, view, scratch, mask, player, source, city, near):
    """Track for the errand; else a major city that is missing, or a better engine, if there is money to spare."""
    seat = view.players[player]
    if seat.home_milepost < 0:
        start = OPEN + _best_major(params, source) if source != ABOARD else np.int64(OPEN)
        return start if mask[start] else np.int64(DONE)
    keep = money_to_keep(params, view, scratch, player)
    if not is_at_home(view, player):
        here = np.int64(params.post_city[seat.train])
        if here >= 0 and mask[params.act_build + here] and joins_here(params, view, scratch, player):
            return params.act_build + here
    for target in (source, city):
        builds = target >= 0 and mask[params.act_build + target] and not _by_fees(params, view, player, target, near)
        if builds and is_left(params, view, scratch, player, target, keep):
            return params.act_build + target
    if is_at_home(view, player) and seat.one_network == 0:
        near_costs(params, view, scratch, player, near)
        piece = cheapest_piece(params, view, player, near)
        if piece >= 0 and mask[params.act_build + piece]:
            return params.act_build + piece
    cash = np.int64(view.scores[player]) - keep
    major = cheapest_major(params, view, mask, player)
    missing = missing_majors(params, view, player)
    if view.round > 0 and seat.engine == 0 and mask[UPGRADE] and cash >= 20 + _RESERVE:
        return np.int64(UPGRADE)
    if missing > 0 and major >= 0 and cash >= _RESERVE + seat.join_cost[major]:
        return params.act_build + major
    if mask[UPGRADE + 2] and cash >= 20 + 2 * _RESERVE and cash < params.goal:
        return np.int64(UPGRADE + 2)
    return np.int64(DONE)
