"""The end of the game."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from toy_game.event_kinds import ARRIVED
from toy_game.rules.phases import ARRIVAL, DAWN, LAST_ONE, RUNNING
from toy_game.state import SEATS

__all__ = ["game_is_over"]


@kernel
def game_is_over(params, state, events):
    """After a turn: one player left, a train arrived, or the rounds are over. Then everyone is paid by rank."""
    state.end_reason = reason(params, state)
    if state.end_reason == RUNNING:
        return False
    state.terminated = 1
    keys = np.zeros(SEATS, np.int64)
    for p in range(params.num_players):
        seat = state.players[p]
        keys[p] = state.scores[p] if state.out[p] == 0 else seat.left - 100
        emit(events, EVERYONE, ARRIVED, p, state.scores[p])
    pay_by_rank(state, keys)
    return True


@kernel
def reason(params, state):
    players_in = 0
    for p in range(params.num_players):
        players_in += 1 - state.out[p]
        if state.players[p].train.sum() >= params.wagons:
            return ARRIVAL
    if players_in == 1:
        return LAST_ONE
    if state.turn >= params.rounds * params.num_players:
        return DAWN
    return RUNNING
