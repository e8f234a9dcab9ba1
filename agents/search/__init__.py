"""Search agents: flat Monte-Carlo (``mc:2000``) and information-set tree search (``mcts:200``, ``mcts:50ms``,
``mcts:200:trained``)."""

import time
from collections.abc import Iterator

import numpy as np

from railgym.agents.learned import LearnedAgent
from railgym.agents.registry import make_agent
from railgym.agents.search.flat import FlatSearch
from railgym.agents.search.leaves import WIDTH, Policy, Rank, Rollouts
from railgym.agents.search.tree import MOST, TreeSearch
from railgym.envs.core import boundary
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

__all__ = ["SearchAgent", "make_search"]


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
        most = MOST if self._timed else int(self._budget)
        return self._method.rank(view._record, view.player, legal, seed, most, self._batches(most))

    def _batches(self, most: int) -> Iterator[tuple[int, int]]:
        """Iterations (first, how many) that are made together, until the budget is spent."""
        end = time.perf_counter() + self._budget
        for first in range(0, most, WIDTH):
            yield first, min(WIDTH, most - first)
            if self._timed and time.perf_counter() >= end:
                return


def make_search(game: Game, code: str, argument: str, role: str) -> SearchAgent:
    """``mc:N``, ``mcts:N`` (iterations a decision) or ``mcts:Nms`` (milliseconds a decision), and ``mcts:N:POLICY``,
    where a trained agent, as in ``mcts:200:trained``, says what looks worth trying and what leaves are worth."""
    budget, _, policy = argument.partition(":")
    timed = budget.endswith("ms")
    number = budget.removesuffix("ms") if budget else "200"
    if not number.isdecimal() or len(number) > len(str(MOST)) or not 0 < int(number) <= MOST:
        raise UnknownNameError(f"{code}:{argument}: write iterations or milliseconds, as in {code}:200 or {code}:50ms")
    if policy and code == "mc":
        raise UnknownNameError(f"mc:{argument}: flat Monte-Carlo has no policy; write mcts:{argument}")
    name = f"{code}:{argument}" if argument else code
    seconds_or_iterations = int(number) / 1000 if timed else int(number)
    if code == "mc":
        return SearchAgent(game, name, FlatSearch(game, Rollouts(game)), seconds_or_iterations, timed)
    leaves = Policy(_trained(policy, game, role)) if policy else Rollouts(game)
    return SearchAgent(game, name, TreeSearch(game, leaves, role), seconds_or_iterations, timed)


def _trained(code: str, game: Game, role: str) -> LearnedAgent:
    """The trained agent of this code; raises UnknownNameError if it is none, and what ``make_agent`` raises."""
    agent = make_agent(code, game, role)
    if not isinstance(agent, LearnedAgent):
        raise UnknownNameError(f"{code!r} is no trained agent to search by; write trained or file:PATH")
    return agent
