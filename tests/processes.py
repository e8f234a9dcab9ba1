"""Starts the processes of tests. Each has the signal handlers of a command at a terminal, even if the test run was
started with other ones. Each has a time limit, so that no test waits forever."""

import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

__all__ = ["LIMIT", "run", "started"]

LIMIT = 600  # seconds: a process may have to build the libraries of several games on a busy machine


def run(command: Sequence[str], **options: Any) -> "subprocess.CompletedProcess[Any]":
    """``subprocess.run`` with a limit of time; raises subprocess.TimeoutExpired."""
    ends = {"timeout": LIMIT, "check": False, "preexec_fn": _as_at_a_terminal}
    return subprocess.run(command, **ends | options)


@contextmanager
def started(
    command: Sequence[str], *, limit: float = LIMIT, ignored: Sequence[int] = (), **options: Any
) -> Iterator[Any]:
    """A process for the length of a ``with`` block. After ``limit`` seconds it is killed, which ends every read from
    its pipes and every wait for it. It begins with the ``ignored`` signals ignored."""

    def prepare() -> None:
        _as_at_a_terminal()
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    with subprocess.Popen(command, preexec_fn=prepare, **options) as process:
        end = threading.Timer(limit, process.kill)
        end.start()
        try:
            yield process
        finally:
            end.cancel()
            process.kill()


def _as_at_a_terminal() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
