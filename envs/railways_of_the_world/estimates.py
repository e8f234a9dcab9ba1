"""Estimates of the value of actions, for the agent ``planner`` and the observation ``plans``.

Points now are weighed against the value that links and engines add to all cubes that can still be delivered, and money
against the bonds it saves and the turns that are left.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.estimates_of_choices import best_color, estimate_choices
from railgym.envs.railways_of_the_world.params import (
    CITY_GROWTH,
    ENGINE_PRICE,
    EXECUTIVE,
    GRAY,
    HOTEL,
    INDUSTRY,
    LAND_GRANT,
    NEW_TRAIN,
)
from railgym.envs.railways_of_the_world.prospects import NO_WAY, survey_prospects
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import BEST_ENGINE
from railgym.envs.railways_of_the_world.rules.auction import last_free_place, price_of_passing
from railgym.envs.railways_of_the_world.rules.building import tiles_at_once
from railgym.envs.railways_of_the_world.rules.cards import GOOD_ENGINE
from railgym.envs.railways_of_the_world.rules.cities import URBANIZE_PRICE
from railgym.envs.railways_of_the_world.rules.duel import is_met
from railgym.envs.railways_of_the_world.rules.links import network_of
from railgym.envs.railways_of_the_world.rules.money import income_of
from railgym.envs.railways_of_the_world.rules.near_links import most_tiles, origins_of_runs, plan_link
from railgym.envs.railways_of_the_world.rules.phases import FIRST_TO_PASS, TRADITIONAL
from railgym.envs.railways_of_the_world.state import COLORS, DUELS
from railgym.envs.railways_of_the_world.weights import (
    BID,
    CASH,
    COMFORT,
    DEBT,
    DELIVER,
    ENGINE,
    FOR_AN_ACTION,
    GRANT,
    GROWTH,
    HOTEL_CUBE,
    INCOME,
    INTEREST,
    LINE,
    LINK,
    SHARE,
    SPREAD,
    TURNS,
    URBANIZE,
)

__all__ = ["estimate", "estimate_claims"]


@kernel
def estimate(params, view, scratch, player, weights):
    """Write into ``scratch.action_value`` (A,) the estimated value of each plan of this decision, in points; NO_WAY if
    it is not available. A seat that chooses for the Railbot sees the player's facts and values the opposite."""
    company = min(player, params.num_companies - 1)
    scratch.action_value[:] = NO_WAY
    scratch.action_value[PASS] = 0
    if view.phase == phases.AUCTION:
        _estimate_bids(params, view, scratch, player, weights)
        return
    survey_prospects(params, view, scratch, company)
    if view.phase != phases.ACTION:
        estimate_choices(params, view, scratch, 1.0 if player == company else -1.0)
    elif view.players[company].actions_left == 0:
        estimate_claims(params, view, scratch, company)
    else:
        _estimate_actions(params, view, scratch, company, weights)


@kernel
def _estimate_bids(params, view, scratch, player, weights):
    """Estimate the next higher bid, while the first place is cheap: by the rules of the manual in later turns, for the
    planner's weights come from such games. Where passing has a price and gives a place (RW-R10.2), a place is worth
    the share of the first one that the number of places behind it is."""
    if params.bidding == FIRST_TO_PASS:
        behind = params.num_companies - 1 - last_free_place(params, view)
        worth = weights[BID] * np.float32(behind) / np.float32(params.num_companies - 1)
        scratch.action_value[PASS] = worth - np.float32(price_of_passing(view, player))
    if view.year > 1 or params.bidding != TRADITIONAL:
        scratch.action_value[params.act_bid + view.bid] = weights[BID] - np.float32(view.bid) - 1


@kernel
def estimate_claims(params, view, scratch, player):
    """Estimate the Duel Barons that can be claimed: higher than everything else."""
    for i in range(DUELS):
        if is_met(params, view, player, i):
            scratch.action_value[params.act_duel + view.duel_barons[i]] = 50


@kernel
def _estimate_actions(params, view, scratch, player, weights):
    """Estimate the actions of a seat."""
    turns = turns_left(params, view, weights)
    share = _share(params, view, scratch, player, turns, weights)
    points = _estimate_deliveries(params, view, scratch, player, turns, weights)
    _estimate_links(params, view, scratch, player, turns, share, weights)
    if view.grant_in_use == 1:
        scratch.action_value[PASS] = NO_WAY
        return
    engine = np.int64(view.players[player].engine)
    if engine < BEST_ENGINE:
        price = _money(params, view, player, ENGINE_PRICE[engine + 1], turns, weights)
        value = weights[ENGINE] * share * scratch.engine_gain + _first_engine(params, view, engine + 1)
        scratch.action_value[params.act_upgrade] = value - price
    city = _estimate_cities(params, view, scratch, player, turns, share, weights)
    for place in range(np.int64(view.num_displayed)):
        card = np.int64(view.display[place])
        value = _value_of_card(params, view, scratch, player, card, turns, share, points, city, weights)
        scratch.action_value[params.act_take + card] = value
    estimate_claims(params, view, scratch, player)


@kernel
def _first_engine(params, view, engine):
    """The points of a card on display for the first engine of a level."""
    points = np.int64(0)
    for place in range(np.int64(view.num_displayed) if engine == GOOD_ENGINE else 0):
        if params.card_kind[view.display[place]] == NEW_TRAIN:
            points += np.int64(params.card_points[view.display[place]])
    return points


@kernel
def turns_left(params, view, weights):
    """An estimate of the turns until the end."""
    if view.last_year > 0:
        return np.float32(view.last_year - view.year)
    if params.solo == 1:
        return np.float32(view.railbot_deck.size)
    return max(np.float32(1), np.float32(weights[TURNS]) - view.year)


@kernel
def _share(params, view, scratch, player, turns, weights):
    """The share of the gain of all cubes that can still be had: actions left per cube that has a path."""
    cubes = np.int64(0)
    for city in range(params.num_cities):
        for color in range(COLORS):
            if scratch.cube_value[city, color] > 0:
                cubes += np.int64(view.cubes[city, color])
    actions = np.float32(view.players[player].actions_left) + 3 * turns
    return min(np.float32(1), np.float32(weights[SHARE]) * actions / max(np.int64(6), cubes))


@kernel
def _slope(params, view, player):
    """The income, in thousands, that one more point brings."""
    here = np.int64(view.scores[player])
    there = min(here + 3, len(params.income) - 1)
    return max(np.float32(0), np.float32(params.income[there] - income_of(params, view, player)) / 3)


@kernel
def _money(params, view, player, price, turns, weights):
    """The cost of a price in points: more while the income hardly pays the interest."""
    net = np.float32(income_of(params, view, player) - np.int64(view.players[player].bonds))
    short = min(np.float32(2), max(np.float32(0), (weights[COMFORT] - net) / weights[COMFORT]))
    debt = max(np.int64(0), price - np.int64(view.players[player].cash))
    pressure = weights[INTEREST] * turns * short
    return debt * (weights[DEBT] + pressure) + (price - debt) * weights[CASH] * pressure


@kernel
def _estimate_deliveries(params, view, scratch, player, turns, weights):
    """Estimate deliveries by their points, and the income that these bring; returns the most points of all."""
    factor = weights[DELIVER] + weights[INCOME] * turns * _slope(params, view, player)
    most = np.float32(0)
    for city in range(params.num_cities):
        for color in range(COLORS):
            if scratch.cube_value[city, color] != NO_WAY:
                scratch.action_value[params.act_deliver + city * COLORS + color] = (
                    factor * scratch.cube_value[city, color]
                )
                most = max(most, scratch.cube_value[city, color])
    return most


@kernel
def _estimate_links(params, view, scratch, player, turns, share, weights):
    """Estimate links by the value they add to all cubes, less their remaining cost, per remaining action."""
    at_once, most = tiles_at_once(view, player), most_tiles(params, view, player)
    best = np.float32(NO_WAY)
    _find_networks(params, view, scratch, player)
    begun = origins_of_runs(params, view, player)
    for pair in range(params.num_pairs):
        a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
        tiles, price = np.int64(view.near_tiles[pair]), np.int64(view.near_price[pair])
        if begun & (bit(a) | bit(b)) != 0:  # what is laid already is paid for, and lost if it is not finished
            _, _, tiles, price, _ = plan_link(params, view, scratch, player, pair)
        if tiles == 0 or tiles > most:
            continue
        new = (scratch.own_neighbors[a] == 0) + (scratch.own_neighbors[b] == 0)
        value = share * (weights[LINK] * scratch.link_gain[pair] + weights[SPREAD] * (new == 1))
        value += weights[LINE] * _line_points(params, view, scratch, a, b)
        value -= _money(params, view, player, price, turns, weights)
        value = value / ((tiles + at_once - 1) // at_once)
        scratch.action_value[params.act_link + pair] = value
        if value > best:
            best = value
            scratch.action_value[params.act_grant] = value + 0.1 if price >= 5 else NO_WAY


@kernel
def _find_networks(params, view, scratch, player):
    """Write into ``scratch.network`` (C,) the cities that own links join to each."""
    scratch.network[:] = 0
    for city in range(params.num_cities):
        if scratch.own_neighbors[city] != 0 and scratch.network[city] == 0:
            cities = network_of(view, player, np.int64(city))
            for other in range(params.num_cities):
                if cities & bit(other):
                    scratch.network[other] = cities


@kernel
def _line_points(params, view, scratch, a, b):
    """The points of major lines that a link between two cities would finish."""
    one, other = np.int64(scratch.network[a]) | bit(a), np.int64(scratch.network[b]) | bit(b)
    points = np.int64(0)
    if one & other:
        return points
    for line in range(params.num_lines):
        if params.line_in_play[line] == 1 and not view.claimed_lines & bit(line):
            x, y = bit(np.int64(params.line_a[line])), bit(np.int64(params.line_b[line]))
            if (one & x and other & y) or (one & y and other & x):
                points += np.int64(params.line_points[line])
    return points


@kernel
def _value_of_card(params, view, scratch, player, card, turns, share, points, city, weights):
    """The value of an operations card."""
    kind, there = params.card_kind[card], np.int64(params.card_city[card])
    if kind == HOTEL:
        if scratch.own_neighbors[there] == 0 or view.color[there] == GRAY:
            return NO_WAY
        return share * weights[HOTEL_CUBE] * view.cubes[: params.num_cities, view.color[there]].sum()
    if kind == EXECUTIVE:
        return weights[FOR_AN_ACTION] * max(points, np.float32(1))
    if kind == LAND_GRANT:
        return weights[GRANT] if turns > 2 else NO_WAY
    if kind == CITY_GROWTH:
        return weights[GROWTH] * share * 2 * points
    if kind == INDUSTRY:
        return city + _money(params, view, player, URBANIZE_PRICE, turns, weights)
    return NO_WAY


@kernel
def _estimate_cities(params, view, scratch, player, turns, share, weights):
    """Estimate gray cities of the network by the cubes that would get a goal; returns the value of the best."""
    best = np.float32(NO_WAY)
    price = _money(params, view, player, URBANIZE_PRICE, turns, weights)
    for city in range(params.num_cities):
        if view.color[city] == GRAY and params.in_play[city] == 1 and scratch.own_neighbors[city] != 0:
            _, cubes = best_color(params, view, scratch, city)
            value = share * weights[URBANIZE] * cubes - price
            scratch.action_value[params.act_urbanize + city] = value
            best = max(best, np.float32(value))
    return best
