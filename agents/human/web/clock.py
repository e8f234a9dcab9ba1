"""The clock of a table: it runs for the person who has to decide, while at least one person is connected."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from railgym.agents.human.web.seat import Seat

__all__ = ["Clock"]


class Clock:
    """Takes the time of ``seats`` that have some ``left``; ``ran_out`` is called with the seat that has none left."""

    def __init__(self, seats: list[Seat], ran_out: Callable[[int], Awaitable[None]]) -> None:
        self._seats, self._ran_out = seats, ran_out
        self.running, self._since = -1, 0.0  # the seat whose time runs
        self._alarm: asyncio.Task[None] | None = None

    def run_for(self, seat: int) -> None:
        """Let the time of this seat run, and of no other; -1: of none."""
        if seat == self.running:
            return
        if self.running >= 0:
            self._seats[self.running].left = self.left(self.running)
        if self._alarm:
            self._alarm.cancel()
        self._alarm, self.running = None, seat if seat >= 0 and self._seats[seat].left is not None else -1
        if self.running >= 0:
            self._since = time.monotonic()
            self._alarm = asyncio.create_task(self._ring(self.running, self._seats[self.running].left or 0.0))

    def left(self, seat: int) -> float | None:
        """Seconds that a seat has now; None: it has no clock."""
        left = self._seats[seat].left
        return left if left is None or seat != self.running else max(0.0, left - (time.monotonic() - self._since))

    def reward(self, seat: int) -> None:
        """Add the seconds of a turn to a seat with a clock that has not run out."""
        left, running = self.left(seat), self.running
        if left:
            self.run_for(-1)
            self._seats[seat].left = left + self._seats[seat].increment
            self.run_for(running)

    async def _ring(self, seat: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await asyncio.shield(self._ran_out(seat))  # which is not broken off by a move that comes too late
