"""Events as integer records: rules write them, and Python turns them into sentences for each viewer."""

from collections.abc import Sequence
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
    """Write one event. All seats may see the kind and the player; bit s of ``visible_to`` lets seat s see ``a..d``."""
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


@dataclass(frozen=True, repr=False)
class Event:
    """One event as Python sees it: ``kind`` is an index into ``Game.event_kinds``, ``name`` the word there; ``data`` is
    four integers. ``Position.event_words`` tells events in sentences."""

    kind: int
    player: int
    visible_to: int
    data: tuple[int, ...]
    name: str = ""

    def __repr__(self) -> str:
        """For example ``Event('laid', player=0, data=(0, 1, 0, 0))``; secret data with those who may see it."""
        seats = [seat for seat in range(8) if self.seen_by(seat)]
        seen = "" if self.visible_to == EVERYONE else f", visible_to={seats}"
        return f"Event({self.name or self.kind!r}, player={self.player}, data={self.data}{seen})"

    def seen_by(self, viewer: int) -> bool:
        """Whether ``viewer`` (a seat; -1: the public) may see ``data``."""
        return self.visible_to == EVERYONE or (viewer >= 0 and bool(self.visible_to >> viewer & 1))


def new_events() -> np.ndarray[Any, Any]:
    """An empty event buffer: an array of one record that kernels write to."""
    return np.zeros(1, EVENTS_DTYPE)


def read_events(buffer: np.ndarray[Any, Any], kinds: Sequence[str]) -> list[Event]:
    """The events in ``buffer`` as Python objects; ``kinds`` are the names of their kinds."""
    rows = buffer["rows"][0][: int(buffer["count"][0])]
    columns = (rows[field].tolist() for field in ("kind", "player", "visible_to", "data"))
    return [Event(kind, player, seen, tuple(data), kinds[kind]) for kind, player, seen, data in zip(*columns)]
