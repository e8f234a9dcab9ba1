"""Training: exact resume, and the agent that comes out."""

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from rich.console import Console

pytest.importorskip("sb3_contrib")

from reading import reading, view_of

from railgym.agents import make_agent
from railgym.agents.learned.artifact import read_card
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArtifactError, OptionsError, UnknownNameError
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.statistics import margin, win_shares
from railgym.training.learn import train
from railgym.training.learn.config import ConfigError, RewardWeights, TrainConfig
from railgym.training.learn.run_logger import RunLogger
from railgym.training.learn.train import RunError, TrainArgs, main, run

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 1024,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "checkpoint_every": 256,
    "imitation": {"expert": "greedy", "timesteps": 256, "batch_size": 64},
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {
        "scripted": {"random": 1.0},
        "past": 1.0,
        "snapshot_every": 256,
        "size": 2,
        "exploiters": {"every": 512, "timesteps": 6400, "weight": 1.0, "size": 1},
    },
    "eval": {"bots": ["random"], "games": 10, "every": 512},
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole small run: imitation, PPO, snapshots in the league."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    run(TrainConfig(**SMALL), out, quiet=True)
    return out


def metrics(out: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k not in ("rate", "memory_mib", "seconds")} for line in lines]


def test_run__is_deterministic_by_seed(finished: Path, tmp_path: Path) -> None:
    """The same config gives the same losses, results and network."""
    run(TrainConfig(**SMALL), tmp_path / "again", quiet=True)
    assert metrics(tmp_path / "again") == metrics(finished)


def test_run__resumes_exactly_after_a_stop(finished: Path, tmp_path: Path) -> None:
    """Stopped half-way and resumed, a run goes on as if it had never stopped, and its curves have every point once."""
    out = tmp_path / "resumed"
    half = TrainConfig(**SMALL | {"timesteps": 1024})
    with pytest.raises(KeyboardInterrupt):
        run_and_interrupt(half, out, at=512)
    run(half, out, resume=True, quiet=True)
    assert metrics(out) == metrics(finished)
    assert (out / "eval.csv").read_text() == (finished / "eval.csv").read_text()


def run_and_interrupt(config: TrainConfig, out: Path, at: int) -> None:
    """Run until ``at`` decisions, then press Ctrl-C in the middle of a rollout."""

    class Interrupted(train.Trainer):
        def _on_step(self) -> bool:
            if self.num_timesteps > at + 32:
                raise KeyboardInterrupt
            return super()._on_step()

    trainer = train.Trainer
    train.Trainer = Interrupted  # type: ignore[misc]
    try:
        run(config, out, quiet=True)
    finally:
        train.Trainer = trainer  # type: ignore[misc]


def test_exploiters__join_the_league_and_leave_it_again(finished: Path) -> None:
    """Their success is told; of so many as may stay the one that is beaten most easily goes."""
    told = [line["timesteps"] for line in metrics(finished) if "train/exploiter_wins" in line]
    assert told == [512, 1024]
    data = torch.load(finished / "checkpoint.pt", weights_only=False)
    kinds = [kind for _, _, kind, *_ in data["league"]]
    assert [name for name, _, kind, *_ in data["league"] if kind == "exploiter"] == ["exploiter-1024"]
    assert kinds.count("past") == 2


def test_exploiter__whose_games_did_not_end_has_no_win_rate(tmp_path: Path) -> None:
    """Given a budget too small for one game, it joins the league and no success is told."""
    exploiters = SMALL["league"]["exploiters"] | {"timesteps": 256}
    run(TrainConfig(**SMALL | {"league": SMALL["league"] | {"exploiters": exploiters}}), tmp_path / "run", quiet=True)
    assert not any("train/exploiter_wins" in line for line in metrics(tmp_path / "run"))
    data = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=False)
    assert "exploiter-1024" in [name for name, *_ in data["league"]]


def test_evaluation__is_measured_now_and_then_and_at_the_end(finished: Path) -> None:
    """On the same seeds with the best move: what the agent in the folder reaches there is the curve's last point."""
    lines = (finished / "eval.csv").read_text().splitlines()
    assert lines[0] == "timesteps,bot,win_rate,low,high"
    assert [line.split(",")[:2] for line in lines[1:]] == [["512", "random"], ["1024", "random"]]
    game = make_game("ticket_to_ride_card_v0")
    report = evaluate(game, (f"file:{finished}/agent", "random"), 5, TrainConfig(**SMALL).eval.seed)
    assert report["agents"][0]["win_rate"] == float(lines[-1].split(",")[2])
    assert [line["eval/random"] for line in metrics(finished) if "eval/random" in line][-1] == float(
        lines[-1].split(",")[2]
    )


def test_evaluation__of_a_bot_that_the_game_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"eval\.bots: .* has no bot 'plan' that plays as player"):
        run(TrainConfig(**SMALL | {"eval": {"bots": ["plan"]}}), tmp_path / "run", quiet=True)


def test_evaluation__that_ends_a_run_has_bots(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"eval\.until: there are no evaluation opponents; name bots"):
        run(TrainConfig(**SMALL | {"eval": {"until": 0.5}}), tmp_path / "run", quiet=True)


def test_weights__are_kept_in_half_precision_and_those_of_the_value_in_eight_bits(tmp_path: Path) -> None:
    """What ONNX Runtime widens is what torch computed, as nearly as the bits allow."""
    out = tmp_path / "run"
    run(TrainConfig(**SMALL | {"value_layers": "own", "hidden": [32], "timesteps": 256, "eval": {}}), out, quiet=True)
    model = onnx.load(str(out / "agent" / "policy.onnx"))
    large = {weights.name: weights.data_type for weights in model.graph.initializer if np.prod(weights.dims) >= 1024}
    kinds = {"value_trunk": onnx.TensorProto.INT8, "trunk": onnx.TensorProto.FLOAT16, "head": onnx.TensorProto.FLOAT16}
    assert {name.split(".")[0] for name in large} == set(kinds)
    assert all(kind == kinds[name.split(".")[0]] for name, kind in large.items())
    game = make_game("ticket_to_ride_card_v0")
    weights = {name: w.numpy() for name, w in torch.load(out / "checkpoint.pt", weights_only=False)["policy"].items()}
    views = [game.rules.view(game.rules.new_state(seed), 0) for seed in range(20)]
    agent = make_agent(f"file:{out}/agent", game)
    for view in views:
        seen = game.rules.encode(view, 0)
        first, first_bias = (weights[f"vf_features_extractor.layers.0.{part}"] for part in ("weight", "bias"))
        hidden = np.maximum(first @ seen + first_bias, 0)
        value = weights["value_net.weight"][0] @ hidden + weights["value_net.bias"][0]
        assert agent.policy_and_value(reading(game, view))[1] == pytest.approx(value, abs=0.01)


def test_learning_rate__stays_above_its_final_value(tmp_path: Path) -> None:
    """The last rollout may go beyond the timesteps; the learning rate falls no further."""
    config = TrainConfig(**SMALL | {"timesteps": 300, "imitation": None})
    run(config, tmp_path / "run", quiet=True)
    rates = [line["train/learning_rate"] for line in metrics(tmp_path / "run")]
    assert min(rates) >= config.ppo.final_learning_rate


def test_run__may_read_the_value_from_layers_of_its_own(tmp_path: Path) -> None:
    """The agent that comes out has both networks; the entropy bonus falls to its final value."""
    pytest.importorskip("onnxruntime")
    ppo = SMALL["ppo"] | {"ent_coef": 0.02, "final_ent_coef": 0.001}
    imitation = SMALL["imitation"] | {"smoothing": 0.1}
    run(
        TrainConfig(**SMALL | {"value_layers": "own", "ppo": ppo, "imitation": imitation}), tmp_path / "run", quiet=True
    )
    bonuses = [line["train/ent_coef"] for line in metrics(tmp_path / "run") if "train/ent_coef" in line]
    assert bonuses == sorted(bonuses, reverse=True) and 0.001 <= bonuses[-1] < bonuses[0] < 0.02
    game = make_game("ticket_to_ride_card_v0")
    agent = make_agent(f"file:{tmp_path / 'run' / 'agent'}", game)
    state = game.rules.new_state(3)
    chances, value = agent.policy_and_value(view_of(game, state, 0))
    assert chances.sum() == pytest.approx(1) and np.isfinite(value)


@pytest.mark.parametrize(
    "reward, expected",
    [
        ({"result": 0.5}, [0.5, 0.0, 0.0, -0.5]),
        ({"result": 0, "win": 2}, [2, 0, 0, 0]),
        ({"result": 0, "margin": 1}, [2, 0, 0, -2]),
    ],
)
def test_reward__is_for_the_rank_or_for_the_win_and_for_the_margin(reward: dict[str, Any], expected: list[int]) -> None:
    from railgym.training.learn.vec_env import pay

    payoffs, scores = np.array([1.0, 0.0, 0.0, -1.0]), np.array([400, 200, 200, 0])
    wins = win_shares(payoffs)
    paid = [pay(RewardWeights(**reward), payoffs[seat], wins[seat], margin(scores, seat)) for seat in range(4)]
    assert paid == expected


def test_reward__of_a_shared_win_is_shared() -> None:
    from railgym.training.learn.vec_env import pay

    assert pay(RewardWeights(result=0, win=1), 0.5, win_shares(np.array([0.5, 0.5, -1.0]))[1], 3.5) == 0.5


@pytest.mark.parametrize("smoothing", [0.0, 0.25])
def test_lesson__is_shared_with_all_legal_actions(smoothing: float) -> None:
    """Cross entropy to 1 - s on the expert's choice and s spread over what is legal, nothing else."""
    torch = pytest.importorskip("torch")
    from railgym.training.learn.learner import imitation_loss

    masks = torch.tensor([[1, 1, 0, 1], [0, 1, 1, 0]])
    logits = torch.tensor([[0.3, -1.0, 9.0, 2.0], [5.0, 0.0, 1.0, 5.0]]).masked_fill(masks == 0, -1e8)
    advice = torch.tensor([3, 1])
    target = smoothing * masks / masks.sum(1, keepdim=True)
    target[[0, 1], advice] += 1 - smoothing
    expected = torch.nn.functional.cross_entropy(logits, target)
    assert float(imitation_loss(logits, masks, advice, smoothing)) == pytest.approx(float(expected), rel=1e-5)


def test_config_of_a_run__trains_no_second_run_unasked(finished: Path) -> None:
    """Who forgets ``--resume`` would begin from nothing in another folder, and find out at the end."""
    with pytest.raises(ConfigError, match=r"the config of a run; write --resume to continue it, or --out FOLDER"):
        main(TrainArgs(str(finished / "config.yaml")))


def test_resume__finds_the_folder_of_a_config_it_wrote(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``railgym train RUN/config.yaml --resume`` goes on in RUN, wherever it lies; of a finished run it says so and
    leaves the agent as it is."""
    monkeypatch.chdir(finished.parent)
    agent = {file.name: file.read_bytes() for file in (finished / "agent").iterdir()}
    assert main(TrainArgs(str(finished / "config.yaml"), resume=True, quiet=True)) == 0
    assert not Path("runs").exists()
    assert "this run is finished already" in capsys.readouterr().out
    assert {file.name: file.read_bytes() for file in (finished / "agent").iterdir()} == agent


def test_agent__plays_from_its_folder(finished: Path) -> None:
    """The exported agent sits down by file:FOLDER and makes only legal moves."""
    pytest.importorskip("onnxruntime")
    game = make_game("ticket_to_ride_card_v0")
    agent = make_agent(f"file:{finished / 'agent'}", game)
    agent.reset(0, 1)
    state = game.rules.new_state(3)
    while state["turn"][0] < 6:
        mask = game.rules.legal(state)
        seat = int(state["current_player"][0])
        action = agent.act(view_of(game, state, seat)) if seat == 0 else int(np.flatnonzero(mask)[0])
        assert mask[action]
        game.rules.apply(state, action)
    assert read_card(finished / "agent").timesteps == SMALL["timesteps"]


def test_run__refuses_a_folder_that_holds_one(finished: Path, tmp_path: Path) -> None:
    """No run is overwritten, and nothing is resumed that was never begun."""
    with pytest.raises(RunError, match="--resume"):
        run(TrainConfig(**SMALL), finished, quiet=True)
    with pytest.raises(RunError, match="nothing to resume"):
        run(TrainConfig(**SMALL), tmp_path / "new", resume=True, quiet=True)


def test_run__refuses_to_resume_with_another_config(finished: Path) -> None:
    """A checkpoint of another run is refused, and the key is named."""
    for change, told in (({"seed": 9}, "seed=1"), ({"ppo": SMALL["ppo"] | {"n_epochs": 7}}, "ppo.n_epochs=1")):
        with pytest.raises(ArtifactError, match=rf"made by a run with {told}, this one has \d; leave that as it was"):
            run(TrainConfig(**SMALL | change), finished, resume=True, quiet=True)


def test_run__says_at_once_that_a_folder_is_unwritable(tmp_path: Path) -> None:
    """Before hours are spent."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot write"):
        run(TrainConfig(**SMALL), tmp_path / "file" / "run", quiet=True)


@pytest.mark.parametrize(
    ("key", "value"), [("league", {"scripted": {"nobody": 1.0}}), ("imitation", {"expert": "nobody"})]
)
def test_run__names_a_bot_that_the_game_lacks(key: str, value: dict[str, Any], tmp_path: Path) -> None:
    """League opponents and teachers are checked before training, and before there is a folder."""
    with pytest.raises(UnknownNameError, match=f"{key}.*nobody"):
        run(TrainConfig(**SMALL | {key: value}), tmp_path / "x", quiet=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("league.agents", {"imitation": None, "league": {"agents": {"file:nowhere": 1.0}}}),
        ("imitation.expert", {"imitation": {"expert": "file:nowhere"}}),
    ],
)
def test_run__names_the_key_of_an_agent_that_cannot_be_made(key: str, given: dict[str, Any], tmp_path: Path) -> None:
    """Whatever the error is: a class that needs other arguments could not be raised again with another message."""
    with pytest.raises(ConfigError, match=f"^{key}: nowhere: no trained agent here"):
        run(TrainConfig(**SMALL | given), tmp_path / "x", quiet=True)
    assert not list(tmp_path.iterdir())


def test_run__names_a_wrong_option_before_there_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OptionsError, match="unknown option 'edtion'"):
        run(TrainConfig(**SMALL | {"options": {"edtion": "manual"}}), tmp_path / "x", quiet=True)
    assert not list(tmp_path.iterdir())


def test_progress__is_printed_as_lines_without_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each checkpoint, and one for each evaluation; none if the run is quiet."""
    config = TrainConfig(**SMALL | {"checkpoint_every": 1, "eval": {"bots": ["random"], "games": 4, "every": 1}})
    run(config, tmp_path / "told")
    told = capsys.readouterr().err
    checkpoints = re.findall(
        rf"([\d,]+) of {config.timesteps:,} decisions, [\d,]+/s, (?:imitating|training|\d+% against)", told
    )
    assert len(checkpoints) == len((tmp_path / "told" / "metrics.jsonl").read_text(encoding="utf-8").splitlines())
    assert re.search(rf"after {checkpoints[-1]} decisions: \d+% against random", told)
    run(config, tmp_path / "quiet", quiet=True)
    assert capsys.readouterr().err == ""


def test_progress__shows_the_whole_counter_on_a_narrow_terminal(tmp_path: Path) -> None:
    """However many opponents there are to tell of."""
    config = TrainConfig(**SMALL | {"timesteps": 12_000_000})
    bar = RunLogger(config, make_game(config.game), tmp_path, True, ()).bar
    told = ", ".join(f"{rate}% against past-{rate}015808" for rate in range(10, 16))
    bar.add_task(f"training: {told}", total=config.timesteps, completed=1_234_567, rate=2400.0)
    terminal = io.StringIO()
    Console(width=80, file=terminal).print(bar.get_renderable())
    shown = terminal.getvalue()
    assert "1234567/12000000" in shown and "2,400/s" in shown


def test_game_for_one__is_told_without_an_opponent(tmp_path: Path) -> None:
    """Two bots in ``eval`` give the same games of the learner alone."""
    config = TrainConfig(game="ticket_to_ride_card_solo_v0", timesteps=64, eval={"until": 0.5})
    logger = RunLogger(config, make_game(config.game), tmp_path, True, ())
    logger.rates = {"planner": 0.6, "greedy": 0.6, "worst": 0.6}
    assert logger.verdict == "it wins 60% of its games (eval.until 0.5)"
