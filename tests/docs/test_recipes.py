"""Every recipe runs as a user would run it, with a small budget, and prints its win rates."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import processes
import pytest
from shell_lines import ROOT, run_shell_line, shell_lines

RECIPES = ROOT / "docs" / "recipes"
PAGE = (RECIPES / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n((?:(?!^```).*\n)*)```\n\n\|.*\n\| ---.*\n((?:\|.*\n)*)", re.M)
INTEROP = {"pyspiel", "open_spiel", "tianshou", "torchrl"}
BUDGET = "2000"
SMALLER_BUDGETS = {"search_with_prior": "500"}  # a search takes some 10 ms per decision
WIN_RATE = re.compile(r"^win rate against \w+: \d+\.\d% \[\d+\.\d%, \d+\.\d%\]$", re.M)


def _imported(file: Path) -> Iterator[str]:
    for line in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Import):
            yield from (name.name.split(".")[0] for name in line.names)
        elif isinstance(line, ast.ImportFrom):
            yield str(line.module).split(".")[0]


def recipes() -> Iterator[Any]:
    """The files with the libraries that they import; those of the extra interop run where it is installed."""
    for file in sorted(RECIPES.glob("*.py")):
        libraries = set(_imported(file))
        yield pytest.param(file, libraries, id=file.stem, marks=[pytest.mark.interop] if libraries & INTEROP else [])


@pytest.mark.parametrize(("file", "libraries"), list(recipes()))
def test_recipe__runs_and_prints_win_rates(file: Path, libraries: set[str], tmp_path: Path) -> None:
    for library in sorted(libraries - sys.stdlib_module_names):
        pytest.importorskip(library)
    command = [sys.executable, str(file), "--steps", SMALLER_BUDGETS.get(file.stem, BUDGET)]
    done = processes.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert WIN_RATE.search(done.stdout), done.stdout


@pytest.mark.parametrize(("code", "table"), BLOCK.findall(PAGE))
def test_page__block_prints_the_table_below_it(code: str, table: str, tmp_path: Path) -> None:
    done = processes.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == table


def test_page__commands_run(tmp_path: Path) -> None:
    """In the order of the page: a run imitates the dataset that the command before has written."""
    pytest.importorskip("sb3_contrib")
    lines = [line for line in shell_lines(PAGE) if line.startswith("railgym")]
    assert len(lines) >= 2
    for line in lines:
        run_shell_line(line, tmp_path)


def test_recipes__are_all_in_the_table() -> None:
    listed = re.findall(r"^\| \[`(\w+\.py)`\]\(\1\)", PAGE, re.M)
    assert sorted(listed) == sorted(file.name for file in RECIPES.glob("*.py"))
