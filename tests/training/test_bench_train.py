"""``railgym bench train``: rates of whole runs, their parts, and the time until a bot is beaten."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")

from railgym.cli import main
from railgym.training.bench import measures
from railgym.training.bench import train as bench_train
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.train import run

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 6144,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}, "past": 9.0, "snapshot_every": 256},
}


def stand_in(
    config: str, out: Path, changes: dict[str, Any], words: tuple[str, ...], limit: float | None = None
) -> None:
    """A small run in this process, with the changes that matter."""
    evaluation = {"eval": {"bots": ["random"], "until": 0.0, "every": 512}} if "eval" in changes else {}
    run(TrainConfig(**SMALL | evaluation), out, quiet=True)
    if evaluation:
        text = (out / "metrics.jsonl").read_text(encoding="utf-8")
        (out / "metrics.jsonl").write_text(text.replace("eval/random", "eval/greedy"), encoding="utf-8")


def report_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["bench", "train", *words, "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_speed__is_told_with_its_parts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The parts of the time, books aside, make up the whole."""
    monkeypatch.setattr(bench_train, "training_in_new_process", stand_in)
    report = report_of(["ticket_to_ride_card_v0", "--threads", "1"], capsys)
    (found,) = report["runs"]
    assert set(found["shares"]) == {"games", "opponents", "policy", "learning"}
    assert sum(found["shares"].values()) == pytest.approx(1, abs=0.01)
    assert min(found["shares"].values()) > 0
    assert found["timesteps_per_second"] > 100 and found["memory_mib"] > 100 and found["agent_bytes"] > 10_000
    assert report["command"] == "railgym bench train ticket_to_ride_card_v0 --threads 1"


def timesteps_of(out: Path) -> list[int]:
    return [json.loads(line)["timesteps"] for line in (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def test_run__ends_once_the_evaluation_opponents_are_beaten_often_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the measurement, an agent and a checkpoint; it says so when resumed, and trains on only if asked to."""
    out, evaluation = tmp_path / "run", {"bots": ["random"], "games": 10, "until": 0.0, "every": 512}
    agent = run(TrainConfig(**SMALL, eval=evaluation), out, quiet=True)
    assert timesteps_of(out) == [256, 512]
    assert (out / "checkpoint.pt").is_file()
    for file in agent.iterdir():
        file.unlink()
    for _ in range(2):  # the agent is written if a run was killed before it was
        run(TrainConfig(**SMALL, eval=evaluation), out, resume=True, quiet=True)
        assert timesteps_of(out) == [256, 512] and (agent / "policy.onnx").is_file()
    told = r"this run has ended: it wins \d+% against random \(eval.until 0\); to train on, add --override eval.until="
    assert re.search(told, capsys.readouterr().out)
    longer = SMALL | {"timesteps": 1024}
    run(TrainConfig(**longer, eval={**evaluation, "until": None}), out, resume=True, quiet=True)
    assert timesteps_of(out) == [256, 512, 768, 1024]


def test_run__goes_on_while_the_evaluation_opponents_are_not_beaten_often_enough(tmp_path: Path) -> None:
    evaluation = {"bots": ["random"], "games": 10, "until": 1.0, "every": 512}
    run(TrainConfig(**SMALL, eval=evaluation), tmp_path / "run", quiet=True)
    assert timesteps_of(tmp_path / "run")[-1] == 6144


def test_reach__tells_when_a_bot_was_beaten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_train, "training_in_new_process", stand_in)
    words = ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0", "--reach", "0.0"]
    report = report_of(words, capsys)
    (found,) = report["runs"]
    assert found["reached"] and found["timesteps"] == 512 and found["seconds"] > 0
    assert "a game for one" in report["skipped"]["ticket_to_ride_card_solo_v0, sb3"]


@pytest.mark.parametrize(("words", "leaves_out"), [([], True), (["--imitation"], False)])
def test_reach__begins_with_imitation_only_if_asked_to(
    words: list[str], leaves_out: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[dict[str, Any]] = []

    def watched(config: str, out: Path, changes: dict[str, Any], *others: Any) -> None:
        seen.append(changes)
        stand_in(config, out, changes, ())

    monkeypatch.setattr(bench_train, "training_in_new_process", watched)
    report_of(["empire_builder_v0", "--reach", "0.0", *words], capsys)
    (changes,) = seen
    assert (changes.get("imitation") == "null") is leaves_out


def test_run__that_fails_is_told_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measures, "COMMAND", "import sys; sys.exit('no room on the disk')")
    assert main(["bench", "train", "ticket_to_ride_card_v0"]) == 2
    assert "no room on the disk" in capsys.readouterr().err


@pytest.mark.slow
def test_speed__of_a_shipped_config_is_measured_in_a_process_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "train", "ticket_to_ride_card_v0", "--rollouts", "1", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "ticket_to_ride_card.yaml" in out and "learning" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing_v0"], "unknown game 'nothing_v0'"),
        (["--rollouts", "0"], "rollouts"),
        (["--reach", "-1"], "reach"),
        (["--imitation"], "--imitation belongs to --reach"),
        (["--reach", "30"], "--reach 30.0: give a number from 0 to 1"),
        (["ticket_to_ride_card_solo_v0", "--reach", "0.5"], "a game for one has no opponents"),
        (["--engine", "torch"], "--engine: cannot read 'torch': write sb3 or rllib"),
    ],
)
def test_bench_train__names_what_is_wrong(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "train", *words]) == 2
    assert message in capsys.readouterr().err
