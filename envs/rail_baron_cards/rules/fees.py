"""Fees for the use of track: what each railroad costs the mover, and what is due at the end of the turn.

The owners before the purchases of a turn decide its fees. Own track is free. Any track of the bank costs 1,000 once.
Every owner whose track was used gets 5,000 once, or 10,000 when all railroads are owned. Where a fee rises while a
train stands on the railroad, that train keeps the old rate on it until it rides another railroad.
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
    """The owner of a railroad when the fees of ``player`` are due; -1: the bank, which also keeps what was bought in
    this turn of the mover (RB-R7.1)."""
    if player == state.mover and state.bought & bit(railroad):
        return BANK
    return np.int64(state.owner[railroad])


@kernel
def own_all(params, state, player):
    """Whether players own every railroad when the fees of ``player`` are due (RB-R7.2)."""
    for railroad in range(params.num_railroads):
        if fee_owner(state, player, railroad) == BANK:
            return False
    return True


@kernel
def fee_rate(params, state, player, railroad, old_bank_rate, old_owner_rate, all_owned):
    """The fee in dollars that ``player`` owes for a turn on a railroad (RB-R7.2). Their own is free (RB-5.9) or, by an
    option, costs what the bank's does (RB-R14.2).

    ``old_bank_rate`` and ``old_owner_rate`` are the railroads on which their train has kept old rates (RB-R7.3,
    RB-R7.4), and ``all_owned`` is the result of :func:`own_all`.
    """
    owner = fee_owner(state, player, railroad)
    if owner == player:
        return BANK_FEE if params.own_track_fee == 1 else 0
    if owner == BANK or old_bank_rate & bit(railroad):
        return BANK_FEE
    return FULL_FEE if all_owned and not old_owner_rate & bit(railroad) else OWNER_FEE


@kernel
def charge(params, state, railroad):
    """Add the fee for a railroad that the mover rides to what is due at the end of the turn (RB-R7.1).

    Old rates on all other railroads are lost (RB-R7.3, RB-R7.4). An old rate of 1,000 and the fee for the bank's own
    track are one fee of 1,000 to the bank (RB-R10). An owner gets only the highest of the rates for their railroads
    (RB-R7.5).
    """
    seat = state.players[state.mover]
    seat.old_bank_rate &= bit(railroad)
    seat.old_owner_rate &= bit(railroad)
    all_owned = own_all(params, state, state.mover)
    rate = fee_rate(params, state, state.mover, railroad, seat.old_bank_rate, seat.old_owner_rate, all_owned)
    if rate == BANK_FEE:
        state.due_bank = BANK_FEE
    elif rate > 0:
        owner = state.owner[railroad]
        state.due[owner] = max(np.int64(state.due[owner]), rate)


@kernel
def dues_along(params, state, player, route, dots, due, totals):
    """Write into ``totals`` what ``player`` would owe in all for this turn after each of the first ``dots`` dots of a
    route. ``due`` is scratch memory, one number per player."""
    seat = state.players[player]
    old_bank_rate, old_owner_rate = np.int64(seat.old_bank_rate), np.int64(seat.old_owner_rate)
    bank, total = np.int64(state.due_bank), total_due(state)
    for p in range(SEATS):
        due[p] = state.due[p]
    all_owned = own_all(params, state, player)
    for n in range(dots):
        railroad = np.int64(params.section_railroad[route.sections[n]])
        old_bank_rate &= bit(railroad)
        old_owner_rate &= bit(railroad)
        rate = fee_rate(params, state, player, railroad, old_bank_rate, old_owner_rate, all_owned)
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
    """The dollars that the mover owes in all for this turn."""
    total = np.int64(state.due_bank)
    for p in range(SEATS):
        total += state.due[p]
    return total


@kernel
def clear_dues(state):
    """Make nothing due."""
    state.due_bank = 0
    for p in range(SEATS):
        state.due[p] = 0


@kernel
def keep_old_rates(params, state, railroad):
    """Let trains keep old rates after a railroad was bought from the bank.

    Trains of other players on this railroad keep the bank's rate (RB-R7.3). If it was the last railroad of the bank,
    trains keep the lower of the owners' rates on every railroad where they stand (RB-R7.4).
    """
    last = no_bank_left(params, state)
    for p in range(params.num_players):
        seat = state.players[p]
        if seat.exit_order > 0:
            continue
        served = params.dot_railroads[seat.dot]
        if p != state.owner[railroad]:
            seat.old_bank_rate |= served & bit(railroad)
        if last:
            for line in range(params.num_railroads):
                if state.owner[line] != p:
                    seat.old_owner_rate |= served & bit(line)


@kernel
def no_bank_left(params, state):
    """Whether players own every railroad now."""
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == BANK:
            return False
    return True


@kernel
def end_old_rates(params, state, railroad):
    """End old rates after a railroad was sold to the bank: the bank's rate on it, and all lower rates of owners
    (RB-R7.6)."""
    for p in range(params.num_players):
        state.players[p].old_bank_rate &= ~bit(railroad)
        state.players[p].old_owner_rate = 0
