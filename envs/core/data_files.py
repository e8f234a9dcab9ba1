"""Reading the tables of a board or a map: every fault is collected with its file and line, to be reported at once."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from pathlib import Path

from railgym.envs.core.errors import DataError

__all__ = ["Faults", "Row", "Table", "decimal", "names", "read_table", "reference", "whole"]


@dataclass(frozen=True)
class Row:
    """One line of a table: its cells by column."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


@dataclass(frozen=True)
class Table:
    """The rows of a file."""

    file: str
    rows: tuple[Row, ...] = ()


class Faults:
    """What is wrong with a folder of files, or with one file. A fault says where it is and what to do."""

    def __init__(self, folder: Path, thing: str) -> None:
        self.folder = folder
        self.thing = thing
        self._found: dict[tuple[str, int, str], None] = {}  # in order, each once

    def add(self, file: str, line: int, text: str) -> None:
        """Note a fault; line 0 means the file as a whole."""
        self._found[file, line, text] = None

    def are_in(self, *files: str) -> bool:
        return any(file in files for file, _, _ in self._found)

    def stop(self) -> None:
        """Raise DataError with all faults, one a line, if there are any."""
        if self._found:
            number = "a fault" if len(self._found) == 1 else f"{len(self._found)} faults"
            lines = [f"{file}:{line}: {text}" if line else f"{file}: {text}" for file, line, text in self._found]
            raise DataError("\n  ".join([f"{self.thing} in {self.folder} has {number}:", *lines]))


def read_table(file: str, columns: Sequence[str], faults: Faults) -> Table:
    """The rows of a CSV file. Columns that nobody asked for are left alone, and so are empty lines."""
    text = _text(file, columns, faults)
    if text is None:
        return Table(file)
    reader = csv.reader(StringIO(text))
    header = [name.strip() for name in next(reader, [])]
    for column in columns:
        if header.count(column) != 1:
            there = "missing" if column not in header else "there twice"
            faults.add(file, 1, f"column {column!r} is {there}; needed once each are {', '.join(columns)}")
    rows = []
    for cells in reader:
        if len(cells) == len(header):
            named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
            rows.append(Row(reader.line_num, named))
        elif cells:
            counts = f"{len(cells)} cells under {len(header)} columns"
            faults.add(file, reader.line_num, f"{counts}: check the commas and quotation marks")
    return Table(file, tuple(rows))


def _text(file: str, columns: Sequence[str], faults: Faults) -> str | None:
    try:
        return (faults.folder / file).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        faults.add(file, 0, f"the file is missing: add it with the columns {', '.join(columns)}")
    except UnicodeDecodeError:
        faults.add(file, 0, "the file is not in UTF-8: save it in that encoding")
    return None


def names(table: Table, column: str, most: int, faults: Faults) -> dict[str, int]:
    """The numbers of the rows by their names, which must differ; at most ``most`` rows fit."""
    lines: dict[str, int] = {}
    for row in table.rows:
        name = row[column]
        if not name:
            faults.add(table.file, row.line, f"no {column}: fill in that column")
        elif name in lines:
            faults.add(
                table.file, row.line, f"{column} {name!r} is in line {lines[name]} already: rename or remove one"
            )
        lines.setdefault(name, row.line)
    if len(table.rows) > most:
        faults.add(table.file, 0, f"{len(table.rows)} rows, but no more than {most} fit: remove some")
    number = {row.line: i for i, row in enumerate(table.rows)}
    return {name: number[line] for name, line in lines.items()}


def reference(table: Table, row: Row, column: str, known: dict[str, int], file: str, faults: Faults) -> int:
    """The number of the row that a cell names in another file; -1 if there is none."""
    name = row[column]
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"add it to {file}, or write a name from there"
    faults.add(table.file, row.line, f"unknown {column} {name!r}: {hint}")
    return -1


def whole(table: Table, row: Row, column: str, low: int, high: int, faults: Faults) -> int:
    """A whole number within limits; the lower limit in place of a faulty one."""
    if re.fullmatch(r"-?\d{1,9}", row[column]) and low <= int(row[column]) <= high:
        return int(row[column])
    faults.add(table.file, row.line, f"{column} is {row[column]!r}: write a whole number from {low} to {high}")
    return low


def decimal(table: Table, row: Row, column: str, limit: int, faults: Faults) -> float:
    """A number from ``-limit`` to ``limit``; 0 in place of a faulty one."""
    if re.fullmatch(r"-?\d+(\.\d*)?", row[column]) and abs(float(row[column])) <= limit:
        return float(row[column])
    faults.add(table.file, row.line, f"{column} is {row[column]!r}: write a number from {-limit} to {limit}")
    return 0.0
