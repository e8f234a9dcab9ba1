"""Search agents: flat Monte-Carlo (``mc:2000``) and information-set tree search (``mcts:200``, ``mcts:50ms``,
``mcts:200:trained``)."""

import numpy as np

from railgym.agents.learned import LearnedAgent
from railgym.agents.registry import build_agent
from railgym.agents.search.budget import Budget
from railgym.agents.search.flat import FlatSearch
from railgym.agents.search.leaves import Policy, Rank, Rollouts
from railgym.agents.search.tree import TreeSearch
from railgym.agents.spec import AgentSpec
from railgym.envs.core import boundary
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

__all__ = ["SearchAgent", "make_flat_search", "make_tree_search"]


class SearchAgent:
    """Searches with the budget of its spec for each decision. Forced moves are played without search."""

    def __init__(self, game: Game, spec: AgentSpec, method: FlatSearch | TreeSearch) -> None:
        self.code, self._game, self._spec, self._method = spec.code, game, spec, method
        self._seat: int | None = None
        self._seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._seed = boundary.sitting(f"{self.code}.reset", self._game, seat, seed)

    def act(self, view: View) -> int:
        return self.rank(view)[0][0]

    def rank(self, view: View) -> list[Rank]:
        """The actions that the search tried, the best first."""
        view = boundary.decision(f"{self.code}.act", self._game, view, self._seat)
        legal = np.flatnonzero(view.action_mask)
        if len(legal) == 1:
            return [(int(legal[0]), None, None)]
        seed = np.random.SeedSequence([self._seed, view.ply]).generate_state(1, np.uint64)[0]
        return self._method.rank(view.record, view.player, legal, seed, Budget(self._spec))


def make_flat_search(game: Game, spec: AgentSpec, role: str) -> SearchAgent:
    """The agent of the code ``mc:N`` (iterations for a decision) or ``mc:Nms`` (milliseconds)."""
    if spec.policy:
        raise UnknownNameError(f"{spec.code}: flat Monte-Carlo has no policy; write mcts instead of mc")
    return SearchAgent(game, spec, FlatSearch(game, Rollouts(game)))


def make_tree_search(game: Game, spec: AgentSpec, role: str) -> SearchAgent:
    """The agent of the code ``mcts:N``, ``mcts:Nms`` or ``mcts:N:POLICY``. The policy is a trained agent, as in
    ``mcts:200:trained``; it gives the priors of actions and the values of leaves."""
    leaves = Policy(_trained(spec.policy, game, role)) if spec.policy else Rollouts(game)
    return SearchAgent(game, spec, TreeSearch(game, leaves, role))


def _trained(spec: AgentSpec, game: Game, role: str) -> LearnedAgent:
    """The trained agent of a spec; raises UnknownNameError for any other agent, and the errors of ``make_agent``."""
    if spec.skill < 1:
        raise UnknownNameError(f"{spec.code!r}: a search asks an agent at full strength; leave out {spec.skill:g}")
    agent = build_agent(spec, game, role)
    if not isinstance(agent, LearnedAgent):
        raise UnknownNameError(f"{spec.code!r} is not a trained agent; write trained, former:1 or file:PATH")
    return agent
