"""Worker threads for calls of compiled code, which release the interpreter lock.

All callers of a process share the workers. They start when they are first needed, and use no processor time while they
wait. A forked child has no workers at first and starts its own.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from railgym.envs.core.host import usable_cores

__all__ = ["available_threads", "in_ranges", "limit_threads", "together"]

Call = Callable[[], Any]
SPARE = 1 / 16  # of the items

_most: int | None = None


def limit_threads(most: int) -> None:
    """Limit the threads of searches in this process to ``most``, because other processes run beside it."""
    global _most
    _most = most


def available_threads() -> int:
    """The number of threads that a search may use: the cores of this process, or fewer after :func:`limit_threads`."""
    return usable_cores() if _most is None else min(_most, usable_cores())


class _Workers:
    """Threads that take calls from one queue."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Call, SimpleQueue[BaseException | None]]] = SimpleQueue()
        self._lock, self._count = Lock(), 0

    def hand_over(self, calls: Sequence[Call]) -> "SimpleQueue[BaseException | None]":
        """Give these calls to workers. The returned queue receives one item for each: its exception or None."""
        if self._count < len(calls):
            with self._lock:
                for _ in range(len(calls) - self._count):
                    Thread(target=self._work, name="railgym", daemon=True).start()
                    self._count += 1
        ended: SimpleQueue[BaseException | None] = SimpleQueue()
        for call in calls:
            self._calls.put((call, ended))
        return ended

    def _work(self) -> None:
        while True:
            call, ended = self._calls.get()
            try:
                call()
            except BaseException as error:
                ended.put(error)
            else:
                ended.put(None)


_workers = _Workers()


def _forget_workers() -> None:
    global _workers
    _workers = _Workers()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_workers)


def together(calls: Sequence[Call]) -> None:
    """Make all calls, each in its own thread, and the last one in the caller's thread. Raises the exception of one of
    the calls that failed."""
    if len(calls) < 2:
        for call in calls:
            call()
        return
    ended = _workers.hand_over(calls[:-1])
    try:
        calls[-1]()
    finally:  # wait for all calls before returning: they share arrays
        failed = [error for error in (ended.get() for _ in calls[:-1]) if error]
    if failed:
        raise failed[0]


def in_ranges(count: int, threads: int, call: Callable[[int, slice], Any]) -> None:
    """Divide ``count`` items into ranges, one for each thread and a spare one, and make ``call(thread, slice)`` for
    each of them. The thread that finishes first takes the spare range: usually the caller's, which starts first."""
    if threads == 1:
        call(0, slice(0, count))
        return
    own = count - int(count * SPARE)
    cuts = [own * t // threads for t in range(threads + 1)]
    spare = iter([slice(own, count)] if own < count else [])  # next() is atomic

    def work(thread: int) -> None:
        call(thread, slice(cuts[thread], cuts[thread + 1]))
        for part in spare:
            call(thread, part)

    together([partial(work, t) for t in range(threads) if cuts[t] < cuts[t + 1]])
