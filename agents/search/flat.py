"""Flat Monte-Carlo search: every legal action gets the same number of rollouts, and the best mean is chosen."""

import numpy as np

from railgym.agents.search.budget import Budget
from railgym.agents.search.kernels import try_actions
from railgym.agents.search.leaves import WIDTH, Rank, Rollouts
from railgym.envs.core.batch import Scratch
from railgym.envs.core.game import Array, Game

__all__ = ["FlatSearch"]


class FlatSearch:
    """Plays rollouts of every action in sampled worlds."""

    def __init__(self, game: Game, rollouts: Rollouts) -> None:
        self._rollouts, self._scratch = rollouts, Scratch(game, 1)
        self._states = np.zeros(WIDTH, game.state_dtype)
        self._try = game.bind(try_actions).given(game.params)

    def rank(self, view: Array, seat: int, legal: Array, seed: np.uint64, budget: Budget) -> list[Rank]:
        """The actions that were tried, by their mean values; all are tried equally often."""
        (_, scratch, events, _), totals, counts = self._scratch.row(0), np.zeros(len(legal)), np.zeros(len(legal))
        while batch := budget.batch():
            states = self._states[: len(batch)]
            self._try(view, seat, seed, legal, batch.start, states, scratch, events)
            worth = self._rollouts.value(states, seed + np.uint64(batch.start)).values[:, seat]
            turns = np.array(batch) % len(legal)
            np.add.at(totals, turns, worth)
            np.add.at(counts, turns, 1)
        tried = np.flatnonzero(counts)
        means = totals[tried] / counts[tried]
        return [(int(legal[tried[i]]), None, float(means[i])) for i in np.argsort(-means, kind="stable")]
