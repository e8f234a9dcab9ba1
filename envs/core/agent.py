"""What an agent is to the core: something that sits in a seat and chooses actions from views."""

from typing import Any, Protocol, runtime_checkable

import numpy as np

__all__ = ["Agent", "View"]

View = np.ndarray[Any, Any]


@runtime_checkable
class Agent(Protocol):
    """A player of one game. It is given views, never the state."""

    code: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins: sit down at ``seat``; every random choice comes from ``seed``."""

    def act(self, view: View, mask: np.ndarray[Any, Any]) -> int:
        """Choose a legal action. ``view``: one-element state array; ``mask``: int8 (A,). Returns its id."""
