"""The end of a game: a player has the cash to win, one player is left, or the last round was played."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_rest_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.event_kinds import WON
from railgym.envs.rail_baron_cards.rules.phases import RICH
from railgym.envs.rail_baron_cards.state import SEATS

__all__ = ["end_if_rich", "finish", "worth"]

_ABOVE_ALL = np.int64(1) << 40


@kernel
def worth(params, state, player):
    """The worth of a player in dollars: cash and half the price of the railroads, by which the last round is decided
    (RB-R9.2)."""
    total = np.int64(state.scores[player])
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == player:
            total += params.price[railroad] // 2
    return total


@kernel
def end_if_rich(params, state, events):
    """End the game if a player has the cash to win, and return whether it ended (RB-1.1, RB-6.2).

    Called after every whole payment, on any player's turn. Of several players with the cash, the one with the most
    wins, then the first in the order of play (RB-R9.1).
    """
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
    """End the game and pay the players who are still in it: the winner is first, wherever their train is (RB-6.3), and
    the others rank by worth (RB-R9.3). Winner -1: no winner; rank everyone by worth."""
    keys = np.zeros(SEATS, np.int64)
    best = -_ABOVE_ALL
    for p in range(params.num_players):
        keys[p] = _ABOVE_ALL if p == winner else worth(params, state, p)
        if state.out[p] == 0:
            best = max(best, keys[p])
    for p in range(params.num_players):
        if keys[p] == best and state.out[p] == 0:
            emit(events, EVERYONE, WON, p, state.scores[p])
    pay_rest_by_rank(state, keys)
    state.terminated = 1
    state.end_reason = reason
