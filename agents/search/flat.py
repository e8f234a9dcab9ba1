"""Flat Monte-Carlo: the legal actions take turns at rollouts, and the best mean decides.

:func:`try_actions` is a template for :func:`railgym.envs.core.kernel.bind`: it calls a game's kernels.
"""

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from railgym.agents.search.leaves import Rollouts
from railgym.agents.search.scratch import Rank, Scratch
from railgym.envs.core.agent import View
from railgym.envs.core.chance import mix
from railgym.envs.core.game import Array, Game

apply: Any
determinize: Any

__all__ = ["FlatSearch"]


def try_actions(params, view, player, seed, choices, first, states, works, events):
    """Fill ``states`` (B,) with the positions after the tries ``first`` to ``first + B``. All actions of ``choices``
    take turns in one world, then in the next, so that luck is shared."""
    for b in range(len(states)):
        world_seed = mix(seed + np.uint64((first + b) // len(choices)))
        states[b] = view[0]
        determinize(params[0], states[b], player, np.int64(world_seed >> np.uint64(1)))
        events[0].count = 0
        apply(params[0], states[b], works[0], np.int64(choices[(first + b) % len(choices)]), events[0])


class FlatSearch:
    """Plays every action on in sampled worlds."""

    def __init__(self, game: Game, rollouts: Rollouts) -> None:
        self._game, self._rollouts, self._scratch = game, rollouts, Scratch(game)
        integer = numba.int64
        signature = ("params", "states", integer, numba.uint64, integer[::1], integer, "states", "works", "events")
        self._try = self._scratch.bind(try_actions, *signature)

    def rank(
        self, view: View, seat: int, legal: Array, seed: np.uint64, most: int, batches: Iterator[tuple[int, int]]
    ) -> list[Rank]:
        """The actions that were tried, by their means; all are tried equally often."""
        s, totals, counts = self._scratch, np.zeros(len(legal)), np.zeros(len(legal))
        for first, count in batches:
            states = s.states[:count]
            self._try(self._game.params, view, seat, seed, legal, first, states, s.works, s.events)
            worth = self._rollouts.value(states, seed + np.uint64(first)).values[:, seat]
            turns = np.arange(first, first + count) % len(legal)
            np.add.at(totals, turns, worth)
            np.add.at(counts, turns, 1)
        tried = np.flatnonzero(counts)
        means = totals[tried] / counts[tried]
        return [(int(legal[tried[i]]), None, float(means[i])) for i in np.argsort(-means, kind="stable")]
