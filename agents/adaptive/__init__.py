"""Adaptive opponents: trained agents that keep the win rate of their opponent near a target.

``adaptive`` does so in the games of several players, ``ROLE:adaptive`` in the seat of a role. By default
an agent begins without knowledge of its opponent and keeps its estimate in memory. A person at the terminal, or in the
browser of the server's machine, has a profile: see :mod:`railgym.agents.adaptive.profile`.
"""

from collections.abc import Callable
from importlib import import_module

from railgym.agents.adaptive.agent import AdaptiveAgent, SkilledAgent
from railgym.agents.adaptive.skill import Skill, SkillCurve
from railgym.agents.learned import shipped_agent, shipped_for
from railgym.agents.learned.artifact import shipped_agents
from railgym.agents.roles import check_role
from railgym.agents.scripted import make_scripted, scripted_bots
from railgym.agents.spec import AgentSpec
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game

__all__ = [
    "AdaptiveAgent",
    "Skill",
    "SkillCurve",
    "SkilledAgent",
    "adaptive_agent",
    "make_adaptive",
    "make_for_role",
    "make_skilled_agent",
]


def make_adaptive(game: Game, spec: AgentSpec, role: str) -> AdaptiveAgent:
    """``adaptive``, or ``adaptive:0.6``, against which the person is to win 60 % of the games."""
    assert spec.target is not None
    return adaptive_agent(game, spec.code, role, spec.target)


def adaptive_agent(game: Game, code: str, role: str, target: float) -> AdaptiveAgent:
    """An agent against which the person is to win a share ``target`` of the games.

    Raises UnknownNameError for a game for one, and where no agent that was rated ships; and what
    :func:`railgym.agents.learned.shipped_for` raises.
    """
    if game.num_players == 1:
        raise UnknownNameError(f"{code}: this game for one has no opponents")
    name = shipped_for(game, role)
    measured = shipped_agents()[name].skill_levels_for(game.options.rules())
    if measured is None or measured.levels[0].rating is None:
        raise UnknownNameError(f"{code}: the skill levels of the trained agent {name!r} were not rated against others")
    return AdaptiveAgent(game, code, make_skilled_agent(game, code, role), SkillCurve.of(measured), target)


def make_for_role(game: Game, spec: AgentSpec, role: str) -> Agent:
    """The agents whose kind is named after a role: ``ROLE:adaptive``, with or without a target; ``ROLE:-0.5``, by a
    skill; and its scripted bots, as ``ROLE:random``."""
    if spec.bot:
        return make_scripted(game, spec, role)
    check_role(game, spec.code, spec.kind, role)
    if spec.target is not None:
        return adaptive_agent(game, spec.code, role, spec.target)
    return make_skilled_agent(game, spec.code, role, spec.skill)


def make_skilled_agent(game: Game, code: str, role: str, skill: float = 1.0) -> SkilledAgent:
    """The shipped agent of a role, whose skill can be set. Bots of its game may add levels below 0."""
    best = shipped_agent(shipped_for(game, role), game, code, max(0.0, skill))
    extended = scripted_bots(game).skilled.get(role)
    if extended is None:
        return best
    module, _, function = extended.partition(":")
    maker: Callable[[Game, SkilledAgent, str, float], SkilledAgent] = getattr(import_module(module), function)
    return maker(game, best, role, skill)
