"""A page of Markdown as lines of a terminal: headings, paragraphs, lists and tables."""

import re
from collections.abc import Iterator
from textwrap import wrap

from railgym.envs.guide import plain

__all__ = ["page_lines"]

WIDEST = 88  # columns of text that are easy to read
ITEM = re.compile(r" *(?:-|\d+\.) ")
BLOCK = re.compile(r"\n\n+|\n(?= *(?:- |\d+\. |\|))")


def page_lines(markdown: str, width: int) -> Iterator[tuple[str, str]]:
    """The lines of a page, each with its style, no wider than ``width``."""
    table: list[list[str]] = []
    for block in BLOCK.split(markdown.strip()):
        if block.startswith("|"):
            table.append([plain(cell.strip()) for cell in block.strip("| ").split("|")])
            continue
        yield from _table_lines(table)
        table = []
        yield from _block_lines(block, min(width, WIDEST))
    yield from _table_lines(table)


def _block_lines(block: str, width: int) -> Iterator[tuple[str, str]]:
    """A heading, a paragraph or an item of a list."""
    item = ITEM.match(block)
    if block.startswith("#"):
        yield "", ""
        yield block.lstrip("# "), "bold"
        return
    first = item[0] if item else ""
    text = plain(" ".join(block[len(first) :].split()))
    indent = " " * len(first)
    yield from ((line, "") for line in wrap(text, width, initial_indent=first, subsequent_indent=indent))


def _table_lines(table: list[list[str]]) -> Iterator[tuple[str, str]]:
    """The rows of a table with columns of equal width, without the line below its head."""
    rows = [row for row in table if not re.fullmatch(r"[-:]*", "".join(row))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), ""
