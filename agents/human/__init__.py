"""People as agents."""

from railgym.agents.human.terminal import Terminal
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game

__all__ = ["make_human"]


def make_human(game: Game, head: str, argument: str, role: str) -> Terminal:
    """``human``: a person at the terminal this process runs in."""
    if argument:
        raise UnknownNameError(f"agent {head!r} takes no argument, got {argument!r}")
    return Terminal(game)
