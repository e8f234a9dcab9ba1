"""What an agent is to the core: something that sits in a seat and chooses actions from views."""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from railgym.envs.core.errors import ArgumentError, plain

__all__ = ["Agent", "View", "check_agent"]

View = np.ndarray[Any, Any]


def check_agent(where: str, value: Any) -> None:
    """Raise ArgumentError unless a value can sit in a seat: it has the methods of :class:`Agent`."""
    for method in ("reset", "act"):
        if isinstance(value, type) or not callable(getattr(value, method, None)):
            raise ArgumentError(f"{where}: {plain(value)} is no agent: give one, as make_agent(code, game) makes it")


@runtime_checkable
class Agent(Protocol):
    """A player of one game. It is given views, never the state."""

    code: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins: sit down at ``seat``; every random choice comes from ``seed``."""

    def act(self, view: View, mask: np.ndarray[Any, Any]) -> int:
        """Choose a legal action. ``view``: one-element state array; ``mask``: int8 (A,). Returns its id."""
