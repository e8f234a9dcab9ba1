"""Checks over the tables of a board: sections, forks, railroads and dots have to form one map."""

from collections import Counter
from itertools import combinations

from railgym.envs.core.data_files import DataTable, Faults, Row
from railgym.envs.core.graphs import parts

__all__ = ["check_dots", "check_forks", "check_railroads", "check_sections"]


def check_sections(table: DataTable, faults: Faults) -> None:
    """Check that no section joins a dot to itself, and none is there twice."""
    lines: dict[tuple[frozenset[str], str], int] = {}
    for row in table.rows:
        a, b, railroad = row["dot_a"], row["dot_b"], row["railroad"]
        if a == b:
            faults.add(table.file, row.line, f"the section joins {a} to itself: write two different dots")
        first = lines.setdefault((frozenset((a, b)), railroad), row.line)
        if first != row.line:
            text = f"{railroad} joins {a} and {b} in line {first} already: remove one"
            faults.add(table.file, row.line, text)


def check_forks(table: DataTable, faults: Faults) -> None:
    """Check that a fork has at least three branches, one railroad, and a section between every two of its dots."""
    forks: dict[str, list[Row]] = {}
    for row in table.rows:
        forks.setdefault(row["fork"], []).append(row)
    forks.pop("", None)
    for fork, rows in forks.items():
        line = rows[0].line
        railroads = dict.fromkeys(row["railroad"] for row in rows)
        if len(railroads) > 1:
            text = f"fork {fork!r} is of {' and '.join(railroads)}: give each railroad a fork of its own"
            faults.add(table.file, line, text)
            continue
        dots = list(dict.fromkeys(row[end] for row in rows for end in ("dot_a", "dot_b")))
        if len(dots) < 3:
            text = f"fork {fork!r} joins two dots only: leave the fork empty, or add the sections to a third dot"
            faults.add(table.file, line, text)
        joined = {frozenset((row["dot_a"], row["dot_b"])) for row in rows}
        for a, b in combinations(dots, 2):
            if frozenset((a, b)) not in joined:
                text = f"fork {fork!r} does not join {a} and {b}: add that section, a fork joins each two of its dots"
                faults.add(table.file, line, text)


def check_railroads(railroads: DataTable, sections: DataTable, faults: Faults) -> None:
    """Check that every railroad has sections and is connected."""
    for row in railroads.rows:
        railroad = row["abbreviation"]
        found = parts((s["dot_a"], s["dot_b"]) for s in sections.rows if s["railroad"] == railroad)
        if not found:
            faults.add(
                railroads.file, row.line, f"{railroad} has no section: add some to {sections.file}, or remove it"
            )
        elif len(found) > 1:
            faults.add(railroads.file, row.line, f"{railroad} is in {len(found)} parts: {_join(found)}")


def check_dots(dots: DataTable, sections: DataTable, most: int, faults: Faults) -> None:
    """Check that every dot has from one to ``most`` sections, and that all dots are connected."""
    degree = Counter(row[end] for row in sections.rows for end in ("dot_a", "dot_b"))
    for row in dots.rows:
        number = degree[row["dot"]]
        if not number:
            faults.add(
                dots.file, row.line, f"no section at {row['dot']}: add one to {sections.file}, or remove the dot"
            )
        elif number > most:
            faults.add(
                dots.file, row.line, f"{number} sections at {row['dot']}, but no more than {most} fit: remove some"
            )
    found = parts((row["dot_a"], row["dot_b"]) for row in sections.rows)
    if len(found) > 1:
        faults.add(sections.file, 0, f"the map is in {len(found)} parts: {_join(found)}")


def _join(found: list[list[str]]) -> str:
    return f"join, for one, {found[0][0]} and {found[1][0]} by sections"
