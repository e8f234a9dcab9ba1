"""Stops a training run on Ctrl-C or SIGTERM."""

import signal
import threading
from collections.abc import Callable

from railgym.envs.core.host import Terminated

__all__ = ["StopKey"]


class StopKey:
    """Catches Ctrl-C and SIGTERM inside its ``with`` block. The first signal sets ``pressed``, and training stops where
    the run can be resumed; the second one stops it at once. ``say`` shows a message to the user.

    Python handles signals only in its main thread, so a run in another thread does not catch them. A run that was
    started with SIGINT ignored, for example in the background of a script, still ignores it.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say, self.pressed = say, False
        self.stop: type[KeyboardInterrupt] = KeyboardInterrupt
        self.before: dict[int, signal._HANDLER] = {}

    def __enter__(self) -> "StopKey":
        if threading.current_thread() is threading.main_thread():
            heard = (number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) != signal.SIG_IGN)
            self.before = {number: signal.signal(number, self._press) for number in heard}
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def _press(self, number: int, frame: object) -> None:
        self.stop = Terminated if number == signal.SIGTERM else KeyboardInterrupt
        if self.pressed:
            raise self.stop
        self.pressed = True
        self.say("stopping after this rollout; Ctrl-C once more stops now, and goes back to the last checkpoint")

    def check(self) -> None:
        """Raise KeyboardInterrupt after Ctrl-C, Terminated after SIGTERM."""
        if self.pressed:
            raise self.stop
