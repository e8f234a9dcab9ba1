"""Cash, bonds, income, and the score track."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.log import BONDS, INCOME, POINTS

__all__ = ["BOND", "income_of", "pay", "score", "take_income"]

BOND = 5  # thousands that a bond brings


@kernel
def pay(state, player, amount, events):
    """Bonds are taken for what cash does not cover, and no more than are needed."""
    seat = state.players[player]
    if amount > seat.cash:
        bonds = (amount - np.int64(seat.cash) + BOND - 1) // BOND
        seat.bonds += bonds
        seat.cash += bonds * BOND
        emit(events, EVERYONE, BONDS, player, bonds)
    seat.cash -= amount


@kernel
def score(state, player, points, why, events):
    """Points never fall below 0 (RW-R6)."""
    before = np.int64(state.scores[player])
    state.scores[player] = max(np.int64(0), before + points)
    if state.scores[player] != before:
        emit(events, EVERYONE, POINTS, player, np.int64(state.scores[player]) - before, why)


@kernel
def income_of(params, state, player):
    """By the points of the seat."""
    return np.int64(params.income[min(np.int64(state.scores[player]), len(params.income) - 1)])


@kernel
def take_income(params, state, player, events):
    """Income less 1 a bond, in one sum, so that no bond is taken for what the same income pays."""
    net = income_of(params, state, player) - np.int64(state.players[player].bonds)
    emit(events, EVERYONE, INCOME, player, net)
    if net >= 0:
        state.players[player].cash += net
    else:
        pay(state, player, -net, events)
