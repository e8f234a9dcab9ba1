"""What happened, as integer records: rules write them, Python turns them into a sentence for each viewer."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["CAPACITY", "EVENTS_DTYPE", "EVENT_DTYPE", "EVERYONE", "Event", "emit", "new_events", "read_events"]

CAPACITY = 160
EVERYONE = 255

EVENT_DTYPE = np.dtype([("kind", "u1"), ("player", "i1"), ("visible_to", "u1"), ("data", "i4", (4,))])
EVENTS_DTYPE = np.dtype([("count", "i4"), ("rows", EVENT_DTYPE, (CAPACITY,))])


@kernel
def emit(events, visible_to, kind, player, a=0, b=0, c=0, d=0):
    """Write one event. Bit s of ``visible_to`` lets seat s see ``a..d``; who did what kind of thing, all may see."""
    n = np.int64(events.count)
    if n < CAPACITY:
        row = events.rows[n]
        row.kind = kind
        row.player = player
        row.visible_to = visible_to
        row.data[0] = a
        row.data[1] = b
        row.data[2] = c
        row.data[3] = d
        events.count = n + 1


@dataclass(frozen=True)
class Event:
    """One event as Python sees it: ``kind`` indexes ``Game.event_kinds``; ``data`` is four integers."""

    kind: int
    player: int
    visible_to: int
    data: tuple[int, ...]

    def seen_by(self, viewer: int) -> bool:
        """Whether ``viewer`` (a seat; -1: the public) may see ``data``."""
        return self.visible_to == EVERYONE or (viewer >= 0 and bool(self.visible_to >> viewer & 1))


def new_events() -> np.ndarray[Any, Any]:
    """An empty event buffer: an array of one record that kernels write to."""
    return np.zeros(1, EVENTS_DTYPE)


def read_events(buffer: np.ndarray[Any, Any]) -> list[Event]:
    """The events in ``buffer`` as Python objects."""
    rows = buffer["rows"][0][: int(buffer["count"][0])]
    return [Event(int(r["kind"]), int(r["player"]), int(r["visible_to"]), tuple(map(int, r["data"]))) for r in rows]
