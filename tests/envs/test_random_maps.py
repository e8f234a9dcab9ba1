"""Games on random maps: they are recorded by the seed, and bots play them to their end."""

import gc
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from railgym.envs.catalog import game_of, make_game
from railgym.envs.core.data_files import Faults
from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.worlds.making import first_sound
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import parse_replay
from railgym.envs.maps import MAKERS
from railgym.training.evaluate.matches import play_games

OPTIONS = {
    "empire_builder_v0": "map",
    "resourceful_rails_v0": "map",
    "railways_of_the_world_v0": "map",
    "railbot_v0": "map",
    "rail_baron_cards_v0": "board",
}
LIMITS = {"railways_of_the_world_v0": {}, "railbot_v0": {}}  # of games that end soon by themselves


@pytest.mark.parametrize("id", OPTIONS)
def test_recorded_game__names_the_seed(id: str) -> None:
    """A recording says which map was played, and is played again from that alone, without a folder."""
    game = make_game(id, **{OPTIONS[id]: "random:0012:size=small"})
    recording = Recording(game, 7, ("random",) * game.num_players)
    rng = np.random.default_rng(1)
    while not recording.position.is_over and len(recording.moves) < 40:
        recording.play(int(rng.choice(recording.position.legal_actions)))
    replay = parse_replay(recording.replay.text().encode(), "recorded")
    assert replay.header.options[OPTIONS[id]] == "random:12:size=small"
    assert replay.verify(game_of(replay)).record.tobytes() == recording.position.record.tobytes()


@pytest.mark.parametrize("id", OPTIONS)
def test_identity__is_that_of_the_map(id: str) -> None:
    """Every way to write a seed means the same game; another seed means another."""
    one, same, other = (
        make_game(id, **{OPTIONS[id]: name}).options.identity
        for name in ("random:12:size=small", "random:012,size=small", "random:13:size=small")
    )
    assert one == same != other


@pytest.mark.parametrize("id", OPTIONS)
@pytest.mark.parametrize("seed", [3, 1_000_000])
@pytest.mark.parametrize("bot", ["random", "planner"])
def test_games__end(id: str, seed: int, bot: str) -> None:
    """Planners end a game by its rules; random bots may need the limit of rounds."""
    limit = {"max_rounds": 12} if bot == "random" and id not in LIMITS else {}
    game = make_game(id, **{OPTIONS[id]: f"random:{seed}:size=small"}, **limit)
    results = play_games(game, [bot], np.arange(2), np.zeros((2, game.num_players), int))
    assert (results["end_reason"] > 0).all()
    if bot == "planner":
        assert not any("last" in game.end_reasons[reason] for reason in results["end_reason"])


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("crayon", "random:7", "2bc5b3fb1c41"),
        ("crayon", "random:1000001:size=small:shape=island:climate=wet", "7c2fd9229856"),
        ("railways", "random:7", "db803c31de58"),
        ("railways", "random:1000001:size=small:shape=island:climate=wet", "fe238af1995d"),
        ("rail_baron", "random:7", "59ce78af6621"),
        ("rail_baron", "random:1000001:size=small:shape=island:climate=wet", "5df0e53bcf9d"),
    ],
)
def test_files__of_a_seed_stay_the_same(kind: str, name: str, expected: str, tmp_path: Path) -> None:
    """Shipped agents and published results depend on the maps of the seeds: every file stays the same, to the byte."""
    import_module(MAKERS[kind]).KIND.new(WorldSettings.parse(name), tmp_path)
    files = b"".join(file.name.encode() + file.read_bytes() for file in sorted(tmp_path.iterdir()))
    assert sha256(files).hexdigest()[:12] == expected


@pytest.mark.parametrize("is_on", [True, False])
def test_making__pauses_the_garbage_collector(is_on: bool) -> None:
    """Meanwhile it is off, afterwards it is as before, also after an error."""
    (gc.enable if is_on else gc.disable)()

    def make(attempt: int, faults: Faults) -> None:
        assert not gc.isenabled()
        faults.add("cities.csv", 2, "no city")

    try:
        with pytest.raises(DataError):
            first_sound(WorldSettings(7), make)
        assert gc.isenabled() == is_on
    finally:
        gc.enable()
