"""Each game has one id for each library, and every id that the documents show exists."""

import re
import sys

import processes
import pytest
from shell_lines import ROOT

from railgym.envs.catalog import GAMES

DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "docs").rglob("*.ipynb"),
    *(ROOT / "docs").rglob("*.py"),
    *(file for folder in ("envs", "agents", "training", "configs") for file in (ROOT / folder).rglob("*.md")),
]
GYMNASIUM = {entry.gym_id for entry in GAMES.values()}
PETTINGZOO = {entry.pettingzoo_id for entry in GAMES.values()}
FRESH = """
import gymnasium
for id in {ids}:
    env = gymnasium.make("railgym:" + id)
    env.reset(seed=1)
    env.close()
"""


def test_ids__in_documents_exist() -> None:
    for file in DOCUMENTS:
        text = file.read_text(encoding="utf-8")
        for id in re.findall(r"railgym/(?:\w|-)+-v\d+", text):
            assert id in GYMNASIUM | PETTINGZOO, f"{file}: {id}"
        for id in re.findall(r"railgym\.envs\.(\w+_v\d+)", text):
            assert id in GAMES, f"{file}: {id}"


def test_ids__are_found_without_an_import_of_railgym() -> None:
    """By Gymnasium in a fresh process, as one that a vector environment spawns."""
    done = processes.run(
        [sys.executable, "-c", FRESH.format(ids=sorted(GYMNASIUM))], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("id", GAMES)
def test_id__has_the_same_words_in_every_library(id: str) -> None:
    """``rail_baron_cards_v0``, ``railgym/RailBaronCards-v0`` and ``railgym/rail_baron_cards-v0``."""
    name, version = id.rsplit("_", 1)
    assert GAMES[id].pettingzoo_id == f"railgym/{name}-{version}"
    assert GAMES[id].gym_id == f"railgym/{name.title().replace('_', '')}-{version}"
