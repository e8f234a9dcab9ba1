"""Editing a map: moving its cities and painting its terrain, in the table that lists its places.

An edit changes rows of that table and nothing else. The map is then checked as a whole, so that a change that breaks
another table (a river between removed places) is reported as a fault of that table.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from railgym.envs.core.data_files import DataTable, Row
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.hexagons import Point

__all__ = ["Edit", "Editing", "Move", "Paint", "Place", "edited", "places_of"]

MOST = 999  # rows and columns
MOVED = ("terrain", "city", "part")  # what a city and the place to which it moves exchange

Place = tuple[int, int]
Number = Annotated[int, Field(strict=True, ge=0, le=MOST)]


@dataclass(frozen=True)
class Editing:
    """How maps of one kind are edited: the file of their places and its columns, the terrains that can be painted, and
    the grid. ``centre`` gives the centre of a place in the plane; ``corners`` are the corners of its hexagon, relative
    to the centre. The file ``sides`` lists what lies between neighbours; it is shown, not edited."""

    file: str
    sides: str
    columns: tuple[str, ...]
    terrains: tuple[str, ...]
    is_place: Callable[[Place], bool]
    centre: Callable[[Place], Point]
    corners: tuple[Point, ...]


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Move(_Edit):
    """Move the city at one place to another. All places of a large city move by the same step."""

    do: Literal["move"]
    row: Number
    col: Number
    to_row: Number
    to_col: Number


class Paint(_Edit):
    """Set the terrain of a place; an empty ``terrain`` takes the place off the map."""

    do: Literal["paint"]
    row: Number
    col: Number
    terrain: str


Edit = Annotated[Move | Paint, Field(discriminator="do")]


def places_of(table: DataTable) -> dict[Place, Row]:
    """The rows of a table by their places. Rows without whole numbers are left out. Of two rows for
    one place, the last counts."""
    found = {}
    for row in table.rows:
        if row["row"].isdecimal() and row["col"].isdecimal():
            found[int(row["row"]), int(row["col"])] = row
    return found


def edited(table: DataTable, edits: Iterable[Edit], editing: Editing) -> DataTable:
    """The table of places after some edits. Raises OptionsError, with one line, for an edit that cannot be made."""
    rows = places_of(table)
    for edit in edits:
        if isinstance(edit, Move):
            _move(rows, (edit.row, edit.col), (edit.to_row, edit.to_col))
        else:
            _paint(rows, (edit.row, edit.col), edit.terrain, editing)
    columns = tuple(table.rows[0].cells) if table.rows else editing.columns
    lines = (
        Row(line, {name: row.cells.get(name, "") for name in columns}) for line, row in enumerate(rows.values(), 2)
    )
    return replace(table, rows=tuple(lines))


def _move(rows: dict[Place, Row], start: Place, end: Place) -> None:
    """Move a city: its places exchange terrain and city with the places to which it moves."""
    city = rows[start]["city"] if start in rows else ""
    if not city:
        raise OptionsError(f"there is no city at {_words(start)} to move")
    down, right = end[0] - start[0], end[1] - start[1]
    old = [place for place, row in rows.items() if row["city"] == city]
    new = [(row + down, col + right) for row, col in old]
    for place in new:
        if place not in rows:
            raise OptionsError(f"{city} cannot move there: there is no place at {_words(place)}")
        if rows[place]["city"] not in ("", city):
            raise OptionsError(f"{city} cannot move there: {rows[place]['city']} is at {_words(place)}")
    contents = [_content(rows[place]) for place in old]
    displaced = [_content(rows[place]) for place in new if place not in old]
    for place, content in zip(new, contents, strict=True):
        rows[place] = _with(rows[place], content)
    for place, content in zip((place for place in old if place not in new), displaced, strict=True):
        rows[place] = _with(rows[place], content)


def _paint(rows: dict[Place, Row], place: Place, terrain: str, editing: Editing) -> None:
    if terrain and terrain not in editing.terrains:
        raise OptionsError(f"there is no terrain {terrain!r}: choose {' or '.join(editing.terrains)}")
    if not editing.is_place(place):
        raise OptionsError(f"{_words(place)} is not a place of the grid")
    row = rows.get(place)
    if row and row["city"]:
        raise OptionsError(f"{row['city']} is at {_words(place)}: move it first")
    if not terrain:
        rows.pop(place, None)
    elif row:
        rows[place] = _with(row, {"terrain": terrain})
    else:
        new = dict.fromkeys(editing.columns, "")
        rows[place] = Row(0, new | {"row": str(place[0]), "col": str(place[1]), "terrain": terrain})


def _content(row: Row) -> dict[str, str]:
    return {name: row[name] for name in MOVED if name in row.cells}


def _with(row: Row, cells: dict[str, str]) -> Row:
    return replace(row, cells=row.cells | cells)


def _words(place: Place) -> str:
    return f"row {place[0]}, column {place[1]}"
