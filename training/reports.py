"""Output of results: tables, a progress bar, and the origin of a result."""

import csv
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

import railgym
from railgym.training.evaluate.matches import Progress

__all__ = [
    "commit_of_checkout",
    "make_table",
    "progress_bar",
    "provenance",
    "say",
    "show",
    "warn",
    "warn_if_few",
    "write_csv",
]

FEW_SEEDS = 20  # with fewer, a bootstrap interval says little


def commit_of_checkout() -> str | None:
    """The git commit that railgym runs from, with ``-dirty`` after edits; None where it is not run from a checkout."""
    source = Path(railgym.__file__).resolve()
    try:
        tracked = _git(source.parent, "ls-files", "--error-unmatch", source.name)
        described = _git(source.parent, "describe", "--always", "--dirty", "--exclude=*")
    except OSError:  # there is no git
        return None
    return described if tracked and described else None


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False).stdout.strip()


def provenance(command: str) -> dict[str, str | None]:
    """The command and the versions that reproduce a result."""
    return {"command": command, "railgym": railgym.__version__, "commit": commit_of_checkout()}


def make_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """A table whose first column is text and whose others are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left", no_wrap=bool(i))
    for row in rows:
        table.add_row(*row)
    return table


def show(*tables: Table, title: str = "") -> None:
    """Print tables on stdout, below a title, wide enough for their content where stdout is no terminal."""
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = 200
    if title:
        console.print(title)
    for table in tables:
        console.print(table)


def say(report: dict[str, Any]) -> None:
    """Print the origin of a result, below its tables."""
    print(*_origin(report), sep="\n")


def _origin(report: dict[str, Any]) -> list[str]:
    commit = f", commit {report['commit']}" if report["commit"] else ""
    return [report["command"], f"railgym {report['railgym']}{commit}"]


def write_csv(file: Path, report: dict[str, Any], header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table below comment lines (#) that say where it comes from."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(f"# {line}\n" for line in _origin(report))
        csv.writer(stream, lineterminator="\n").writerows([header, *rows])


def warn(message: str) -> None:
    """Print a warning on stderr."""
    print(f"railgym: {message}", file=sys.stderr)


def warn_if_few(seeds: int, rotations: int = 0) -> None:
    """Warn if there are too few paired seeds for reliable intervals. ``rotations`` is the number of rotations of the
    seats per seed; 0 if a suite file sets ``paired_seeds``."""
    if seeds < FEW_SEEDS:
        number = "1 paired seed" if seeds == 1 else f"{seeds} paired seeds"
        words = f"write --games {FEW_SEEDS * rotations}" if rotations else f"set paired_seeds to {FEW_SEEDS}"
        warn(f"{number}: too few for reliable intervals; {words} or more")


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Progress]:
    """A bar on stderr, where that is a terminal; gives a function to call with the number of games just finished."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda games: bar.advance(task, games)
