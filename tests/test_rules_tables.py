"""Every game's RULES.md against its code and tests: each rule has a tag, and a function and a test that know it."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLES = sorted((ROOT / "envs").glob("*/RULES*.md"))
NAMES = [f"{table.parent.name}/{table.name}" for table in TABLES]
FOLDERS = sorted({table.parent.name for table in TABLES})
TAG = re.compile(r"\b[A-Z]{2}-R?\d+(?:\.\d+)?\b")


@dataclass(frozen=True)
class Row:
    """One row of a table: a rule's tag, and the functions and tests that it names as ``file:name``."""

    tag: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def rows(table: Path) -> tuple[Row, ...]:
    """The rows of all tables of a RULES.md whose first cell is a tag."""
    found = []
    for line in table.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and TAG.fullmatch(cells[0]):
            assert len(cells) == 4, f"{cells[0]} has {len(cells)} cells"
            functions, tests = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[2:])
            found.append(Row(cells[0], functions, tests))
    return tuple(found)


@cache
def docstrings(path: Path) -> dict[str, str]:
    """The functions of a module, each with its docstring and the module's."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ast.get_docstring(tree) or ""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {function.name: f"{module}\n{ast.get_docstring(function) or ''}" for function in functions}


def missing(tag: str, names: tuple[str, ...], folder: Path) -> Iterator[str]:
    """What is wrong with the functions that a row names: there are none, one is not there, or does not know its tag."""
    if not names:
        yield f"{tag} names nothing in {folder.relative_to(ROOT)}"
    for name in names:
        file, _, function = name.partition(":")
        known = docstrings(folder / file) if (folder / file).is_file() else {}
        if function not in known:
            yield f"{tag}: there is no {name} in {folder.relative_to(ROOT)}"
        elif tag not in TAG.findall(known[function]):
            yield f"{tag} is not in the docstring of {name}, nor in its module's"


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__names_functions_that_know_their_tags(table: Path) -> None:
    wrong = [line for row in rows(table) for line in missing(row.tag, row.functions, table.parent)]
    assert wrong == []


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__names_tests_that_know_their_tags(table: Path) -> None:
    tests = ROOT / "tests" / table.parent.name
    wrong = [line for row in rows(table) for line in missing(row.tag, row.tests, tests)]
    assert wrong == []


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__has_a_row_for_every_tag_in_use(table: Path) -> None:
    known = {row.tag for row in rows(table)}
    prefixes = {tag[:2] for tag in known}
    wrong = []
    for path in sorted(
        file for folder in ("envs", "agents", "training", "tests") for file in (ROOT / folder).rglob("*.py")
    ):
        used = set(TAG.findall(path.read_text(encoding="utf-8")))
        wrong += [f"{path.relative_to(ROOT)}: {tag}" for tag in sorted(used - known) if tag[:2] in prefixes]
    assert wrong == []


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__has_one_row_a_tag_in_order(table: Path) -> None:
    tags = [row.tag for row in rows(table)]
    assert tags, "no rows were found"
    assert sorted(set(tags), key=tags.index) == tags, "a tag has two rows"
    numbers = [tuple(int(n) for n in re.findall(r"\d+", tag)) for tag in tags if "-R" not in tag]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("folder", FOLDERS)
def test_rules_tests__each_guard_a_rule(folder: str) -> None:
    """A test in a ``test_rules_*.py`` says which rule it guards."""
    wrong = []
    for path in sorted((ROOT / "tests" / folder).glob("test_rules_*.py")):
        for name, text in docstrings(path).items():
            if name.startswith("test_") and not TAG.search(text):
                wrong.append(f"{path.name}:{name}")
    assert wrong == []
