"""Scripted bots: compiled kernels over views, so that a tournament plays thousands of games per second."""

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from railgym.agents.registry import other_kinds
from railgym.agents.roles import check_role
from railgym.agents.spec import AgentSpec
from railgym.envs.core import boundary, entry_points
from railgym.envs.core.agent import Agent
from railgym.envs.core.bots import RANDOM_BOTS, ScriptedBots
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.library import EntryPoint
from railgym.envs.core.nonsense import keeps_its_seed
from railgym.envs.core.position import View
from railgym.envs.core.rng import mix

__all__ = ["ScriptedAgent", "SkilledBot", "bots_of", "check_bot", "make_scripted", "scripted_bots"]


def scripted_bots(game: Game) -> ScriptedBots:
    """The bots of a game; at least ``random``."""
    boundary.instance("scripted_bots", "game", game, Game, "a game, as make_game() makes it")
    return bots_of(game.package)


def bots_of(package: str) -> ScriptedBots:
    """The bots of a game package: ``BOTS`` of the module here that is named after its folder, or of its own module
    ``bots``."""
    for name in (f"{__name__}.{package.rpartition('.')[2]}", f"{package}.bots"):
        if find_spec(name):
            bots: ScriptedBots = import_module(name).BOTS
            return bots
    return RANDOM_BOTS


class ScriptedAgent:
    """A scripted bot as an agent."""

    def __init__(self, game: Game, code: str, role: str | None = None) -> None:
        boundary.instance("ScriptedAgent", "code", code, str, "the name of a bot")
        if role is not None:
            boundary.instance("ScriptedAgent", "role", role, str, "the name of a role")
        self.code, self._game, self._bots = code, game, scripted_bots(game)
        if code not in self._bots.all_names:
            others = f"agents of other kinds (see railgym list): {', '.join(other_kinds(game))}"
            has = f"it has {', '.join(self._bots.all_names)}; {others}"
            raise UnknownNameError(f"{game.id} has no agent {code!r}; {has}")
        check_bot(game, code, role or game.roles[0])
        self._number = self._bots.number(code)
        self._scratch = np.zeros(1, game.scratch_dtype)
        self._seat: int | None = None
        self._seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._seed = boundary.sitting(f"{self.code}.reset", self._game, seat, seed)

    def act(self, view: View) -> int:
        view = boundary.decision(f"{self.code}.act", self._game, view, self._seat)
        return self.choose(view.record, view.player)

    def choose(self, record: Array, player: int) -> int:
        """As :meth:`act`, for the record of a view, (1,), that was checked."""
        with np.errstate(over="ignore"):
            ply = 0 if keeps_its_seed(self._number) else int(record["ply"][0])
            seed = int(mix(mix(np.uint64(self._seed)) + np.uint64(ply)))
        mask = np.empty(len(self._game.actions), np.int8)
        return self._decide(self._game.params, record, self._scratch, mask, player, self._number, seed)

    @cached_property
    def _decide(self) -> EntryPoint:
        return self._game.bind(entry_points.call_decide)


def check_bot(game: Game, code: str, role: str) -> None:
    """Raise RoleError unless the game's scripted bot ``code`` plays as ``role``."""
    bots = scripted_bots(game)
    if code not in bots.able(role):
        check_role(game, code, bots.roles.get(code, PLAYER), role)


def make_scripted(game: Game, spec: AgentSpec, role: str) -> Agent:
    """``random``, ``greedy``, ``planner``, ``planner:0.8``, or a bot of a role: ``ROLE:random``."""
    if spec.skill < 1:
        return SkilledBot(game, ScriptedAgent(game, spec.kind, role), spec.code, spec.skill)
    return ScriptedAgent(game, spec.bot, role)


class SkilledBot:
    """A scripted bot at a skill level from 0 to 1: the bot makes this share of the decisions, the others are random."""

    def __init__(self, game: Game, bot: ScriptedAgent, code: str, skill: float) -> None:
        self.code, self.skill, self._game, self._bot = code, skill, game, bot
        self._rng = np.random.default_rng(0)

    def reset(self, seat: int, seed: int) -> None:
        self._bot.reset(seat, seed)
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        if self._rng.random() < self.skill:
            return self._bot.act(view)
        return int(self._rng.choice(view.legal_actions))

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
        """Decide in N games at once, as :meth:`railgym.agents.learned.LearnedAgent.act_batch`."""
        views, masks, _, seats = boundary.decisions(
            f"{self.code}.act_batch", self._game, views, masks, observations, seats
        )
        actions: Array = np.where(masks > 0, self._rng.random(masks.shape), -1).argmax(1)
        for i in np.flatnonzero(self._rng.random(len(views)) < self.skill):
            actions[i] = self._bot.choose(views[i : i + 1], int(seats[i]))
        return actions
