"""Estimates of railroads, engines and rides by rules of thumb, for the planner and for the observation ``plans``.

Money is in thousands of dollars here.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import STOP
from railgym.envs.rail_baron_cards.rules.extra_owner import GOVERNMENT
from railgym.envs.rail_baron_cards.rules.fees import BANK_FEE, FULL_FEE, OWNER_FEE, fee_rate, own_all
from railgym.envs.rail_baron_cards.solvency import (
    FAIR_ROLL,
    dots_a_turn,
    dues_of,
    fees_of_run,
    find_payable,
    spending_limits,
)
from railgym.envs.rail_baron_cards.state import KINDS, MOST_PIPS
from railgym.envs.rail_baron_cards.weights import (
    ACCESS,
    AUCTION,
    BANK,
    ENGINE_DOT,
    FEES,
    FOREIGN,
    HORIZON,
    HURRY,
    LOST,
    MARGIN,
    MONOPOLY,
    PRESSURE,
    RENT,
    RESERVE,
    TOLL,
    TRAFFIC,
    WAIT,
)

__all__ = [
    "NO_RIDE",
    "RIDES",
    "cash_to_spend",
    "engine_gain",
    "estimate_rides",
    "network",
    "new_access",
    "plays_for_two",
    "railroad_value",
    "ride_action",
    "ride_place",
    "turns_left",
    "worth_at_auction",
]

NO_RIDE = 1e18  # the cost of a ride that is not legal, or that the player cannot pay for
RIDES = 1 + KINDS * MOST_PIPS  # stopping, then the rides in the order of the action table
_FEW = 0.15  # of the railroads: while others own at most so many, there are ways around them


# --- the game to come ---------------------------------------------------------------------------------------------


@kernel
def plays_for_two(params):
    """Whether the weights for two players apply. With a government they do not: track of others is as common then as at
    larger tables."""
    return params.num_players == 2 and params.extra_owner != GOVERNMENT


@kernel
def turns_left(params, view, weights):
    """The estimated number of turns that each player has left, by the player who is nearest to the cash that wins."""
    least = 1e9
    for p in range(params.num_players):
        if view.out[p] == 0:
            income = 0.7 * dots_a_turn(view.players[p].engine)
            least = min(least, (params.goal - view.scores[p]) / 1_000 / income)
    return weights[HORIZON] * max(least, 0.0)


@kernel
def rivals(params, view):
    """The number of other players in the game."""
    return params.num_players - 1 - view.num_out


@kernel
def cash_to_spend(params, view, scratch, player, weights):
    """The cash of a player in thousands, without what is due and what is reserved for the fees to come."""
    owners = 0
    for p in range(params.num_players + 1):  # the last one is the extra owner, if there is one
        owners += p != player and network(params, view, p) != 0
    fees = fees_of_run(params, view, scratch, player) / 1_000
    kept = max(weights[MARGIN] + weights[RESERVE] * owners, weights[FEES] * fees)
    return (view.scores[player] - dues_of(view, player)) / 1_000 - kept


# --- railroads and engines ----------------------------------------------------------------------------------------


@kernel
def network(params, view, player):
    """The railroads of a player as a bit mask."""
    owned = np.int64(0)
    for railroad in range(params.num_railroads):
        if view.owner[railroad] == player:
            owned |= bit(railroad)
    return owned


@kernel
def new_access(params, owned, railroad):
    """The share of all cards with a city that the railroad serves and the railroads ``owned`` do not."""
    cards = 0
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if serve & bit(railroad) and not serve & owned:
            cards += params.city_copies[city]
    return cards / params.total_copies


@kernel
def new_monopoly(params, owned, railroad):
    """The share of all cards with a city that only this railroad and those ``owned`` serve, but not ``owned`` alone."""
    cards = 0
    with_it = owned | bit(railroad)
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if not serve & ~with_it and serve & ~owned:
            cards += params.city_copies[city]
    return cards / params.total_copies


@kernel
def share_of_rivals(params, view, player):
    """The share of the railroads that other players own."""
    theirs = 0
    for railroad in range(params.num_railroads):
        theirs += view.owner[railroad] >= 0 and view.owner[railroad] != player
    return theirs / params.num_railroads


@kernel
def railroad_value(params, view, player, owned, railroad, turns, weights):
    """The worth of a railroad, to a player who has those ``owned``, over so many turns, in thousands."""
    traffic = params.traffic[railroad]
    rent = weights[RENT] * traffic + weights[MONOPOLY] * new_monopoly(params, owned, railroad)
    access = weights[ACCESS] + weights[PRESSURE] * max(share_of_rivals(params, view, player) - _FEW, 0.0)
    saved = weights[TRAFFIC] * traffic + access * new_access(params, owned, railroad)
    return turns * (rivals(params, view) * rent + saved)


@kernel
def engine_gain(turns, weights):
    """The earnings of the next engine over so many turns, less its price, divided by its price."""
    return turns * weights[ENGINE_DOT] * 3.5 / 20 - 1


@kernel
def worth_at_auction(params, view, scratch, player, owned, turns, weights):
    """The highest bid that a player should make for the railroad up for auction, in thousands."""
    value = weights[AUCTION] * railroad_value(params, view, player, owned, view.lot, turns, weights)
    return min(value, cash_to_spend(params, view, scratch, player, weights))


# --- rides --------------------------------------------------------------------------------------------------------


@kernel
def ride_action(params, scratch, kind, dots):
    """The action that rides the first ``dots`` dots of a route: that of the first route with the same beginning."""
    route = scratch.routes[kind]
    for earlier in range(kind):
        other = scratch.routes[earlier]
        same = 0
        while same < dots and route.sections[same] == other.sections[same]:
            same += 1
        if same == dots:
            return params.ride + earlier * MOST_PIPS + dots - 1
    return params.ride + kind * MOST_PIPS + dots - 1


@kernel
def ride_place(params, action):
    """The index of an action among the ``RIDES``: 0 for stopping, then the rides in the order of the action table."""
    return 0 if action == STOP else 1 + action - params.ride


@kernel
def estimate_rides(params, view, scratch, player, weights, costs):
    """Estimate the cost of every ride: fees of this turn, time to the destination, and fees on the rest of the way.

    Writes the costs in thousands into ``costs``, float64 (RIDES,), at the indices of :func:`ride_place`. A ride that is
    not legal or not affordable costs ``NO_RIDE``. Returns the best action.
    """
    seat = view.players[player]
    all_owned = own_all(params, view, player)
    # A fee paid to the only rival counts twice; the more rivals there are, the less it counts.
    weight = 1 + 1 / rivals(params, view)
    toll = (FULL_FEE if all_owned else OWNER_FEE) / 1_000 * weight
    limits = spending_limits(params, view, scratch, player)
    costs[:] = NO_RIDE
    best, best_cost = STOP, NO_RIDE
    for kind in range(KINDS):
        route = scratch.routes[kind]
        own, bank, foreign = np.int64(route.own), np.int64(route.bank), np.int64(route.foreign)
        if kind == 0:
            costs[0] = ahead(own, bank, foreign, toll, weights) + weights[WAIT]
        old_bank_rate, old_owner_rate = np.int64(seat.old_bank_rate), np.int64(seat.old_owner_rate)
        due = view.due.copy()
        fees, bank_due = 0.0, np.int64(view.due_bank)
        for n in range(find_payable(params, view, scratch, player, route, limits)):
            railroad = np.int64(params.section_railroad[route.sections[n]])
            old_bank_rate &= bit(railroad)
            old_owner_rate &= bit(railroad)
            rate = fee_rate(params, view, player, railroad, old_bank_rate, old_owner_rate, all_owned)
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
            if not scratch.payable[n]:
                continue
            cost = fees + ahead(own, bank, foreign, toll, weights)
            action = ride_action(params, scratch, kind, n + 1)
            place = ride_place(params, action)
            costs[place] = min(costs[place], cost)
            if cost < best_cost:
                best, best_cost = action, cost
    # Waiting only postpones fees: ride a fair roll if it is affordable, wait only on a low one.
    if view.pips >= FAIR_ROLL and best != STOP:
        costs[0] = max(costs[0], best_cost)
    return STOP if costs[0] < best_cost else best


@kernel
def ahead(own, bank, foreign, toll, weights):
    """The estimated cost in time and fees of the rest of a route, with ``toll`` for an owner's fee; 0 at the
    destination."""
    dots = own + bank + foreign
    if dots == 0:
        return 0.0
    least = weights[TOLL] * toll if foreign > 0 else weights[BANK] if bank > 0 else 0.0
    return weights[HURRY] * (dots + weights[LOST]) + weights[FOREIGN] * toll * foreign + least
