"""Reading the files of a board or a map: every fault is collected with its file and line, to be reported at once."""

import csv
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from railgym.envs.core.errors import DataError, OptionsError, meant
from railgym.envs.core.validation_messages import keys_at, places_of, validation_message

__all__ = [
    "DataTable",
    "Faults",
    "Row",
    "Where",
    "choice",
    "csv_text",
    "decimal",
    "fit",
    "kind_in",
    "limit",
    "names",
    "own_folder",
    "read_json",
    "read_table",
    "reference",
    "several",
    "whole",
    "write_files",
]

Model = TypeVar("Model", bound=BaseModel)
Where = tuple[str | int, ...]  # the keys and numbers that lead to a value in a file


@dataclass(frozen=True)
class Row:
    """One line of a table: its cells by column."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


@dataclass(frozen=True)
class DataTable:
    """The rows of a file, or of the part of a file that begins in a line."""

    file: str
    rows: tuple[Row, ...] = ()
    line: int = 0


class Faults:
    """The faults of a folder of files, or of one file. A fault says where it is and what to do.

    ``folder`` is what errors name: the folder, or the file.
    """

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
        """Raise DataError if there are faults, with one fault per line, sorted by file and line."""
        if self._found:
            number = "a fault" if len(self._found) == 1 else f"{len(self._found)} faults"
            found = sorted(self._found, key=lambda fault: fault[:2])
            lines = [f"{file}:{line}: {text}" if line else f"{file}: {text}" for file, line, text in found]
            raise DataError(f"{self.thing} in {self.folder} has {number}:", lines)


def own_folder(path: str, head: str, thing: str, there: Iterable[str]) -> Path:
    """The folder of a user's board or map; raises OptionsError unless it has the file ``head``. ``there`` are the names
    of the boards or maps that come with the game."""
    there = list(there)
    known = meant(path, there, f"there are {', '.join(there)}.")
    hint = f"{known} Or give the path of a folder with a {thing}"
    if not path or not os.path.isdir(path):
        raise OptionsError(f"no {thing} {path!r}: {hint}")
    if not os.path.isfile(os.path.join(path, head)):
        raise OptionsError(f"no {thing} in {path!r}: it has no file {head}; {hint}")
    return Path(path).resolve()


def kind_in(folder: Path, head: str, kinds: str) -> str:
    """The ``kind`` in the file ``head`` of a folder; raises DataError, which says what to write, if there is none."""
    faults = Faults(folder, "the map")
    content = read_json(head, f'write {{"kind": "{kinds}", "title": "..."}}', faults)
    try:
        faults.stop()
    except DataError as error:
        raise DataError(str(folder / error.faults[0])) from None
    kind = content.get("kind") if isinstance(content, dict) else None
    if not isinstance(kind, str):
        raise DataError(f"{folder / head}: it does not say what kind of map it is: write kind with the value {kinds}")
    return kind


def read_table(file: str, columns: Sequence[str], faults: Faults) -> DataTable:
    """The rows of a CSV file. Other columns and empty lines are ignored."""
    text = _text(file, columns, faults)
    if text is None:
        return DataTable(file)
    reader = csv.reader(StringIO(text))
    header = [name.strip() for name in next(reader, [])]
    _check_header(file, header, columns, faults)
    rows = []
    for cells in reader:
        if len(cells) == len(header):
            named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
            rows.append(Row(reader.line_num, named))
        elif cells:
            counts = f"{len(cells)} cells under {len(header)} columns"
            faults.add(file, reader.line_num, f"{counts}: check the commas and quotation marks")
    return DataTable(file, tuple(rows))


def _check_header(file: str, header: Sequence[str], columns: Sequence[str], faults: Faults) -> None:
    needed = f"needed once each are {', '.join(columns)}"
    if len(header) == 1 and header[0].count(";") + 1 >= len(columns) > 1:
        return faults.add(file, 1, "columns are separated by semicolons: save the file with commas")
    if not any(header):
        return faults.add(file, 1, f"there is no line with the names of the columns; {needed}")
    for there, wrong in (
        ("missing", [column for column in columns if column not in header]),
        ("there twice", [column for column in columns if header.count(column) > 1]),
    ):
        if wrong:
            named = f"column {wrong[0]!r} is" if len(wrong) == 1 else f"columns {', '.join(map(repr, wrong))} are"
            faults.add(file, 1, f"{named} {there}; {needed}")


def csv_text(table: DataTable, columns: Iterable[str]) -> str:
    """A table as the text of its file."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in table.rows)
    return text.getvalue()


def write_files(files: Mapping[str, str], folder: Path) -> None:
    """Write texts into a folder, which is created if necessary, with the same line ends on every machine."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8", newline="\n")


def _text(file: str, columns: Sequence[str], faults: Faults) -> str | None:
    try:
        return (faults.folder / file).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        faults.add(file, 0, f"the file is missing: add it with the columns {', '.join(columns)}")
    except UnicodeDecodeError:
        faults.add(file, 0, "the file is not in UTF-8: save it in that encoding")
    except OSError as error:
        faults.add(file, 0, f"the file cannot be read: {error.strerror}")
    return None


def read_json(file: str, needed: str, faults: Faults) -> Any:
    """The content of a JSON file; None if it cannot be read. ``needed`` says what to write."""
    try:
        return json.loads((faults.folder / file).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        faults.add(file, 0, f"the file is missing: {needed}")
    except UnicodeDecodeError:
        faults.add(file, 0, f"not in UTF-8: {needed}")
    except OSError as error:
        faults.add(file, 0, f"the file cannot be read: {error.strerror}")
    except json.JSONDecodeError as error:
        faults.add(file, error.lineno, f"no JSON ({error.msg}): {needed}")
    except (ValueError, RecursionError) as error:
        faults.add(file, 0, f"no JSON ({error}): {needed}")
    return None


def fit(model: type[Model], value: Any, note: Callable[[Where, str], None]) -> Model | None:
    """A value as a model; None if it does not fit, and then every fault is noted with its place."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        # Unknown keys first: one may be the missing key, misspelt.
        for fault in sorted(error.errors(), key=lambda fault: fault["type"] == "missing"):
            if fault["type"] == "too_short" and len(fault["input"]) >= fault["ctx"]["min_length"]:
                continue  # only because some of its items are faulty
            where = tuple(part for part in fault["loc"] if part != "[key]")
            note(where, f"{'.'.join(map(str, where)) or 'the file'} {_wrong(fault, model)}")
    return None


def _wrong(fault: Any, model: type[BaseModel]) -> str:
    """A fault of pydantic's in plain words, and what to do."""
    kind, given = fault["type"], repr(fault["input"])
    if kind == "missing":
        return "is missing: add it"
    if kind in ("extra_forbidden", "invalid_key"):
        key, known = str(fault["loc"][-1]), keys_at(model, fault["loc"])
        if not known:
            return "is unknown: rename or remove it"
        elsewhere = " or ".join(".".join(place) for place in places_of(model, key))
        return f"is unknown: {f'did you mean {elsewhere}?' if elsewhere else meant(key, known)}"
    given = f"{given[:37]}..." if len(given) > 40 else given
    return f"is {given}: {validation_message(fault, model, 'write')}"


def limit(table: DataTable, least: int, most: int, faults: Faults) -> None:
    """Check that a table has enough rows for a map, and not too many."""
    number = len(table.rows)
    if number > most:
        faults.add(table.file, table.line, f"{number} rows, but no more than {most} fit: remove some")
    if number < least:
        faults.add(table.file, table.line, f"{number} rows, but a map needs {least}: add some")


def names(table: DataTable, column: str, most: int, faults: Faults) -> dict[str, int]:
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
        faults.add(table.file, table.line, f"{len(table.rows)} rows, but no more than {most} fit: remove some")
    number = {row.line: i for i, row in enumerate(table.rows)}
    return {name: number[line] for name, line in lines.items()}


def reference(table: DataTable, row: Row, column: str, known: dict[str, int], file: str, faults: Faults) -> int:
    """The number of the row that a cell names in another file; -1 if there is none."""
    name = row[column]
    if name in known:
        return known[name]
    hint = meant(name, known, f"add it to {file}, or write a name from there")
    faults.add(table.file, row.line, f"unknown {column} {name!r}: {hint}")
    return -1


def several(
    table: DataTable, row: Row, column: str, known: dict[str, int], there: str, faults: Faults
) -> tuple[int, ...]:
    """The numbers of the rows elsewhere that a cell names, separated by semicolons, none of them twice."""
    words = [word.strip() for word in row[column].split(";")] if row[column] else []
    found = [reference(table, Row(row.line, {column: word}), column, known, there, faults) for word in words]
    if len(set(words)) < len(words):
        faults.add(table.file, row.line, f"{column} is {row[column]!r}: write each of them once")
    return tuple(number for number in found if number >= 0)


def choice(table: DataTable, row: Row, column: str, known: Sequence[str], faults: Faults) -> str:
    """One of some words; the first in place of a faulty one."""
    if row[column] in known:
        return row[column]
    words = " or ".join(word or "nothing" for word in known)
    faults.add(table.file, row.line, f"{column} is {row[column]!r}: write {words}")
    return known[0]


def whole(table: DataTable, row: Row, column: str, low: int, high: int, faults: Faults) -> int:
    """A whole number within limits; the lower limit in place of a faulty one."""
    if re.fullmatch(r"-?\d{1,9}", row[column]) and low <= int(row[column]) <= high:
        return int(row[column])
    faults.add(table.file, row.line, f"{column} is {row[column]!r}: write a whole number from {low} to {high}")
    return low


def decimal(table: DataTable, row: Row, column: str, limit: int, faults: Faults) -> float:
    """A number from ``-limit`` to ``limit``; 0 in place of a faulty one."""
    if re.fullmatch(r"-?\d+(\.\d*)?", row[column]) and abs(float(row[column])) <= limit:
        return float(row[column])
    faults.add(table.file, row.line, f"{column} is {row[column]!r}: write a number from {-limit} to {limit}")
    return 0.0
