"""The fields that every state starts with, and what the core does with them.

========== ============ ==========================================================================================
field      shape        meaning
========== ============ ==========================================================================================
game       ()           whose position this is: ``GameOptions.identity``
key        ()           random key; 0 in a view
payoff     (P,)         result in [-1, 1], zero-sum over the seats, written when a seat's game ends
scores     (P,)         points by the rules of the game, as known in public; solo, seat 1 is the opponent's total
chance     (S,)         how often each stream of chance was used
ply        ()           actions played so far, forced ones and sub-decisions included
turn       ()           turns begun so far
viewer     ()           whose view this is: FULL (the whole truth), PUBLIC, or a seat
phase      ()           the kind of decision that is due, an index into ``Game.phases``
current    ()           the seat that decides now
num_players ()          how many seats play
terminated ()           1 once the game is over
end_reason ()           why, an index into ``Game.end_reasons``; 0 while it runs
out        (P,)         1 for a seat that is out of the game before its end
mode       (P,)         0: the seat sees plan actions only, 1: all; games without plans ignore it
========== ============ ==========================================================================================
"""

from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["FULL", "PLAYER", "PUBLIC", "header_fields", "pay_by_rank", "position_bytes"]

PLAYER = "player"  # the role of seats, unless a game says otherwise
FULL, PUBLIC = -2, -1


def header_fields(max_players: int, streams: int) -> list[tuple[str, str, tuple[int, ...]]]:
    """The header of a state dtype for up to ``max_players`` seats and ``streams`` streams of chance."""
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
        ("current", "i1", ()),
        ("num_players", "i1", ()),
        ("terminated", "i1", ()),
        ("end_reason", "i1", ()),
        ("out", "i1", (max_players,)),
        ("mode", "i1", (max_players,)),
    ]


def position_bytes(state: np.ndarray[Any, Any]) -> bytes:
    """The bytes of a one-element state behind ``game``: the position alone, which digests are of."""
    return state.tobytes()[8:]


@kernel
def pay_by_rank(state, keys):
    """Pay every seat by its rank in ``keys`` (int64, higher is better): +1 for first to -1 for last, evenly spaced.

    Seats with equal keys share the mean of their ranks, so that all payoffs sum to zero.
    """
    n = np.int64(state.num_players)
    for p in range(n):
        better = 0
        equal = 0
        for q in range(n):
            if keys[q] > keys[p]:
                better += 1
            elif keys[q] == keys[p]:
                equal += 1
        mean_rank = better + (equal - 1) / 2
        state.payoff[p] = np.float32(1.0 - 2.0 * mean_rank / (n - 1))
