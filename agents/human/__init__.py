"""People as agents."""

from railgym.agents.human.terminal import Terminal
from railgym.agents.spec import AgentSpec
from railgym.envs.core.game import Game

__all__ = ["make_human"]


def make_human(game: Game, spec: AgentSpec, role: str) -> Terminal:
    """``human``: a person at the terminal this process runs in."""
    return Terminal(game)
