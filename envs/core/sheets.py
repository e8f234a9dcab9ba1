"""Sheets: what the table and every player have, as rows of items. Clients set them as they like; here as text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from railgym.envs.core.header import PUBLIC

__all__ = ["Item", "Row", "Sheet", "row", "sheet_to_lines", "sheets_to_json"]


class Item(NamedTuple):
    """One thing in a row."""

    words: str
    note: str = ""
    """More about it: a tooltip."""
    color: str = ""
    """The CSS colour of a swatch in front of it."""
    actions: tuple[int, ...] = ()
    """The legal actions that are about it."""

    @property
    def text(self) -> str:
        return f"{self.words} ({self.note})" if self.note else self.words


class Row(NamedTuple):
    """A label and its items; without items it is shown as "none"."""

    label: str
    items: tuple[Item, ...] = ()


class Sheet(NamedTuple):
    """What one player has, or what lies on the table."""

    title: str
    player: int = PUBLIC
    """Whose sheet it is; PUBLIC (-1): the table's."""
    value: str = ""
    """What ranks the player, such as "12 points"; of the table what the game is played for."""
    status: str = ""
    """Such as "to move", "won" or "bankrupt"."""
    rows: tuple[Row, ...] = ()


def row(label: str, *things: Item | str) -> Row:
    """A row of items; plain words are an item without more."""
    return Row(label, tuple(Item(thing) if isinstance(thing, str) else thing for thing in things))


def sheet_to_lines(sheet: Sheet, notes: bool = True) -> Iterator[str]:
    """A sheet as text, a line a row; ``notes``: with the notes of the items."""
    facts = ", ".join(filter(None, (sheet.value, sheet.status)))
    yield f"{sheet.title}: {facts}" if facts else f"{sheet.title}:"
    for label, items in sheet.rows:
        between = "; " if any(", " in item.words for item in items) else ", "
        yield f"  {label}: {between.join(item.text if notes else item.words for item in items) or 'none'}"


def sheets_to_json(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Sheets as plain JSON, with the names of the fields as keys."""

    def rows(sheet: Sheet) -> Iterable[dict[str, Any]]:
        return ({"label": label, "items": [item._asdict() for item in things]} for label, things in sheet.rows)

    return [sheet._asdict() | {"rows": list(rows(sheet))} for sheet in sheets]
