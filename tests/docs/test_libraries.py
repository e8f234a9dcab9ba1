"""Every code block of docs/libraries.md runs."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import processes
import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "libraries.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^## (.*?)\n(?:(?!^## ).)*?```python\n(.*?)```", PAGE, re.S | re.M)
INTEROP = {"open_spiel", "supersuit", "textarena", "tianshou", "torchrl", "verifiers"}


def recipes() -> Iterator[Any]:
    """The blocks with the libraries that they import; those of the extra interop run where it is installed."""
    for heading, code in BLOCKS:
        libraries = re.findall(r"^(?:from|import) (\w+)", code, re.M)
        marks = [pytest.mark.interop] if {*libraries} & INTEROP else []
        yield pytest.param(libraries, code, id=heading, marks=marks)


@pytest.mark.parametrize(("libraries", "code"), list(recipes()))
def test_page__block_runs(libraries: list[str], code: str, tmp_path: Path) -> None:
    """A recipe does what the page says, copied as it is."""
    for library in libraries:
        pytest.importorskip(library)
    (tmp_path / "recipe.py").write_text(code, encoding="utf-8")
    done = processes.run([sys.executable, "recipe.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_page__has_a_block_for_every_row_of_its_table() -> None:
    linked = re.findall(r"^\| \[\w[\w-]*\]\(#([\w-]+)\)", PAGE, re.M)
    assert linked == [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading, _ in BLOCKS]
