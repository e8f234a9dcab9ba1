"""The types of edits, and the description of the tables of a kind of map.

`edited` in `map_edits` applies edits. A map is then checked as a whole, so that a change that breaks another table (a
river between removed places) is reported as a fault of that table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from railgym.envs.core.data_files import DataTable
from railgym.envs.core.geo.hexagons import Point

__all__ = [
    "ENDS",
    "AddCity",
    "AddRow",
    "CardMaker",
    "Dots",
    "DropRow",
    "Edit",
    "Editing",
    "Form",
    "FormField",
    "Grid",
    "GroundLayer",
    "Join",
    "Links",
    "MakeCards",
    "Move",
    "Paint",
    "Place",
    "SetCells",
    "Side",
    "Sides",
    "Tables",
]

MOST = 999  # rows and columns
LONGEST = 400  # characters of a cell
ENDS = ("row_a", "col_a", "row_b", "col_b")  # columns of two places

Place = tuple[int, int]
Tables = dict[str, DataTable]  # by file
Number = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Index = Annotated[int, Field(strict=True, ge=0)]
Cell = Annotated[str, Field(max_length=LONGEST)]


@dataclass(frozen=True)
class FormField:
    """A cell of a row in a form: one of some ``words``, a whole number from ``low`` to ``high``, a name from the first
    column of the file ``names`` (``several``: any number of them), or else text. ``kinds``: for rows of these kinds
    only. ``optional``: the cell may be empty. ``degrees``: a number from ``-degrees`` to ``degrees``. ``pattern``: a
    regular expression for a text, such as ``example``. ``fixed``: the cell cannot be changed."""

    column: str
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    names: str = ""
    several: bool = False
    kinds: tuple[str, ...] = ()
    optional: bool = False
    degrees: int = 0
    pattern: str = ""
    example: str = ""
    fixed: bool = False

    def is_in(self, cells: dict[str, str]) -> bool:
        """Whether a row has this field."""
        return not self.kinds or cells.get("kind") in self.kinds


@dataclass(frozen=True)
class Form:
    """A table whose rows are edited in a form. A new row has the cells ``new``; without them no rows are added.
    ``label``: the columns that are shown in the list of rows. ``hidden``: no form shows the rows. ``others``: the field
    of each further column of the table. ``text``: the column of a text that may mention the names in other columns, and
    follows when these change. ``of_kind``: the table has no file of its own; its rows are the names of the
    features of this kind between places."""

    file: str
    title: str
    fields: tuple[FormField, ...]
    label: tuple[str, ...]
    new: dict[str, str] = field(default_factory=dict)
    hidden: bool = False
    others: FormField | None = None
    text: str = ""
    of_kind: str = ""

    def field(self, column: str, row: dict[str, str]) -> FormField | None:
        """The field of a row in a column; None if rows of this kind have none."""
        known = [one for one in self.fields if one.column == column]
        if not known and self.others and column in row:
            return replace(self.others, column=column)
        return next((one for one in known if one.is_in(row)), None)


@dataclass(frozen=True)
class Sides:
    """The table of features between neighbouring places, such as rivers. ``kinds``: kind -> the table of its names;
    empty if the features have neither kinds nor names."""

    file: str
    title: str
    columns: tuple[str, ...]
    kinds: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Links:
    """The table of links between two places, or between two ``cities``. A new row has the cells ``new``."""

    file: str
    title: str
    columns: tuple[str, ...]
    new: dict[str, str]
    cities: bool = False


@dataclass(frozen=True)
class Grid:
    """The places of a map of hexagons.

    ``file`` is that of the places. ``marks`` are values of a further column that can be painted. ``centre`` gives the
    centre of a place in the plane; ``corners`` are the corners of its hexagon, relative to the centre. ``ring`` gives
    the places around the middle of a city whose size is ``large``.
    """

    file: str
    columns: tuple[str, ...]
    terrains: tuple[str, ...]
    city_terrain: str
    is_place: Callable[[Place], bool]
    centre: Callable[[Place], Point]
    corners: tuple[Point, ...]
    sides: Sides
    links: Links
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    large: str = ""
    ring: Callable[[Place], Sequence[Place]] = lambda place: ()


class GroundLayer(NamedTuple):
    """Lines of one colour under a board, each of longitudes and latitudes. ``fill`` is the colour of what closed lines
    hold, "none" for open lines."""

    lines: Sequence[Sequence[Sequence[float]]]
    fill: str
    edge: str
    width: float


@dataclass(frozen=True)
class Dots:
    """The dots of a board without a grid: their table has a latitude and a longitude. ``lines`` is the table of lines
    between two dots, whose column ``owner`` names a row of the table ``owners``, which has their colour. ``ground``
    gives what is drawn under the board in a folder, whose dots have these latitudes and longitudes, in the colour
    ``water``."""

    file: str
    lines: str
    owner: str
    owners: str
    ground: Callable[[Path, Sequence[tuple[float, float]]], Sequence[GroundLayer]]
    water: str


@dataclass(frozen=True)
class CardMaker:
    """Makes cards from the other tables of a map. ``words`` says which cards.

    ``make`` returns their tables by file for the map in a folder, and raises DataError with all faults of the other
    tables. ``seed_file`` is the file with the seed of the cards, "" if they have no random part.
    """

    words: str
    make: Callable[[Path], Mapping[str, DataTable]]
    seed_file: str = ""


@dataclass(frozen=True)
class Editing:
    """How maps of a kind are edited. The first of ``forms`` is that of the cities. A map has a ``grid`` or ``dots``."""

    forms: tuple[Form, ...]
    cards: CardMaker
    grid: Grid | None = None
    dots: Dots | None = None

    @property
    def cities(self) -> Form:
        """The form of the cities."""
        return self.forms[0]

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns that each table needs."""
        forms = {form.file: tuple(dict.fromkeys(one.column for one in form.fields)) for form in self.forms}
        tables = (self.grid, self.grid.sides, self.grid.links) if self.grid else ()
        return forms | {table.file: table.columns for table in tables}

    @property
    def files(self) -> list[str]:
        """The files with tables that can be edited."""
        derived = [form.file for form in self.forms if form.of_kind]
        return [file for file in self.columns if file not in derived]


class _Edit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _AtPlace(_Edit):
    row: Number
    col: Number

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.row, self.col


class _OfTwoPlaces(_AtPlace):
    to_row: Number
    to_col: Number

    @property
    def other(self) -> Place:
        """The second place."""
        return self.to_row, self.to_col


class Move(_OfTwoPlaces):
    """Move the city at one place to another. All places of a large city move by the same step."""

    do: Literal["move"]


class Paint(_AtPlace):
    """Set a cell of a place, by default its terrain. An empty terrain takes the place off the map."""

    do: Literal["paint"]
    column: Cell = "terrain"
    value: Cell


class Side(_OfTwoPlaces):
    """Add a feature between two neighbours, or remove it if ``on`` is false. An empty ``kind`` removes all kinds."""

    do: Literal["side"]
    kind: Cell = ""
    name: Cell = ""
    on: bool


class Join(_OfTwoPlaces):
    """Add a link between two places; if there is one, remove it."""

    do: Literal["join"]


class AddCity(_AtPlace):
    """Add a city of the smallest size."""

    do: Literal["add_city"]
    name: Cell


class SetCells(_Edit):
    """Set cells of a row. A new name is written in all tables that have the old one."""

    do: Literal["cells"]
    file: Cell
    index: Index
    cells: dict[Cell, Cell]


class AddRow(_Edit):
    """Add a row with some cells."""

    do: Literal["add"]
    file: Cell
    cells: dict[Cell, Cell] = {}


class DropRow(_Edit):
    """Remove a row, and its name from all other tables. Rows that then lack a required name are removed, too."""

    do: Literal["drop"]
    file: Cell
    index: Index


class MakeCards(_Edit):
    """Make new cards from the other tables. An empty ``seed`` is that of the map."""

    do: Literal["make_cards"]
    seed: Cell = ""


Edit = Annotated[
    Move | Paint | Side | Join | AddCity | SetCells | AddRow | DropRow | MakeCards, Field(discriminator="do")
]
