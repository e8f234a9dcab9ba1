"""What railroads, engines and rides look worth by rules of thumb, for the planner and for the observation ``plans``.

Money is in thousands of dollars here.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import STOP
from railgym.envs.rail_baron_cards.rules.fees import BANK_FEE, FULL_FEE, OWNER_FEE, fee_rate, own_all
from railgym.envs.rail_baron_cards.solvency import (
    FAIR_ROLL,
    dots_a_turn,
    dues_of,
    fees_of_run,
    find_payable,
    open_purse,
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
    "railroad_value",
    "ride_action",
    "ride_place",
    "turns_left",
    "worth_at_auction",
]

NO_RIDE = 1e18  # the cost of a ride that is not to be had, or not to be paid for
RIDES = 1 + KINDS * MOST_PIPS  # to stay, and those of the action table in their order
_FEW = 0.15  # of the railroads: when others own no more, there are ways round theirs


# --- the game to come ---------------------------------------------------------------------------------------------


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
def rivals(params, view):
    """How many others are in the game."""
    return params.num_players - 1 - view.num_out


@kernel
def cash_to_spend(params, view, scratch, player, weights):
    """Cash beyond what is due and what is kept back for the fees to come, in thousands."""
    owners = 0
    for p in range(params.num_players):
        owners += p != player and network(params, view, p) != 0
    fees = fees_of_run(params, view, scratch, player) / 1_000
    kept = max(weights[MARGIN] + weights[RESERVE] * owners, weights[FEES] * fees)
    return (view.scores[player] - dues_of(view, player)) / 1_000 - kept


# --- railroads and engines ----------------------------------------------------------------------------------------


@kernel
def network(params, view, player):
    """The railroads of a seat as a bit mask."""
    owned = np.int64(0)
    for railroad in range(params.num_railroads):
        if view.owner[railroad] == player:
            owned |= bit(railroad)
    return owned


@kernel
def new_access(params, owned, railroad):
    """The share of all cards whose city the railroad serves and the railroads ``owned`` do not."""
    cards = 0
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if serve & bit(railroad) and not serve & owned:
            cards += params.city_copies[city]
    return cards / params.cards


@kernel
def new_monopoly(params, owned, railroad):
    """The share of all cards whose city is served by no other railroads than this and those ``owned``, but was."""
    cards = 0
    with_it = owned | bit(railroad)
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if not serve & ~with_it and serve & ~owned:
            cards += params.city_copies[city]
    return cards / params.cards


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
    return turns * (rivals(params, view) * rent + saved)


@kernel
def engine_gain(turns, weights):
    """What the next engine earns over so many turns, above its price and in shares of it."""
    return turns * weights[ENGINE_DOT] * 3.5 / 20 - 1


@kernel
def worth_at_auction(params, view, scratch, player, owned, turns, weights):
    """The most that a seat should bid for the railroad up for auction, in thousands."""
    value = weights[AUCTION] * railroad_value(params, view, player, owned, view.lot, turns, weights)
    return min(value, cash_to_spend(params, view, scratch, player, weights))


# --- rides --------------------------------------------------------------------------------------------------------


@kernel
def ride_action(params, scratch, kind, dots):
    """The action that rides the first dots of a route: that of the first route which is the same so far."""
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
    """Where a ride stands among all ``RIDES``: first to stay, then the others in the order of their actions."""
    return 0 if action == STOP else 1 + action - params.ride


@kernel
def estimate_rides(params, view, scratch, player, weights, costs):
    """What every ride costs: fees of this turn, time to the destination, and the track that is left to ride.

    Writes the costs into ``costs``, float64 (RIDES,), in thousands, at the places that :func:`ride_place` tells; a ride
    that the seat has not the means for costs ``NO_RIDE``. Returns the best action.
    """
    seat = view.players[player]
    all_owned = own_all(params, view, player)
    # What a rival is paid counts twice against him alone, the less the more rivals there are.
    weight = 1 + 1 / rivals(params, view)
    toll = (FULL_FEE if all_owned else OWNER_FEE) / 1_000 * weight
    purse = open_purse(params, view, scratch, player)
    costs[:] = NO_RIDE
    best, best_cost = STOP, NO_RIDE
    for kind in range(KINDS):
        route = scratch.routes[kind]
        own, bank, foreign = np.int64(route.own), np.int64(route.bank), np.int64(route.foreign)
        if kind == 0:
            costs[0] = ahead(own, bank, foreign, toll, weights) + weights[WAIT]
        old_bank, old_five = np.int64(seat.old_bank), np.int64(seat.old_five)
        due = view.due.copy()
        fees, bank_due = 0.0, np.int64(view.due_bank)
        for n in range(find_payable(params, view, scratch, player, route, purse)):
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
            if not scratch.payable[n]:
                continue
            cost = fees + ahead(own, bank, foreign, toll, weights)
            action = ride_action(params, scratch, kind, n + 1)
            place = ride_place(params, action)
            costs[place] = min(costs[place], cost)
            if cost < best_cost:
                best, best_cost = action, cost
    # Fees fall due one day: a fair roll is ridden, if any ride can be paid for, and only a low one waited away.
    if view.pips >= FAIR_ROLL and best != STOP:
        costs[0] = max(costs[0], best_cost)
    return STOP if costs[0] < best_cost else best


@kernel
def ahead(own, bank, foreign, toll, weights):
    """What the rest of a route costs in time and fees, an owner's being ``toll``: nothing once the destination is
    reached."""
    dots = own + bank + foreign
    if dots == 0:
        return 0.0
    least = weights[TOLL] * toll if foreign > 0 else weights[BANK] if bank > 0 else 0.0
    return weights[HURRY] * (dots + weights[LOST]) + weights[FOREIGN] * toll * foreign + least
