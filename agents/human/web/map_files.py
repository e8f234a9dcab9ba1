"""The maps in the folder that ``railgym serve --maps`` names, edited and saved by the person at this machine.

A map is a folder with a ``map.json``. The name in a request is looked up among the maps of the folder, so no request
reaches another file. Only the table of places is ever written.
"""

import csv
import json
import os
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from railgym.envs.core.data_files import DataTable, Faults, csv_text, read_table
from railgym.envs.core.errors import DataError, OptionsError, RailgymError, UnknownNameError
from railgym.envs.core.geo.editing import Edit, Editing, Place, edited, places_of
from railgym.envs.core.geo.map_files import HEAD
from railgym.envs.maps import Kind, kind_of

__all__ = ["Edits", "MapFolder"]

TABLES = (".csv", ".json", ".yaml")
MARGIN = 2  # rows and columns around a map in which places can be added
LINE = re.compile(r"([\w.]+):(\d+): ")
SIDES = (("row_a", "col_a"), ("row_b", "col_b"))
PLACES = (("row", "col"), SIDES[0])  # columns of a table that name a place
HALF_SIDE = 1 / 12**0.5  # of a hexagon, in units of the distance between neighbours
CITIES = ("city", "city_a", "city_1", "where")  # columns that name a city


class Edits(BaseModel):
    """What a person changed since they opened a map. ``version`` is that of the table that they opened."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    version: Annotated[str, Field(max_length=64)] = ""
    edits: Annotated[list[Edit], Field(max_length=20_000)] = []


class MapFolder:
    """The maps in a folder, or the one map that the folder is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        if not self._folder.is_dir():
            raise OptionsError(f"--maps {folder}: there is no such folder")

    def names(self) -> list[str]:
        """The names of the maps."""
        return sorted(self._found())

    def look(self, name: str, wish: Edits) -> dict[str, Any]:
        """A map after some edits, with its faults; or the reason why an edit cannot be made, as ``refused``.
        Raises OptionsError, with one line, if the table of its places cannot be read."""
        folder, kind, table, version = self._opened(name, wish)
        try:
            changed = edited(table, wish.edits, kind.editing)
        except OptionsError as error:
            return {"refused": str(error)}
        summary, faults = _checked(folder, kind, changed)
        return _picture(changed, kind.editing) | {
            "name": name,
            "title": _title(folder),
            "file": kind.editing.file,
            "version": version,
            "summary": summary,
            "faults": faults,
            "sides": list(_sides(folder, kind.editing)),
        }

    def save(self, name: str, wish: Edits) -> dict[str, Any]:
        """Write the edited table of places; returns the map as it is then."""
        folder, kind, table, _ = self._opened(name, wish)
        file = folder / kind.editing.file
        new = file.with_name(f".{file.name}.new")
        new.write_text(_text(edited(table, wish.edits, kind.editing), kind.editing), encoding="utf-8", newline="\n")
        os.replace(new, file)
        return self.look(name, Edits())

    def table(self, name: str, wish: Edits) -> str:
        """The edited table of places as the text of its file."""
        _, kind, table, _ = self._opened(name, wish)
        return _text(edited(table, wish.edits, kind.editing), kind.editing)

    def _found(self) -> dict[str, Path]:
        folders = [self._folder] if (self._folder / HEAD).is_file() else sorted(self._folder.iterdir())
        inside = (folder for folder in folders if folder.resolve().is_relative_to(self._folder))
        return {folder.name: folder for folder in inside if (folder / HEAD).is_file()}

    def _opened(self, name: str, wish: Edits) -> tuple[Path, Kind, DataTable, str]:
        """The folder of a map, its kind, the table of its places and the version of that table."""
        found = self._found()
        if name not in found:
            there = ", ".join(found) or "none"
            raise UnknownNameError(f"there is no map {name!r} in the folder of this server, which has: {there}")
        folder = found[name]
        try:
            kind = kind_of(folder)
            table = _read(folder, kind.editing)
        except DataError as error:
            raise OptionsError(error.in_a_line()) from None
        file = folder / kind.editing.file
        if not file.resolve().is_relative_to(self._folder):
            raise OptionsError(f"{file.name} of {name} is a link to another folder; copy it here to edit it")
        version = sha256(file.read_bytes()).hexdigest()
        if wish.version not in ("", version):
            raise OptionsError(f"{file.name} has changed since you opened it: reload the page")
        return folder, kind, table, version


def _read(folder: Path, editing: Editing) -> DataTable:
    """The table of places; raises DataError if a row is not a place, or two rows are the same place."""
    faults = Faults(folder, "the map")
    table = read_table(editing.file, editing.columns, faults)
    faults.stop()
    shown = {id(row) for row in places_of(table).values()}
    for row in table.rows:
        if id(row) not in shown:
            place = f"row {row['row']!r}, col {row['col']!r}"
            raise DataError(f"{editing.file}:{row.line}: {place} is not a place, or is listed twice: correct the file")
    if not shown:
        raise DataError(f"{editing.file}: it lists no places: make a map with railgym map new")
    return table


def _text(table: DataTable, editing: Editing) -> str:
    return csv_text(table, tuple(table.rows[0].cells) if table.rows else editing.columns)


def _checked(folder: Path, kind: Kind, table: DataTable) -> tuple[str, list[dict[str, Any]]]:
    """What a map with this table of places holds, or its faults with their places."""
    with TemporaryDirectory() as made:
        copy = Path(made) / folder.name
        copy.mkdir()
        for file in folder.iterdir():
            if file.suffix in TABLES and file.is_file():
                shutil.copyfile(file, copy / file.name)
        (copy / kind.editing.file).write_text(_text(table, kind.editing), encoding="utf-8", newline="\n")
        try:
            return kind.check(copy), []
        except DataError as error:
            cities = {row["city"]: place for place, row in reversed(places_of(table).items()) if row["city"]}
            return "", [_fault(line, copy, cities) for line in error.faults or (error.head,)]
        except RailgymError as error:
            return "", [{"text": str(error).replace(str(copy), folder.name)}]


def _fault(text: str, folder: Path, cities: dict[str, Place]) -> dict[str, Any]:
    """A fault, with its place on the board if its line in the file names one, or a city."""
    found = LINE.match(text)
    cells = _cells(folder / found[1], int(found[2])) if found else {}
    for names in PLACES:
        place = [cells.get(name, "") for name in names]
        if all(number.isdecimal() for number in place):
            return {"text": text, "row": int(place[0]), "col": int(place[1])}
    for column in CITIES:
        if cells.get(column) in cities:
            row, col = cities[cells[column]]
            return {"text": text, "row": row, "col": col}
    return {"text": text}


def _cells(file: Path, line: int) -> dict[str, str]:
    """The cells of one line of a table; empty if the file is not a table or has no such line."""
    if file.suffix != ".csv":
        return {}
    reader = csv.reader(StringIO(file.read_text(encoding="utf-8-sig", errors="replace")))
    header = [name.strip() for name in next(reader, [])]
    for cells in reader:
        if reader.line_num == line:
            return dict(zip(header, (cell.strip() for cell in cells)))
    return {}


def _picture(table: DataTable, editing: Editing) -> dict[str, Any]:
    """The places of a map, and those around it that can be added, with the centres of their hexagons."""
    rows = places_of(table)
    low, high = ([pick(place[i] for place in rows) for i in (0, 1)] for pick in (min, max))
    around = [
        (row, col)
        for row in range(max(0, low[0] - MARGIN), high[0] + MARGIN + 1)
        for col in range(max(0, low[1] - MARGIN), high[1] + MARGIN + 1)
        if editing.is_place((row, col)) or (row, col) in rows
    ]
    return {
        "terrains": editing.terrains,
        "corners": editing.corners,
        "places": [_place(place, rows, editing) for place in around],
    }


def _place(place: Place, rows: dict[Place, Any], editing: Editing) -> dict[str, Any]:
    x, y = editing.centre(place)
    row = rows.get(place)
    here = {"terrain": row["terrain"], "city": row["city"], "part": row.cells.get("part", "")} if row else {}
    return {"row": place[0], "col": place[1], "x": round(x, 4), "y": round(y, 4), **here}


def _sides(folder: Path, editing: Editing) -> Iterator[dict[str, Any]]:
    """What lies between neighbours: the middle of the side, a half of it as a vector, and words."""
    table = read_table(editing.sides, (), Faults(folder, "the map"))
    for row in table.rows:
        ends = [row.cells.get(name, "") for names in zip(*SIDES, strict=True) for name in names]
        if all(number.isdecimal() for number in ends):
            (x, y), (u, v) = (editing.centre((int(ends[i]), int(ends[i + 2]))) for i in (0, 1))
            words = " ".join(filter(None, (row.cells.get("kind"), row.cells.get("name")))) or table.file
            along = HALF_SIDE * (y - v), HALF_SIDE * (u - x)
            yield {"x": (x + u) / 2, "y": (y + v) / 2, "along": along, "words": words}


def _title(folder: Path) -> str:
    """The title in a map's ``map.json``; the name of its folder if that cannot be read."""
    try:
        content = json.loads((folder / HEAD).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return folder.name
    title = content.get("title") if isinstance(content, dict) else None
    return title if isinstance(title, str) else folder.name
