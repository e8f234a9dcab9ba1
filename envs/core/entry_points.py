"""The entry points of one game's compiled rules for a single position.

Each takes one-element record arrays and works on their only element. ``encoder`` is the number of one of the game's
encoders.
"""

from typing import Any

import numpy as np

from railgym.envs.core.header import begin
from railgym.envs.core.kernel import entry_point
from railgym.envs.core.rng import listed_key

apply: Any
decide: Any
determinize: Any
encode: Any
redact: Any
legal: Any
reset: Any

__all__ = [
    "DEAL",
    "LOOK",
    "advance",
    "call_apply",
    "call_decide",
    "call_determinize",
    "call_encode",
    "call_legal",
    "call_observe",
    "call_redact",
    "call_reset",
    "call_reset_listed",
]

DEAL, LOOK = -2, -1  # in place of an action


@entry_point("i8 P[1] S[1] S[1] W[1] E[1] i8 i8 f4[F] i1[A]")
def advance(encoder, params, states, views, scratches, events, action, seed, observation, mask):
    """Play ``action`` (or DEAL from ``seed``, or only LOOK), then write what the current player observes and may do. An
    ``observation`` of no floats is left out.

    Returns the current player, plus 256 if the game is over, plus ``out`` from bit 16 on.
    """
    state = states[0]
    if action == DEAL:
        begin(params[0], states, 0, seed)
        reset(params[0], state)
    elif action >= 0:
        events[0].count = 0
        apply(params[0], state, scratches[0], action, events[0])
    seat = np.int64(state.current_player)
    views[0] = states[0]
    view = views[0]
    redact(params[0], view, seat)
    if state.terminated == 0:
        legal(params[0], view, scratches[0], mask)
    else:
        mask[:] = 0
    if len(observation) > 0:
        encode(encoder, params[0], view, scratches[0], seat, observation)
    result = seat + 256 * np.int64(state.terminated)
    for p in range(np.int64(state.num_players)):
        result += np.int64(state.out[p]) << (16 + p)
    return result


@entry_point("P[1] S[1] i8")
def call_reset(params, states, seed):
    begin(params[0], states, 0, seed)
    reset(params[0], states[0])


@entry_point("P[1] S[1] i8")
def call_reset_listed(params, states, number):
    begin(params[0], states, 0, 0)
    states[0].key = listed_key(number)
    reset(params[0], states[0])


@entry_point("P[1] S[1] W[1] i1[A]")
def call_legal(params, states, scratches, mask):
    legal(params[0], states[0], scratches[0], mask)


@entry_point("P[1] S[1] W[1] i8 E[1]")
def call_apply(params, states, scratches, action, events):
    events[0].count = 0
    apply(params[0], states[0], scratches[0], action, events[0])


@entry_point("P[1] S[1] S[1] i8")
def call_redact(params, states, views, player):
    views[0] = states[0]
    redact(params[0], views[0], player)


@entry_point("P[1] S[1] S[1] i8 i8")
def call_determinize(params, views, states, player, seed):
    states[0] = views[0]
    determinize(params[0], states[0], player, seed)


@entry_point("i8 P[1] S[1] W[1] i8 f4[F]")
def call_encode(encoder, params, views, scratches, player, out):
    encode(encoder, params[0], views[0], scratches[0], player, out)


@entry_point("i8 P[1] S[1] S[1] W[1] i8 f4[F] i1[A]")
def call_observe(encoder, params, states, views, scratches, player, out, mask):
    """What ``player`` sees and may do: view, observation, and mask (all zero when another decides)."""
    views[0] = states[0]
    redact(params[0], views[0], player)
    view = views[0]
    if view.current_player == player and view.terminated == 0:
        legal(params[0], view, scratches[0], mask)
    else:
        mask[:] = 0
    encode(encoder, params[0], view, scratches[0], player, out)


@entry_point("P[1] S[1] W[1] i1[A] i8 i8 u8")
def call_decide(params, views, scratches, mask, player, bot, seed):
    """The choice of a scripted bot from a view of the seat that decides."""
    legal(params[0], views[0], scratches[0], mask)
    return decide(params[0], views[0], scratches[0], mask, player, bot, seed)
