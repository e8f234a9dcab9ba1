"""The folder of a map whose tables are edited: reads them, applies edits, and gives the texts of changed files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from railgym.envs.core.data_files import DataTable, Faults, Row, csv_text, read_table
from railgym.envs.core.errors import DataError, OptionsError
from railgym.envs.core.geo.editing import Edit, Editing, Grid, Tables
from railgym.envs.core.geo.json_tables import JSON_COLUMNS, json_text, read_json_table
from railgym.envs.core.geo.map_edits import edited, names_between, places_of

__all__ = ["EditedFolder"]

PARTS = (".csv", ".json", ".yaml")


@dataclass(frozen=True)
class EditedFolder:
    """The folder of a map, and its tables as they are on the disk."""

    folder: Path
    editing: Editing
    tables: Tables

    @classmethod
    def read(cls, folder: Path, editing: Editing) -> "EditedFolder":
        """Read the tables that can be edited. Those that cannot be read are left out, so that the check of the map
        reports them; but the places have to be sound, and the dots have to be there. Raises DataError."""
        tables = {editing.grid.file: _read_places(folder, editing.grid)} if editing.grid else {}
        if editing.dots and not (folder / editing.dots.file).exists():
            raise DataError(f"{editing.dots.file}: the file is missing: only whole boards are edited here")
        for file in editing.files:
            faults = Faults(folder, "the map")
            if not (folder / file).exists():
                tables[file] = DataTable(file)
            elif file not in tables:
                table = _read(file, editing, faults)
                if not faults.are_in(file):
                    tables[file] = table
        return cls(folder, editing, tables | _derived(tables, editing))

    def edited(self, edits: Iterable[Edit]) -> Tables:
        """The tables after some edits; raises OptionsError if an edit cannot be made."""
        return edited(self.tables, edits, self.editing, self._made_cards)

    def _made_cards(self, tables: Tables) -> Mapping[str, DataTable]:
        """New cards for a map with these tables; raises OptionsError if there are none."""
        cards = self.editing.cards
        with TemporaryDirectory() as made:
            copy = self.copied(self.changed(tables), Path(made))
            try:
                return cards.make(copy)
            except DataError as error:
                reason = (error.faults or (error.head,))[0].replace(str(copy), self.folder.name)
                raise OptionsError(f"no {cards.words} can be made: {reason}") from None

    def changed(self, tables: Tables) -> dict[str, str]:
        """The contents of the files whose tables differ from those on disk: file -> text."""
        files = [file for file in sorted(self.editing.files) if file in tables]
        return {file: self._text(tables[file]) for file in files if tables[file] is not self.tables.get(file)}

    def _text(self, table: DataTable) -> str:
        """The text of a file with a changed table."""
        if table.file in JSON_COLUMNS:
            return json_text(table, self.folder)
        old = self.tables.get(table.file, DataTable(table.file))
        rows = old.rows or table.rows
        return csv_text(table, rows[0].cells if rows else self.editing.columns[table.file])

    def copied(self, texts: Mapping[str, str], made: Path) -> Path:
        """A copy of the folder in another one, with the texts of some files changed."""
        copy = made / self.folder.name
        copy.mkdir()
        for file in self.folder.iterdir():
            if file.suffix in PARTS and file.is_file() and not file.name.startswith("."):
                copyfile(file, copy / file.name)
        for name, text in texts.items():
            (copy / name).write_text(text, encoding="utf-8", newline="\n")
        return copy


def _read(file: str, editing: Editing, faults: Faults) -> DataTable:
    """The table of a file, which is there."""
    return read_json_table(file, faults) if file in JSON_COLUMNS else read_table(file, editing.columns[file], faults)


def _derived(tables: Tables, editing: Editing) -> Tables:
    """The tables without a file: the names of the features between places."""
    if not editing.grid or editing.grid.sides.file not in tables:
        return {}
    sides = [row.cells for row in tables[editing.grid.sides.file].rows]
    forms = [form for form in editing.forms if form.of_kind]
    return {form.file: DataTable(form.file, _rows(names_between(form, sides))) for form in forms}


def _rows(cells: Iterable[dict[str, str]]) -> tuple[Row, ...]:
    return tuple(Row(0, row) for row in cells)


def _read_places(folder: Path, grid: Grid) -> DataTable:
    """The table of places; raises DataError if a row is not a place, or two rows are the same place."""
    faults = Faults(folder, "the map")
    table = read_table(grid.file, grid.columns, faults)
    faults.stop()
    shown = {id(row) for row in places_of(table).values()}
    for row in table.rows:
        if id(row) not in shown:
            place = f"row {row['row']!r}, col {row['col']!r}"
            raise DataError(f"{grid.file}:{row.line}: {place} is not a place, or is listed twice: correct the file")
    if not shown:
        raise DataError(f"{grid.file}: it lists no places: make a map with railgym map new")
    return table
