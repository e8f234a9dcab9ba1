"""How a game ends: the major cities linked and the money to win, or the last round."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.event_kinds import MET, RAISED, WON
from railgym.envs.crayon_rails.rules.networks import count_majors
from railgym.envs.crayon_rails.rules.phases import LINKED, ROUND_LIMIT
from railgym.envs.crayon_rails.state import SEATS

__all__ = ["end_round", "test_goal", "worth"]

_ABOVE_ALL = np.int64(1) << 40


@kernel
def worth(state, player):
    """Cash less what is owed (EB-R15)."""
    return np.int64(state.scores[player]) - np.int64(state.players[player].debt)


@kernel
def test_goal(params, state, scratch, player, events):
    """EB-1.3, EB-6.2, RR-1.2: at the end of a turn, majors enough on one network of the seat's own and the cash.
    Nothing that happens before the round is over takes it away again (EB-R14). Without equal turns the game is over
    (RR-R6)."""
    seat = state.players[player]
    if seat.goal_met == 1 or worth(state, player) < state.goal:
        return
    if count_majors(params, state, scratch, player) < params.majors:
        return
    seat.goal_met = 1
    emit(events, EVERYONE, MET, player, worth(state, player))
    if params.equal_turns == 0:
        _finish(params, state, LINKED, events)


@kernel
def end_round(params, state, events):
    """EB-R14: all have had as many turns (EB-6.3). Of those who met the goal the one with most cash wins (EB-6.4); a
    tie raises the goal for all (EB-6.5). After the last round the one with most cash wins (EB-R15)."""
    best, leaders = np.int64(-1), 0
    for player in range(params.num_players):
        if state.players[player].goal_met == 1:
            if worth(state, player) > best:
                best, leaders = worth(state, player), 0
            leaders += worth(state, player) == best
    if leaders == 1:
        _finish(params, state, LINKED, events)
        return
    if leaders > 1:
        _raise_goal(params, state, events)
    if state.round == params.max_rounds:
        _finish(params, state, ROUND_LIMIT, events)


@kernel
def _raise_goal(params, state, events):
    state.goal = params.raised_goal
    for player in range(params.num_players):
        state.players[player].goal_met = 0
    emit(events, EVERYONE, RAISED, -1, params.raised_goal)


@kernel
def _finish(params, state, reason, events):
    """Rank the seats by cash, those who met the goal before the others."""
    keys = np.empty(SEATS, np.int64)
    best = -_ABOVE_ALL
    for player in range(params.num_players):
        keys[player] = worth(state, player)
        if reason == LINKED and state.players[player].goal_met == 1:
            keys[player] += _ABOVE_ALL
        best = max(best, keys[player])
    for player in range(params.num_players):
        if keys[player] == best:
            emit(events, EVERYONE, WON, player, worth(state, player))
    pay_by_rank(state, keys)
    _settle(params, state)
    state.terminated = 1
    state.end_reason = reason


@kernel
def _settle(params, state):
    """Debts are paid off: the last scores are what the seats are worth (EB-R15)."""
    for player in range(params.num_players):
        state.scores[player] -= state.players[player].debt
        state.players[player].debt = 0
