"""Bots in any language: programs that read requests and write answers, one JSON object a line."""

from typing import TYPE_CHECKING

from railgym.agents.spec import AgentSpec

if TYPE_CHECKING:
    from railgym.agents.program.agent import ProgramAgent
    from railgym.envs.core.game import Game

__all__ = ["make_from_command"]


def make_from_command(game: "Game", spec: AgentSpec, role: str) -> "ProgramAgent":
    """``cmd:./mybot``: the program, which is started with the first game. Raises UnknownNameError if there is none."""
    from railgym.agents.program.agent import ProgramAgent

    return ProgramAgent(game, spec.code, spec.command, spec.seconds)
