"""The measurements of random maps: times and faults of many seeds, lengths and winners of games."""

from importlib import import_module

import pytest

from railgym.envs.core.command_line import UsageError
from railgym.envs.core.errors import DataError
from railgym.training.release import random_maps
from railgym.training.release.random_maps import MakeArgs, PlayArgs, make_maps, play_maps


@pytest.mark.parametrize("kind", ["crayon", "railways", "rail_baron"])
def test_make__times_every_map(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert random_maps.main(["make", kind, "--maps", "2", "--size", "small"]) == 0
    assert capsys.readouterr().out.startswith(f"{kind}, small: 2 maps from seed 0, 0 with faults; ")


def test_make__lists_the_seeds_with_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(import_module("railgym.envs.railways_of_the_world.maps.making").KIND)

    def fail(self: object, settings: object) -> str:
        raise DataError(f"{settings} has none")

    monkeypatch.setattr(kind, "check_random", fail)
    seconds, faults = make_maps(MakeArgs("railways", maps=2, first=5))
    assert len(seconds) == 2 and list(faults) == [5, 6]


@pytest.mark.parametrize(("id", "name"), [("railways_of_the_world_v0", "map"), ("rail_baron_cards_v0", "board")])
def test_play__plays_the_games_of_every_map(id: str, name: str) -> None:
    game, results = play_maps(PlayArgs(id, maps=2, games=3, seats=3, size="small"))
    assert getattr(game.options, name) == "random:1000001:size=small"
    assert results.shape == (2, 3) and (results["end_reason"] > 0).all()


def test_play__seats_a_bot_among_rivals_on_every_map(capsys: pytest.CaptureFixture[str]) -> None:
    """Each seat in turn; the random bot wins nothing, of which two maps tell little."""
    words = "play railways_of_the_world_v0 --maps 2 --games 6 --seats 3 --size small --bot random --rival planner"
    assert random_maps.main(words.split()) == 0
    said = capsys.readouterr().out.splitlines()
    assert "2 small maps, 6 games on each" in said[0]
    assert said[2] == "random wins 0.0% [0.0%, 84.2%] among planner"
    with pytest.raises(UsageError, match="--rival: railbot_v0 is a game for one"):
        random_maps.main(["play", "railbot_v0", "--maps", "1", "--games", "1", "--rival", "planner"])


def test_play__plays_on_one_map(capsys: pytest.CaptureFixture[str]) -> None:
    words = "play railways_of_the_world_v0 --map south_sweden --games 4 --seats 2"
    assert random_maps.main(words.split()) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("railways_of_the_world_v0, 2 seats: south_sweden, 4 games on each; turns: median ")
    assert said[1].startswith("wins by seat: ")
