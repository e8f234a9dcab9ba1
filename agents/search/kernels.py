"""The entry points of searches: tries of actions, rollouts, and the observations for trained agents."""

from typing import Any

import numpy as np

from railgym.envs.core.kernel import entry_point
from railgym.envs.core.rng import mix

apply: Any
decide: Any
determinize: Any
encode: Any
redact: Any
legal: Any

__all__ = ["observe_leaves", "roll_out", "try_actions"]


@entry_point("P[1] S[1] i8 u8 i8[C] i8 S[B] W[1] E[1]")
def try_actions(params, view, player, seed, choices, first, states, scratches, events):
    """Fill ``states`` (B,) with the positions after the tries ``first`` to ``first + B - 1``. All actions of
    ``choices`` (C,) are tried in one world, then in the next, so that they are compared under the same chance events.
    """
    for b in range(len(states)):
        world_seed = mix(seed + np.uint64((first + b) // len(choices)))
        states[b] = view[0]
        determinize(params[0], states[b], player, np.int64(world_seed >> np.uint64(1)))
        events[0].count = 0
        apply(params[0], states[b], scratches[0], np.int64(choices[(first + b) % len(choices)]), events[0])


@entry_point("P[1] u8 i8[P] f8 S[1] W[1] E[1] i1[A] i8 S[B] i8[B] i8[B,H] f8[B,M]")
def roll_out(params, seed, bots, unit, views, scratches, events, mask, first, states, movers, hints, leads):
    """Play ``states`` (B,) to the end of the game with scripted bots, ``bots`` (P,) by seat.

    Fills ``leads`` (B, M) with the final score of every seat minus the mean of the others, in units of ``unit`` points.
    Fills ``movers`` (B,) and ``hints`` (B, 1) with the first seat to move and its action; -1 if the game was over.
    ``first`` is the index of ``states[0]`` among all positions that are played together; chance events depend on it.
    """
    view, scratch = views[0], scratches[0]
    for b in range(len(states)):
        state = states[b]
        while state.terminated == 0:
            player = np.int64(state.current_player)
            views[0] = states[b]
            redact(params[0], view, player)
            legal(params[0], view, scratch, mask)
            bits = mix(seed ^ mix((np.uint64(first + b) << np.uint64(32)) + np.uint64(state.ply)))
            action = decide(params[0], view, scratch, mask, player, bots[player], bits)
            if movers[b] < 0:
                movers[b], hints[b, 0] = player, action
            events[0].count = 0
            apply(params[0], state, scratch, action, events[0])
        seats = max(2, np.int64(state.num_players))
        total = 0.0
        for p in range(seats):
            total += state.scores[p]
        for p in range(np.int64(state.num_players)):
            leads[b, p] = (state.scores[p] - (total - state.scores[p]) / (seats - 1)) / unit


@entry_point("i8 P[1] W[1] S[B] i1[B,A] f4[B,F]")
def observe_leaves(encoder, params, scratches, states, masks, observations):
    """Turn ``states`` (B,) into the views of their current players, and fill ``masks`` (B, A) and ``observations``
    (B, F). Positions in which the game is over are left unchanged."""
    for b in range(len(states)):
        view = states[b]
        if view.terminated == 0:
            player = np.int64(view.current_player)
            redact(params[0], view, player)
            legal(params[0], view, scratches[0], masks[b])
            encode(encoder, params[0], view, scratches[0], player, observations[b])
