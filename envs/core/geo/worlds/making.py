"""What the makers of all kinds of random maps share: tables, and further attempts after one with faults."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from railgym.envs.core.data_files import DataTable, Faults, Row
from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.worlds.settings import WorldSettings

__all__ = ["first_sound", "table_of"]

ATTEMPTS = 12

Made = TypeVar("Made")


def first_sound(settings: WorldSettings, make: Callable[[int, Faults], Made]) -> Made:
    """What ``make`` makes in its first attempt without faults. Raises DataError if there is none."""
    for attempt in range(ATTEMPTS):
        faults = Faults(Path(str(settings)), "the map")
        with _gc_paused():
            made = make(attempt, faults)
        try:
            faults.stop()
        except DataError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return made
    raise AssertionError("the last attempt raises")


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector. The thousands of objects of a new map would start collections that visit all maps in
    memory, and find next to nothing: making a map leaves few reference cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def table_of(file: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> DataTable:
    """A table with these cells, in the order of its columns."""
    named = [dict(zip(columns, map(str, cells), strict=True)) for cells in rows]
    return DataTable(file, tuple(Row(line, cells) for line, cells in enumerate(named, 2)))
