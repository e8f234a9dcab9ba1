"""What the makers of all kinds of random maps share: tables, and further attempts after one with faults."""

from collections.abc import Callable, Iterable, Sequence
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
        made = make(attempt, faults)
        try:
            faults.stop()
        except DataError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return made
    raise AssertionError("the last attempt raises")


def table_of(file: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> DataTable:
    """A table with these cells, in the order of its columns."""
    named = [dict(zip(columns, map(str, cells), strict=True)) for cells in rows]
    return DataTable(file, tuple(Row(line, cells) for line, cells in enumerate(named, 2)))
