"""Greedy: the card with the best pay per dot, the cheapest route, railroads by access per price."""

import numpy as np

from railgym.agents.scripted.rail_baron_cards.survey import ALL_CARDS, best_card, best_region, exchange
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BID, BUY, DICE, DONE, ENGINE, HAND_CARD, PASS, STOP
from railgym.envs.rail_baron_cards.estimates import network, new_access, ride_action
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.rules.routes import CHEAPEST
from railgym.envs.rail_baron_cards.rules.sale import least_bid
from railgym.envs.rail_baron_cards.solvency import dues_of, find_payable, spending_limits

__all__ = ["greedy"]

_RESERVE = 5_000
_BARGAIN = 0.75  # the highest bid at an auction, as a share of the price


@kernel
def greedy(params, view, scratch, mask, player):
    """The choice of greedy from a view."""
    if view.phase == phases.SETUP_DISCARD:
        return np.int64(scratch.choices[0])
    if params.destinations == BY_DICE and view.phase == phases.SETUP_START:
        return DICE
    if params.destinations == BY_DICE and (view.phase == phases.NEXT_GOAL or view.phase == phases.TURN_GOAL):
        return best_region(params, view, player, 0.0)
    if view.phase <= phases.SETUP_GOAL or view.phase == phases.NEXT_GOAL:
        return HAND_CARD + best_card(params, view, scratch, player, 0.0, 0.0, ALL_CARDS)
    if view.phase == phases.BID:
        return BID
    if view.phase == phases.EXCHANGE:
        return exchange(params, view, scratch, player)
    if view.phase == phases.DICE_ORDER:
        return DICE
    if view.phase == phases.MOVE:
        return ride(params, view, scratch, player)
    if view.phase == phases.PURCHASE:
        return purchase(params, view, mask, player)
    if view.phase == phases.SELL:
        return sell(params, view, mask, player)
    worth = _BARGAIN * params.price[view.lot]
    return BID if least_bid(params, view) <= min(worth, view.scores[player] - _RESERVE) else PASS


@kernel
def ride(params, view, scratch, player):
    """The longest ride on the cheapest route that the player can pay for."""
    best = STOP
    dots = find_payable(
        params, view, scratch, player, scratch.routes[CHEAPEST], spending_limits(params, view, scratch, player)
    )
    for n in range(dots):
        if scratch.payable[n]:
            best = ride_action(params, scratch, CHEAPEST, n + 1)
    return best


@kernel
def purchase(params, view, mask, player):
    """The next engine or, after the engines, the railroad with most new access for its price, if some cash is left."""
    cash = view.scores[player] - dues_of(view, player)
    for engine in range(2):
        if mask[ENGINE + engine] and cash >= 20_000 + _RESERVE:
            return ENGINE + engine
    owned = network(params, view, player)
    best, best_rate = DONE, 0.0
    for railroad in range(params.num_railroads):
        if mask[BUY + railroad] and cash - params.price[railroad] >= _RESERVE:
            rate = new_access(params, owned, railroad) / params.price[railroad]
            if rate > best_rate:
                best, best_rate = BUY + railroad, rate
    return best


@kernel
def sell(params, view, mask, player):
    """The railroad with the least access of its own for its price, at auction where another player can bid."""
    owned = network(params, view, player)
    worst, worst_rate = np.int64(-1), 2.0
    for railroad in range(params.num_railroads):
        if mask[params.sell + railroad]:
            rate = new_access(params, owned & ~bit(railroad), railroad) / params.price[railroad]
            if rate < worst_rate:
                worst, worst_rate = np.int64(railroad), rate
    return (params.auction if mask[params.auction + worst] else params.sell) + worst
