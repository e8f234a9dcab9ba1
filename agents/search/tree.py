"""Information-set tree search: grows the tree of ``nodes.py`` over a view, with the evaluation of ``leaves.py``."""

from collections.abc import Iterator
from functools import cache
from math import ceil

import numpy as np

from railgym.agents.scripted import scripted_bots
from railgym.agents.search.budget import Budget
from railgym.agents.search.leaves import WIDTH, Policy, Rank, Rollouts
from railgym.agents.search.nodes import NODE, back_up, select_leaves
from railgym.agents.search.race import Race
from railgym.agents.seating import best_bot
from railgym.agents.spec import MOST_ITERATIONS
from railgym.envs.core.batch import Scratch
from railgym.envs.core.game import Array, Game

__all__ = ["TreeSearch"]

DEEPEST = 256  # decisions on one path of the tree
WORLDS, WIDENING = 4.0, 0.6
LARGEST = 2_000_000  # nodes


class TreeSearch:
    """Grows a tree of the decisions of all seats of one role; the others are played by their best bots."""

    def __init__(self, game: Game, leaves: Rollouts | Policy, role: str) -> None:
        self._game, self._leaves, self._scratch = game, leaves, Scratch(game, 1)
        self._states = np.zeros(WIDTH, game.state_dtype)
        self._inside = np.array([own == role for own in game.roles])
        self._bots = scripted_bots(game).in_seats(game.roles, best_bot(game))
        self._paths = np.zeros((WIDTH, DEEPEST), np.int64)
        self._select, self._back_up = game.bind(select_leaves).given(game.params, _worlds()), game.bind(back_up)

    def rank(self, view: Array, seat: int, legal: Array, seed: np.uint64, budget: Budget) -> list[Rank]:
        """The actions that were tried, the best first, with their shares of the visits and their means."""
        nodes = np.zeros(min(LARGEST, 1 + (1 + self._leaves.hints) * (budget.most + 1)), NODE)
        nodes["rest"][0] = 1.0
        root = self._leaves.value(self._game.rules.determinize(view, seat, int(seed >> np.uint64(1))), seed)
        size = self._back_up(nodes, 1, root.movers, self._paths[:1], np.zeros(1, np.int64), *root.parts)
        race = Race(nodes, _children(nodes)) if self._leaves.races else None
        for batch, roots in race.batches(budget) if race else _free(budget):
            depths, states = np.zeros(len(batch), np.int64), self._states[: len(batch)]
            size = self._select(
                view, seat, seed, self._bots, self._inside, batch.start, np.array(roots), self._leaves.exploration,
                self._paths, depths, nodes, size, states, *self._scratch.row(0),
            )  # fmt: skip
            leaves = self._leaves.value(states, seed + np.uint64(batch.start + 1))
            size = self._back_up(nodes, size, leaves.movers, self._paths, depths, *leaves.parts)
            if size > LARGEST - WIDTH * (1 + self._leaves.hints):
                break
        return _ranks(nodes, race.order if race else _most_visited(nodes))


def _free(budget: Budget) -> Iterator[tuple[range, list[int]]]:
    """The batches of a search that picks the children of the root itself."""
    while batch := budget.batch():
        yield batch, [0] * len(batch)


@cache
def _worlds() -> Array:
    """The number of worlds in use after n iterations, int64 (N,), which grows more slowly than n."""
    return np.array([ceil(WORLDS * float(n) ** WIDENING) for n in range(MOST_ITERATIONS + 2)])


def _children(nodes: Array) -> list[int]:
    """The numbers of the children of the root."""
    found, child = [], int(nodes["child"][0])
    while child:
        found.append(child)
        child = int(nodes["sibling"][child])
    return found


def _most_visited(nodes: Array) -> list[int]:
    """The children of the root by their visits and, if these are equal, by their means."""
    return sorted(_children(nodes), key=lambda child: (nodes["visits"][child], nodes["total"][child]), reverse=True)


def _ranks(nodes: Array, order: list[int]) -> list[Rank]:
    """The actions of the children ``order`` that were visited, with their shares of the visits and their means."""
    visited = [nodes[child] for child in order if nodes["visits"][child]]
    tries = sum(int(node["visits"]) for node in visited)
    return [(int(n["action"]), float(n["visits"] / tries), float(n["total"] / n["visits"])) for n in visited]
