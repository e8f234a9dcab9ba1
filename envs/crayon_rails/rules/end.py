"""How a game ends: the major cities linked and the money to win, or the last round."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.event_kinds import MET, RAISED, WON
from railgym.envs.crayon_rails.rules.networks import count_majors
from railgym.envs.crayon_rails.rules.phases import LINKED, ROUND_LIMIT
from railgym.envs.crayon_rails.state import SEATS

__all__ = ["check_goal", "end_round", "worth"]

_ABOVE_ALL = np.int64(1) << 40


@kernel
def worth(state, player):
    """Cash less debt (EB-R15.2, RR-R6.4)."""
    return np.int64(state.scores[player]) - np.int64(state.players[player].debt)


@kernel
def check_goal(params, state, scratch, player, events):
    """Note at the end of a turn (EB-R14.1) whether the mover has met the goal (EB-1.3, EB-6.2, RR-1.2): enough major
    cities on one network of own track, and the cash. Later events of the round do not change that (EB-R14.2). Without
    equal turns the game ends (RR-R6.3)."""
    seat = state.players[player]
    if seat.goal_met == 1 or worth(state, player) < state.goal:
        return
    if count_majors(params, state, scratch, player) < params.majors_needed:
        return
    seat.goal_met = 1
    emit(events, EVERYONE, MET, player, worth(state, player))
    if params.equal_turns == 0:
        _finish(params, state, LINKED, events)


@kernel
def end_round(params, state, events):
    """End the round, in which all players had as many turns (EB-6.3, EB-R14.1). Of those who met the goal the one with
    most cash wins (EB-6.4, EB-R14.3); a tie raises the goal for all (EB-6.5). After the last round the most cash wins
    (EB-R15.2, RR-R6.4)."""
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
    """Raise the goal for all players after a tie."""
    state.goal = params.raised_goal
    for player in range(params.num_players):
        state.players[player].goal_met = 0
    emit(events, EVERYONE, RAISED, -1, params.raised_goal)


@kernel
def _finish(params, state, reason, events):
    """End the game: rank the seats by cash, those who met the goal before the others."""
    keys = np.zeros(SEATS, np.int64)
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
    """Pay off all debts, so that the last scores are cash less debt (EB-R15.2)."""
    for player in range(params.num_players):
        state.scores[player] -= state.players[player].debt
        state.players[player].debt = 0
