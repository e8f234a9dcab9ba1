"""The entry points of matches and benchmarks."""
# ruff: noqa: F821

from typing import Any

import numpy as np

from railgym.envs.core.header import begin
from railgym.envs.core.kernel import entry_point
from railgym.envs.core.rng import mix
from railgym.envs.core.simulate import seed_of_choice

apply: Any
decide: Any
determinize: Any
redact: Any
legal: Any
reset: Any

__all__ = ["copy_states", "determinize_views", "pick_randomly", "play_logged"]


@entry_point("i1[N,A] u8 i8[N]")
def pick_randomly(masks, seed, actions):
    """A random legal action for every row of ``masks`` (N, A): fills ``actions`` (N,)."""
    for i in range(len(masks)):
        legal = 0
        for a in range(masks.shape[1]):
            legal += masks[i, a]
        bits = mix(seed + np.uint64(i)) >> np.uint64(32)
        left = np.int64((bits * np.uint64(legal)) >> np.uint64(32))
        for a in range(masks.shape[1]):
            left -= masks[i, a]
            if left < 0:
                actions[i] = a
                break


@entry_point("S[N] i8")
def copy_states(states, times):
    """Copy positions from row to row, ``times`` in all."""
    n = len(states)
    for i in range(times):
        states[(i * 7 + 1) % n] = states[i % n]


@entry_point("P[1] S[N] S[N] i8 i8")
def determinize_views(params, views, worlds, times, seed):
    """Fill copies of views with a world each, ``times`` in all; the rows of ``worlds`` are written again and again."""
    n = len(views)
    for i in range(times):
        worlds[i % n] = views[i % n]
        world = worlds[i % n]
        determinize(params[0], world, np.int64(world.current_player), seed + i)


@entry_point("P[1] i8 i8[P] S[1] S[1] W[1] E[1] i1[A] V[C]")
def play_logged(params, seed, bots, states, views, scratches, events, mask, log):
    """Play the game dealt from ``seed`` with scripted bots, ``bots`` (P,) by seat; ``states[0]`` is its last position.

    Writes the events into ``log`` as far as there is room, and returns how many there were.
    """
    state, view, scratch = states[0], views[0], scratches[0]
    begin(params[0], states, 0, seed)
    reset(params[0], state)
    logged = 0
    while state.terminated == 0:
        player = np.int64(state.current_player)
        views[0] = states[0]
        redact(params[0], view, player)
        legal(params[0], view, scratch, mask)
        bot = np.int64(bots[player])
        bits = seed_of_choice(bot, seed, state.ply)
        action = decide(params[0], view, scratch, mask, player, bot, bits)
        events[0].count = 0
        apply(params[0], state, scratch, action, events[0])
        for i in range(np.int64(events[0].count)):
            if logged < len(log):
                log[logged] = events[0].rows[i]
            logged += 1
    return logged
