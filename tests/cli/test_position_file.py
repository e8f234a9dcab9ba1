"""Games that begin with a position of a file: played, recorded, resumed, and verified."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from railgym.agents.human.web.lobby import Lobby, TakenUp
from railgym.agents.human.web.store import Store
from railgym.cli import main
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import ArgumentError, OptionsError
from railgym.envs.core.replay import load_replay


def midway(id: str, plies: int = 8) -> dict[str, Any]:
    """A position of a random game, as a dictionary."""
    position, rng = make_game(id).new_position(2), random.Random(3)
    for _ in range(plies):
        position.play(rng.choice(list(position.legal_actions)))
    return position.to_dict()


@pytest.mark.parametrize("id", GAMES)
def test_play__begins_with_the_position_of_a_file(id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record of the game holds the position, and plays again from it."""
    file, record = tmp_path / "puzzle.json", tmp_path / "game.jsonl"
    file.write_text(json.dumps(midway(id)))
    game = make_game(id)
    seats = ",".join("random" if role == "player" else "railbot:random" for role in game.roles)
    assert main(["play", "--position", str(file), "--seats", seats, "--save", str(record), "--json"]) == 0
    replay = load_replay(record)
    assert replay.header.position == midway(id)
    assert next(replay.positions(game))[0].to_dict() == midway(id)
    assert replay.verify(game).is_over
    capsys.readouterr()
    assert main(["replay", str(record)]) == 0
    assert "play again as recorded" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "puzzle.json: the file is empty; write a position as JSON"),
        ("{", "puzzle.json: not JSON"),
        ("[1]", "puzzle.json: a position is an object with the key game"),
        ('{"game": "chess"}', "puzzle.json: unknown game 'chess'"),
        ('{"game": "empire_builder_v0", "options": {"id": "x"}}', "puzzle.json: unknown option 'id'"),
        ('{"game": "empire_builder_v0", "options": 3}', "puzzle.json: options: expected an object"),
        ('{"game": "empire_builder_v0", "options": {"num_players": 99}}', "puzzle.json: option num_players=99"),
        ('{"game": "empire_builder_v0", "playrs": []}', "puzzle.json: position: no key 'playrs'; did you mean"),
    ],
)
def test_play__says_what_is_wrong_with_a_position(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzle.json"
    file.write_text(text)
    assert main(["play", "--position", str(file)]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_play__takes_a_position_or_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    """Not both: a record has a position of its own."""
    assert main(["play", "--position", "a.json", "--resume", "b.jsonl"]) == 2
    assert "leave one of --resume and --position out" in capsys.readouterr().err


def test_options__are_those_of_the_position() -> None:
    """A dictionary names the options that are not the usual ones; another game refuses it."""
    position = make_game("rail_baron_cards_v0", num_players=3).new_position(1).to_dict()
    assert position["options"] == {"num_players": 3}
    with pytest.raises(ArgumentError, match=r"options\.num_players: this game has 2, not 3"):
        make_game("rail_baron_cards_v0").notation.from_dict(position)


def test_browser__begins_with_the_position_of_a_file(tmp_path: Path) -> None:
    """The lobby takes up a position as it takes up a recorded game; options may not name files of the server."""
    lobby, position = Lobby(Store(tmp_path)), midway("rail_baron_cards_v0")
    table = lobby.take_up(TakenUp(file=json.dumps(position), seats=["human", "greedy"]))
    assert table.recording.position.to_dict() == position
    stolen = {"game": "empire_builder_v0", "options": {"map": "/etc/passwd.yaml"}}
    with pytest.raises(OptionsError, match="a server plays only what comes with railgym"):
        lobby.take_up(TakenUp(file=json.dumps(stolen)))
