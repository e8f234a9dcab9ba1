"""Compiled loops for matches and benchmarks: templates for :meth:`railgym.envs.core.game.Game.bind`."""
# ruff: noqa: F821

from typing import Any

import numpy as np

from railgym.envs.core.chance import mix

determinize: Any
hide: Any

__all__ = ["copy_states", "determinize_views", "hide_lanes", "pick_randomly"]


def hide_lanes(params, states, indices, views):
    """Row j of ``views`` becomes what the seat that decides in lane ``indices[j]`` sees."""
    for j in range(len(indices)):
        views[j] = states[indices[j]]
        view = views[j]
        hide(params[0], view, np.int64(view.current))


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


def copy_states(states, times):
    """Copy positions from row to row, ``times`` in all."""
    n = len(states)
    for i in range(times):
        states[(i * 7 + 1) % n] = states[i % n]


def determinize_views(params, views, worlds, times, seed):
    """Fill copies of views with a world each, ``times`` in all; the rows of ``worlds`` are written again and again."""
    n = len(views)
    for i in range(times):
        worlds[i % n] = views[i % n]
        world = worlds[i % n]
        determinize(params[0], world, np.int64(world.current), seed + i)
