"""Planner: what a railroad or an engine earns until the game is over, against its price; routes by fees and time.

Money is in thousands of dollars here.
"""

import numpy as np

from railgym.agents.scripted.rail_baron_cards.survey import (
    best_card,
    dots_a_turn,
    network,
    new_access,
    new_monopoly,
    ride_action,
    stretch,
)
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, BUY, DICE, DONE, ENGINE, HAND_CARD, PASS, STOP
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.fees import BANK_FEE, FULL_FEE, OWNER_FEE, fee_rate, own_all, total_due
from railgym.envs.rail_baron_cards.rules.sale import least_bid
from railgym.envs.rail_baron_cards.state import KINDS

__all__ = ["planner"]

(
    RENT,
    MONOPOLY,
    TRAFFIC,
    ACCESS,
    ENGINE_DOT,
    RESERVE,
    MARGIN,
    HORIZON,
    HURRY,
    FOREIGN,
    BANK,
    AHEAD,
    AUCTION,
    OPENING,
    LOST,
    SHORT,
    TOLL,
    WAIT,
    PRESSURE,
) = range(19)  # of weights.NAMES
_FEW = 0.15  # of the railroads: when others own no more, there are ways round theirs


@kernel
def planner(params, view, work, mask, player, weights):
    """The choice of a seat from its view."""
    if view.phase == phases.SETUP_DISCARD:
        return np.int64(work.choices[0])
    if view.phase <= phases.SETUP_GOAL or view.phase == phases.NEXT_GOAL:
        return HAND_CARD + best_card(params, view, work, player, weights[AHEAD], weights[LOST])
    if view.phase == phases.BID:
        return BID + np.int64(min(max(weights[OPENING], 0.0) * 1_000, 20_000)) // BID_STEP
    if view.phase == phases.DICE_ORDER:
        # A short way first by the one die: what arriving loses of the roll is less.
        return DICE + (dots_to_go(params, view, player) <= weights[SHORT])
    if view.phase == phases.MOVE:
        return move(params, view, work, player, weights)
    if view.phase == phases.PURCHASE:
        return purchase(params, view, mask, player, weights)
    if view.phase == phases.SELL:
        return sell(params, view, mask, player, weights)
    return bid(params, view, player, weights)


@kernel
def dots_to_go(params, view, player):
    """How many dots the train is from its destination."""
    seat = view.players[player]
    return np.int64(params.away[params.card_city[seat.goal], seat.dot])


@kernel
def turns_left(params, view, weights):
    """How many turns of each the game seems to go on, by who is nearest to the cash that wins."""
    least = 1e9
    for p in range(params.num_players):
        if view.out[p] == 0:
            income = 0.7 * dots_a_turn(view.players[p].engine)
            least = min(least, (params.goal - view.scores[p]) / 1_000 / income)
    return weights[HORIZON] * max(least, 0.0)


@kernel
def rivals(params, view, player):
    """How many others are in the game."""
    return params.num_players - 1 - view.num_out


@kernel
def share_of_rivals(params, view, player):
    """The share of the railroads that others own."""
    theirs = 0
    for railroad in range(params.num_railroads):
        theirs += view.owner[railroad] >= 0 and view.owner[railroad] != player
    return theirs / params.num_railroads


@kernel
def railroad_value(params, view, player, owned, railroad, turns, weights):
    """What a railroad is worth beside those ``owned``, in thousands, over so many turns."""
    traffic = params.traffic[railroad]
    rent = weights[RENT] * traffic + weights[MONOPOLY] * new_monopoly(params, owned, railroad)
    access = weights[ACCESS] + weights[PRESSURE] * max(share_of_rivals(params, view, player) - _FEW, 0.0)
    saved = weights[TRAFFIC] * traffic + access * new_access(params, owned, railroad)
    return turns * (rivals(params, view, player) * rent + saved)


@kernel
def cash_to_spend(params, view, player, weights):
    """Cash beyond what is kept back for fees, in thousands."""
    owners = 0
    for p in range(params.num_players):
        owners += p != player and network(params, view, p) != 0
    kept = weights[MARGIN] + weights[RESERVE] * owners + total_due(view) / 1_000
    return view.scores[player] / 1_000 - kept


@kernel
def purchase(params, view, mask, player, weights):
    """What earns most above its price until the game is over; nothing, if nothing does."""
    turns = turns_left(params, view, weights)
    cash = cash_to_spend(params, view, player, weights)
    owned = network(params, view, player)
    best, best_gain = DONE, 0.0
    for engine in range(2):
        if mask[ENGINE + engine] and cash >= 20:
            gain = turns * weights[ENGINE_DOT] * 3.5 / 20 - 1
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
    """The railroad that is worth least for what it brings, at auction where anyone can bid."""
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
def bid(params, view, player, weights):
    """As little as possible, up to what the railroad is worth."""
    turns = turns_left(params, view, weights)
    owned = network(params, view, player)
    value = weights[AUCTION] * railroad_value(params, view, player, owned, view.lot, turns, weights)
    most = min(value, cash_to_spend(params, view, player, weights))
    return BID if least_bid(params, view) / 1_000 <= most else PASS


@kernel
def move(params, view, work, player, weights):
    """The ride that costs least: fees of this turn, time to the destination, and the track that is left to ride."""
    seat = view.players[player]
    all_owned = own_all(params, view, player)
    # What a rival is paid counts twice against him alone, the less the more rivals there are.
    weight = 1 + 1 / rivals(params, view, player)
    toll = (FULL_FEE if all_owned else OWNER_FEE) / 1_000 * weight
    best, best_cost = STOP, 1e18
    for kind in range(KINDS):
        route = work.routes[kind]
        own, bank, foreign = np.int64(route.own), np.int64(route.bank), np.int64(route.foreign)
        if kind == 0:
            best_cost = ahead(own, bank, foreign, toll, weights) + weights[WAIT]
        old_bank, old_five = np.int64(seat.old_bank), np.int64(seat.old_five)
        due = view.due.copy()
        fees, bank_due = 0.0, np.int64(view.due_bank)
        for n in range(stretch(params, view, route)):
            railroad = np.int64(params.section_railroad[route.sections[n]])
            old_bank &= bit(railroad)
            old_five &= bit(railroad)
            rate = fee_rate(view, player, railroad, old_bank, old_five, all_owned)
            if rate == 0:
                own -= 1
            elif rate == BANK_FEE:
                bank -= 1
                fees += (BANK_FEE - bank_due) / 1_000
                bank_due = BANK_FEE
            else:
                foreign -= 1
                owner = view.owner[railroad]
                more = max(rate - np.int64(due[owner]), 0)
                due[owner] += more
                fees += more / 1_000 * weight
            cost = fees + ahead(own, bank, foreign, toll, weights)
            if cost < best_cost:
                best, best_cost = ride_action(params, work, kind, n + 1), cost
    return best


@kernel
def ahead(own, bank, foreign, toll, weights):
    """What the rest of a route costs in time and fees, an owner's being ``toll``: nothing once the destination is
    reached."""
    dots = own + bank + foreign
    if dots == 0:
        return 0.0
    least = weights[TOLL] * toll if foreign > 0 else weights[BANK] if bank > 0 else 0.0
    return weights[HURRY] * (dots + weights[LOST]) + weights[FOREIGN] * toll * foreign + least
