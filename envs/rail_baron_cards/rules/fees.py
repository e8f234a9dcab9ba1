"""Fees for the use of track: what each railroad costs the mover, and what is due at the end of the turn.

A turn's fees go by the ownership before its purchases. Own track is free; any track of the bank costs 1,000 once;
every owner whose track was used gets 5,000 once, 10,000 when all railroads are owned. Where a fee rises while a train
stands on the railroad, that train keeps the old rate on it until it rides another (RB-R7).
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.state import SEATS

__all__ = [
    "BANK_FEE",
    "FULL_FEE",
    "OWNER_FEE",
    "charge",
    "clear_dues",
    "dues_along",
    "end_old_rates",
    "fee_rate",
    "keep_old_rates",
    "own_all",
    "total_due",
]

BANK = -1
BANK_FEE, OWNER_FEE, FULL_FEE = 1_000, 5_000, 10_000


@kernel
def fee_owner(state, player, railroad):
    """Whom a railroad belongs to when fees of ``player`` are due; -1: the bank, of whom also is what the mover bought
    in this turn."""
    if player == state.mover and state.bought & bit(railroad):
        return BANK
    return np.int64(state.owner[railroad])


@kernel
def own_all(params, state, player):
    """Whether players own every railroad when fees of ``player`` are due (RB-R7)."""
    for railroad in range(params.num_railroads):
        if fee_owner(state, player, railroad) == BANK:
            return False
    return True


@kernel
def fee_rate(state, player, railroad, old_bank, old_five, all_owned):
    """What ``player`` owes for a turn on a railroad, nothing on his own (RB-5.9), if its train has kept the old rates
    on the railroads ``old_bank`` and ``old_five`` (RB-R7); ``all_owned`` as :func:`own_all` says."""
    owner = fee_owner(state, player, railroad)
    if owner == player:
        return 0
    if owner == BANK or old_bank & bit(railroad):
        return BANK_FEE
    return FULL_FEE if all_owned and not old_five & bit(railroad) else OWNER_FEE


@kernel
def charge(params, state, railroad):
    """The mover rides a railroad: old rates on all others are lost, and the fee falls due at the turn's end (RB-R7).

    An old rate of 1,000 goes to the bank, as one with what its track costs (RB-R10). Nobody is owed more than the
    highest rate.
    """
    seat = state.players[state.mover]
    seat.old_bank &= bit(railroad)
    seat.old_five &= bit(railroad)
    all_owned = own_all(params, state, state.mover)
    rate = fee_rate(state, state.mover, railroad, seat.old_bank, seat.old_five, all_owned)
    if rate == BANK_FEE:
        state.due_bank = BANK_FEE
    elif rate > 0:
        owner = state.owner[railroad]
        state.due[owner] = max(np.int64(state.due[owner]), rate)


@kernel
def dues_along(params, state, player, route, dots, due, totals):
    """What ``player`` would owe in all for this turn after each of the first ``dots`` dots of a route: written into
    ``totals``. ``due`` is scratch, a number a seat."""
    seat = state.players[player]
    old_bank, old_five = np.int64(seat.old_bank), np.int64(seat.old_five)
    bank, total = np.int64(state.due_bank), total_due(state)
    for p in range(params.num_players):
        due[p] = state.due[p]
    all_owned = own_all(params, state, player)
    for n in range(dots):
        railroad = np.int64(params.section_railroad[route.sections[n]])
        old_bank &= bit(railroad)
        old_five &= bit(railroad)
        rate = fee_rate(state, player, railroad, old_bank, old_five, all_owned)
        if rate == BANK_FEE:
            total += BANK_FEE - bank
            bank = BANK_FEE
        elif rate > 0:
            owner = state.owner[railroad]
            more = max(rate - np.int64(due[owner]), 0)
            due[owner] += more
            total += more
        totals[n] = total


@kernel
def total_due(state):
    """All that the mover owes for this turn."""
    total = np.int64(state.due_bank)
    for p in range(SEATS):
        total += state.due[p]
    return total


@kernel
def clear_dues(state):
    state.due_bank = 0
    for p in range(SEATS):
        state.due[p] = 0


@kernel
def keep_old_rates(params, state, railroad):
    """A railroad was just bought from the bank: trains of others that stand on it keep the bank's rate; and if it was
    the last one, trains keep the lower of the owners' rates on every railroad they stand on (RB-R7)."""
    last = no_bank_left(params, state)
    for p in range(params.num_players):
        seat = state.players[p]
        if seat.place_out > 0:
            continue
        served = params.dot_railroads[seat.dot]
        if p != state.owner[railroad]:
            seat.old_bank |= served & bit(railroad)
        if last:
            for line in range(params.num_railroads):
                if state.owner[line] != p:
                    seat.old_five |= served & bit(line)


@kernel
def no_bank_left(params, state):
    """Whether players own every railroad now."""
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == BANK:
            return False
    return True


@kernel
def end_old_rates(params, state, railroad):
    """A railroad is the bank's again: its fee is the bank's for all, and the owners' rate falls back to the lower."""
    for p in range(params.num_players):
        state.players[p].old_bank &= ~bit(railroad)
        state.players[p].old_five = 0
