"""What people write to each other at a table."""

import time
from dataclasses import dataclass, field

from railgym.envs.core.errors import OptionsError

__all__ = ["LONGEST_TEXT", "Chat", "ChatLine"]

LONGEST_TEXT = 300  # characters
MOST = 500  # lines that are kept
BURST, SECONDS = 5, 10.0  # a seat may write so many lines in so much time


@dataclass(frozen=True)
class ChatLine:
    """A ``text`` that the person in a ``seat`` wrote at a ``time``, in seconds since 1970."""

    seat: int
    text: str
    time: float


@dataclass
class Chat:
    """The lines of a table, the latest last."""

    lines: list[ChatLine] = field(default_factory=list)

    def add(self, seat: int, text: str, now: float | None = None) -> ChatLine:
        """Keep a line; raises OptionsError for a text that is empty, too long, or one of too many."""
        now = time.time() if now is None else now
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not text:
            raise OptionsError("write something first")
        if len(text) > LONGEST_TEXT:
            raise OptionsError(f"a message of the chat has {LONGEST_TEXT} characters at most")
        if sum(line.seat == seat and now - line.time < SECONDS for line in self.lines[-50:]) >= BURST:
            raise OptionsError(f"{BURST} messages in {SECONDS:.0f} seconds are the most; wait a little")
        line = ChatLine(seat, text, now)
        self.lines = [*self.lines, line][-MOST:]
        return line
