"""Applies edits to the tables of a map."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from railgym.envs.core.data_files import DataTable, Row
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.editing import (
    ENDS,
    AddCity,
    AddRow,
    DropRow,
    Edit,
    Editing,
    Form,
    Grid,
    Join,
    MakeCards,
    Move,
    Paint,
    Place,
    SetCells,
    Side,
    Tables,
)
from railgym.envs.core.geo.row_edits import Cells, RowEdits, check_text

__all__ = ["Maker", "cities_at", "edited", "ends_of", "names_between", "places_of"]

Maker = Callable[[Tables], Mapping[str, DataTable]]  # the tables of new cards, for a map with other tables

MOVED = ("terrain", "city", "part")  # what a city and the place to which it moves exchange


def places_of(table: DataTable) -> dict[Place, Row]:
    """The rows of a table by their places. Rows without whole numbers are left out. Of two rows for
    one place, the last counts."""
    found = {}
    for row in table.rows:
        if row["row"].isdecimal() and row["col"].isdecimal():
            found[int(row["row"]), int(row["col"])] = row
    return found


def cities_at(tables: Tables, editing: Editing) -> dict[str, Place]:
    """The place of each city on a grid: of a large one the middle."""
    found: dict[str, Place] = {}
    for place, row in places_of(tables[editing.grid.file]).items() if editing.grid else ():
        if row["city"] and (row["city"] not in found or row.cells.get("part") == "0"):
            found[row["city"]] = place
    return found


def ends_of(row: Row) -> tuple[Place, Place] | None:
    """The two places that a row names; None if it names no two places."""
    cells = [row.cells.get(name, "") for name in ENDS]
    if not all(number.isdecimal() for number in cells):
        return None
    a, b, c, d = map(int, cells)
    return (a, b), (c, d)


def names_between(form: Form, sides: Iterable[Mapping[str, str]]) -> list[Cells]:
    """The rows of a table without a file: the names of the features of its kind."""
    names = dict.fromkeys(row["name"] for row in sides if row["kind"] == form.of_kind and row["name"])
    return [{form.fields[0].column: name} for name in names]


def edited(tables: Tables, edits: Iterable[Edit], editing: Editing, make_cards: Maker) -> Tables:
    """The tables after some edits; those that did not change are the same objects. Raises OptionsError, with one line,
    for an edit that cannot be made."""
    draft = _Draft(tables, editing, make_cards)
    for edit in edits:
        draft.apply(edit)
    return draft.tables()


class _Draft:
    """Tables while they are edited, as lists of cells."""

    def __init__(self, tables: Tables, editing: Editing, make_cards: Maker) -> None:
        self._old, self._editing, self._make_cards = tables, editing, make_cards
        rows = {file: [dict(row.cells) for row in table.rows] for file, table in tables.items()}
        self._rows = RowEdits(rows, editing)
        places = places_of(tables[editing.grid.file]) if editing.grid else {}
        self._places = {place: dict(row.cells) for place, row in places.items()}

    def tables(self) -> Tables:
        """The tables as they are now."""
        if self._editing.grid:
            self._rows.rows[self._editing.grid.file] = list(self._places.values())
        return {file: self._table(file) for file in self._rows.rows}

    def _table(self, file: str) -> DataTable:
        old, rows = self._old.get(file, DataTable(file)), self._rows.rows[file]
        if [row.cells for row in old.rows] == rows:
            return old
        columns = list(old.rows[0].cells if old.rows else dict.fromkeys([*self._editing.columns[file], *rows[0]]))
        lines = (Row(line, {name: row.get(name, "") for name in columns}) for line, row in enumerate(rows, 2))
        return replace(old, rows=tuple(lines))

    @property
    def _grid(self) -> Grid:
        """The grid of the map; raises OptionsError if it has none."""
        if not self._editing.grid:
            raise OptionsError("this map has no grid of hexagons: edit the rows of its tables")
        return self._editing.grid

    def apply(self, edit: Edit) -> None:
        """Make one edit."""
        match edit:
            case Move():
                self._move(edit.place, edit.other)
            case Paint():
                self._paint(edit)
            case Side():
                self._set_side(edit)
            case Join():
                self._join(edit.place, edit.other)
            case AddCity():
                self._add_city(edit)
            case SetCells():
                self._set_cells(edit)
            case AddRow():
                self._rows.add_row(edit.file, edit.cells)
            case DropRow():
                self._drop(edit.file, edit.index)
            case MakeCards():
                self._renew_cards(edit.seed)

    # --- places ------------------------------------------------------------------------------------------------------

    def _move(self, start: Place, end: Place) -> None:
        """Move a city: its places exchange terrain and city with the places to which it moves."""
        rows = self._places
        city = rows.get(start, {}).get("city")
        if not city:
            raise OptionsError(f"there is no city at {_words(start)} to move: choose a city")
        down, right = end[0] - start[0], end[1] - start[1]
        old = [place for place, row in rows.items() if row["city"] == city]
        new = [(row + down, col + right) for row, col in old]
        self._check_free(new, city)
        contents = [_content(rows[place]) for place in old]
        displaced = [_content(rows[place]) for place in new if place not in old]
        for place, content in zip(new, contents, strict=True):
            rows[place] |= content
        for place, content in zip((place for place in old if place not in new), displaced, strict=True):
            rows[place] |= content

    def _check_free(self, places: Iterable[Place], city: str) -> None:
        """Raise OptionsError unless a city can have these places."""
        for place in places:
            if place not in self._places:
                raise OptionsError(f"{city} does not fit there: there is no place at {_words(place)}")
            there = self._places[place]["city"]
            if there not in ("", city):
                raise OptionsError(f"{city} does not fit there: {there} is at {_words(place)}")

    def _paint(self, edit: Paint) -> None:
        place, grid = edit.place, self._grid
        known = {"terrain": ("", *grid.terrains)} | grid.marks
        if edit.value not in known.get(edit.column, ()):
            words = " or ".join(filter(None, known.get(edit.column, known["terrain"])))
            raise OptionsError(f"there is no {edit.column} {edit.value!r}: choose {words}")
        if not grid.is_place(place):
            raise OptionsError(f"{_words(place)} is not a place of the grid: choose another place")
        row = self._places.get(place)
        if edit.column != "terrain":
            if not row:
                raise OptionsError(f"there is no place at {_words(place)}: paint its terrain first")
            row[edit.column] = edit.value
            return
        if row and row["city"]:
            raise OptionsError(f"{row['city']} is at {_words(place)}: move it first")
        if not edit.value:
            self._places.pop(place, None)
            return
        new = dict.fromkeys(grid.columns, "") | {"row": str(place[0]), "col": str(place[1])}
        self._places.setdefault(place, new)["terrain"] = edit.value

    def _add_city(self, edit: AddCity) -> None:
        row = self._places.get(edit.place)
        if not row or row["city"]:
            reason = f"{row['city']} is there" if row else "there is no place: paint its terrain first"
            raise OptionsError(f"no city can be added at {_words(edit.place)}: {reason}")
        form = self._editing.cities
        self._rows.check_name(form, edit.name)
        self._rows.of(form.file).append(form.new | {form.fields[0].column: edit.name})
        row |= {"terrain": self._grid.city_terrain, "city": edit.name}

    def _clear(self, city: str) -> None:
        """Take a city off its places."""
        for row in self._places.values():
            if row["city"] == city:
                row |= {"city": "", "terrain": self._grid.terrains[0]} | ({"part": ""} if "part" in row else {})

    def _resize(self, city: str, large: bool) -> None:
        """Give a city the places of its size, around its middle."""
        middle = next((p for p, row in self._places.items() if row["city"] == city and row["part"] in ("", "0")), None)
        if middle is None:
            return
        places = [middle, *(self._grid.ring(middle) if large else ())]
        self._check_free(places, city)
        self._clear(city)
        for part, place in enumerate(places):
            new = {"city": city, "terrain": self._grid.city_terrain, "part": str(part) if large else ""}
            self._places[place] |= new

    # --- between places ----------------------------------------------------------------------------------------------

    def _set_side(self, edit: Side) -> None:
        """Add or remove features between two places."""
        sides = self._grid.sides
        self._check_neighbours(edit)
        rows = self._rows.of(sides.file)
        kept = [row for row in rows if not (_are_ends(row, edit.place, edit.other) and _is_meant(row, edit))]
        if edit.on and sides.kinds:
            if edit.kind not in sides.kinds:
                raise OptionsError(f"there is no {edit.kind!r} to draw: choose {' or '.join(sides.kinds)}")
            check_text(edit.name, edit.kind)
            self._learn(sides.kinds[edit.kind], edit.name)
        if edit.on:
            new = dict.fromkeys(sides.columns, "") | ({"kind": edit.kind, "name": edit.name} if sides.kinds else {})
            kept.append(new | _ends(edit.place, edit.other))
        self._rows.rows[sides.file] = kept
        for form in self._editing.forms:
            if form.of_kind:
                self._rows.rows[form.file] = names_between(form, kept)

    def _check_neighbours(self, edit: Side) -> None:
        """Raise OptionsError unless the two places are side by side."""
        (x, y), (u, v) = map(self._grid.centre, (edit.place, edit.other))
        if not 0.9 < (x - u) ** 2 + (y - v) ** 2 < 1.1:
            raise OptionsError(f"{_words(edit.place)} and {_words(edit.other)} are not side by side: choose neighbours")

    def _learn(self, file: str, name: str) -> None:
        """Add a name to a table of names, unless it is there."""
        if all(name not in row.values() for row in self._rows.of(file)):
            column = self._editing.columns[file][0]
            self._rows.of(file).append({column: name})

    def _join(self, one: Place, other: Place) -> None:
        """Add a link between two places, or remove it."""
        links = self._grid.links
        if one == other:
            raise OptionsError("choose two different places to join")
        for place in (one, other):
            if place not in self._places or (links.cities and not self._places[place]["city"]):
                raise OptionsError(f"there is no {'city' if links.cities else 'place'} at {_words(place)} to join")
        if links.cities:
            ends = dict(zip(("city_a", "city_b"), (self._places[p]["city"] for p in (one, other)), strict=True))
            there = [row for row in self._rows.of(links.file) if {row["city_a"], row["city_b"]} == set(ends.values())]
        else:
            ends = _ends(one, other)
            there = [row for row in self._rows.of(links.file) if _are_ends(row, one, other)]
        if there:
            self._rows.rows[links.file] = [row for row in self._rows.of(links.file) if row not in there]
        else:
            self._rows.of(links.file).append(links.new | ends)

    # --- rows in forms -----------------------------------------------------------------------------------------------

    def _set_cells(self, edit: SetCells) -> None:
        """Set cells of a row; a city's name and size change its places."""
        if edit.file != self._editing.cities.file:
            self._rows.set_cells(edit)
            return
        row, key = self._rows.row(edit.file, edit.index), self._editing.cities.fields[0].column
        old = row[key]
        self._rows.set_cells(edit)
        for place in self._places.values():
            if place["city"] == old:
                place["city"] = row[key]
        if self._editing.grid and self._grid.large and "size" in edit.cells:
            self._resize(row[key], row["size"] == self._grid.large)

    def _drop(self, file: str, index: int) -> None:
        """Remove a row; a city leaves its places."""
        if file == self._editing.cities.file:
            self._clear(self._rows.row(file, index)[self._editing.cities.fields[0].column])
        self._rows.drop(file, index)

    # --- cards -------------------------------------------------------------------------------------------------------

    def _renew_cards(self, seed: str) -> None:
        """Make new cards from the other tables, as they are now."""
        file = self._editing.cards.seed_file
        if seed and not file:
            raise OptionsError(f"seed {seed}: the {self._editing.cards.words} of this map have no seed: leave it out")
        if seed:
            self._rows.set_hidden(file, "seed", seed)
        for made, table in self._make_cards(self.tables()).items():
            self._rows.rows[made] = [dict(row.cells) for row in table.rows]


def _are_ends(row: Mapping[str, str], one: Place, other: Place) -> bool:
    """Whether a row lies between two places."""
    ends = ends_of(Row(0, dict(row)))
    return ends is not None and set(ends) == {one, other}


def _ends(one: Place, other: Place) -> Cells:
    return dict(zip(ENDS, map(str, (*one, *other)), strict=True))


def _is_meant(row: Cells, edit: Side) -> bool:
    """Whether a row between two places is what an edit sets: that of its kind and name, if it has them."""
    return edit.kind in ("", row.get("kind")) and edit.name in ("", row.get("name"))


def _content(row: Cells) -> Cells:
    return {name: row[name] for name in MOVED if name in row}


def _words(place: Place) -> str:
    return f"row {place[0]}, column {place[1]}"
