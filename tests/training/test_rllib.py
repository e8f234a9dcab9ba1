"""The second engine: what it refuses, and (with ray) a run on two runners of which one is killed."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib")

from reading import view_of

from railgym.agents import make_agent
from railgym.agents.learned.artifact import read_card
from railgym.cli import main
from railgym.envs.catalog import GAMES, Entry, make_game
from railgym.envs.core.errors import ArtifactError, MissingExtraError
from railgym.envs.core.nonsense import NONSENSE
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.rllib import cluster as clusters
from railgym.training.learn.rllib.cluster import Cluster, ClusterError
from railgym.training.learn.run_logger import RunLogger
from railgym.training.learn.train import run

TOY = "night_mail_v0"
CONFIG: dict[str, Any] = {
    "game": TOY,
    "timesteps": 3072,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "value_layers": "own",
    "checkpoint_every": 512,
    "imitation": {"expert": "random", "timesteps": 256, "batch_size": 64},
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1, "ent_coef": 0.02, "final_ent_coef": 0.0},
    "league": {
        "scripted": {"random": 1.0},
        "current": 1.0,
        "nonsense": 1.0,
        "past": 1.0,
        "snapshot_every": 512,
        "size": 2,
    },
    "eval": {"bots": ["random"], "games": 10, "every": 1024},
}
TWO = Cluster(runners=2)


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[None]:
    """The toy game is one of the collection, here and in the processes that play it."""
    with pytest.MonkeyPatch.context() as patch:
        entry = Entry(TOY, "railgym/NightMail-v0", "Night Mail", "2-3", "A toy.", "toy_game.game:NightMail")
        patch.setitem(GAMES, TOY, entry)
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
        yield


def lines_of(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]


def saved_at(out: Path) -> int:
    return int(torch.load(out / "checkpoint.pt", weights_only=False)["num_timesteps"])


def steps_of_optimizer(out: Path) -> int:
    """How often the learner's weights were changed by RLlib."""
    learner = torch.load(out / "checkpoint.pt", weights_only=False)["learner"]["learner"]
    return int(learner["optimizer"]["learner_default_optimizer"]["state"]["state"][0]["step"])


def kill_a_runner(engine: Any, update: int) -> None:
    """After the second update; and two later wait until it was started again."""
    group = engine.algorithm.env_runner_group
    if update == 2:
        pids = group.foreach_env_runner(lambda _: os.getpid(), local_env_runner=False)
        assert len(set(pids)) == 2
        os.kill(pids[0], signal.SIGKILL)
    if update == 4:
        assert group.num_healthy_remote_workers() == 1
        deadline = time.monotonic() + 300
        while group.num_healthy_remote_workers() < 2 and time.monotonic() < deadline:
            engine.algorithm.restore_env_runners(group)
            time.sleep(0.5)
        assert group.num_healthy_remote_workers() == 2


def interrupt(engine: Any, update: int) -> None:
    if update == 4:
        raise KeyboardInterrupt


def run_and(act: Callable[[Any, int], None], out: Path) -> None:
    """Run, and do something after every update on the cluster, which are counted from 1."""
    updates = count(1)

    class Watched(RunLogger):
        def after_update(self, engine: Any, *args: Any, **kwargs: Any) -> None:
            super().after_update(engine, *args, **kwargs)
            if hasattr(engine, "algorithm"):
                act(engine, next(updates))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("railgym.training.learn.train.RunLogger", Watched)
        run(TrainConfig(**CONFIG), out, quiet=True, cluster=TWO)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole run of which one runner was killed: imitation, PPO, past selves."""
    pytest.importorskip("ray")
    out = tmp_path_factory.mktemp("runs") / "whole"
    run_and(kill_a_runner, out)
    return out


@pytest.mark.slow
def test_run__goes_on_when_a_runner_dies(finished: Path) -> None:
    """Every rollout is whole; the results are those that the other engine writes."""
    lines = lines_of(finished)
    assert [line["timesteps"] for line in lines] == list(range(256, 3073, 256))
    assert [line["phase"] for line in lines] == ["imitating"] + ["training"] * 11
    assert {"train/imitation_loss", "train/agreement_with_expert"} <= set(lines[0])
    assert {"train/value_loss", "train/policy_gradient_loss", "train/entropy_loss", "score"} <= set(lines[-1])
    names = {path.name for path in finished.iterdir()}
    written = {"config.yaml", "run.json", "metrics.jsonl", "tensorboard", "eval.csv", "checkpoint.pt", "agent"}
    assert names == {*written, ".lock"}
    assert len((finished / "eval.csv").read_text().splitlines()) == 4


@pytest.mark.slow
def test_schedules__fall_over_the_whole_run(finished: Path) -> None:
    bonuses = [line["train/ent_coef"] for line in lines_of(finished)[1:]]
    assert bonuses == sorted(bonuses, reverse=True) and bonuses[-1] == pytest.approx(0)
    assert bonuses[0] == pytest.approx(0.02 * (1 - 512 / 3072))


@pytest.mark.slow
def test_league__keeps_past_selves_and_meets_them(finished: Path) -> None:
    rows = torch.load(finished / "checkpoint.pt", weights_only=False)["league"]
    assert [kind for _, _, kind, *_ in rows] == [
        "scripted",
        *["nonsense"] * (1 + len(NONSENSE)),
        "current",
        "past",
        "past",
    ]
    met = [name for line in lines_of(finished) for name in line["win_rate"] if name.startswith("past-")]
    assert len(set(met)) > 2
    assert "current" in lines_of(finished)[-1]["win_rate"]


@pytest.mark.slow
def test_agent__plays_from_its_folder(finished: Path) -> None:
    """The folder is one as the other engine writes it, and the network in it is the one that was trained."""
    pytest.importorskip("onnxruntime")
    game = make_game(TOY)
    agent = make_agent(f"file:{finished / 'agent'}", game)
    state = game.rules.new_state(3)
    chances, value = agent.policy_and_value(view_of(game, state, 0))
    assert chances.sum() == pytest.approx(1) and np.isfinite(value)
    while not state["terminated"][0]:
        mask, seat = game.rules.legal(state), int(state["current_player"][0])
        agent.reset(seat, 0)
        action = agent.act(view_of(game, state, seat))
        assert mask[action]
        game.rules.apply(state, action)
    card = read_card(finished / "agent")
    assert (card.timesteps, card.game) == (3072, TOY)


@pytest.mark.slow
def test_run__is_resumed_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The optimizer, the league and the curves go on; a finished run is left as it is."""
    pytest.importorskip("ray")
    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run_and(interrupt, out)
    assert "--resume --engine rllib --runners 2" in capsys.readouterr().out
    assert saved_at(out) == 1024
    taken = steps_of_optimizer(out)
    assert taken >= 12, "four batches a rollout, after the imitation"
    before = lines_of(out)
    assert before[-1]["timesteps"] == 1280
    short = TrainConfig(**CONFIG | {"timesteps": 1792})
    run(short, out, resume=True, quiet=True, cluster=TWO)
    assert saved_at(out) == 1792 and steps_of_optimizer(out) >= taken + 12
    after = lines_of(out)
    assert after[: len(before) - 1] == before[:-1]
    assert [line["timesteps"] for line in after] == list(range(256, 1793, 256))
    assert set(after[len(before) - 1]["win_rate"]) >= set(before[-2]["win_rate"])
    run(short, out, resume=True, quiet=True, cluster=TWO)
    assert "this run is finished already" in capsys.readouterr().out
    with pytest.raises(ArtifactError, match="made by a run with --engine rllib; go on with that"):
        run(short, out, resume=True, quiet=True)


@pytest.mark.slow
def test_run__may_be_all_imitation(tmp_path: Path) -> None:
    """Then the cluster has nothing to play, and there is an agent all the same."""
    pytest.importorskip("ray")
    agent = run(TrainConfig(**CONFIG | {"timesteps": 256}), tmp_path / "run", quiet=True, cluster=Cluster(runners=1))
    assert {line["phase"] for line in lines_of(agent.parent)} == {"imitating"}
    assert read_card(agent).timesteps == saved_at(agent.parent) == 256


@pytest.mark.slow
def test_run__ends_when_the_evaluation_opponents_are_beaten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the measurement that shows it, and it is not taken up by mistake."""
    pytest.importorskip("ray")
    out, one = tmp_path / "run", Cluster(runners=1)
    config = TrainConfig(**CONFIG | {"eval": CONFIG["eval"] | {"every": 512, "until": 0.0}})
    run(config, out, quiet=True, cluster=one)
    assert saved_at(out) == 512
    run(config, out, resume=True, quiet=True, cluster=one)
    assert "this run has ended: it wins" in capsys.readouterr().out
    assert saved_at(out) == 512


def test_weights__move_between_the_engines() -> None:
    """A module has the learner's layers: the same logits where legal, and the same values."""
    pytest.importorskip("ray")
    from ray.rllib.core.columns import Columns

    from railgym.training.learn.networks import make_network
    from railgym.training.learn.rllib.module import (
        MASK,
        OBSERVATION,
        MaskedModule,
        network_of,
        spaces_for,
        state_of,
    )

    game = make_game(TOY)
    space, actions = spaces_for(TrainConfig(**CONFIG), game)
    for value_layers in ("shared", "own"):
        config = TrainConfig(**CONFIG | {"hidden": (16, 8), "value_layers": value_layers})
        network = make_network(config, game).frozen(with_value=True)
        setup = {"config": config, "game": lambda: game}
        module = MaskedModule(observation_space=space, action_space=actions, model_config=setup)
        module.set_state(state_of(network))
        seen = torch.rand(5, game.observation_layout.size)
        mask = torch.randint(0, 2, (5, int(actions.n)), dtype=torch.int8)
        batch = {Columns.OBS: {OBSERVATION: seen, MASK: mask}}
        found = module.forward_inference(batch)
        logits, values = network(seen)
        assert torch.equal(found[Columns.ACTION_DIST_INPUTS][mask > 0], logits[mask > 0])
        assert (found[Columns.ACTION_DIST_INPUTS][mask == 0] < -1e7).all()
        assert torch.equal(module.compute_values(batch), values)
        assert torch.equal(module.compute_values(batch, found[Columns.EMBEDDINGS]), values)
        again = network_of(module.get_state(), make_network(config, game))
        assert torch.equal(again(seen)[0], logits)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"league": CONFIG["league"] | {"exploiters": {"every": 512}}}, r"league\.exploiters\.every is 512"),
        ({"ppo": {"target_kl": 0.1}}, r"ppo\.target_kl is 0\.1"),
        ({"device": "cuda"}, "device is cuda"),
        ({"league": CONFIG["league"] | {"agents": {"trained": 1.0}}}, r"league\.agents is \{'trained': 1\.0\}"),
    ],
)
def test_key__that_cannot_be_honoured_is_named(change: dict[str, Any], key: str, tmp_path: Path) -> None:
    """Before there is a folder."""
    with pytest.raises(ConfigError, match=f"{key}: --engine rllib cannot do that; leave it out"):
        run(TrainConfig(**CONFIG | change), tmp_path / "x", quiet=True, cluster=Cluster())
    assert not list(tmp_path.iterdir())


def test_runners__are_no_more_than_the_cores_of_this_machine(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="too few for --runners 9999"):
        run(TrainConfig(**CONFIG), tmp_path / "x", quiet=True, cluster=Cluster(runners=9999))


@pytest.mark.parametrize("address", ["localhost", "localhost:x", "ray://", "auto", "localhost:99999"])
def test_address__that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match=f"--address {address}"):
        clusters.knock(address)


def test_address__that_nobody_listens_at_gives_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.chdir(tmp_path)
    started = time.monotonic()
    words = ["train", "demo.yaml", "--engine", "rllib", "--address", address]
    assert main(words) == 2
    assert time.monotonic() - started < 15
    err = capfd.readouterr().err
    assert err.count("\n") == 1 and f"--address {address}: no Ray cluster answers there" in err
    assert not (tmp_path / "runs").exists()


def test_engine__without_ray_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "ray").mkdir()  # no package, though one could import it
    monkeypatch.setattr(clusters, "find_spec", lambda name: PathFinder.find_spec(name, [str(tmp_path)]))
    with pytest.raises(MissingExtraError, match=r"pip install 'railgym\[distributed\]'"):
        run(TrainConfig(**CONFIG), tmp_path / "x", quiet=True, cluster=Cluster())
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("words", [("--address", "localhost:6379"), ("--runners", "2")])
def test_cluster__of_the_other_engine_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "demo.yaml", *words]) == 2
    assert f"{words[0]} is for --engine rllib" in capsys.readouterr().err


def test_runners__are_at_least_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--runners is 0: write a whole number of at least 1"):
        run(TrainConfig(**CONFIG), tmp_path / "x", quiet=True, cluster=Cluster(runners=0))
