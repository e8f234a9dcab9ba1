"""railgym's own PPO: its returns, what it adds to that of stable-baselines3, and that runs of it can be resumed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch

from railgym.agents.learned import LearnedAgent, load_network
from railgym.agents.learned.artifact import read_card
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch
from railgym.training.learn import train
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.league import LeagueTable
from railgym.training.learn.make_learner import make_learner
from railgym.training.learn.ppo import FastLearner
from railgym.training.learn.rollout import lambda_returns
from railgym.training.learn.train import run
from railgym.training.learn.vec_env import LeagueVecEnv

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "options": {"num_players": 3},
    "timesteps": 768,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "checkpoint_every": 256,
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {
        "scripted": {"greedy": 1.0},
        "current": 1.0,
        "nonsense": 1.0,
        "mixed": 0.5,
        "past": 0.5,
        "snapshot_every": 256,
    },
}
EVERYTHING: dict[str, Any] = {
    "critic": "privileged",
    "auxiliary": {"win": 0.1, "margin": 0.1, "hidden": 0.1},
    "ppo": SMALL["ppo"] | {"magnet": 0.1},
}


def test_returns__are_those_of_the_definition() -> None:
    """The lambda-return is the mean of all n-step returns with weights (1 - lambda) lambda^(n - 1)."""
    rng = np.random.default_rng(1)
    steps, gamma, lam = 6, 0.9, 0.8
    rewards, values = rng.normal(size=(2, steps, 1, 2)).astype(np.float32)
    ends, last = np.zeros((steps, 1), bool), rng.normal(size=(1, 2)).astype(np.float32)
    ends[3] = True
    found = lambda_returns(rewards, values, ends, last, gamma, lam)
    after = np.concatenate([values[:, 0], last])
    for start in range(steps):
        stop = 4 if start < 4 else steps
        n_step = []
        for end in range(start + 1, stop + 1):
            paid = sum(gamma ** (t - start) * rewards[t, 0] for t in range(start, end))
            n_step.append(paid + (0 if end == 4 else gamma ** (end - start) * after[end]))
        weights = [(1 - lam) * lam**n for n in range(len(n_step) - 1)]
        expected = sum(w * r for w, r in zip([*weights, 1 - sum(weights)], n_step, strict=True))
        assert found[start, 0] == pytest.approx(expected, abs=1e-5)


def test_observe_others__shows_what_each_other_seat_observes() -> None:
    game = make_game("ticket_to_ride_card_v0", num_players=3)
    batch = Batch(game, 3, 1)
    batch.start()
    for _ in range(20):
        batch.step(batch.masks.argmax(1))
    others = batch.observe_others("vector")
    for i in range(3):
        seat = int(batch.states["current_player"][i])
        for k in range(2):
            there = (seat + 1 + k) % 3
            view = game.rules.view(batch.states[i : i + 1], there)
            assert (others[i, k] == game.rules.encode(view, there)).all()


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_resume__of_a_run_with_everything_is_as_if_it_had_never_stopped(tmp_path: Path, precision: str) -> None:
    config = TrainConfig(**SMALL | EVERYTHING | {"precision": precision})
    whole = run(config, tmp_path / "whole", quiet=True)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(train.Trainer, "_on_rollout_start", stop_at(512))
        run(config, tmp_path / "stopped", quiet=True)
    resumed = run(config, tmp_path / "stopped", resume=True, quiet=True)
    assert (whole / "policy.onnx").read_bytes() == (resumed / "policy.onnx").read_bytes()


def stop_at(timesteps: int) -> Any:
    go_on = train.Trainer._on_rollout_start

    def stop(self: train.Trainer) -> None:
        go_on(self)
        if self.num_timesteps >= timesteps:
            raise KeyboardInterrupt

    return stop


def test_export__has_nothing_that_only_training_uses(tmp_path: Path) -> None:
    """The agent of a run with a critic and auxiliary heads is as large as that of one without."""
    sizes = []
    for extra in ({}, EVERYTHING):
        folder = run(TrainConfig(**SMALL | extra), tmp_path / f"run{len(extra)}", quiet=True)
        game = make_game("ticket_to_ride_card_v0", num_players=3)
        LearnedAgent(game, "x", load_network(folder, read_card(folder)))
        sizes.append((folder / "policy.onnx").stat().st_size)
    assert sizes[0] == sizes[1]


def test_league__meets_the_current_policy_and_nonsense(tmp_path: Path) -> None:
    run(TrainConfig(**SMALL | {"timesteps": 40_000}), tmp_path / "run", quiet=True)
    last = json.loads((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()[-1])
    assert {"current", "lowest", "sticky", "hoard", "random"} <= set(last["win_rate"])


@pytest.mark.parametrize("extra", [{"critic": "privileged"}, {"auxiliary": {"win": 1}}, {"ppo": {"magnet": 1.0}}])
def test_config__of_what_only_railgyms_ppo_can_do(extra: dict[str, Any], tmp_path: Path) -> None:
    ppo = SMALL["ppo"] | extra.get("ppo", {}) | {"implementation": "sb3"}
    with pytest.raises(ConfigError, match="only railgym's own PPO can do that"):
        run(TrainConfig(**SMALL | extra | {"ppo": ppo}), tmp_path / "run", quiet=True)


def test_loss__is_that_of_stable_baselines3() -> None:
    """Its policy evaluates the decisions of a rollout as ours does, and the gradients are those of its loss."""
    config = TrainConfig(**SMALL | {"options": {"num_players": 2}, "league": {"scripted": {"random": 1.0}}})
    game = make_game(config.game, num_players=2)
    table = LeagueTable.of(config, game)
    learner = make_learner(config, LeagueVecEnv(game, 16, 1, table, config.reward, 1, None), None)
    assert isinstance(learner, FastLearner)
    learner.learn(256)
    policy, rollout = learner.policy, learner.rollout_buffer
    (batch,) = rollout.batches(256, torch.device("cpu"))

    learner.figures, learner.ent_coef = {}, 0.02
    weights = list(policy.parameters())
    before = [weight.detach().clone() for weight in weights]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy.optimizer, "step", lambda: None)
        patch.setattr(learner, "max_grad_norm", 1e9)
        learner._step(batch, weights, 1.0)
    ours = [weight.grad.clone() for weight in weights]

    policy.optimizer.zero_grad()
    values, log_chances, entropy = policy.evaluate_actions(batch.observations, batch.actions, batch.masks.numpy())
    ratio = (log_chances - batch.log_chances).exp()
    advantages = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
    gain = torch.min(advantages * ratio, advantages * ratio.clamp(0.8, 1.2)).mean()
    missed = torch.nn.functional.mse_loss(values.flatten(), batch.returns[:, 0])
    (-gain - 0.02 * entropy.mean() + config.ppo.vf_coef * missed).backward()
    assert all((weight == old).all() for weight, old in zip(weights, before, strict=True))
    for weight, own in zip(weights, ours, strict=True):
        assert torch.allclose(weight.grad, own, atol=1e-5)
