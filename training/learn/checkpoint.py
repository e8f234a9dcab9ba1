"""Checkpoints from which a run goes on exactly as if it had never stopped."""

import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import torch

import railgym
from railgym.agents.learned.artifact import is_agent
from railgym.envs.core.errors import ArtifactError
from railgym.envs.core.game import Game
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.external_opponents import opponent_hashes
from railgym.training.learn.folder import replace_file
from railgym.training.learn.league import CURRENT, EXTERNAL, LeagueTable, Opponent
from railgym.training.learn.learner import Learner
from railgym.training.learn.training_env import TrainingEnv
from railgym.training.learn.weights import Folder, agent_folder, load_weights
from railgym.training.reports import commit_of_checkout

__all__ = [
    "find_start",
    "league_rows",
    "opponents_of",
    "read_checkpoint",
    "restore_checkpoint",
    "save_checkpoint",
    "start_from",
    "write_checkpoint",
]

# Keys of a config that a network's shape depends on: its own, and those of its inputs and outputs.
SHAPE = ("network", "hidden", "row_size", "value_layers")
GAME = ("options", "encoder")
MAY_CHANGE = ("timesteps", "threads")  # how long a run goes on, and on what, may be changed at any time; so eval.until
OF_A_STEP = re.compile(r"[^:]*(?=step-\d+(/agent)?$)")  # the path before step-N: the folder may be moved


def save_checkpoint(file: Path, config: TrainConfig, learner: Learner, env: TrainingEnv) -> None:
    """Write everything that the rest of the run depends on."""
    data = {
        "policy": learner.policy.state_dict(),
        "optimizer": learner.policy.optimizer.state_dict(),
        "num_timesteps": learner.num_timesteps,
        "n_updates": learner._n_updates,
        "torch_rng": torch.get_rng_state(),
        "cuda_rng": torch.cuda.get_rng_state() if config.device == "cuda" else None,
        "numpy_rng": np.random.get_state(legacy=True),  # noqa: NPY002 (stable-baselines3 draws from the global one)
        "env": env.snapshot(),
        "league": league_rows(env.table.opponents),
        "extra": {"episode_starts": learner._last_episode_starts, **learner.extra_state()},
    }
    write_checkpoint(file, config, "sb3", data)


def write_checkpoint(file: Path, config: TrainConfig, engine: str, data: dict[str, Any]) -> None:
    """Write what an engine goes on from; the old checkpoint is replaced in one step."""
    version = {"railgym": railgym.__version__, "commit": commit_of_checkout()}
    hashes = {"opponent_hashes": opponent_hashes(config)}
    data = {"config": config.model_dump(mode="json"), "engine": engine, "version": version, **hashes, **data}
    buffer = io.BytesIO()
    torch.save(data, buffer)
    replace_file(file, buffer.getvalue())


def restore_checkpoint(data: dict[str, Any], config: TrainConfig, learner: Learner, env: TrainingEnv) -> None:
    """Put learner and env back to where :func:`save_checkpoint` found them."""
    learner.policy.load_state_dict(data["policy"])
    learner.policy.optimizer.load_state_dict(data["optimizer"])
    learner.num_timesteps, learner._n_updates = data["num_timesteps"], data["n_updates"]
    env.table.opponents = opponents_of(data["league"], learner, env.table)
    env.restore(data["env"])
    torch.set_rng_state(data["torch_rng"])
    if config.device == "cuda":
        torch.cuda.set_rng_state(data["cuda_rng"])
    np.random.set_state(data["numpy_rng"])  # noqa: NPY002
    learner._last_obs = env.observations.copy()
    learner._last_episode_starts = data["extra"]["episode_starts"]
    learner.load_extra_state(data["extra"])


def read_checkpoint(file: Path, config: TrainConfig, engine: str, any_version: bool = False) -> dict[str, Any]:
    """What :func:`write_checkpoint` wrote.

    Raises ArtifactError if the file is damaged or was written by a run with another config or engine, or by another
    version of railgym. A checkpoint is a pickle: load only your own.
    """
    data = _load(file)
    if not any_version:
        _check_version(file, data)
    if data.get("engine", "sb3") != engine:
        raise ArtifactError(f"{file}: made by a run with --engine {data.get('engine', 'sb3')}; go on with that")
    theirs, ours = _config_of(file, data), config.model_dump(mode="json")
    for key in MAY_CHANGE:
        theirs.pop(key)
    theirs["eval"]["until"] = ours["eval"]["until"]
    for named in theirs, ours:
        _forget_folder(named)
    if changed := _first_change(theirs, ours):
        key, there, here = changed
        raise ArtifactError(
            f"{file}: made by a run with {key}={there!r}, this one has {here!r}; leave that as it was, or "
            "begin another run without --resume"
        )
    now = opponent_hashes(config)
    for code, before in data.get("opponent_hashes", {}).items():
        if now.get(code, before) != before:
            raise ArtifactError(f"{file}: {code} has changed since this checkpoint; begin another run without --resume")
    return data


def _forget_folder(config: dict[str, Any]) -> None:
    """Remove the result folder from the paths of steps in a config, in place."""
    config["start_from"] = [OF_A_STEP.sub("", source) for source in config["start_from"]]
    if config["imitation"]:
        config["imitation"]["expert"] = OF_A_STEP.sub("", config["imitation"]["expert"])


def _first_change(theirs: dict[str, Any], ours: dict[str, Any]) -> tuple[str, Any, Any] | None:
    """The first key whose value differs, in full, and both values."""
    for key, there in theirs.items():
        here = ours.get(key)
        if there != here:
            inside = _first_change(there, here) if isinstance(there, dict) and isinstance(here, dict) else None
            return (f"{key}.{inside[0]}", *inside[1:]) if inside else (key, there, here)
    return None


def _config_of(file: Path, data: dict[str, Any]) -> dict[str, Any]:
    """The config of a checkpoint, with keys that are younger than it."""
    try:
        return TrainConfig(**data["config"]).model_dump(mode="json")
    except (KeyError, ValueError):
        raise ArtifactError(f"{file}: the config in it cannot be read any more; begin a new run") from None


def _load(file: Path) -> dict[str, Any]:
    try:
        return dict(torch.load(file, map_location="cpu", weights_only=False))
    except Exception as error:  # a damaged pickle can raise anything
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        raise ArtifactError(f"{file}: damaged, it cannot be read ({reason}); begin another run") from None


def _check_version(file: Path, data: dict[str, Any]) -> None:
    theirs = data.get("version", {})
    ours = {"railgym": railgym.__version__, "commit": commit_of_checkout()}
    for name, here in ours.items():
        if theirs.get(name) != here:
            raise ArtifactError(
                f"{file}: written by {name} {theirs.get(name)}, this is {name} {here}: the rest of the run would not "
                "be as if it had never stopped; go back to that, or go on all the same with --any-version"
            )


def league_rows(opponents: list[Opponent]) -> list[tuple[Any, ...]]:
    """Opponents as plain values and weights; those of the current policy are its own."""
    weights = (None if o.network is None or o.kind == CURRENT else o.network.state_dict() for o in opponents)
    return [(o.name, o.weight, o.kind, o.games, o.wins, w) for o, w in zip(opponents, weights)]


def opponents_of(rows: list[tuple[Any, ...]], learner: Learner, table: LeagueTable) -> list[Opponent]:
    """The opponents that :func:`league_rows` wrote; external ones and the current policy are in ``table`` already, and
    the other networks have the learner's shape."""
    networks = {opponent.name: opponent.network for opponent in table.of_kind(EXTERNAL, CURRENT)}
    found = []
    for name, weight, kind, games, wins, weights in rows:
        network: torch.nn.Module | None = networks.get(name)
        if network is None and weights is not None:
            network = learner.freeze()
            network.load_state_dict(weights)
        found.append(Opponent(name, weight, network, kind, games, wins))
    return found


def start_from(config: TrainConfig, learner: Learner, game: Game) -> None:
    """Give a learner the network that its config names, of another run or a trained agent, or the mean of several.

    Runs that went on from the same weights and differ in their seeds lie so near to each other that their mean plays
    about as well. Raises ArtifactError if there is none, it is of another game or has another shape, and as
    :func:`railgym.training.learn.weights.agent_folder` does.
    """
    found = []
    for source in config.start_from:
        _take_network(source, config, learner, game)
        found.append({name: weights.clone() for name, weights in learner.policy.state_dict().items()})
    learner.policy.load_state_dict({name: torch.stack([f[name] for f in found]).mean(0) for name in found[0]})
    learner.network.sharpen(config.sharpness)


def find_start(source: str, config: TrainConfig, game: Game) -> Folder:
    """The folder of a run or of a trained agent to begin with; raises as :func:`start_from` does."""
    if is_agent(source):
        return agent_folder(source, game, config.role)
    folder = last_step(Path(os.path.expanduser(source)))
    if not (folder / "checkpoint.pt").is_file():
        hint = f"; for the agent there write file:{source}" if (folder / "agent.json").is_file() else ""
        raise ArtifactError(f"start_from: {folder} holds no run, there is no checkpoint.pt{hint}")
    return folder


def last_step(folder: Path) -> Path:
    """The folder of the last step that has a checkpoint, of a run of several steps; any other folder as it is."""
    steps = [path.parent for path in folder.glob("step-*/checkpoint.pt")]
    return max(steps, key=lambda step: int(step.name.removeprefix("step-")), default=folder)


def _take_network(source: str, config: TrainConfig, learner: Learner, game: Game) -> None:
    """Give a learner the network of one run or agent."""
    folder = find_start(source, config, game)
    if is_agent(source):
        load_weights(learner.network, folder)
        return
    file = Path(str(folder)) / "checkpoint.pt"
    data = _load(file)
    if "policy" not in data:
        raise ArtifactError(f"start_from: {file} was not written by --engine sb3")
    theirs, ours = _config_of(file, data), config.model_dump(mode="json")
    if theirs["game"] != game.id:
        why = f"a run of {theirs['game']}, and this is {game.id}; name one of this game"
        raise ArtifactError(f"start_from: {folder}: {why}")
    shapes = [{name: tensor.shape for name, tensor in w.items()} for w in (data["policy"], learner.policy.state_dict())]
    # Shared layers could not be those of the policy and those of the value at once, though they look alike.
    if shapes[0] != shapes[1] or (theirs["value_layers"], ours["value_layers"]) == ("own", "shared"):
        why = _why_it_does_not_fit(theirs, ours)
        raise ArtifactError(f"start_from: the network of {folder} does not fit: {why}, or leave start_from out")
    learner.policy.load_state_dict(data["policy"])


def _why_it_does_not_fit(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """What differs between two configs of a game whose networks do, and what to do about it."""
    for keys in SHAPE, GAME:  # where the networks are alike, it is what they see
        differ = [f"{key} is {theirs[key]} there, {ours[key]} here" for key in keys if theirs[key] != ours[key]]
        if differ:
            return f"{'; '.join(differ)}; make them alike"
    return "another version of railgym made it, of a game with other observations or actions; take one of this version"
