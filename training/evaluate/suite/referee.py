"""A referee between a game and an agent: an agent that fails or exceeds its time forfeits the game."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from types import FrameType
from typing import Any

import numpy as np

from railgym.agents.own import reason_of, unguarded
from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Array
from railgym.envs.core.position import View
from railgym.training.evaluate.matches import FORFEIT

__all__ = ["Fault", "Watched", "fault_to_string", "watch"]


class OverTimeError(BaseException):
    """Raised within an agent that takes too long; no Exception, so that ``except Exception`` does not swallow it."""


HARMFUL = (Exception, SystemExit, GeneratorExit, OverTimeError)  # all that an agent may raise but an interruption


@dataclass(frozen=True)
class Fault:
    """Why an agent forfeited a game. ``seed``: what its random choices came from; where it is asked for many games at
    once, those of all of them."""

    agent: str
    seed: int
    reason: str


@dataclass(frozen=True)
class _Silence:
    """No answer."""

    why: str


class Watched:
    """An agent under control. An exception, an illegal action or more than ``limit`` seconds per decision become
    ``FORFEIT``, with the reason in ``faults``. ``decisions`` and ``seconds`` count its decisions and their time.

    A decision is cut short where that is possible: in Python code of the main thread. Compiled code ends first.
    """

    def __init__(self, code: str, agent: Agent, limit: float) -> None:
        self.code, self.agent, self.limit = code, agent, limit
        self.decisions, self.seconds = 0, 0.0
        self.faults: list[Fault] = []
        self._seed, self._lost = 0, ""

    def reset(self, seat: int, seed: int) -> None:
        """A new game; an agent that cannot even begin forfeits it when it is asked."""
        self._seed, self._lost = seed, ""
        try:
            with _cut_after(self.limit):
                self.agent.reset(seat, seed)
        except HARMFUL as error:
            self._lost = f"reset: {reason_of(error)}"

    def act(self, view: View) -> int:
        if self._lost:
            return self._forfeit(self._lost)
        mask = view.action_mask
        answer = self._ask(lambda: self.agent.act(view), 1)
        return self._forfeit(answer.why) if isinstance(answer, _Silence) else self._checked(answer, mask)

    def finish(self, payoffs: Array) -> None:
        """Tell an agent that wants to know; the game is over, so whatever it does changes nothing."""
        with suppress(*HARMFUL), _cut_after(self.limit):
            getattr(self.agent, "finish", lambda payoffs: None)(payoffs)

    def _ask(self, decide: Callable[[], Any], decisions: int) -> Any:
        """What the agent answers, or why it does not."""
        began = perf_counter()
        try:
            with _cut_after(self.limit * decisions):
                answer = decide()
        except OverTimeError:
            return self._over_time()
        except HARMFUL as error:
            return _Silence(reason_of(error))
        finally:
            taken = perf_counter() - began
            self.decisions += decisions
            self.seconds += taken
        return self._over_time() if taken > self.limit * decisions else answer

    def _over_time(self) -> "_Silence":
        return _Silence(f"took more than {self.limit:g} s for a decision")

    def _checked(self, answer: Any, mask: Array) -> int:
        if not isinstance(answer, int | np.integer):
            return self._forfeit(f"answered {' '.join(repr(answer).split())}, which is no action")
        if not (0 <= answer < len(mask) and mask[answer]):
            return self._forfeit(f"action {answer} is illegal")
        return int(answer)

    def _forfeit(self, reason: str) -> int:
        self.faults.append(Fault(self.code, self._seed, reason[:200]))
        return FORFEIT


class WatchedBatch(Watched):
    """The same for an agent that is asked for many games at once."""

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
        """Decide in N games: int64 (N,). What goes wrong for all of them forfeits all of them."""
        agent: Any = self.agent
        answer: Any = _Silence(self._lost)
        if not self._lost:
            decide = partial(agent.act_batch, views, masks.copy(), observations, seats)
            answer = self._ask(lambda: np.asarray(decide()), len(masks))
        if isinstance(answer, _Silence):
            return np.array([self._forfeit(answer.why) for _ in masks])
        if answer.shape != (len(masks),):
            return np.array([self._forfeit(f"answered {answer.shape} for {len(masks)} games") for _ in masks])
        return np.array([self._checked(action, mask) for action, mask in zip(answer, masks, strict=True)])


def watch(code: str, agent: Agent, limit: float) -> Watched:
    """The agent ``code`` with a referee; ``limit``: seconds per decision."""
    return (WatchedBatch if hasattr(agent, "act_batch") else Watched)(code, unguarded(agent), limit)


def fault_to_string(fault: dict[str, Any]) -> str:
    """What an agent did, and in how many games, of a summary's ``faults``."""
    games = f"{fault['games']:,} games" if fault["games"] > 1 else "a game"
    return f"{fault['agent']} forfeited {games}: {fault['reason']}"


@contextmanager
def _cut_after(seconds: float) -> Iterator[None]:
    """Raise OverTimeError in the main thread after these seconds, and again every second."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def cut(number: int, frame: FrameType | None) -> None:
        raise OverTimeError

    before = signal.signal(signal.SIGALRM, cut)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
