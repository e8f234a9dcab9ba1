"""``railgym list``: games and agents, and the options of a game."""

import json
import sys

import processes
import pytest

from railgym.agents.registry import AGENTS
from railgym.agents.seating import parse_options
from railgym.cli import main
from railgym.envs.catalog import GAMES, make_game

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(words)


def test_list__shows_games_and_agents(capsys: Capture) -> None:
    """As a table and as JSON."""
    assert run("list") == 0
    shown = capsys.readouterr().out
    assert all(id in shown for id in GAMES)
    assert all(kind.example in shown for kind in AGENTS.values())
    assert run("list", "--json") == 0
    lists = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in lists["games"]] == list(GAMES)
    assert [agent["code"] for agent in lists["agents"]] == list(AGENTS)
    assert lists["configs"]


@pytest.mark.parametrize("id", GAMES)
def test_list__of_a_game_shows_its_options_and_presets(id: str, capsys: Capture) -> None:
    """All of them, with their defaults; the line below the lists is a command that can be typed."""
    options = make_game(id).options
    assert run("list", id) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in options.option_names() if name != "preset")
    assert all(f"preset={name}" in shown for name in options.presets)
    assert options == make_game(id, **parse_options([shown.strip().rpartition(" ")[2]], id)).options
    assert run("list", id, "--json") == 0
    lists = json.loads(capsys.readouterr().out)
    assert {option["name"]: option["default"] for option in lists["options"]} == options.model_dump(mode="json")
    assert list(lists["presets"]) == list(options.presets)


def test_list__names_a_game_that_was_meant(capsys: Capture) -> None:
    assert run("list", "railbto_v0") == 2
    assert "did you mean railbot_v0" in capsys.readouterr().err


def test_list__loads_no_compiler() -> None:
    """So that it answers at once."""
    heavy = {"numba", "torch"}
    code = f"import sys; from railgym.cli import main; main(['list']); print(sorted({heavy} & sys.modules.keys()))"
    done = processes.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
