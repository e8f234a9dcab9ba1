"""One learner at tables of several kinds: it sits at all of them, and what they cannot share is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from railgym.agents.learned.artifact import read_card
from railgym.envs.catalog import make_game
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.league import LeagueTable
from railgym.training.learn.rllib.cluster import check_keys
from railgym.training.learn.several_tables import SeveralTables, make_training_env
from railgym.training.learn.train import run
from railgym.training.learn.trainer import Trainer

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "options": {"num_players": 4},
    "other_tables": [{"num_players": 3}, {"num_players": 2}],
    "timesteps": 2048,
    "num_envs": 32,
    "threads": 1,
    "hidden": [16],
    "checkpoint_every": 1024,
    "imitation": {"timesteps": 512},
    "ppo": {"n_steps": 16, "batch_size": 256, "n_epochs": 1},
    "league": {
        "scripted": {"random": 1.0, "greedy": 1.0},
        "current": 1.0,
        "mixed": 0.5,
        "snapshot_every": 512,
        "size": 2,
    },
}

MAPS: dict[str, Any] = SMALL | {
    "game": "railways_of_the_world_v0",
    "options": {"map": "south_sweden", "max_turns": 2},
    "other_tables": [{"num_players": 3}],
    "network": "tables",
    "room": {"cities": 40, "pairs": 110, "cards": 26, "lines": 8},
    "row_size": 8,
    "maps": {"seeds": [3, 40], "at_once": 3},
}


def test_games__are_shared_out_among_the_tables() -> None:
    """Of 32 games a third each is for four, for three and for two, in this order, and the rows of numbers fit."""
    config = TrainConfig(**SMALL)
    game = make_game(config.game, **config.options)
    env = make_training_env(config, game, LeagueTable.of(config, game), "planner")
    assert isinstance(env, SeveralTables)
    assert [(part.num_envs, part.game.num_players) for part in env.parts] == [(11, 4), (11, 3), (10, 2)]
    observations = env.reset()
    assert observations.shape == (32, game.observation_layout.size) and (observations == env.observations).all()
    ended = np.zeros(32, int)
    while ended.min() < 1:
        advised = env.advice()
        assert env.action_masks()[np.arange(32), advised].all()
        observations, _, dones, infos = env.step(advised)
        assert (observations == env.observations).all() and [bool(info) for info in infos] == dones.tolist()
        ended += dones
    assert {part.opponents.max(1).min() >= 0 for part in env.parts} == {True}, "every game has opponents"


def test_maps__are_replaced_one_after_the_other_and_the_tables_stay() -> None:
    """Games on a new map begin; all others go on."""
    config = TrainConfig(**MAPS)
    game = make_game(config.game, **config.options)
    env = make_training_env(config, game, LeagueTable.of(config, game), "planner")
    assert isinstance(env, SeveralTables)
    env.reset()
    for _ in range(5):
        env.step(env.advice())
    before, parts, seeds = env.observations.copy(), list(env.parts), list(env.seeds)
    assert all(3 <= seed <= 40 for seed in seeds)
    for number in range(3):
        replaced = env.renew()
        assert [old is new for old, new in zip(parts, env.parts, strict=True)] == [k != 2 + number for k in range(5)]
        after = env.observations
        assert (after[~replaced] == before[~replaced]).all() and (after[replaced] != before[replaced]).any(1).all()
        before, parts = after.copy(), list(env.parts)
        assert env.action_masks()[np.arange(32), env.advice()].all()
    assert [part.game.num_players for part in env.parts] == [2, 3, 2, 3, 2]
    assert [part.game.options.map for part in env.parts[2:]] == [f"random:{seed}" for seed in env.seeds]


@pytest.mark.parametrize("settings", [SMALL, MAPS], ids=["tables", "maps"])
def test_a_run__goes_on_as_if_it_had_never_stopped(
    settings: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables and maps go into the checkpoint: in two halves a run learns the same as in one piece."""
    config, go_on = TrainConfig(**settings), Trainer._on_rollout_start

    def stop(self: Trainer) -> None:
        go_on(self)
        if self.num_timesteps >= 1024:
            raise KeyboardInterrupt

    whole = run(config, tmp_path / "whole", quiet=True)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Trainer, "_on_rollout_start", stop)
        run(config, tmp_path / "halves", quiet=True)
    halves = run(config, tmp_path / "halves", resume=True, quiet=True)
    assert (whole / "policy.onnx").read_bytes() == (halves / "policy.onnx").read_bytes()
    assert list(read_card(whole).config["other_tables"]) == settings["other_tables"]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"other_tables": [{"num_players": 9}]}, "other_tables: number 1: .*num_players"),
        ({"other_tables": [{"players": 3}]}, "other_tables: number 1: unknown option 'players'"),
        ({"num_envs": 2}, "other_tables: 3 tables and maps need num_envs: 3 or more, not 2"),
        ({"critic": "privileged"}, "leave out critic: privileged"),
        ({"game": "rail_baron_cards_v0", "other_tables": [{"board": "small"}]}, "train another agent for that"),
    ],
)
def test_tables__that_cannot_be_shared_are_refused(changes: dict[str, object], complaint: str, tmp_path: Path) -> None:
    """Each in a line that names the table, before a folder is written."""
    with pytest.raises(ConfigError, match=complaint):
        run(TrainConfig(**SMALL | changes), tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_maps__are_refused_by_the_engine_that_cannot_change_them() -> None:
    """RLlib would train on the map of the options alone."""
    with pytest.raises(ConfigError, match="maps is random maps of seeds"):
        check_keys(TrainConfig(**MAPS | {"other_tables": []}))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"network": "plain"}, "maps: a plain network fits only one map; write network: tables"),
        ({"maps": {"option": "board"}}, "maps.option: railways_of_the_world_v0 has no option 'board'"),
        ({"maps": {"seeds": [9, 8]}}, "maps.seeds: 9 to 8"),
        ({"maps": {"seeds": [0, 1_000_000]}}, "maps.seeds: seeds from 1,000,000 on are for evaluation only"),
        ({"room": {"pairs": 110}}, "maps: room: .* has 34 cities, and there is room for 10"),
        ({"num_envs": 4}, "maps.at_once: . tables and maps need num_envs: . or more, not 4"),
        ({"critic": "privileged", "other_tables": []}, "maps: critic: privileged .* need a single map"),
        ({"league": {"agents": {"trained": 1.0}}}, "maps: league.agents.* need a single map"),
    ],
)
def test_maps__that_cannot_be_learned_on_are_refused(
    changes: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        run(TrainConfig(**MAPS | changes), tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()
