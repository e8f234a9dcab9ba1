"""The end of a game: points less bonds, and the kept baron."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import REVEALED, WON
from railgym.envs.railways_of_the_world.rules.barons import baron_points
from railgym.envs.railways_of_the_world.state import NO_CARD, SEATS

__all__ = ["finish_game", "is_ahead"]


@kernel
def finish_game(params, state, reason, events):
    """Score and end the game. Every bond costs a point; the kept baron gives its points if its goal is met (RW-10.3).
    Ties go to fewer bonds, then more cash, and are shared after that (RW-R9). The result may be negative (RW-R6)."""
    gains = np.zeros(SEATS, np.int64)
    for player in range(params.num_companies):
        baron = np.int64(state.players[player].barons[0])
        if baron != NO_CARD:
            gains[player] = baron_points(params, state, player, baron)
            emit(events, EVERYONE, REVEALED, player, baron, gains[player])
    for player in range(params.num_companies):
        state.scores[player] += gains[player] - np.int64(state.players[player].bonds)
    state.terminated = 1
    state.end_reason = reason
    if params.solo == 1:
        _compare_with_target(params, state, events)
    else:
        _compare_players(params, state, events)


@kernel
def _compare_with_target(params, state, events):
    """Write who has won against the Railbot: the player if the points after bonds reach the target (RS-10.5). An agent
    of the Railbot has the opposite result (RW-R4.2)."""
    won = state.scores[0] >= params.target
    state.scores[1] = params.target  # whom the margin is taken from
    state.payoff[0] = 1 if won else -1
    if params.num_players > 1:
        state.payoff[1] = -state.payoff[0]
    emit(events, EVERYONE, WON, 0 if won else -1, state.scores[0])


@kernel
def _compare_players(params, state, events):
    """Write who has won among several players: the seats with no seat ahead of them (RW-10.4)."""
    keys = np.zeros(SEATS, np.int64)
    for player in range(params.num_companies):
        for other in range(params.num_companies):
            keys[player] -= is_ahead(state, other, player)
        if keys[player] == 0:
            emit(events, EVERYONE, WON, player, state.scores[player])
    pay_by_rank(state, keys)


@kernel
def is_ahead(state, one, other):
    """Whether a seat has more points than another (RW-10.4), or as many and fewer bonds, or as many and more cash
    (RW-R9)."""
    if state.scores[one] != state.scores[other]:
        return state.scores[one] > state.scores[other]
    if state.players[one].bonds != state.players[other].bonds:
        return state.players[one].bonds < state.players[other].bonds
    return state.players[one].cash > state.players[other].cash
