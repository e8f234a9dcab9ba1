"""Runs that were stopped: what is taken up, by which command, and that no older result passes for the newest."""

import json
import shutil
import signal
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")

import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from railgym.agents.learned.artifact import read_card
from railgym.cli import main as command_line
from railgym.training.learn import train
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.train import run

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 512,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "checkpoint_every": 256,
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}, "past": 0.0},
    "eval": {"bots": ["random"], "games": 4, "every": 256},
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has come to its end."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    run(TrainConfig(**SMALL), out, quiet=True, command="railgym train mine.yaml")
    return out


@pytest.fixture
def finished(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(whole, tmp_path / "run")


def test_resume__of_a_longer_run_goes_on_by_the_command_that_was_printed(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The config in the folder is the one that the run has now, and the card tells both commands."""
    longer = ["train", str(finished / "config.yaml"), "--resume", "--quiet", "--override", "timesteps=1024"]
    with monkeypatch.context() as patch:
        patch.setattr(train.Trainer, "_on_rollout_start", stop_at(768))
        assert command_line(longer) == 130
    again = capsys.readouterr().out.splitlines()[-1].split()
    assert again[0] == "railgym" and command_line([*again[1:], "--quiet"]) == 0
    card = read_card(finished / "agent")
    assert card.timesteps == 1024
    assert card.command == f"railgym train mine.yaml; railgym train {longer[1]} --resume --override timesteps=1024"


def stop_at(timesteps: int) -> Any:
    """Press Ctrl-C after the update that follows so many decisions."""
    go_on = train.Trainer._on_rollout_start

    def stop(self: train.Trainer) -> None:
        go_on(self)
        if self.num_timesteps >= timesteps:
            raise KeyboardInterrupt

    return stop


def press_at(timesteps: int, times: int, number: int = signal.SIGINT) -> Any:
    """Press Ctrl-C, or send another signal, in the middle of the rollout that begins after so many decisions."""
    step = train.Trainer._on_step

    def press(self: train.Trainer) -> bool:
        if self.num_timesteps == timesteps + 32:
            for _ in range(times):
                signal.raise_signal(number)
        return step(self)

    return press


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize(
    ("number", "times", "kept"), [(signal.SIGINT, 1, 512), (signal.SIGINT, 2, 256), (signal.SIGTERM, 1, 512)]
)
def test_ctrl_c__ends_the_rollout_first_and_the_second_at_once(
    number: int,
    times: int,
    kept: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The first press loses nothing and leaves the agent so far; a resumed run is the same as one without any."""
    out, heard = tmp_path / "stopped", signal.getsignal(signal.SIGINT)
    config = TrainConfig(**SMALL | {"timesteps": 1024, "checkpoint_every": 10_000})
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(train.Trainer, "_on_step", press_at(256, times, number))
        run(config, out, quiet=True)
    assert signal.getsignal(signal.SIGINT) is heard
    told = capsys.readouterr()
    assert "Ctrl-C once more stops now" in told.err and f"go on from {kept} decisions" in told.out
    assert torch.load(out / "checkpoint.pt", weights_only=False)["num_timesteps"] == kept
    assert (out / "agent").exists() == (times == 1) and (times > 1 or read_card(out / "agent").timesteps == kept)
    run(config, out, resume=True, quiet=True)
    lines = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
    assert [line["timesteps"] for line in lines] == [256, 512, 768, 1024]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c__in_the_last_rollout_stops_the_command_with_the_agent_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that trains several agents one after the other stops, too."""
    out = tmp_path / "stopped"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(train.Trainer, "_on_step", press_at(256, 1))
        run(TrainConfig(**SMALL), out, quiet=True)
    assert "go on from 512 decisions" in capsys.readouterr().out
    assert read_card(out / "agent").timesteps == 512
    run(TrainConfig(**SMALL), out, resume=True, quiet=True)
    assert read_card(out / "agent").timesteps == 512


@pytest.mark.parametrize("damage", ["older", "half"])
def test_resume__writes_the_agent_that_is_missing(damage: str, finished: Path) -> None:
    """A run killed while it wrote its agent leaves that of before, or half of one."""
    card = finished / "agent" / "agent.json"
    if damage == "older":
        card.write_text(card.read_text().replace('"timesteps": 512,\n  "seconds"', '"timesteps": 256,\n  "seconds"'))
        assert read_card(finished / "agent").timesteps == 256
    else:
        card.unlink()
    run(TrainConfig(**SMALL), finished, resume=True, quiet=True)
    found = read_card(finished / "agent")
    assert (found.timesteps, found.command) == (512, "railgym train mine.yaml")
    assert found.seconds is not None and found.seconds >= 0 and "cores" in (found.machine or "")


def test_resume__forgets_half_a_line(finished: Path) -> None:
    """What a full disk cut off is measured once more or not missed."""
    whole = {name: (finished / name).read_text() for name in ("metrics.jsonl", "eval.csv")}
    for name, text in whole.items():
        (finished / name).write_text(text + text.splitlines()[-1][:9])
    run(TrainConfig(**SMALL | {"timesteps": 768}), finished, resume=True, quiet=True)
    for name, text in whole.items():
        now = (finished / name).read_text()
        assert now.startswith(text) and len(now.splitlines()) == len(text.splitlines()) + 1
    (finished / "eval.csv").write_text("times")
    run(TrainConfig(**SMALL | {"timesteps": 1024}), finished, resume=True, quiet=True)
    lines = (finished / "eval.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["timesteps", "1024"]


def test_tensorboard__has_every_point_once_where_it_was_measured(finished: Path) -> None:
    """The evaluation curve is that of ``eval.csv``, losses and win rates those of ``metrics.jsonl``."""
    drawn: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for file in sorted(finished.glob("tensorboard/*")):
        events = EventAccumulator(str(file)).Reload()
        for tag in events.Tags()["scalars"]:
            drawn[tag] += [(event.step, event.value) for event in events.Scalars(tag)]
    rows = [line.split(",") for line in (finished / "eval.csv").read_text().splitlines()[1:]]
    assert drawn["eval/random"] == [(int(row[0]), pytest.approx(float(row[2]))) for row in rows]
    lines = [json.loads(line) for line in (finished / "metrics.jsonl").read_text().splitlines()]
    for tag in ("train/loss", "train/value_loss"):
        assert drawn[tag] == [(line["timesteps"], pytest.approx(line[tag])) for line in lines]
