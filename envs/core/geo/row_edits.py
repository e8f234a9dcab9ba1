"""Applies edits to the rows of tables: cells, new rows, removed rows, and names that other tables refer to."""

import re

from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.editing import Editing, Form, FormField, SetCells

__all__ = ["Cells", "RowEdits", "check_text"]

LONGEST_NAME = 40

Cells = dict[str, str]


class RowEdits:
    """The rows of the tables of a map while they are edited, by file."""

    def __init__(self, rows: dict[str, list[Cells]], editing: Editing) -> None:
        self.rows, self._editing = rows, editing
        self._forms = {form.file: form for form in editing.forms}

    def of(self, file: str) -> list[Cells]:
        """The rows of a file."""
        if file not in self.rows:
            raise OptionsError(
                f"{file} cannot be edited: it is not a table of this map, or has faults: correct the file"
            )
        return self.rows[file]

    def _key(self, file: str) -> str:
        """The column that names the rows of a file."""
        return self._forms[file].fields[0].column

    def _form(self, file: str) -> Form:
        """The form of a file; raises OptionsError if there is none."""
        form = self._forms.get(file)
        if not form or form.hidden:
            raise OptionsError(f"{file} has no rows to edit in a form: edit the file")
        return form

    def row(self, file: str, index: int) -> Cells:
        """One row of a file; raises OptionsError if there is none."""
        rows = self.of(file)
        if index >= len(rows):
            raise OptionsError(f"{file} has no row {index}: it has {len(rows)} rows")
        return rows[index]

    def set_cells(self, edit: SetCells) -> None:
        """Set cells of a row, and write a new name in all tables. Cells that a new kind does not have become empty."""
        form, row = self._form(edit.file), self.row(edit.file, edit.index)
        for column, value in edit.cells.items():
            self._check_cell(form, row | edit.cells, column, value)
        key = form.fields[0]
        old, new = row[key.column], edit.cells.get(key.column)
        if new is not None and new != old and self._is_named(form):
            self.check_name(form, new)
        row |= edit.cells
        if "kind" in edit.cells:
            row |= {one.column: "" for one in form.fields if not form.field(one.column, row)}
        if new is not None and new != old and self._is_named(form):
            self._replace_name(form.file, old, new)

    def _is_named(self, form: Form) -> bool:
        """Whether other tables refer to the rows by name."""
        return any(one.names == form.file for other in self._editing.forms for one in other.fields)

    def _check_cell(self, form: Form, row: Cells, column: str, value: str) -> None:
        """Raise OptionsError unless a cell can have a value."""
        field = form.field(column, row)
        if not field and all(one.column != column for one in form.fields):
            raise OptionsError(f"{form.file} has no column {column!r} to edit")
        if not value and (field is None or field.optional or field.several):
            return
        if field is None:
            raise OptionsError(f"{column}: leave this cell empty, rows of the kind {row.get('kind')} have none")
        _check_form(field, value)
        if field.names:
            self._check_names(field.names, value.split(";") if field.several else [value])

    def _check_names(self, file: str, names: list[str]) -> None:
        """Raise OptionsError unless each name is in a table of names, and is there once."""
        known = {row[self._key(file)] for row in self.of(file)}
        for name in names:
            if name not in known:
                raise OptionsError(f"there is no {name!r} in {file}: add it there first, or choose another name")
        if len(set(names)) < len(names):
            raise OptionsError(f"{'; '.join(names)}: choose each name once")

    def set_hidden(self, file: str, column: str, value: str) -> None:
        """Set a cell of the only row of a table that no form shows."""
        row = self.row(file, 0)
        self._check_cell(self._forms[file], row, column, value)
        row[column] = value

    def check_name(self, form: Form, name: str) -> None:
        """Raise OptionsError unless a row of a form can have this name."""
        column = form.fields[0].column
        check_text(name, column)
        if any(row[column] == name for row in self.of(form.file)):
            raise OptionsError(f"there is a {column} {name} already: choose another name")

    def add_row(self, file: str, cells: Cells) -> None:
        """Add a row with some cells. A row without a name gets a new one; required names of other rows are added."""
        form = self._form(file)
        if not form.new and not cells:
            raise OptionsError(f"no rows can be added to {file} in a form: draw on the map, or edit the file")
        key = form.fields[0].column
        row = dict.fromkeys(self._columns(form), "") | form.new | cells
        for column, value in cells.items():
            self._check_cell(form, row, column, value)
        taken = {there[key] for there in self.of(file)}
        if key in cells and self._is_named(form):
            self.check_name(form, cells[key])
        elif self._is_named(form):
            row[key] = next(f"{row[key]} {i}" for i in range(1, len(taken) + 2) if f"{row[key]} {i}" not in taken)
        for field in form.fields:
            if field.names and field.is_in(row) and not field.several and not row.get(field.column):
                row[field.column] = self._unused(field.names, row)
        self.of(file).append(row)

    def _columns(self, form: Form) -> list[str]:
        """The columns of a table."""
        rows = self.of(form.file)
        return list(rows[0]) if rows else list(self._editing.columns[form.file])

    def _unused(self, file: str, row: Cells) -> str:
        """The first name of a table that a row does not have yet."""
        names = (there[self._key(file)] for there in self.of(file))
        return next((name for name in names if name not in row.values()), "")

    def drop(self, file: str, index: int) -> None:
        """Remove a row, and its name from all tables."""
        form, row = self._form(file), self.row(file, index)
        if form.fields[0].fixed:
            raise OptionsError(f"rows of {file} cannot be deleted here: edit the file")
        name = row[form.fields[0].column]
        del self.of(file)[index]
        if self._is_named(form):
            self._replace_name(file, name, "")

    def _replace_name(self, file: str, old: str, new: str) -> None:
        """Write a new name wherever the old one is; an empty one removes the name, and rows that need it."""
        for form in self._editing.forms:
            fields = [field for field in form.fields if field.names == file]
            if fields and form.file in self.rows:
                rows = self.rows[form.file]
                self.rows[form.file] = kept = [row for row in rows if _keeps(row, form, fields, old, new)]
                if len(kept) < len(rows) and self._is_named(form):
                    self._forget(form, rows, kept)

    def _forget(self, form: Form, before: list[Cells], after: list[Cells]) -> None:
        """Remove the names of rows that are gone from all tables."""
        key = form.fields[0].column
        for name in {row[key] for row in before} - {row[key] for row in after}:
            self._replace_name(form.file, name, "")


def _check_form(field: FormField, value: str) -> None:
    """Raise OptionsError unless a value has the form of a field."""
    wrong, rule = False, ""
    if field.fixed:
        wrong, rule = True, "it cannot be changed here"
    elif field.words:
        wrong, rule = value not in field.words, f"choose {' or '.join(field.words)}"
    elif field.high:
        wrong = not (value.isdecimal() and field.low <= int(value) <= field.high)
        rule = f"write a whole number from {field.low} to {field.high}"
    elif field.degrees:
        wrong = not re.fullmatch(r"-?\d{1,3}(\.\d{1,6})?", value) or abs(float(value)) > field.degrees
        rule = f"write a number from {-field.degrees} to {field.degrees}"
    elif field.pattern:
        wrong, rule = not re.fullmatch(field.pattern, value), f"write it like {field.example}"
    elif not field.names:
        check_text(value, field.column)
    if wrong:
        raise OptionsError(f"{field.column} is {value!r}: {rule}")


def _keeps(row: Cells, form: Form, fields: list[FormField], old: str, new: str) -> bool:
    """Replace a name in a row, also in its text; False if the row lost a name that it needs."""
    there = [field for field in fields if field.is_in(row)]
    if form.text and new and any(old in _names(row[field.column]) for field in there):
        row[form.text] = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, row[form.text])
    kept = [_renamed(row, field.column, old, new) or field.optional for field in there]
    return all(kept)


def _names(cell: str) -> list[str]:
    """The names in a cell."""
    return [name.strip() for name in cell.split(";")]


def _renamed(row: Cells, column: str, old: str, new: str) -> bool:
    """Replace a name in a cell; False if the cell lost its only name."""
    names = _names(row[column])
    if old not in names:
        return True
    row[column] = ";".join(filter(None, (new if name == old else name for name in names)))
    return bool(row[column])


def check_text(text: str, what: str) -> None:
    """Raise OptionsError unless a text can be a name."""
    if not text.strip() or text != text.strip() or len(text) > LONGEST_NAME or set(text) & set(";\r\n"):
        shown = text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}..."
        rule = f"write 1 to {LONGEST_NAME} characters, without semicolons or spaces at the ends"
        raise OptionsError(f"{shown!r} cannot be the {what}: {rule}")
