"""The tables of a board that states only its changes to another board, which comes with the game.

``board.json`` of such a board names the other board as ``like``. A file that the folder does not have is that of the
other board, without the rows of ``NAME.removed.csv`` and with those of ``NAME.added.csv`` after the others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from railgym.envs.core.data_files import DataTable, Faults, Row, read_table
from railgym.envs.core.errors import meant

__all__ = ["BoardFaults", "Layers"]

ADDED = 1_000_000  # is added to the lines of added rows, so that faults in them name their file
KEYS = {"sections.csv": ("dot_a", "dot_b", "railroad"), "payoffs.csv": ("city_a", "city_b")}  # else the first column


class BoardFaults(Faults):
    """The faults of a board. A fault in an added row names the file of changes and its line there, and one in a row of
    the board that it is ``like`` that board."""

    like = ""

    def add(self, file: str, line: int, text: str) -> None:
        if line > ADDED:
            file, line = change(file, "added"), line - ADDED
        elif self.like and line and not (self.folder / file).exists():
            text = f"a row of the board {self.like!r}: {text}"
        super().add(file, line, re.sub(r"\bline \d{7}\b", _as_added, text))

    def are_in(self, *files: str) -> bool:
        return super().are_in(*files, *(change(file, how) for file in files for how in ("added", "removed")))


def _as_added(found: re.Match[str]) -> str:
    return f"added line {int(found[0].split()[1]) - ADDED}"


def change(file: str, how: str) -> str:
    """The name of the file of changes to a table."""
    return f"{file.removesuffix('.csv')}.{how}.csv"


@dataclass(frozen=True)
class Layers:
    """The folder of a board and, if it states only its changes, the other board's. Faults are noted in ``faults``."""

    faults: Faults
    like: "Layers | None" = None

    @property
    def folder(self) -> Path:
        return self.faults.folder

    def has(self, file: str) -> bool:
        """Whether there is such a file."""
        return (self.folder / file).exists() or (self.like is not None and self.like.has(file))

    def where(self, file: str) -> Faults:
        """The :class:`Faults` of the folder, this one or the other board's, that has a file as a whole."""
        return self.faults if self.like is None or (self.folder / file).exists() else self.like.where(file)

    def table(self, file: str, columns: Sequence[str]) -> DataTable:
        """The rows of a table, with the changes to it."""
        if self.like is None or (self.folder / file).exists():
            return read_table(file, columns, self.faults)
        rows = self.like.table(file, columns).rows
        columns = tuple(rows[0].cells) if rows else columns
        return DataTable(file, (*self._left(file, rows, columns), *self._added(file, columns)))

    def check_changes(self, files: Sequence[str]) -> None:
        """Note every file of changes that would not be read: changes to no table of ``files``, to a table that is there
        as a whole, or without another board."""
        for path in sorted((*self.folder.glob("*.added.csv"), *self.folder.glob("*.removed.csv"))):
            table = f"{path.name.split('.')[0]}.csv"
            if table not in files:
                self.faults.add(path.name, 1, f"there is no {table} to change: {meant(table, files)}")
            elif self.like is None:
                self.faults.add(path.name, 1, 'changes to no board: name one as "like" in board.json')
            elif (self.folder / table).exists():
                self.faults.add(path.name, 1, f"{table} is there as a whole: remove one of the two files")

    def _added(self, file: str, columns: Sequence[str]) -> list[Row]:
        """The added rows, with the lines that :class:`BoardFaults` knows."""
        name = change(file, "added")
        if not (self.folder / name).exists():
            return []
        return [Row(ADDED + row.line, row.cells) for row in read_table(name, columns, self.faults).rows]

    def _left(self, file: str, rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
        """The rows that are not removed; a row to be removed has to be there."""
        name, keys = change(file, "removed"), KEYS.get(file, tuple(columns[:1]))
        if not (self.folder / name).exists():
            return list(rows)
        gone = {
            tuple(row.cells.get(key, "") for key in keys): row.line for row in read_table(name, keys, self.faults).rows
        }
        there = {tuple(row[key] for key in keys) for row in rows}
        for key, line in gone.items():
            if key not in there and self.like:
                text = f"{', '.join(key)} is not in {file} of the board {self.like.folder.name!r}: remove the row"
                self.faults.add(name, line, text)
        return [row for row in rows if tuple(row[key] for key in keys) not in gone]
