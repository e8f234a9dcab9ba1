"""Where the work of the server is done, while its loop goes on answering; and what people are told of what fails."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from railgym.envs.core.errors import RailgymError

__all__ = ["making", "reason_of", "rules", "thinking"]

LOG = logging.getLogger(__name__)

# One thread for all tables, so that no table is used by two threads. Agents run in a second thread, with their own Game
# objects, because a decision may take seconds; search itself uses several threads. Games are created and opened in a
# third thread, because a library may have to be built first.
_RULES = ThreadPoolExecutor(1, "rules")
_THINKING = ThreadPoolExecutor(1, "thinking")
_MAKING = ThreadPoolExecutor(1, "making")


async def rules(call: Callable[..., Any], *arguments: Any) -> Any:
    """Run what reads or changes a table in the thread of the tables."""
    return await asyncio.get_running_loop().run_in_executor(_RULES, call, *arguments)


async def thinking(call: Callable[..., Any], *arguments: Any) -> Any:
    """Run an agent in the thread of the agents."""
    return await asyncio.get_running_loop().run_in_executor(_THINKING, _contained, call, *arguments)


async def making(call: Callable[..., Any], *arguments: Any) -> Any:
    """Run what makes a table, and may make agents, in the thread for that."""
    return await asyncio.get_running_loop().run_in_executor(_MAKING, _contained, call, *arguments)


def _contained(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call it; a user's agent that exits does not end the server."""
    try:
        return call(*arguments)
    except SystemExit as error:
        raise RuntimeError(f"an agent called exit({error})") from error


def reason_of(error: Exception) -> str:
    """What people are told of an error: theirs, or else that the log of the server says more, without its paths."""
    if isinstance(error, RailgymError):
        return str(error)
    LOG.error("could not be done", exc_info=error)
    if isinstance(error, OSError) and error.strerror:
        return f"the server cannot keep its files: {error.strerror}"
    return f"{type(error).__name__} on the server, whose log says more"
