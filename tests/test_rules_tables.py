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
LONGEST_TEXT = 600
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


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__begins_with_its_manual(table: Path) -> None:
    """The title is followed by a paragraph with the manual, its language and its chapters."""
    _, manual, *_ = table.read_text(encoding="utf-8").split("\n\n")
    assert manual.startswith("Manual: ")
    assert "in English" in manual or "no manual" in manual
    assert "hapters" in manual or "headings" in manual


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_rules_table__has_short_texts(table: Path) -> None:
    """A rule that needs more is split: a reader finds one thing in a row."""
    texts = [line.split("|")[2] for line in table.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert [text for text in texts if len(text) > LONGEST_TEXT] == []


def phase_rows(text: str) -> list[tuple[str, str, str]]:
    """The first table of a docstring: phase, and the functions that tell and carry out its actions."""
    bar, head, _, *lines = text.split("\n\n")[1].splitlines()
    assert head.split()[:3] == ["phase", "legal", "apply"] and set(bar) <= {"=", " "}
    starts = [found.start() for found in re.finditer("=+", bar)]
    cut = [(start, end) for start, end in zip(starts, [*starts[1:], None], strict=True)]
    return [tuple(line[a:b].strip() for a, b in cut[:3]) for line in lines[:-1]]  # type: ignore[misc]


@pytest.mark.parametrize("folder", FOLDERS)
def test_rules_turn__has_a_table_of_all_phases(folder: str) -> None:
    """Each phase once, in the order of its numbers, with functions that the rules have."""
    rules = ROOT / "envs" / folder / "rules"
    found = phase_rows(ast.get_docstring(ast.parse((rules / "turn.py").read_text(encoding="utf-8"))) or "")
    assert [phase for phase, *_ in found] == phase_names(rules / "phases.py")
    functions = {name for path in rules.glob("*.py") for name in docstrings(path)}
    named = {name for _, *cells in found for cell in cells for name in cell.split(", ")}
    assert named - functions == set()


def phase_names(path: Path) -> list[str]:
    """The names that a module gives to the numbers of ``PHASES``."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "range(len(PHASES))":
            return re.findall(r"\w+", ast.unparse(node.targets[0]))
    return []


@pytest.mark.parametrize("folder", FOLDERS)
def test_rules_tests__each_guard_a_rule(folder: str) -> None:
    """A test in a ``test_rules_*.py`` says which rule it guards."""
    wrong = []
    for path in sorted((ROOT / "tests" / folder).glob("test_rules_*.py")):
        for name, text in docstrings(path).items():
            if name.startswith("test_") and not TAG.search(text):
                wrong.append(f"{path.name}:{name}")
    assert wrong == []
