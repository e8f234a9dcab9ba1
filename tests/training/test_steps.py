"""Runs of several steps: what each step begins with, and that a stopped run goes on where it was."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")

import torch
import yaml

from railgym.agents.learned.artifact import read_card
from railgym.cli import main as command_line
from railgym.envs.catalog import make_game
from railgym.training.learn import train
from railgym.training.learn.checkpoint import _forget_folder, find_start
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.step_keys import merged
from railgym.training.learn.steps import step_configs

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 256,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}, "past": 0.0},
    "imitation": {"expert": "greedy", "timesteps": 128},
    "steps": [{"timesteps": 512, "league": {"scripted": {"greedy": 1.0}}}, {"ppo": {"learning_rate": 1.0e-5}}],
}


def test_merged__changes_sections_by_key_and_replaces_weights_of_opponents() -> None:
    given = {"ppo": {"gamma": 1, "n_steps": 2}, "league": {"scripted": {"planner": 1}, "past": 1}}
    changes = {"ppo": {"gamma": 3}, "league": {"scripted": {"greedy": 1}}}
    assert merged(given, changes) == {
        "ppo": {"gamma": 3, "n_steps": 2},
        "league": {"scripted": {"greedy": 1}, "past": 1},
    }


def test_steps__change_keys_of_the_step_before(tmp_path: Path) -> None:
    """The first imitates, the others begin with the network of the one before."""
    one, two, three = step_configs(TrainConfig(**SMALL), tmp_path)
    assert one.imitation and not (two.imitation or three.imitation)
    assert [c.start_from for c in (one, two, three)] == [(), (str(tmp_path / "step-1"),), (str(tmp_path / "step-2"),)]
    assert [c.timesteps for c in (one, two, three)] == [256, 512, 512]
    assert three.league.scripted == {"greedy": 1.0} and three.ppo.learning_rate == 1e-5


def test_previous__is_the_agent_of_the_step_before(tmp_path: Path) -> None:
    """Expert iteration: search with the network of a step teaches the next one; or the agent does so itself."""
    for words, read in (("mcts:8:previous", "mcts:8:file:{}"), ("previous", "file:{}"), ("planner", "planner")):
        search = {"imitation": {"expert": words, "games": 1, "timesteps": 0}}
        _, two = step_configs(TrainConfig(**SMALL | {"steps": [search]}), tmp_path)
        assert two.imitation and two.imitation.expert == read.format(tmp_path / "step-1" / "agent")


def test_previous__trains_a_step_that_has_another_expert_against_one_opponent(tmp_path: Path) -> None:
    """The agent of the step before is not there when the steps are checked; all decisions are labelled."""
    config, out = tmp_path / "mine.yaml", tmp_path / "run"
    league = {"scripted": {"greedy": 1.0, "second": 1.0}}
    step = {"imitation": {"expert": "previous", "against": {"second": "planner"}, "timesteps": 256}, "league": league}
    config.write_text(yaml.safe_dump(SMALL | {"steps": [step]}))
    assert command_line(["train", str(config), "--out", str(out), "--quiet"]) == 0
    lines = (out / "step-2" / "metrics.jsonl").read_text().splitlines()
    assert all("train/agreement_with_expert" in line for line in lines) and lines


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"options": {"num_player": 2}}, "unknown option 'num_player': did you mean num_players?"),
    ({"timestep": 512}, "timestep is unknown: did you mean timesteps or steps?"),
    ({"ppo": {"learning_rate": -1}}, "ppo.learning_rate is -1: write a number above 0"),
    ({"league": {"scripted": {"planer": 1.0}}}, "league.scripted: ticket_to_ride_card_v0 has no bot 'planer'; did"),
    ({"league": {"agents": {"file:nosuch": 1.0}}}, "league.agents: nosuch: no trained agent here"),
    ({"eval": {"bots": ["planer"]}}, "eval.bots: ticket_to_ride_card_v0 has no bot 'planer'"),
    ({"imitation": {"dataset": "nosuch"}}, "nosuch: no dataset here"),
    ({"imitation": {"expert": "mcts:8:previos", "games": 1, "timesteps": 0}}, "unknown agent 'previos'"),
    ({"imitation": {"expert": "mcts:8:previous", "timesteps": 9}}, "has to play whole games first: give imit"),
    ({"imitation": {"expert": "previous", "against": {"greedi": "planner"}}}, "against: 'greedi' is not in league"),
    ({"imitation": {"expert": "human", "games": 1, "timesteps": 0}}, "'human' cannot play a benchmark"),
    ({"game": "rail_baron_cards_v0"}, "game: the step begins with the network of the step before; leave game out"),
    ({"start_from": "nosuch"}, "start_from: nosuch holds no run"),
    ({"start_from": "{out}ning"}, "ning holds no run"),  # begins like the result folder, and is another one
    ({"league": {"agents": {"file:{out}ning": 1.0}}}, "ning: no trained agent here"),
    ({"hidden": [32]}, "hidden: the step begins with the network of the step before; leave hidden out"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), MISTAKES)
def test_mistake_in_a_late_step__is_found_before_the_first_begins(
    changes: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The steps before may take hours. The one line names the step."""
    config = tmp_path / "steps.yaml"
    config.write_text(yaml.safe_dump(SMALL | {"steps": [changes]}).replace("{out}", str(tmp_path / "run")))
    assert command_line(["train", str(config), "--out", str(tmp_path / "run"), "--quiet"]) == 2
    err = capsys.readouterr().err
    assert re.match(r"railgym: (\S+/steps\.yaml:\d+: )?step 2: ", err) and message in err and err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_run__of_several_steps_is_one_command_that_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped in the second step, it goes on there and ends as if it had never stopped."""
    config = tmp_path / "mine.yaml"
    config.write_text(yaml.safe_dump(SMALL))
    assert command_line(["train", str(config), "--out", str(tmp_path / "whole"), "--quiet"]) == 0
    with monkeypatch.context() as patch:
        patch.setattr(train.Trainer, "_on_rollout_start", stop_in_second_step(train.Trainer._on_rollout_start))
        assert command_line(["train", str(config), "--out", str(tmp_path / "run"), "--quiet"]) == 130
    assert "to go on with all 3 steps instead" in capsys.readouterr().out
    assert command_line(["train", str(tmp_path / "run" / "config.yaml"), "--resume", "--quiet"]) == 0
    agents = [tmp_path / name / "agent" for name in ("whole", "run")]
    assert len({(agent / "policy.onnx").read_bytes() for agent in agents}) == 1
    assert read_card(agents[0]).command.startswith("railgym train")
    states = [torch.load(tmp_path / "whole" / f"step-{n}" / "checkpoint.pt", weights_only=False) for n in (1, 2, 3)]
    assert [state["num_timesteps"] for state in states] == [256, 512, 512]
    capsys.readouterr()
    assert command_line(["train", str(tmp_path / "whole" / "config.yaml"), "--resume", "--quiet"]) == 0
    assert (
        "all 3 steps are finished; to train on, raise timesteps in the last entry of steps" in capsys.readouterr().out
    )


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result folder of a run that was stopped in its second step."""
    config, out = tmp_path_factory.mktemp("stopped") / "mine.yaml", tmp_path_factory.mktemp("runs") / "run"
    config.write_text(yaml.safe_dump(SMALL))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train.Trainer, "_on_rollout_start", stop_in_second_step(train.Trainer._on_rollout_start))
        assert command_line(["train", str(config), "--out", str(out), "--quiet"]) == 130
    return out


@pytest.mark.parametrize("place", ["moved", "other folder", "without the first step"])
def test_resume__of_a_stopped_run_works_from_anywhere(
    place: str, stopped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a run that was moved, is named by another path, or lacks a finished step, it goes on in the second step."""
    out = tmp_path / "elsewhere"
    shutil.copytree(stopped, out)
    if place == "without the first step":
        shutil.rmtree(out / "step-1")
    if place == "other folder":
        monkeypatch.chdir(out)
    config = "config.yaml" if place == "other folder" else str(out / "config.yaml")
    assert command_line(["train", config, "--resume", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert "step 2 of 3" in told and "step 1 of 3" not in told and (out / "agent" / "policy.onnx").is_file()


def test_folder__of_a_moved_run_does_not_matter() -> None:
    """Given a config whose steps begin with, and imitate, what lies in the result folder; other folders matter."""
    source, expert = "runs/card-2/step-1", "mcts:8:file:runs/card-2/step-1/agent"
    config = {"start_from": [source, "file:runs/other/agent"], "imitation": {"expert": expert}}
    _forget_folder(config)
    assert config["start_from"] == ["step-1", "file:runs/other/agent"]
    assert config["imitation"] == {"expert": "mcts:8:file:step-1/agent"}


def test_resume__does_not_begin_a_run_of_several_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without a run, such as a misspelt name, is refused."""
    config, out = tmp_path / "mine.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump(SMALL))
    assert command_line(["train", str(config), "--out", str(out), "--resume", "--quiet"]) == 2
    assert "run: nothing to resume, no step has a checkpoint.pt" in capsys.readouterr().err and not out.exists()


def test_resume__goes_on_with_the_step_after_a_finished_one(
    stopped: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No message suggests more timesteps for the finished step, which cannot be continued."""
    out = tmp_path / "elsewhere"
    shutil.copytree(stopped, out)
    shutil.rmtree(out / "step-2")
    assert command_line(["train", str(out / "config.yaml"), "--resume", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("step 2 of 3") and "finished already" not in told.partition("step 3")[0]


def stop_in_second_step(go_on: Any) -> Any:
    def stop(self: train.Trainer) -> None:
        go_on(self)
        if self.config.timesteps == 512 and self.num_timesteps >= 256:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--resume", "--override", "ppo.learning_rate=0.1"], "made by a run with ppo.learning_rate"),
        (["--resume", "--override", "steps=[{timesteps: 512}]"], "made by a run with"),
        (["--resume", "--override", f"steps={[SMALL['steps'][0] | {'timesteps': 8}]}"], "lies beyond timesteps=8"),
        (["--resume", "--override", "timesteps=4096"], "step 2 began with its agent, so it trains no further"),
        (["--override", "seed=5"], "holds a run already"),
    ],
)
def test_refusal__leaves_the_config_of_the_run_as_it_was(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a finished run of several steps, a command that is refused does not keep the run from being resumed."""
    config, out = tmp_path / "mine.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump(SMALL))
    assert command_line(["train", str(config), "--out", str(out), "--quiet"]) == 0
    before = (out / "config.yaml").read_bytes()
    capsys.readouterr()
    assert command_line(["train", str(out / "config.yaml"), "--out", str(out), "--quiet", *words]) == 2
    assert message in capsys.readouterr().err
    assert (out / "config.yaml").read_bytes() == before
    assert command_line(["train", str(out / "config.yaml"), "--resume", "--quiet"]) == 0


def test_start_from__a_run_of_several_steps_takes_the_last_one(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        (tmp_path / f"step-{number}").mkdir()
        (tmp_path / f"step-{number}" / "checkpoint.pt").touch()
    config = TrainConfig(**SMALL)
    assert find_start(str(tmp_path), config, make_game(config.game)) == tmp_path / "step-10"


def test_resume__needs_no_run_that_a_finished_step_began_with(tmp_path: Path) -> None:
    """Given a finished run that began with another one, it can be resumed after that one is deleted."""
    config, first, out = tmp_path / "mine.yaml", tmp_path / "first", tmp_path / "run"
    config.write_text(yaml.safe_dump(SMALL))
    assert command_line(["train", str(config), "--out", str(first), "--quiet"]) == 0
    config.write_text(yaml.safe_dump(SMALL | {"start_from": str(first), "imitation": None}))
    assert command_line(["train", str(config), "--out", str(out), "--quiet"]) == 0
    shutil.rmtree(first)
    assert command_line(["train", str(out / "config.yaml"), "--resume", "--quiet"]) == 0


def test_resume__with_one_more_step_trains_that_one_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given a finished run of three steps, a fourth continues with its agent, which takes the place of the last one."""
    config, out = tmp_path / "mine.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump(SMALL))
    assert command_line(["train", str(config), "--out", str(out), "--quiet"]) == 0
    kept = (out / "step-3" / "checkpoint.pt").read_bytes()
    more = f"steps={yaml.safe_dump([*SMALL['steps'], {'timesteps': 256}], default_flow_style=True)}"
    capsys.readouterr()
    assert command_line(["train", str(out / "config.yaml"), "--resume", "--quiet", "--override", more]) == 0
    told = capsys.readouterr().out
    assert "step 4 of 4" in told and "step 2 of 4" not in told
    assert (out / "step-3" / "checkpoint.pt").read_bytes() == kept
    assert (out / "agent" / "policy.onnx").read_bytes() == (out / "step-4" / "agent" / "policy.onnx").read_bytes()
