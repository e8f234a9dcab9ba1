"""Search agents: flat Monte-Carlo (``mc:2000``) and information-set tree search (``mcts:200``, ``mcts:50ms``)."""

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numba
import numpy as np

from railgym.agents.scripted import scripted_bots
from railgym.agents.search.flat import flat_search
from railgym.agents.search.tree import NODE, grow_tree
from railgym.envs.core.agent import View
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.events import new_events
from railgym.envs.core.game import Array, Game
from railgym.envs.core.kernel import array_of, source_stamp

__all__ = ["SearchAgent", "make_search"]

CHUNK = 32  # iterations between two looks at the clock
MOST = 100_000  # iterations a decision, and nodes of a tree
DEEPEST = 256  # decisions on one path of the tree


class SearchAgent:
    """Looks ahead by ``budget`` iterations (or seconds, if ``timed``) a decision; rollouts are played by ``rollout``,
    by default the game's greedy bot, and in seats of other roles by their best bots. A forced move costs nothing."""

    def __init__(self, game: Game, code: str, budget: float, timed: bool, flat: bool, rollout: str = "greedy") -> None:
        self.code, self._game, self._budget, self._timed, self._is_flat = code, game, budget, timed, flat
        self._bots = scripted_bots(game)
        self._rollouts = self._bots.in_seats(game.roles, rollout if rollout in self._bots.names else "random")
        self._states = np.zeros(2, game.state_dtype)  # a world, and a view of it
        self._work, self._events = np.zeros(1, game.work_dtype), new_events()
        self._mask = np.zeros(len(game.actions), np.int8)
        self._seat, self._seed = 0, 0

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._seed = seat, seed

    def act(self, view: View, mask: Array) -> int:
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        seed = int(
            np.random.SeedSequence([abs(self._seed), int(view["ply"][0])]).generate_state(1, np.uint64)[0]
            >> np.uint64(1)
        )
        return self._search_flat(view, seed) if self._is_flat else self._search_tree(view, seed)

    def _search_flat(self, view: View, seed: int) -> int:
        """The action of the highest mean payoff."""
        totals, counts = np.zeros(len(self._mask)), np.zeros(len(self._mask), np.int64)
        for first, n in self._chunks():
            self._flat(*self._position(view, n, seed + first), totals, counts)
        means = np.where(counts > 0, totals / np.maximum(counts, 1), -np.inf)
        return int(means.argmax())

    def _search_tree(self, view: View, seed: int) -> int:
        """The action tried most often."""
        nodes = np.zeros((MOST if self._timed else int(self._budget)) + 1, NODE)
        path, size = np.zeros(DEEPEST, np.int64), 0
        for first, n in self._chunks():
            size = self._grow(*self._position(view, n, seed + first), nodes, size, path)
        best, child = 0, int(nodes["child"][0])
        while child:
            best = child if nodes["visits"][child] > nodes["visits"][best] else best
            child = int(nodes["sibling"][child])
        return int(nodes["action"][best])

    def _chunks(self) -> Iterator[tuple[int, int]]:
        """Numbers of iterations (first, how many) until the budget is spent."""
        if not self._timed:
            yield 0, int(self._budget)
            return
        end = time.perf_counter() + self._budget
        for first in range(0, MOST - CHUNK, CHUNK):
            yield first, CHUNK
            if time.perf_counter() >= end:
                return

    def _position(self, view: View, iterations: int, seed: int) -> tuple[Any, ...]:
        scratch = (self._states, self._work, self._events, self._mask)
        return (self._game.params, view, self._seat, iterations, self._rollouts, np.uint64(seed), *scratch)

    def _bind(self, template: Callable[..., Any], *outputs: Any) -> Any:
        types, integer = self._game.record_types, numba.int64
        position = (types["params"], types["states"], integer, integer, integer[::1], numba.uint64)
        scratch = (types["states"], types["works"], types["events"], numba.int8[::1])
        stamp = source_stamp(self._game.package, __name__, *self._bots.packages)
        return self._game.bind(template, *position, *scratch, *outputs, stamp=stamp, decide=self._bots.decide)

    @cached_property
    def _flat(self) -> Any:
        return self._bind(flat_search, numba.float64[::1], numba.int64[::1])

    @cached_property
    def _grow(self) -> Any:
        return self._bind(grow_tree, array_of(NODE), numba.int64, numba.int64[::1])


def make_search(game: Game, code: str, argument: str, role: str) -> SearchAgent:
    """``mc:N``, ``mcts:N`` (iterations a decision) or ``mcts:Nms`` (milliseconds a decision)."""
    timed = argument.endswith("ms")
    number = argument.removesuffix("ms") if argument else "200"
    if not number.isdigit() or not 0 < int(number) <= MOST:
        raise UnknownNameError(f"{code}:{argument}: write iterations or milliseconds, as in {code}:200 or {code}:50ms")
    budget = int(number) / 1000 if timed else int(number)
    return SearchAgent(game, f"{code}:{argument}" if argument else code, budget, timed, flat=code == "mc")
