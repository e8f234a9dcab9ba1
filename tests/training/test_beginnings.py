"""The start of a run: weights of another run, external opponents, enough memory, a checkpoint of this version."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("sb3_contrib")

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArtifactError
from railgym.training.learn import checkpoint, memory
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.external_opponents import external_opponent
from railgym.training.learn.train import RunError, TrainArgs, main, run

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 256,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}, "past": 0.0},
}
MAPS: dict[str, Any] = {
    "game": "railways_of_the_world_v0",
    "options": {"map": "south_sweden"},
    "network": "tables",
    "row_size": 8,
}
MEXICO = {"options": {"map": "mexico"}}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of the card game."""
    out = tmp_path_factory.mktemp("runs") / "first"
    run(TrainConfig(**SMALL), out, quiet=True)
    return out


def weights_of(out: Path) -> dict[str, torch.Tensor]:
    policy: dict[str, torch.Tensor] = torch.load(out / "checkpoint.pt", weights_only=False)["policy"]
    return policy


def test_start_from__goes_on_with_the_weights_of_another_run(first: Path, tmp_path: Path) -> None:
    """With a learning rate of next to nothing, the weights stay what they were there."""
    idle = SMALL | {"ppo": {**SMALL["ppo"], "learning_rate": 1e-12, "final_learning_rate": 0}}
    run(TrainConfig(**idle, start_from=str(first)), tmp_path / "next", quiet=True)
    ours, theirs = weights_of(tmp_path / "next"), weights_of(first)
    assert all(torch.allclose(ours[name], theirs[name], atol=1e-6) for name in theirs)


def test_start_from__begins_with_the_mean_of_several(first: Path, tmp_path: Path) -> None:
    """With a learning rate of next to nothing, the weights stay what the mean of a run's and an agent's was."""
    run(TrainConfig(**SMALL | {"seed": 2}), tmp_path / "second", quiet=True)
    idle = SMALL | {"ppo": {**SMALL["ppo"], "learning_rate": 1e-12, "final_learning_rate": 0}}
    sources = [str(first), f"file:{tmp_path / 'second' / 'agent'}"]
    run(TrainConfig(**idle, start_from=sources), tmp_path / "mean", quiet=True)
    one, two, mean = (weights_of(out) for out in (first, tmp_path / "second", tmp_path / "mean"))
    assert all(torch.allclose(mean[name], (one[name] + two[name]) / 2, atol=1e-3) for name in mean)
    assert any(not torch.allclose(mean[name], one[name], atol=1e-2) for name in mean)


def test_start_from__takes_a_network_over_tables_to_another_map(tmp_path: Path) -> None:
    """With a learning rate of next to nothing, the weights stay what they were there."""
    run(TrainConfig(**SMALL | MAPS), tmp_path / "sweden", quiet=True)
    idle = {"ppo": {**SMALL["ppo"], "learning_rate": 1e-12, "final_learning_rate": 0}}
    there = SMALL | MAPS | MEXICO | idle
    agent = run(TrainConfig(**there, start_from=str(tmp_path / "sweden")), tmp_path / "mexico", quiet=True)
    assert json.loads((agent / "agent.json").read_text())["options"]["map"] == "mexico"
    ours, theirs = weights_of(tmp_path / "mexico"), weights_of(tmp_path / "sweden")
    assert all(torch.allclose(ours[name], theirs[name], atol=1e-6) for name in theirs)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"hidden": [32]},
            "the network of {first} does not fit: hidden is [16] there, [32] here; make them alike, or leave "
            "start_from out",
        ),
        (
            {"game": MAPS["game"], "options": MAPS["options"]},
            "{first}: a run of ticket_to_ride_card_v0, and this is railways_of_the_world_v0; name one of this game",
        ),
    ],
)
def test_start_from__names_what_does_not_fit(
    changes: dict[str, Any], message: str, first: Path, tmp_path: Path
) -> None:
    """By the keys of the configs; and no folder is left."""
    with pytest.raises(ArtifactError) as caught:
        run(TrainConfig(**SMALL | changes, start_from=str(first)), tmp_path / "next", quiet=True)
    assert str(caught.value) == f"start_from: {message.format(first=first)}"
    assert not list(tmp_path.iterdir())


def test_start_from__wants_one_network_where_two_share_their_layers(first: Path, tmp_path: Path) -> None:
    """The other way round both begin with what was shared."""
    run(TrainConfig(**SMALL | {"value_layers": "own"}, start_from=str(first)), tmp_path / "own", quiet=True)
    with pytest.raises(ArtifactError, match="value_layers is own there, shared here; make them alike"):
        run(TrainConfig(**SMALL, start_from=str(tmp_path / "own")), tmp_path / "shared", quiet=True)


def test_start_from__wants_a_run(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"holds no run, there is no checkpoint\.pt$"):
        run(TrainConfig(**SMALL, start_from=str(tmp_path)), tmp_path / "none", quiet=True)
    (tmp_path / "agent.json").touch()
    with pytest.raises(ArtifactError, match="for the agent there write file:"):
        run(TrainConfig(**SMALL, start_from=str(tmp_path)), tmp_path / "none", quiet=True)


def test_external_opponents__are_met_and_stay_after_a_resume(first: Path, tmp_path: Path) -> None:
    """Half of the games are played against the agent of another run."""
    opponent = f"file:{first}/agent"
    config = SMALL | {
        "timesteps": 4096,
        "league": {"scripted": {"random": 1.0}, "agents": {opponent: 1.0}, "past": 0.0},
    }
    run(TrainConfig(**config), tmp_path / "run", quiet=True)
    run(TrainConfig(**config | {"timesteps": 8192}), tmp_path / "run", resume=True, quiet=True)
    last = json.loads((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()[-1])
    assert set(last["win_rate"]) == {"random", opponent}
    assert 0.2 < last["win_rate"][opponent] < 0.8
    rows = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=False)["league"]
    games = {name: games for name, _, _, games, *_ in rows}
    assert games[opponent] > 21, "it has been met again and again"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("planner", "league.agents: 'planner' is no trained agent"),
        ("nobody", "league.agents: unknown agent 'nobody'"),
        ("file:{first}", "league.agents: .*no trained agent here"),
        ("file:{first}/agent", "league.agents: .*made for game 'ticket_to_ride_card_v0'"),
    ],
)
def test_external_opponents__that_cannot_play_are_refused(code: str, words: str, first: Path, tmp_path: Path) -> None:
    """The agent of another game too; and no folder is left."""
    other = SMALL | MAPS | {"league": {"agents": {code.format(first=first): 1.0}}}
    with pytest.raises(ConfigError, match=words):
        run(TrainConfig(**other), tmp_path / "runs" / "next", quiet=True)
    assert not list(tmp_path.iterdir())


def test_external_opponents__may_come_from_a_table_of_another_size(first: Path) -> None:
    """What they observe is the same there; the agent of a run for two sits among four."""
    game = make_game(SMALL["game"], num_players=4)
    observations = torch.zeros(3, game.observation_layout.size)
    assert external_opponent(f"file:{first}/agent", game, "player")(observations).shape == (3, game.actions.num_plans)


def test_external_opponents__have_no_strength(tmp_path: Path) -> None:
    """A run asks their networks, which know of none."""
    with pytest.raises(ConfigError, match=r"league.agents: 'trained:0.5' is no trained agent as it is"):
        run(TrainConfig(**SMALL | {"league": {"agents": {"trained:0.5": 1.0}}}), tmp_path / "run", quiet=True)


def test_external_opponents__observe_as_the_run_does(tmp_path: Path) -> None:
    """The shipped agent of Empire Builder reads plans."""
    config = SMALL | {"game": "empire_builder_v0", "league": {"agents": {"trained": 1.0}}}
    with pytest.raises(ConfigError, match="through encoder 'plans', this run through 'vector'; write encoder: plans"):
        run(TrainConfig(**config), tmp_path / "run", quiet=True)


def test_league__without_anybody_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="has no opponent"):
        run(TrainConfig(**SMALL | {"league": {"scripted": {}}}), tmp_path / "run", quiet=True)


@pytest.mark.parametrize("key", ["scripted", "agents"])
def test_weights__are_no_less_than_zero(key: str) -> None:
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        TrainConfig(**SMALL | {"league": {key: {"random": -0.5}}})


def test_resume__of_less_than_the_checkpoint_holds_is_refused(tmp_path: Path) -> None:
    """No agent from the middle of a run is given out."""
    agent = run(TrainConfig(**SMALL | {"timesteps": 512}), tmp_path / "run", quiet=True)
    shutil.rmtree(agent)
    with pytest.raises(RunError, match="beyond timesteps=256; to train on, give timesteps above 512"):
        run(TrainConfig(**SMALL), tmp_path / "run", resume=True, quiet=True)
    assert not agent.exists()


def test_memory__that_is_not_there_is_told_before_anything_is_written(tmp_path: Path) -> None:
    huge = TrainConfig(**SMALL | {"num_envs": 10_000_000})
    with pytest.raises(
        ConfigError, match=r"num_envs x ppo.n_steps: rollouts of 160,000,000 decisions need [\d,.]+ GiB"
    ):
        run(huge, tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("network", ["plain", "tables"])
def test_memory__of_networks_is_told_too(network: str, tmp_path: Path) -> None:
    huge = TrainConfig(**SMALL | MAPS | {"hidden": [1, 1_000_000, 1_000_000], "network": network})
    with pytest.raises(
        ConfigError, match=r"^hidden: the learner .* need 14,[\d,.]+ GiB .* lower hidden \(1, 1,000,000, "
    ):
        run(huge, tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_memory__counts_an_exploiters_rollouts_beside_the_learners() -> None:
    game = make_game(SMALL["game"])
    alone, beside = (
        TrainConfig(**SMALL | {"league": {"scripted": {"random": 1.0}, "exploiters": {"every": every}}})
        for every in (None, 512)
    )
    assert memory.memory_of_rollouts(beside, game) == 2 * memory.memory_of_rollouts(alone, game)
    assert memory.memory_of_networks(beside, game) > memory.memory_of_networks(alone, game)


def test_memory__is_not_asked_where_no_system_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    run(TrainConfig(**SMALL), tmp_path / "run", quiet=True)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_device__that_is_not_there_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="device: cuda: torch finds no GPU"):
        run(TrainConfig(**SMALL, device="cuda"), tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_resume__of_another_version_is_refused_unless_it_is_meant(
    first: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    again = TrainArgs(str(first / "config.yaml"), resume=True, quiet=True)
    monkeypatch.setattr(checkpoint, "commit_of_checkout", lambda: "0123abc")
    with pytest.raises(ArtifactError, match=r"written by commit \S+, this is commit 0123abc: .*--any-version"):
        main(again)
    assert main(TrainArgs(str(first / "config.yaml"), resume=True, quiet=True, any_version=True)) == 0
    assert "finished already" in capsys.readouterr().out
