"""Games on random maps: they are recorded by the seed, and bots play them to their end."""

import numpy as np
import pytest

from railgym.envs.catalog import game_of, make_game
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import parse_replay
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
