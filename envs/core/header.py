"""The fields that every state starts with, and what the core does with them.

========== ============ ==========================================================================================
field      shape        meaning
========== ============ ==========================================================================================
game       ()           hash of the game and its options: ``GameOptions.identity``
key        ()           random key; 0 in a view
payoff     (P,)         result in [-1, 1], zero-sum over the seats, written when a seat's game ends
scores     (P,)         points by the rules of the game, as known in public; solo, seat 1 is the opponent's total
random_counts (S,)      how often each random stream was used
ply        ()           actions played so far, forced ones and sub-decisions included
turn       ()           turns begun so far
viewer     ()           whose view this is: FULL (a state, nothing hidden), PUBLIC, or a seat
phase      ()           the kind of decision that is due, an index into ``Game.phases``
current_player ()       the current player
num_players ()          how many seats play
terminated ()           1 once the game is over
end_reason ()           why, an index into ``Game.end_reasons``; 0 while it runs
out        (P,)         1 for a seat that is out of the game before its end
mode       (P,)         0: the seat has plans only, 1: all actions; ignored by games without plans
========== ============ ==========================================================================================
"""

from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import key_from_seed

__all__ = [
    "FULL",
    "PLAYER",
    "PUBLIC",
    "begin",
    "begin_view",
    "begin_world",
    "header_fields",
    "leave",
    "num_in",
    "pay_by_rank",
    "pay_rest_by_rank",
    "position_bytes",
]

PLAYER = "player"  # the role of seats, unless a game says otherwise
FULL, PUBLIC = -2, -1


def header_fields(max_players: int, streams: int) -> list[tuple[str, str, tuple[int, ...]]]:
    """The header of a state dtype for up to ``max_players`` seats and ``streams`` random streams."""
    return [
        ("game", "u8", ()),
        ("key", "u8", ()),
        ("payoff", "f4", (max_players,)),
        ("scores", "i4", (max_players,)),
        ("random_counts", "i4", (streams,)),
        ("ply", "i4", ()),
        ("turn", "i4", ()),
        ("viewer", "i1", ()),
        ("phase", "i1", ()),
        ("current_player", "i1", ()),
        ("num_players", "i1", ()),
        ("terminated", "i1", ()),
        ("end_reason", "i1", ()),
        ("out", "i1", (max_players,)),
        ("mode", "i1", (max_players,)),
    ]


def position_bytes(state: np.ndarray[Any, Any]) -> bytes:
    """The bytes of a one-element state after the field ``game``. Digests are made of them."""
    return state.tobytes()[8:]


@kernel
def begin(params, states, i, seed):
    """Make ``states[i]`` blank and write the header of a game dealt from ``seed``; then the game's ``reset`` deals.

    Blank means all bytes: equal games must have equal bytes.
    """
    states[i : i + 1].view(np.uint8)[:] = 0
    state = states[i]
    state.game = params.game
    state.key = key_from_seed(seed)
    state.viewer = FULL
    state.num_players = params.num_players


@kernel
def begin_view(state, player):
    """Turn the header of a state into that of a view of ``player`` (-1: the public): the first line of every
    ``redact``. Returns whether the rest has to be redacted: a finished game hides only its key."""
    state.viewer = player
    state.key = 0
    return state.terminated == 0


@kernel
def begin_world(view, seed):
    """Turn the header of a view into that of a state, with a new key: the first line of every ``determinize``. Returns
    whether the rest was redacted."""
    view.viewer = FULL
    view.key = key_from_seed(seed)
    return view.terminated == 0


@kernel
def num_in(state):
    """How many players are still in the game."""
    n = np.int64(state.num_players)
    for p in range(np.int64(state.num_players)):
        n -= state.out[p]
    return n


@kernel
def leave(state, player):
    """Take a player out of the game, with the final payoff: they rank below all who are still in."""
    state.out[player] = 1
    state.payoff[player] = payoff_of_rank(state, num_in(state))


@kernel
def pay_by_rank(state, keys):
    """Pay every seat by its rank in ``keys`` (int64, higher is better): +1 for first to -1 for last, evenly spaced.

    Seats with equal keys share the mean of their ranks, so that all payoffs sum to zero.
    """
    for p in range(np.int64(state.num_players)):
        state.payoff[p] = payoff_of_rank(state, mean_rank(state, keys, p, False))


@kernel
def pay_rest_by_rank(state, keys):
    """As :func:`pay_by_rank` for the players who are still in the game; those who left (``leave``) are paid already."""
    for p in range(np.int64(state.num_players)):
        if state.out[p] == 0:
            state.payoff[p] = payoff_of_rank(state, mean_rank(state, keys, p, True))


@kernel
def mean_rank(state, keys, player, of_rest):
    """The rank of a player, from 0; of players with equal keys the mean. ``of_rest``: among those still in the game."""
    better = 0
    equal = 0
    for q in range(np.int64(state.num_players)):
        if of_rest and state.out[q] == 1:
            continue
        if keys[q] > keys[player]:
            better += 1
        elif keys[q] == keys[player]:
            equal += 1
    return better + (equal - 1) / 2


@kernel
def payoff_of_rank(state, rank):
    """+1 for rank 0 to -1 for the last rank, evenly spaced."""
    return np.float32(1.0 - 2.0 * rank / (np.int64(state.num_players) - 1))
