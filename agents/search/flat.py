"""Flat Monte-Carlo: the legal actions take turns at rollouts, and the best mean payoff decides.

:func:`flat_search` is a template for :func:`railgym.envs.core.kernel.bind`: it calls a game's kernels and ``decide``,
the scripted bots.
"""

from typing import Any

import numpy as np

from railgym.envs.core.chance import mix

apply: Any
decide: Any
determinize: Any
hide: Any
legal: Any

__all__ = ["flat_search"]


def flat_search(params, view, player, rollouts, bots, seed, states, works, events, mask, totals, counts):
    """Add the payoffs of ``rollouts`` games played on by scripted bots to ``totals`` and ``counts`` (A,);
    ``bots`` (P,) are their numbers.

    All actions are tried in the same worlds, so that luck is shared. ``states`` holds two positions: the world that is
    played, and the view of whoever decides in it.
    """
    work, world = works[0], states[0]
    legal(params[0], view[0], work, mask)
    choices = work.choices[: work.num_choices].copy()
    for i in range(rollouts):
        action = np.int64(choices[i % len(choices)])
        world_seed = mix(seed + np.uint64(i // len(choices)))
        states[0] = view[0]
        determinize(params[0], world, player, np.int64(world_seed >> np.uint64(1)))
        events[0].count = 0
        apply(params[0], world, work, action, events[0])
        while world.terminated == 0:
            current = np.int64(world.current)
            states[1] = states[0]
            hide(params[0], states[1], current)
            legal(params[0], states[1], work, mask)
            bot_seed = mix(world_seed + np.uint64(world.ply))
            action_now = decide(params[0], states[1], work, mask, current, bots[current], bot_seed)
            events[0].count = 0
            apply(params[0], world, work, action_now, events[0])
        totals[action] += world.payoff[player]
        counts[action] += 1
