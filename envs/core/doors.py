"""The doors from Python into one game's compiled rules. :func:`railgym.envs.core.kernel.bind` fills in the kernels.

Every door takes one-element record arrays (Numba reads them at a fifth of the cost of a NumPy record) and works on
their only element.
"""

from typing import Any

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


def reset_door(params, states, seed):
    reset(params[0], states[0], seed)


def legal_door(params, states, works, mask):
    legal(params[0], states[0], works[0], mask)


def apply_door(params, states, works, action, events):
    events[0].count = 0
    apply(params[0], states[0], works[0], action, events[0])


def hide_door(params, states, views, player):
    views[0] = states[0]
    hide(params[0], views[0], player)


def determinize_door(params, views, states, player, seed):
    states[0] = views[0]
    determinize(params[0], states[0], player, seed)


def encode_door(params, views, works, player, out):
    encode(params[0], views[0], works[0], player, out)


def observe_door(params, states, views, works, player, out, mask):
    """What ``player`` sees and may do: view, observation, and mask (all zero when another decides)."""
    views[0] = states[0]
    hide(params[0], views[0], player)
    view = views[0]
    if view.current == player and view.terminated == 0:
        legal(params[0], view, works[0], mask)
    else:
        mask[:] = 0
    encode(params[0], view, works[0], player, out)


def decide_door(params, views, works, mask, player, bot, seed):
    """The choice of a scripted bot from a view of the seat that decides."""
    legal(params[0], views[0], works[0], mask)
    return decide(params[0], views[0], works[0], mask, player, bot, seed)
