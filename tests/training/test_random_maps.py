"""The measurements of random maps: times and faults of many seeds, lengths and winners of games."""

from importlib import import_module

import pytest

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


def test_play__plays_on_one_map(capsys: pytest.CaptureFixture[str]) -> None:
    words = "play railways_of_the_world_v0 --map south_sweden --games 4 --seats 2"
    assert random_maps.main(words.split()) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("railways_of_the_world_v0, 2 seats: south_sweden, 4 games on each; turns: median ")
    assert said[1].startswith("wins by seat: ")
