"""How a game ends: the money to win, one player left, or the last round."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.event_kinds import WON
from railgym.envs.rail_baron_cards.rules.phases import RICH
from railgym.envs.rail_baron_cards.state import SEATS

__all__ = ["finish", "test_cash", "worth"]

_ABOVE_ALL = np.int64(1) << 40


@kernel
def worth(params, state, player):
    """Cash and half the price of the railroads: what decides at the last round (RB-R9)."""
    total = np.int64(state.scores[player])
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == player:
            total += params.price[railroad] // 2
    return total


@kernel
def test_cash(params, state, events):
    """RB-1.1, RB-6.2: after every payment, on anyone's turn, the first with the cash wins at once; of several the one
    with most cash, then the first in the order of play (RB-R9). Returns whether the game is over."""
    winner = np.int64(-1)
    for place in range(params.num_players):
        player = np.int64(state.order[place])
        if state.scores[player] >= params.goal and (winner < 0 or state.scores[player] > state.scores[winner]):
            winner = player
    if winner >= 0:
        finish(params, state, RICH, winner, events)
    return winner >= 0


@kernel
def finish(params, state, reason, winner, events):
    """Rank the seats: the winner, wherever his train is (RB-6.3; -1: nobody apart), then by worth, last those who left,
    the latest first (RB-R9)."""
    keys = np.empty(SEATS, np.int64)
    for p in range(params.num_players):
        keys[p] = worth(params, state, p)
        if state.out[p] == 1:
            keys[p] = np.int64(state.players[p].place_out) - _ABOVE_ALL
    if winner >= 0:
        keys[winner] = _ABOVE_ALL
    best = keys[0]
    for p in range(1, params.num_players):
        best = max(best, keys[p])
    for p in range(params.num_players):
        if keys[p] == best:
            emit(events, EVERYONE, WON, p, state.scores[p])
    pay_by_rank(state, keys)
    state.terminated = 1
    state.end_reason = reason
