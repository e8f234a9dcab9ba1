"""Agents written by users: loads ``py:module:Class``, and raises AgentError for exceptions of their code."""

import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from inspect import signature
from typing import Any
from warnings import warn

import numpy as np

from railgym.agents.spec import AgentSpec
from railgym.envs.core.agent import Agent, ForfeitError
from railgym.envs.core.errors import RailgymError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

__all__ = ["AgentError", "guarded", "make_from_python", "reason_of", "unguarded"]


class AgentError(RailgymError, RuntimeError):
    """A user's agent cannot play; the message names it and the reason, and ``__cause__`` is what it raised."""


def make_from_python(game: Game, spec: AgentSpec, role: str) -> Agent:
    """``py:module:Class``: an agent class of the user's, called with the game."""
    module, name = spec.python_class
    try:
        agent = getattr(import_module(module), name)(game)
    except ModuleNotFoundError as error:
        if f"{module}.".startswith(f"{error.name}."):
            reason = f"there is no module {error.name!r} in {os.getcwd()} or on PYTHONPATH; write py:module:Class"
        else:
            reason = f"it imports {error.name!r}, which is not installed"
        raise UnknownNameError(f"cannot load agent {spec.code!r}: {reason}") from None
    except (Exception, SystemExit) as error:  # whatever the user's code raises
        raise UnknownNameError(f"cannot load agent {spec.code!r}: {reason_of(error)}; write py:module:Class") from None
    for method in ("reset", "act"):
        if not callable(getattr(agent, method, None)):
            raise UnknownNameError(f"{spec.code!r} is no agent: it has no method {method!r}")
    return _Guarded(_TwoArguments(agent, spec.code) if _takes_a_mask(agent) else agent, spec.code)


def guarded(agent: Agent, code: str) -> Agent:
    """The agent, wrapped so that its exceptions become AgentError, which names ``code``. Agents of railgym are returned
    unchanged."""
    return agent if type(agent).__module__.startswith("railgym.") else _Guarded(agent, code)


def unguarded(agent: Agent) -> Agent:
    """The agent without the wrapper, for callers that handle its exceptions themselves."""
    return agent._agent if isinstance(agent, _Guarded) else agent


class _Guarded:
    """A user's agent. Its exceptions, except ForfeitError, become AgentError."""

    def __init__(self, agent: Agent, code: str) -> None:
        self.code, self._agent = code, agent

    def __getattr__(self, name: str) -> Any:
        """Its other methods, such as ``act_batch`` and ``finish``, and its attributes."""
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._agent, name)
        return partial(self._call, found) if callable(found) else found

    def reset(self, seat: int, seed: int) -> None:
        self._call(self._agent.reset, seat, seed)

    def act(self, view: View) -> int:
        answer = self._call(self._agent.act, view)
        if not isinstance(answer, int | np.integer):
            raise AgentError(f"agent {self.code!r} answered {' '.join(repr(answer).split())}, which is no action")
        return int(answer)

    def _call(self, method: Callable[..., Any], *values: Any) -> Any:
        try:
            return method(*values)
        except ForfeitError:
            raise
        except (Exception, SystemExit) as error:
            raise AgentError(f"agent {self.code!r} failed: {reason_of(error)}") from error


def reason_of(error: BaseException) -> str:
    """The type and the message of an exception, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _takes_a_mask(agent: object) -> bool:
    """Whether a class of the user's has the form of before version 0.2, ``act(view, mask)``."""
    try:
        signature(agent.act).bind(None)  # type: ignore[attr-defined]
    except TypeError:
        return True
    except ValueError:  # a callable without a signature
        pass
    return False


class _TwoArguments:
    """An agent with the former ``act(view, mask)``, which gets a record and a mask; accepted until version 0.3."""

    def __init__(self, agent: Any, code: str) -> None:
        note = "write act(view) instead of act(view, mask): view.record and view.action_mask have both"
        warn(f"{code}: {note}", FutureWarning, stacklevel=2)
        self.code, self._agent = code, agent

    def reset(self, seat: int, seed: int) -> None:
        self._agent.reset(seat, seed)

    def act(self, view: View) -> int:
        action: int = self._agent.act(view.record.copy(), view.action_mask.copy())
        return action
