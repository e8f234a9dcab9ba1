"""Information-set Monte-Carlo tree search (single observer): one tree over many sampled worlds.

:func:`grow_tree` is a template for :func:`railgym.envs.core.kernel.bind`: it calls a game's kernels and ``decide``, the
scripted bots. Every iteration samples a world that agrees with the view, walks down the tree along actions that are
legal in it, adds one node and lets a scripted bot play the game out. Each seat maximises its own payoff.
"""

from typing import Any

import numpy as np

from railgym.envs.core.chance import mix
from railgym.envs.core.kernel import kernel

apply: Any
decide: Any
determinize: Any
hide: Any
legal: Any

__all__ = ["NODE", "grow_tree"]

# A node: the action that leads to it and the seat that took it, how often it was visited, how often it was legal when
# its parent was left, its payoffs added up for that seat, its first child and next sibling (0: none; 0 is the root).
NODE = np.dtype(
    [
        ("action", "i4"),
        ("seat", "i4"),
        ("visits", "i4"),
        ("legal", "i4"),
        ("total", "f8"),
        ("child", "i4"),
        ("sibling", "i4"),
    ]
)

# Payoffs lie in [-1, 1]; this weight of the exploration term is the usual one for them.
EXPLORATION = 0.7


@kernel
def pick_child(nodes, node, work, mask, bits):
    """The child to walk to: by upper confidence bound if every legal action has one, else 0 and an action to try.

    ``mask`` (A,) is that of ``legal``; tried actions are struck out of it.
    """
    untried = np.int64(work.num_choices)
    best, best_bound = np.int64(0), -np.inf
    child = np.int64(nodes[node].child)
    while child:
        record = nodes[child]
        if mask[record.action]:
            mask[record.action] = 0
            untried -= 1
            record.legal += 1
            bound = record.total / record.visits + EXPLORATION * np.sqrt(np.log(record.legal) / record.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = np.int64(record.sibling)
    if untried == 0:
        return best, np.int64(nodes[best].action)
    skip = np.int64(((bits >> np.uint64(32)) * np.uint64(untried)) >> np.uint64(32))
    for i in range(work.num_choices):
        action = np.int64(work.choices[i])
        if mask[action]:
            if skip == 0:
                return np.int64(0), action
            skip -= 1
    return np.int64(0), np.int64(work.choices[0])


@kernel
def add_child(nodes, size, node, action, seat):
    """Make node number ``size`` the first child of ``node``."""
    record = nodes[size]
    record.action = action
    record.seat = seat
    record.visits = 0
    record.legal = 1
    record.total = 0.0
    record.child = 0
    record.sibling = nodes[node].child
    nodes[node].child = size


def grow_tree(params, view, player, iterations, bots, seed, states, works, events, mask, nodes, size, path):
    """Grow the tree ``nodes[:size]`` (0: start a new one) by ``iterations``; returns its new size.

    ``bots`` (P,): the number of the scripted bot that plays each seat on. ``states`` holds two positions, the world
    that is played and a view of it; ``path`` (int64) holds a path of nodes.
    """
    work, world = works[0], states[0]
    if size == 0:
        nodes[0].child = 0
        size = 1
    for i in range(iterations):
        world_seed = mix(seed + np.uint64(size) + (np.uint64(i) << np.uint64(32)))
        states[0] = view[0]
        determinize(params[0], world, player, np.int64(world_seed >> np.uint64(1)))
        node = np.int64(0)
        depth = 0
        growing = True
        while world.terminated == 0:
            current = np.int64(world.current)
            bits = mix(world_seed + np.uint64(world.ply))
            if growing and depth < len(path):
                legal(params[0], world, work, mask)
                child, action = pick_child(nodes, node, work, mask, bits)
                if child == 0:
                    growing = False
                    if size < len(nodes):
                        add_child(nodes, size, node, action, current)
                        child = np.int64(size)
                        size += 1
                if child > 0:
                    path[depth] = child
                    depth += 1
                    node = child
            else:
                states[1] = states[0]
                hide(params[0], states[1], current)
                legal(params[0], states[1], work, mask)
                action = decide(params[0], states[1], work, mask, current, bots[current], bits)
            events[0].count = 0
            apply(params[0], world, work, action, events[0])
        for k in range(depth):
            record = nodes[path[k]]
            record.visits += 1
            record.total += world.payoff[record.seat]
    return size
