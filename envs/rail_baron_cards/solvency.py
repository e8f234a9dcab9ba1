"""The means of a player, and the fees of the rest of their run before its payout; for bots and observations.

Means are all that a player can raise: cash and half the price of the railroads. Stopping is free, so a player goes
bankrupt only by their own rides and purchases. Money is in dollars here.
"""

from math import ceil

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.rules.end import worth
from railgym.envs.rail_baron_cards.rules.fees import (
    BANK_FEE,
    FULL_FEE,
    OWNER_FEE,
    dues_along,
    fee_rate,
    own_all,
    total_due,
)
from railgym.envs.rail_baron_cards.rules.routes import CHEAPEST, search_routes
from railgym.envs.rail_baron_cards.state import EXPRESS, KINDS, MOST_PIPS, NO_CARD, SUPERCHIEF

__all__ = ["FAIR_ROLL", "cards_in_reach", "dots_a_turn", "dues_of", "fees_of_run", "find_payable", "spending_limits"]

FAIR_ROLL = 7  # dots: bots ride a roll of at least this, and may wait on a lower one
_DIE = 3.5
_LOW, _HIGH = 0.8, 1.3  # low and high rolls, as multiples of the average roll of an engine
_FAR = 40.0  # dots of a long run
_LAST_ROLL = 8.0  # dots from which one roll can arrive


@kernel
def dots_a_turn(engine):
    """The average number of dots that an engine rides in a turn."""
    return 4 * _DIE if engine == SUPERCHIEF else 3 * _DIE if engine == EXPRESS else 2 * _DIE


@kernel
def dues_of(view, player):
    """The dollars that a player owes for this turn."""
    return total_due(view) if player == view.mover else np.int64(0)


@kernel
def owner_toll(params, view, player):
    """The fee of a turn on another player's track."""
    return FULL_FEE if own_all(params, view, player) else OWNER_FEE


@kernel
def turns_for(dots, engine, pace):
    """The number of turns in which an engine rides so many dots with ``pace`` times its average roll."""
    return np.int64(ceil(max(dots, 0.0) / (pace * dots_a_turn(engine))))


# --- rides --------------------------------------------------------------------------------------------------------


@kernel
def spending_limits(params, view, scratch, player):
    """The numbers by which :func:`find_payable` decides: the means of the player, the payout of their run, the toll on
    other players' track, the pace of the rolls to come, and the least that a ride has to leave of the means after all
    fees to come: 0 or, where stopping leaves less on the best of the routes, that amount.

    The bots ride a low roll if the fees to come can be paid even with low rolls only. They ride a fair roll, on which
    waiting does not pay, if those fees can be paid with high rolls on the bank's track.
    """
    seat = view.players[player]
    means = worth(params, view, player)
    payout = np.int64(params.payout[params.card_city[seat.start], params.card_city[seat.goal]])
    toll = np.int64(owner_toll(params, view, player))
    pace = _HIGH if view.pips >= FAIR_ROLL else _LOW
    due, best = total_due(view), -(np.int64(1) << 40)
    for kind in range(KINDS):
        route = scratch.routes[kind]
        fees = fees_to_come(params, view, player, due, np.int64(route.bank), np.int64(route.foreign), toll, pace)
        best = max(best, means - due - fees)
    return means, payout, toll, pace, min(best, 0)


@kernel
def second_roll(params, view):
    """The dots of the second roll of this turn: known, or as low as is to be expected."""
    return np.float64(view.second_dice) if params.dice_at_once == 1 else _LOW * _DIE * view.second_dice


@kernel
def fees_to_come(params, view, player, due, bank, foreign, toll, pace):
    """The fees of later turns on a way with so many dots of the bank's and of other players' track; ``due`` is owed in
    this turn already. The payout pays for the roll that arrives."""
    engine = view.players[player].engine
    coming = second_roll(params, view)
    if due > BANK_FEE:
        on_others = min(coming, np.float64(foreign))
        coming -= on_others
        foreign -= on_others
    near = min(_LAST_ROLL, np.float64(foreign)) if bank == 0 else 0.0
    foreign_turns = turns_for(foreign - near, engine, _LOW)
    bank_turns = turns_for(bank - coming - _LAST_ROLL, engine, pace)
    return bank_turns * BANK_FEE + foreign_turns * toll


@kernel
def find_payable(params, view, scratch, player, route, limits):
    """Write into ``scratch.payable`` whether the player can pay for a ride of each number of dots on a route; return
    how many dots the roll reaches. ``limits`` are those of :func:`spending_limits`."""
    means, payout, toll, pace, least = limits
    dots = min(np.int64(view.pips), np.int64(route.length), MOST_PIPS)
    dues_along(params, view, player, route, dots, scratch.due, scratch.dues)
    seat, all_owned = view.players[player], own_all(params, view, player)
    bank, foreign = np.int64(route.bank), np.int64(route.foreign)
    for n in range(dots):
        railroad = np.int64(params.section_railroad[route.sections[n]])
        rate = fee_rate(params, view, player, railroad, seat.old_bank_rate, seat.old_owner_rate, all_owned)
        bank -= rate == BANK_FEE
        foreign -= rate > BANK_FEE
        due = scratch.dues[n]
        if n + 1 == route.length:
            scratch.payable[n] = due <= means + payout
        else:
            left = means - due - fees_to_come(params, view, player, due, bank, foreign, toll, pace)
            scratch.payable[n] = due <= means and left >= least
    return dots


# --- cash kept back -----------------------------------------------------------------------------------------------


@kernel
def fees_of_run(params, view, scratch, player):
    """The fees of a player's run until its payout, if the rolls are low. On arrival, those of the next run: to the card
    in hand with the highest fees, or of a long run if new cards are to be drawn."""
    seat = view.players[player]
    if seat.dot < 0 or seat.start == NO_CARD:
        return np.int64(0)
    here = params.card_city[seat.start if seat.goal == NO_CARD else seat.goal]
    if params.city_dot[here] != seat.dot:
        return fees_to(params, view, scratch, player, here)
    if seat.hand_size == 0:
        return fees_from(params, view, player, np.int64(seat.dot))
    most = np.int64(0)
    for i in range(np.int64(seat.hand_size)):
        most = max(most, cash_for(params, view, scratch, player, here, params.card_city[seat.hand[i]]))
    return most


@kernel
def cards_in_reach(params, view, scratch, player):
    """The cards in hand, as a bit mask, to which a player has the means to go, and to go on from there."""
    seat = view.players[player]
    here, reach = params.card_city[seat.start], np.int64(0)
    means = worth(params, view, player) - dues_of(view, player)
    for i in range(np.int64(seat.hand_size)):
        if cash_for(params, view, scratch, player, here, params.card_city[seat.hand[i]]) <= means:
            reach |= bit(i)
    return reach


@kernel
def cash_for(params, view, scratch, player, here, city):
    """The cash needed for a run from ``here`` to a city, if the rolls are low: its fees and, where leaving the city may
    take tolls, the fees of the run after it less the payout of this one."""
    if params.city_region[city] == params.city_region[here]:
        return np.int64(0)
    fees = fees_to(params, view, scratch, player, city)
    if tolls_out(params, view, player, params.city_dot[city]) == 0:
        return fees
    beyond = fees_from(params, view, player, params.city_dot[city]) - np.int64(params.payout[here, city])
    return fees + max(beyond, np.int64(0))


@kernel
def fees_from(params, view, player, dot):
    """The fees of a long run from a dot, if the rolls are low."""
    tolls = tolls_out(params, view, player, dot) * owner_toll(params, view, player)
    return np.int64(turns_for(_FAR, view.players[player].engine, _LOW) * BANK_FEE + tolls)


@kernel
def fees_to(params, view, scratch, player, city):
    """The fees of the cheapest way to a city, if the rolls are low; with one more toll where setting out may take one,
    and one where other players own all track at the city. Only the mover has routes: for other players all track counts
    as the bank's."""
    seat = view.players[player]
    if player != view.mover:
        return turns_for(np.float64(params.away[city, seat.dot]), seat.engine, _LOW) * BANK_FEE
    search_routes(params, view, scratch, city, CHEAPEST + 1)
    route = scratch.routes[CHEAPEST]
    tolls = turns_for(np.float64(route.foreign), seat.engine, _LOW)
    tolls += tolls_out(params, view, player, np.int64(seat.dot)) > 0
    tolls += tolls_out(params, view, player, params.city_dot[city]) > 1
    bank_turns = turns_for(np.float64(route.bank), seat.engine, _LOW)
    return bank_turns * BANK_FEE + np.int64(tolls * owner_toll(params, view, player))


@kernel
def tolls_out(params, view, player, dot):
    """The number of tolls that leaving a dot may take: 0 with a railroad of the player's own, 2 if other players own
    all track, 1 if the dot has at most two railroads (they may soon be sold), else 0."""
    lines, theirs = 0, 0
    for railroad in range(params.num_railroads):
        if params.dot_railroads[dot] & bit(railroad):
            if view.owner[railroad] == player:
                return 0
            lines += 1
            theirs += view.owner[railroad] >= 0
    return 2 if theirs == lines else 1 if lines <= 2 else 0
