"""Ctrl-C in the middle of a run."""

import signal
import threading
from collections.abc import Callable

__all__ = ["StopKey"]


class StopKey:
    """Hears Ctrl-C while it is entered: the first sets ``pressed``, and whoever trains stops where the run can be taken
    up again; the second raises KeyboardInterrupt at once. ``say`` tells the user so.

    Python hears signals in its main thread only; a run in another one cannot be stopped so.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say, self.pressed = say, False

    def __enter__(self) -> "StopKey":
        self.heard = threading.current_thread() is threading.main_thread()
        if self.heard:
            self.before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.heard:
            signal.signal(signal.SIGINT, self.before)

    def _press(self, *_: object) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
        self.say("stopping after this rollout; Ctrl-C once more stops now, and goes back to the last checkpoint")

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self.pressed:
            raise KeyboardInterrupt
