"""Reads tables of Markdown files, and makes shorter ones of them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from railgym.envs.spec_card import make_table
from site_builder.places import ROOT

__all__ = ["Table", "tables", "text_of"]


class Table:
    """A table: ``head`` are its column names, ``rows`` the cells."""

    def __init__(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.head, self.rows = list(head), [list(row) for row in rows]

    def where(self, name: str, text: str) -> "Table":
        """The table with those rows that have this text in the column of this name."""
        column = self.head.index(name)
        return Table(self.head, [row for row in self.rows if text in row[column]])

    def without(self, *names: str) -> "Table":
        """The table without the columns of these names."""
        kept = [i for i, name in enumerate(self.head) if name not in names]
        return Table([self.head[i] for i in kept], [[row[i] for i in kept] for row in self.rows])

    def __str__(self) -> str:
        return make_table(self.head, self.rows)


def text_of(path: str) -> str:
    """The text of a file of the repository."""
    return (ROOT / Path(path)).read_text(encoding="utf-8")


def tables(text: str) -> Iterator[Table]:
    """The tables of a Markdown text."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        head, _, *rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in block.splitlines()]
        yield Table(head, rows)
