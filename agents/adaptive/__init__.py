"""Adaptive opponents: trained agents that hold whoever sits opposite near a chosen rate of wins.

``adaptive`` does so in the games of several players, ``railbot:adaptive`` in the Railbot's seat. By itself an agent
remembers nobody: it starts from scratch and keeps what it learns in memory. Who plays at the terminal, or in the
browser of the machine that serves, has a profile, see :mod:`railgym.agents.adaptive.profile`.
"""

from railgym.agents.adaptive.agent import AdaptiveAgent, Dialed, RailbotDial
from railgym.agents.adaptive.skill import Skill, SkillCurve
from railgym.agents.learned import number_within, shipped_agent, shipped_for
from railgym.agents.learned.artifact import shipped_agents
from railgym.agents.roles import check_role
from railgym.agents.scripted import ScriptedAgent, make_scripted, scripted_bots
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game

__all__ = [
    "HIGHEST",
    "LOWEST",
    "AdaptiveAgent",
    "Dialed",
    "RailbotDial",
    "Skill",
    "SkillCurve",
    "make_adaptive",
    "make_dialed",
    "make_railbot",
]

RAILBOT, KINDEST, HARDEST = "railbot", "railbot:kind", "railbot:heuristic"
LOWEST, HIGHEST = 0.05, 0.95  # targets


def make_adaptive(game: Game, code: str, argument: str, role: str) -> AdaptiveAgent:
    """``adaptive``, or ``adaptive:0.6``, against which the person is to win 60 % of his games.

    Raises UnknownNameError for another target, for a game for one, and where no agent that was rated ships; and what
    :func:`railgym.agents.learned.shipped_for` raises.
    """
    code = f"{code}:{argument}" if argument else code
    target = number_within(argument or "0.5", LOWEST, HIGHEST)
    if target is None:
        raise UnknownNameError(f"{code}: the person's rate of wins is a number from {LOWEST} to {HIGHEST}")
    if game.num_players == 1:
        raise UnknownNameError(f"{code}: nobody sits opposite in this game for one")
    name = shipped_for(game, role)
    dial = shipped_agents()[name].dial_for(game.options.rules())
    if dial is None or dial.settings[0].rating is None:
        raise UnknownNameError(f"{code}: the strengths of the trained agent {name!r} were not rated against others")
    return AdaptiveAgent(game, code, make_dialed(game, code, role), SkillCurve.of(dial), target)


def make_railbot(game: Game, code: str, argument: str, role: str) -> Agent:
    """``railbot:kind``, ``railbot:random`` and ``railbot:heuristic``, which are scripted;
    ``railbot:adaptive``, with or without a target; and ``railbot:-0.5``, skill from -1, the kindest choices, over 0,
    random ones, to 1, the hardest."""
    full, word, rest = f"{code}:{argument}", *argument.partition(":")[::2]
    dial = number_within(argument, float("-inf"), float("inf"))
    if dial is None and word != "adaptive":
        return make_scripted(game, code, argument, role)
    check_role(game, full, RAILBOT, role)
    if dial is None:
        return make_adaptive(game, f"{code}:{word}", rest, role)
    if not -1 <= dial <= 1:
        raise UnknownNameError(f"{full}: the skill is a number from -1 to 1, as in {code}:-0.5")
    return make_dialed(game, full, role, dial)


def make_dialed(game: Game, code: str, role: str, strength: float = 1.0) -> Dialed:
    """The agent that ships for a role, as one whose strength can be set; the Railbot's below 0, too."""
    name = shipped_for(game, role)
    best = shipped_agent(name, game, code, max(0.0, strength))
    if KINDEST not in scripted_bots(game).playing_as(role):
        return best
    power = game.options.rules()["railbot_power"]
    # The trained agent was never asked to choose a card of the row; a bot that looks at them all does it better.
    asked = shipped_agents()[name].options["railbot_power"] == power
    hard = None if asked else ScriptedAgent(game, HARDEST, role)
    return RailbotDial(game, code, best, ScriptedAgent(game, KINDEST, role), hard, strength)
