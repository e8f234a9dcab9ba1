"""Reinforcement-learning environments of railway board games: train an agent, benchmark it, play against it.

``make_game`` and ``make_agent`` are the way in from Python. Importing this package also registers every game with
Gymnasium and, where it has a registry, with PettingZoo. Nothing else is imported before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from railgym.registration import register

if TYPE_CHECKING:
    from railgym.agents.registry import make_agent
    from railgym.agents.selfplay_entry import make_selfplay
    from railgym.envs.catalog import make_game
    from railgym.envs.core.errors import IllegalActionError, RailgymError
    from railgym.envs.core.position import Position, View
    from railgym.training.evaluate.policy import win_rate

__all__ = [
    "IllegalActionError",
    "Position",
    "RailgymError",
    "View",
    "__version__",
    "make_agent",
    "make_game",
    "make_selfplay",
    "win_rate",
]

__version__ = "0.1.0"

PLACES = {
    "IllegalActionError": "railgym.envs.core.errors",
    "Position": "railgym.envs.core.position",
    "RailgymError": "railgym.envs.core.errors",
    "View": "railgym.envs.core.position",
    "make_agent": "railgym.agents.registry",
    "make_game": "railgym.envs.catalog",
    "make_selfplay": "railgym.agents.selfplay_entry",
    "win_rate": "railgym.training.evaluate.policy",
}


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module 'railgym' has no attribute {name!r}")
    return getattr(import_module(PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__


register()
