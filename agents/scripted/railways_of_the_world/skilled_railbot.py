"""The Railbot's choices by a skill from -1, the kindest, over 0, random ones, to 1, the hardest."""

import numpy as np

from railgym.agents.adaptive.agent import SkilledAgent
from railgym.agents.learned import shipped_for
from railgym.agents.learned.artifact import shipped_agents
from railgym.agents.scripted import ScriptedAgent
from railgym.envs.core import boundary
from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import View

__all__ = ["SkilledRailbot", "make_skilled_railbot"]

KINDEST, HARDEST = "railbot:kind", "railbot:heuristic"


def make_skilled_railbot(game: Game, trained: SkilledAgent, role: str, skill: float) -> "SkilledRailbot":
    """The trained agent, with the kind bot for skills below 0. If the trained agent was not trained to choose
    a card of the row, a bot that compares all of them plays the levels above 0."""
    power = game.options.rules()["railbot_power"]
    asked = shipped_agents()[shipped_for(game, role)].options["railbot_power"] == power
    hard = None if asked else ScriptedAgent(game, HARDEST, role)
    return SkilledRailbot(game, trained.code, trained, ScriptedAgent(game, KINDEST, role), hard, skill)


class SkilledRailbot:
    """The Railbot's choices by a skill level.

    From 0, random choices, to 1, those of the trained agent, or of ``hard`` where that is stronger; and down to -1,
    those of ``kind``. The square root of the level is the share of choices that are not random. ``kind`` and ``hard``
    make no random choices.
    """

    lowest = -1.0

    def __init__(
        self, game: Game, code: str, trained: SkilledAgent, kind: Agent, hard: Agent | None, skill: float = 1.0
    ) -> None:
        self.code, self.skill, self._trained, self._kind, self._hard = code, skill, trained, kind, hard
        self._game = game
        self._rng = np.random.default_rng(0)

    def reset(self, seat: int, seed: int) -> None:
        self._trained.reset(seat, seed)
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        view = boundary.decision(f"{self.code}.act", self._game, view, getattr(view, "player", 0))
        return int(self.act_batch(view.record, view.action_mask[None], np.zeros((1, 0)), np.array([view.player]))[0])

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
        """As of a :class:`railgym.agents.learned.LearnedAgent`."""
        bot = self._kind if self.skill < 0 else self._hard
        self._trained.skill = 0.0 if bot else self.skill
        actions = self._trained.act_batch(views, masks, observations, seats)
        if bot:
            for row in np.flatnonzero(self._rng.random(len(views)) ** 2 < abs(self.skill)):
                bot.reset(int(seats[row]), 0)
                actions[row] = bot.act(View.unchecked(self._game, views[row : row + 1]))
        return actions

    def policy_and_value(self, view: View) -> tuple[Array, float]:
        """As of the trained agent."""
        return self._trained.policy_and_value(view)
