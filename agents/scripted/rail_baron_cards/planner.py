"""Planner: purchases by what they earn until the game ends, against their price; routes by fees and time.

Money is in thousands of dollars here.
"""

import numpy as np

from railgym.agents.scripted.rail_baron_cards.survey import ALL_CARDS, best_card, best_region, exchange
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, BUY, DICE, DONE, ENGINE, HAND_CARD, PASS
from railgym.envs.rail_baron_cards.estimates import (
    RIDES,
    cash_to_spend,
    engine_gain,
    estimate_rides,
    network,
    railroad_value,
    turns_left,
    worth_at_auction,
)
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.rules.sale import least_bid
from railgym.envs.rail_baron_cards.solvency import cards_in_reach
from railgym.envs.rail_baron_cards.weights import AHEAD, LOST, OPENING, SHORT

__all__ = ["planner"]


@kernel
def planner(params, view, scratch, mask, player, weights):
    """The choice of planner from a view."""
    if view.phase == phases.SETUP_DISCARD:
        return np.int64(scratch.choices[0])
    if params.destinations == BY_DICE and view.phase == phases.SETUP_START:
        return DICE
    if params.destinations == BY_DICE and (view.phase == phases.NEXT_GOAL or view.phase == phases.TURN_GOAL):
        return best_region(params, view, player, weights[LOST])
    if view.phase <= phases.SETUP_GOAL or view.phase == phases.NEXT_GOAL:
        reach = cards_in_reach(params, view, scratch, player) if view.phase == phases.NEXT_GOAL else ALL_CARDS
        return HAND_CARD + best_card(params, view, scratch, player, weights[AHEAD], weights[LOST], reach)
    if view.phase == phases.BID:
        return BID + np.int64(min(max(weights[OPENING], 0.0) * 1_000, 20_000)) // BID_STEP
    if view.phase == phases.EXCHANGE:
        return exchange(params, view, scratch, player)
    if view.phase == phases.DICE_ORDER:
        # On a short way the one die comes first: arriving loses less of that roll.
        return DICE + (dots_to_go(params, view, player) <= weights[SHORT])
    if view.phase == phases.MOVE:
        return estimate_rides(params, view, scratch, player, weights, np.zeros(RIDES))
    if view.phase == phases.PURCHASE:
        return purchase(params, view, scratch, mask, player, weights)
    if view.phase == phases.SELL:
        return sell(params, view, mask, player, weights)
    return bid(params, view, scratch, player, weights)


@kernel
def dots_to_go(params, view, player):
    """The distance of a train from its destination in dots."""
    seat = view.players[player]
    return np.int64(params.away[params.card_city[seat.goal], seat.dot])


@kernel
def purchase(params, view, scratch, mask, player, weights):
    """The purchase that earns most above its price until the game ends, or no purchase."""
    turns = turns_left(params, view, weights)
    cash = cash_to_spend(params, view, scratch, player, weights)
    owned = network(params, view, player)
    best, best_gain = DONE, 0.0
    for engine in range(2):
        if mask[ENGINE + engine] and cash >= 20:
            gain = engine_gain(turns, weights)
            if gain > best_gain:
                best, best_gain = ENGINE + engine, gain
    for railroad in range(params.num_railroads):
        price = params.price[railroad] / 1_000
        if mask[BUY + railroad] and cash >= price:
            gain = railroad_value(params, view, player, owned, railroad, turns, weights) / price - 1
            if gain > best_gain:
                best, best_gain = BUY + railroad, gain
    return best


@kernel
def sell(params, view, mask, player, weights):
    """The railroad with the least worth for its price, at auction where another player can bid."""
    turns = turns_left(params, view, weights)
    owned = network(params, view, player)
    worst, worst_rate = np.int64(-1), 1e18
    for railroad in range(params.num_railroads):
        if mask[params.sell + railroad]:
            value = railroad_value(params, view, player, owned & ~bit(railroad), railroad, turns, weights)
            rate = value / params.price[railroad]
            if rate < worst_rate:
                worst, worst_rate = np.int64(railroad), rate
    return (params.auction if mask[params.auction + worst] else params.sell) + worst


@kernel
def bid(params, view, scratch, player, weights):
    """The least bid, as long as it is not above the worth of the railroad."""
    turns = turns_left(params, view, weights)
    owned = network(params, view, player)
    most = worth_at_auction(params, view, scratch, player, owned, turns, weights)
    return BID if least_bid(params, view) / 1_000 <= most else PASS
