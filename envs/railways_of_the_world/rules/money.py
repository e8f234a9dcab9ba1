"""Cash, bonds, income, and the score."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import BONDS, INCOME, POINTS

__all__ = ["BOND", "income_of", "pay", "score", "take_income"]

BOND = 5  # thousands that a bond brings


@kernel
def pay(state, player, amount, events):
    """Pay an amount. Bonds of 5 each (RW-8.1) cover what cash does not, no more than are needed (RW-8.2)."""
    seat = state.players[player]
    if amount > seat.cash:
        bonds = (amount - np.int64(seat.cash) + BOND - 1) // BOND
        seat.bonds += bonds
        seat.cash += bonds * BOND
        emit(events, EVERYONE, BONDS, player, bonds)
    seat.cash -= amount


@kernel
def score(state, player, points, why, events):
    """Change the points of a seat, which never fall below 0 (RW-8.6, RW-R6)."""
    before = np.int64(state.scores[player])
    state.scores[player] = max(np.int64(0), before + points)
    if state.scores[player] != before:
        emit(events, EVERYONE, POINTS, player, np.int64(state.scores[player]) - before, why)


@kernel
def income_of(params, state, player):
    """The income of a seat by its points (RW-8.4). Only the end of the game can bring them below 0."""
    return np.int64(params.income[max(0, min(np.int64(state.scores[player]), len(params.income) - 1))])


@kernel
def take_income(params, state, player, events):
    """Take income less 1 per bond (RW-8.3), as one sum, so that no bond is taken if the income covers the cost
    (RW-8.5)."""
    net = income_of(params, state, player) - np.int64(state.players[player].bonds)
    emit(events, EVERYONE, INCOME, player, net)
    if net >= 0:
        state.players[player].cash += net
    else:
        pay(state, player, -net, events)
