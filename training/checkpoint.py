"""Checkpoints from which a run goes on exactly as if it had never stopped."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import torch

from railgym.envs.core.errors import ArtifactError
from railgym.training.config import TrainConfig
from railgym.training.league import Opponent
from railgym.training.learner import Learner
from railgym.training.networks import PolicyNetwork
from railgym.training.vec_env import LeagueVecEnv

__all__ = ["league_rows", "load_checkpoint", "opponents_of", "read_checkpoint", "save_checkpoint", "write_checkpoint"]


def save_checkpoint(file: Path, config: TrainConfig, learner: Learner, env: LeagueVecEnv) -> None:
    """Write everything that the rest of the run depends on."""
    data = {
        "policy": learner.policy.state_dict(),
        "optimizer": learner.policy.optimizer.state_dict(),
        "num_timesteps": learner.num_timesteps,
        "n_updates": learner._n_updates,
        "torch_rng": torch.get_rng_state(),
        "numpy_rng": np.random.get_state(legacy=True),  # noqa: NPY002 (stable-baselines3 draws from the global one)
        "env": env.snapshot(),
        "league": league_rows(env.table.opponents),
        "extra": {"episode_starts": learner._last_episode_starts},
    }
    write_checkpoint(file, config, "sb3", data)


def write_checkpoint(file: Path, config: TrainConfig, engine: str, data: dict[str, Any]) -> None:
    """Write what an engine goes on from; the old checkpoint is replaced in one step."""
    data = {"config": config.model_dump(mode="json"), "engine": engine, **data}
    buffer = io.BytesIO()
    torch.save(data, buffer)
    fresh = file.with_suffix(".new")
    fresh.write_bytes(buffer.getvalue())
    fresh.replace(file)


def load_checkpoint(file: Path, config: TrainConfig, learner: Learner, env: LeagueVecEnv) -> None:
    """Put learner and env back to where :func:`save_checkpoint` found them; raises as :func:`read_checkpoint` does."""
    data = read_checkpoint(file, config, "sb3")
    learner.policy.load_state_dict(data["policy"])
    learner.policy.optimizer.load_state_dict(data["optimizer"])
    learner.num_timesteps, learner._n_updates = data["num_timesteps"], data["n_updates"]
    env.table.opponents = opponents_of(data["league"], learner)
    env.restore(data["env"])
    torch.set_rng_state(data["torch_rng"])
    np.random.set_state(data["numpy_rng"])  # noqa: NPY002
    learner._last_obs = env.batch.observations.copy()
    learner._last_episode_starts = data["extra"]["episode_starts"]


def read_checkpoint(file: Path, config: TrainConfig, engine: str) -> dict[str, Any]:
    """What :func:`write_checkpoint` wrote.

    Raises ArtifactError if the file is damaged or was written by a run with another config or engine. A checkpoint is a
    pickle: load only your own.
    """
    try:
        data = torch.load(file, weights_only=False)
    except Exception as error:  # a damaged pickle can raise anything
        raise ArtifactError(f"{file}: not a readable checkpoint: {' '.join(str(error).split())[:160]}") from None
    if data.get("engine", "sb3") != engine:
        raise ArtifactError(f"{file}: made by a run with --engine {data.get('engine', 'sb3')}; go on with that")
    theirs, ours = data["config"], config.model_dump(mode="json")
    for key in ours:
        if theirs.get(key) != ours[key] and key not in ("timesteps", "threads"):
            raise ArtifactError(f"{file}: made by a run with {key}={theirs.get(key)!r}, this one has {ours[key]!r}")
    return dict(data)


def league_rows(opponents: list[Opponent]) -> list[tuple[Any, ...]]:
    """Opponents as plain values and weights."""
    weights = (None if o.network is None else o.network.state_dict() for o in opponents)
    return [(o.name, o.weight, o.kind, o.games, o.wins, w) for o, w in zip(opponents, weights)]


def opponents_of(rows: list[tuple[Any, ...]], learner: Learner) -> list[Opponent]:
    """The opponents that :func:`league_rows` wrote; their networks have the learner's shape."""
    return [_opponent(learner, *row) for row in rows]


def _opponent(
    learner: Learner, name: str, weight: float, kind: str, games: float, wins: float, weights: Any
) -> Opponent:
    network: PolicyNetwork | None = None
    if weights is not None:
        network = learner.freeze()
        network.load_state_dict(weights)
    return Opponent(name, weight, network, kind, games, wins)
