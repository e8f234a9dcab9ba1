"""Search agents: flat Monte-Carlo (``mc:2000``) and information-set tree search (``mcts:200``, ``mcts:50ms``,
``mcts:200:trained``)."""

import time
from collections.abc import Iterator

import numpy as np

from railgym.agents.learned import LearnedAgent
from railgym.agents.registry import build_agent
from railgym.agents.search.flat import FlatSearch
from railgym.agents.search.leaves import WIDTH, Policy, Rank, Rollouts
from railgym.agents.search.tree import TreeSearch
from railgym.agents.spec import MOST_ITERATIONS, AgentSpec
from railgym.envs.core import boundary
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

__all__ = ["SearchAgent", "make_flat_search", "make_tree_search"]


class SearchAgent:
    """Searches with ``budget`` iterations per decision, or for ``budget`` seconds if ``timed``. Forced moves are played
    without search."""

    def __init__(self, game: Game, code: str, method: FlatSearch | TreeSearch, budget: float, timed: bool) -> None:
        self.code, self._game, self._method, self._budget, self._timed = code, game, method, budget, timed
        self._seat: int | None = None
        self._seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._seed = boundary.sitting(f"{self.code}.reset", self._game, seat, seed)

    def act(self, view: View) -> int:
        return self.rank(view)[0][0]

    def rank(self, view: View) -> list[Rank]:
        """The actions that it looked at, the best first."""
        view = boundary.decision(f"{self.code}.act", self._game, view, self._seat)
        legal = np.flatnonzero(view.action_mask)
        if len(legal) == 1:
            return [(int(legal[0]), None, None)]
        seed = np.random.SeedSequence([self._seed, view.ply]).generate_state(1, np.uint64)[0]
        most = MOST_ITERATIONS if self._timed else int(self._budget)
        return self._method.rank(view.record, view.player, legal, seed, most, self._batches(most))

    def _batches(self, most: int) -> Iterator[tuple[int, int]]:
        """Iterations (first, how many) that are made together, until the budget is spent."""
        end = time.perf_counter() + self._budget
        for first in range(0, most, WIDTH):
            yield first, min(WIDTH, most - first)
            if self._timed and time.perf_counter() >= end:
                return


def make_flat_search(game: Game, spec: AgentSpec, role: str) -> SearchAgent:
    """``mc:N`` (iterations for a decision) or ``mc:Nms`` (milliseconds)."""
    if spec.policy:
        raise UnknownNameError(f"{spec.code}: flat Monte-Carlo has no policy; write mcts instead of mc")
    return _search_agent(game, spec, FlatSearch(game, Rollouts(game)))


def make_tree_search(game: Game, spec: AgentSpec, role: str) -> SearchAgent:
    """``mcts:N``, ``mcts:Nms``, and ``mcts:N:POLICY``, where a trained agent, as in ``mcts:200:trained``, gives
    the priors of actions and the values of leaves."""
    leaves = Policy(_trained(spec.policy, game, role)) if spec.policy else Rollouts(game)
    return _search_agent(game, spec, TreeSearch(game, leaves, role))


def _search_agent(game: Game, spec: AgentSpec, method: FlatSearch | TreeSearch) -> SearchAgent:
    return SearchAgent(game, spec.code, method, spec.seconds or spec.iterations, timed=spec.seconds > 0)


def _trained(spec: AgentSpec, game: Game, role: str) -> LearnedAgent:
    """The trained agent of a spec; raises UnknownNameError if it is none, and what ``make_agent`` raises."""
    agent = build_agent(spec, game, role)
    if not isinstance(agent, LearnedAgent):
        raise UnknownNameError(f"{spec.code!r} is no trained agent to search by; write trained or file:PATH")
    return agent
