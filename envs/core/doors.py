"""The entry points from Python into one game's compiled rules, for a single position.

Every entry point takes one-element record arrays and works on their only element. ``encoder`` is the number of one of
the game's encoders.
"""

from typing import Any

from railgym.envs.core.kernel import entry_point

apply: Any
decide: Any
determinize: Any
encode: Any
hide: Any
legal: Any
reset: Any

__all__ = [
    "apply_door",
    "decide_door",
    "determinize_door",
    "encode_door",
    "hide_door",
    "legal_door",
    "observe_door",
    "reset_door",
]


@entry_point("P[1] S[1] i8")
def reset_door(params, states, seed):
    reset(params[0], states[0], seed)


@entry_point("P[1] S[1] W[1] i1[A]")
def legal_door(params, states, works, mask):
    legal(params[0], states[0], works[0], mask)


@entry_point("P[1] S[1] W[1] i8 E[1]")
def apply_door(params, states, works, action, events):
    events[0].count = 0
    apply(params[0], states[0], works[0], action, events[0])


@entry_point("P[1] S[1] S[1] i8")
def hide_door(params, states, views, player):
    views[0] = states[0]
    hide(params[0], views[0], player)


@entry_point("P[1] S[1] S[1] i8 i8")
def determinize_door(params, views, states, player, seed):
    states[0] = views[0]
    determinize(params[0], states[0], player, seed)


@entry_point("i8 P[1] S[1] W[1] i8 f4[F]")
def encode_door(encoder, params, views, works, player, out):
    encode(encoder, params[0], views[0], works[0], player, out)


@entry_point("i8 P[1] S[1] S[1] W[1] i8 f4[F] i1[A]")
def observe_door(encoder, params, states, views, works, player, out, mask):
    """What ``player`` sees and may do: view, observation, and mask (all zero when another decides)."""
    views[0] = states[0]
    hide(params[0], views[0], player)
    view = views[0]
    if view.current == player and view.terminated == 0:
        legal(params[0], view, works[0], mask)
    else:
        mask[:] = 0
    encode(encoder, params[0], view, works[0], player, out)


@entry_point("P[1] S[1] W[1] i1[A] i8 i8 u8")
def decide_door(params, views, works, mask, player, bot, seed):
    """The choice of a scripted bot from a view of the seat that decides."""
    legal(params[0], views[0], works[0], mask)
    return decide(params[0], views[0], works[0], mask, player, bot, seed)
