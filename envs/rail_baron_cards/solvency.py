"""The means of a seat, and the fees of the rest of a run before its payout, for bots and observations.

Stopping is free, so only its own rides and purchases can bankrupt a seat. Money is in dollars here.
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

__all__ = ["FAIR_ROLL", "cards_in_reach", "dots_a_turn", "dues_of", "fees_of_run", "find_payable", "open_purse"]

FAIR_ROLL = 7  # dots: bots ride a roll of at least this, and may wait with a lower one
_DIE = 3.5
_LOW, _HIGH = 0.8, 1.3  # low and high rolls, as multiples of an engine's average dots
_FAR = 40.0  # dots of a long run
_LAST_ROLL = 8.0  # dots: near enough to wait for the roll that arrives


@kernel
def dots_a_turn(engine):
    """The average number of dots that an engine rides in a turn."""
    return 4 * _DIE if engine == SUPERCHIEF else 3 * _DIE if engine == EXPRESS else 2 * _DIE


@kernel
def dues_of(view, player):
    """What a seat owes for this turn."""
    return total_due(view) if player == view.mover else np.int64(0)


@kernel
def owner_toll(params, view, player):
    """What a turn on another player's track costs."""
    return FULL_FEE if own_all(params, view, player) else OWNER_FEE


@kernel
def turns_for(dots, engine, pace):
    """In how many turns a seat rides so many dots with ``pace`` times the dots of average rolls."""
    return np.int64(ceil(max(dots, 0.0) / (pace * dots_a_turn(engine))))


# --- rides --------------------------------------------------------------------------------------------------------


@kernel
def open_purse(params, view, scratch, player):
    """What :func:`find_payable` goes by: what the seat can raise, the payout of its run, the toll on others' track, the
    pace that it reckons with, and the least that a ride has to leave for the fees of the turns after it: nothing or,
    where stopping leaves less than nothing on the best of the routes, that.

    A low roll is ridden where the fees to come can be paid though all rolls are low; a fair one, for which it is not
    worth while to wait, where they can be paid if those on the bank's track are high."""
    seat = view.players[player]
    means = worth(params, view, player)
    payout = np.int64(params.payout[params.card_city[seat.start], params.card_city[seat.goal]])
    toll = np.int64(owner_toll(params, view, player))
    pace = _HIGH if view.pips >= FAIR_ROLL else _LOW
    due, best = total_due(view), -(np.int64(1) << 40)
    for kind in range(KINDS):
        route = scratch.routes[kind]
        fees = fees_to_come(view, player, due, np.int64(route.bank), np.int64(route.foreign), toll, pace)
        best = max(best, means - due - fees)
    return means, payout, toll, pace, min(best, 0)


@kernel
def fees_to_come(view, player, due, bank, foreign, toll, pace):
    """The fees of later turns on a way with so many dots of the bank's and of others' track, beside what is ``due`` in
    this one. The roll that arrives is paid for by the payout."""
    engine = view.players[player].engine
    coming = _LOW * _DIE * view.second  # dots that this turn's second roll rides
    if due > BANK_FEE:
        on_others = min(coming, np.float64(foreign))
        coming -= on_others
        foreign -= on_others
    near = min(_LAST_ROLL, np.float64(foreign)) if bank == 0 else 0.0
    foreign_turns = turns_for(foreign - near, engine, _LOW)
    bank_turns = turns_for(bank - coming - _LAST_ROLL, engine, pace)
    return bank_turns * BANK_FEE + foreign_turns * toll


@kernel
def find_payable(params, view, scratch, player, route, purse):
    """For each number of dots of this roll on a route, whether the seat has the means for that ride, into
    ``work.payable``; returns how many dots the roll reaches."""
    means, payout, toll, pace, least = purse
    dots = min(np.int64(view.pips), np.int64(route.length), MOST_PIPS)
    dues_along(params, view, player, route, dots, scratch.due, scratch.dues)
    seat, all_owned = view.players[player], own_all(params, view, player)
    bank, foreign = np.int64(route.bank), np.int64(route.foreign)
    for n in range(dots):
        railroad = np.int64(params.section_railroad[route.sections[n]])
        rate = fee_rate(view, player, railroad, seat.old_bank, seat.old_five, all_owned)
        bank -= rate == BANK_FEE
        foreign -= rate > BANK_FEE
        due = scratch.dues[n]
        if n + 1 == route.length:
            scratch.payable[n] = due <= means + payout
        else:
            left = means - due - fees_to_come(view, player, due, bank, foreign, toll, pace)
            scratch.payable[n] = due <= means and left >= least
    return dots


# --- cash kept back -----------------------------------------------------------------------------------------------


@kernel
def fees_of_run(params, view, scratch, player):
    """What a seat keeps for the fees of its run until it pays, if the rolls are low; on arrival for the next run, to
    the card in hand that asks for most, or a long run if new cards are to be drawn."""
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
    """The cards in hand, as a bit mask, to which a seat has the means to go, and to go on from there."""
    seat = view.players[player]
    here, reach = params.card_city[seat.start], np.int64(0)
    means = worth(params, view, player) - dues_of(view, player)
    for i in range(np.int64(seat.hand_size)):
        if cash_for(params, view, scratch, player, here, params.card_city[seat.hand[i]]) <= means:
            reach |= bit(i)
    return reach


@kernel
def cash_for(params, view, scratch, player, here, city):
    """The cash for a run from ``here`` to a city, if the rolls are low: for its fees and, where it may take tolls to
    leave the city, for those of the run after it beyond what this one pays."""
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
    """The fees of the cheapest way to a city, if the rolls are low: a toll more where it may take one to set out, and
    where others own all track at the city. Routes are known of the mover alone: of other seats all track counts as the
    bank's."""
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
    """How many tolls it may take to leave a dot: two where others own all track, one where no more than two railroads
    lead, none of them the seat's, for they may soon be sold; else none."""
    lines, theirs = 0, 0
    for railroad in range(params.num_railroads):
        if params.dot_railroads[dot] & bit(railroad):
            if view.owner[railroad] == player:
                return 0
            lines += 1
            theirs += view.owner[railroad] >= 0
    return 2 if theirs == lines else 1 if lines <= 2 else 0
