"""The places where a game is registered (``tests/toy_game/README.md``, "Register it"): each exists for every game, and
every package of rules is in the catalog."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from small_games import SMALL_GAMES

from railgym.agents.scripted import bots_of
from railgym.build.__main__ import PACKAGES
from railgym.envs.catalog import GAMES, Entry

ROOT = Path(__file__).parents[2]
ENTRIES = pytest.mark.parametrize("entry", GAMES.values(), ids=GAMES)


def text_of(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def folder_of(entry: Entry) -> str:
    return entry.package.rpartition(".")[2]


@ENTRIES
def test_game__is_registered_in_every_place(entry: Entry) -> None:
    folder = folder_of(entry)
    assert files("railgym.envs").joinpath(f"{entry.id}.py").is_file()
    assert files(entry.package).joinpath("pages", f"{entry.id}.md").is_file()
    assert files("railgym.agents.scripted").joinpath(folder, "__init__.py").is_file()
    assert "planner" in bots_of(entry.package).names
    assert f'"{folder}": ' in text_of("tests", "envs", "test_certainties.py").partition("PLACES = {")[2]
    assert entry.id in {id for id, _ in SMALL_GAMES}
    assert f"`{entry.id}`" in text_of("README.md")
    assert f'"{entry.id}"' in text_of("configs", "bench", "baseline.json")


@ENTRIES
def test_package__has_its_pages_and_tests(entry: Entry) -> None:
    folder = folder_of(entry)
    tables = sorted(table.name for table in (ROOT / "envs" / folder).glob("RULES*.md"))
    row = rf"^\| [A-Z]{{2}} \| `envs/{folder}/(RULES\w*\.md)`"
    listed = re.findall(row, text_of("docs", "design", "tags.md"), re.M)
    assert tables and sorted(listed) == tables
    assert (ROOT / "envs" / folder / "README.md").is_file()
    assert list((ROOT / "tests" / folder).glob("test_rules*.py"))
    assert f"`envs/{folder}/`" in text_of("docs", "design.md")


def test_builder__builds_every_package_of_rules() -> None:
    """Each once; a wheel would lack the library of any other."""
    packages = [f"railgym.envs.{folder.parent.name}" for folder in (ROOT / "envs").glob("*/rules")]
    assert sorted(PACKAGES) == sorted(packages) == sorted({entry.package for entry in GAMES.values()})


def test_guide__names_every_place() -> None:
    section = text_of("tests", "toy_game", "README.md").partition("## Register it")[2].partition("\n## ")[0]
    for place in (
        "envs/catalog.py",
        "envs/ID.py",
        "pages/ID.md",
        "agents/scripted/",
        "RULES.md",
        "docs/design/tags.md",
        "docs/design.md",
        "README.md",
        "configs/bench/baseline.json",
        "PLACES",
        "SMALL_GAMES",
    ):
        assert place in section
