"""What an agent is to the core: a player that chooses actions from views."""

from typing import Any, Protocol, runtime_checkable

from railgym.envs.core.errors import ArgumentError, RailgymError, plain
from railgym.envs.core.position import View

__all__ = ["Agent", "ForfeitError", "check_agent"]


class ForfeitError(RailgymError, RuntimeError):
    """An agent cannot or may not play on: it loses the game. The message says why, in one line."""


def check_agent(where: str, value: Any) -> None:
    """Raise ArgumentError for a value without the methods of :class:`Agent`."""
    for method in ("reset", "act"):
        if isinstance(value, type) or not callable(getattr(value, method, None)):
            raise ArgumentError(f"{where}: {plain(value)} is no agent: give one, as make_agent(code, game) makes it")


@runtime_checkable
class Agent(Protocol):
    """A player of one game. It gets views, never positions."""

    code: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins, in which the agent is player ``seat``; all its random choices come from ``seed``."""

    def act(self, view: View) -> int:
        """Choose one of ``view.legal_actions``. The view is the agent's own, and the agent is the current player."""
