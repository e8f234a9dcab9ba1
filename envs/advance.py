"""One ply of one running game in one compiled call, from a player's action to what the next player sees.

This module has only an entry point: an edit here makes the libraries of all games stale.
"""

from typing import Any

import numpy as np

from railgym.envs.core.kernel import entry_point

__all__ = ["DEAL", "DECIDER", "LOOK", "advance"]

apply: Any
encode: Any
redact: Any
legal: Any
reset: Any

DEAL, LOOK = -2, -1  # in place of an action
DECIDER = -1  # in place of a seat


@entry_point("i8 P[1] S[1] S[1] W[1] E[1] i8 i8 i8 f4[F] i1[A]")
def advance(encoder, params, states, views, scratches, events, action, seed, observer, observation, mask):
    """Play ``action`` (or DEAL from ``seed``, or just LOOK), then write what ``observer`` sees and may do.

    Returns the seat that decides, plus 256 if the game is over, plus ``out`` from bit 16 on.
    """
    state = states[0]
    if action == DEAL:
        reset(params[0], state, seed)
    elif action >= 0:
        events[0].count = 0
        apply(params[0], state, scratches[0], action, events[0])
    seat = np.int64(state.current)
    if observer == DECIDER:
        observer = seat
    views[0] = states[0]
    view = views[0]
    redact(params[0], view, observer)
    if observer == seat and state.terminated == 0:
        legal(params[0], view, scratches[0], mask)
    else:
        mask[:] = 0
    encode(encoder, params[0], view, scratches[0], observer, observation)
    result = seat + 256 * np.int64(state.terminated)
    for p in range(np.int64(state.num_players)):
        result += np.int64(state.out[p]) << (16 + p)
    return result
