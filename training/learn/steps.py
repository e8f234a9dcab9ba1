"""Runs of several steps: each continues with the network of the step before and some keys changed.

The result folder holds a result folder for each step, ``step-1`` and so on, and the agent of the last one.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.training.learn.checkpoint import SHAPE, find_start, read_checkpoint
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.external_opponents import external_opponent
from railgym.training.learn.folder import TAKEN, RunError, held
from railgym.training.learn.rllib.cluster import Cluster
from railgym.training.learn.step_keys import step_keys
from railgym.training.learn.train import check, check_budget, is_exported, run, write_origin

__all__ = ["check_steps", "run_steps", "step_configs"]


def step_configs(config: TrainConfig, out: Path) -> list[TrainConfig]:
    """The config of each step of a run in the folder ``out``. Raises ValueError if a step has a wrong key."""
    return [TrainConfig(**keys) for keys in step_keys(config.model_dump(), out)]


def check_steps(configs: Sequence[TrainConfig], out: Path) -> None:
    """Check all steps before the first one is trained; raises ConfigError, which names the step."""
    for number, step in enumerate(configs, start=1):
        try:
            game = make_game(step.game, **step.options).encoded_by(step.encoder)
            check(_with_known_expert(step, out), game)
            begun = (out / f"step-{number}" / "checkpoint.pt").is_file()
            for source in () if begun else step.start_from:
                if not _made_here(source, out):
                    find_start(source, step, game)
            for code in step.league.agents:
                if not _made_here(code, out):
                    external_opponent(code, game, step.role, step.league.agents_sample)
            if step.start_from == (str(out / f"step-{number - 1}"),):
                _check_shape(step, configs[number - 2])
        except RailgymError as error:
            raise ConfigError(f"step {number}: {error}") from None


def _with_known_expert(step: TrainConfig, out: Path) -> TrainConfig:
    """A step to check: an expert that an earlier step makes is replaced by ``random``."""
    if not step.imitation or not _made_here(step.imitation.expert, out):
        return step
    return step.model_copy(update={"imitation": step.imitation.model_copy(update={"expert": "random"})})


def _made_here(code: str, out: Path) -> bool:
    """Whether a code or a folder names what an earlier step of the run makes, and so is not there yet."""
    return Path(code.removeprefix("file:")).is_relative_to(out)


def _check_shape(step: TrainConfig, before: TrainConfig) -> None:
    """Raise ConfigError if the network of the step before has another shape."""
    for key in (*SHAPE, "game", "encoder", "room"):
        if getattr(step, key) != getattr(before, key):
            raise ConfigError(f"{key}: the step begins with the network of the step before; leave {key} out")


MORE = "to train on, raise timesteps in the last entry of steps, or add one"
PASSED = "{}: step {} began with its agent, so it trains no further; " + MORE


def run_steps(
    config: TrainConfig,
    out: Path,
    resume: bool,
    quiet: bool,
    command: str,
    cluster: Cluster | None = None,
    any_version: bool = False,
) -> Path:
    """Train all steps; returns the folder of the agent. With ``resume``, finished steps are skipped. Raises as
    :func:`railgym.training.learn.train.run` does."""
    configs = step_configs(config, out)
    if cluster:
        raise ConfigError("steps: --engine rllib trains one step; add --override 'steps=[]' to train the first alone")
    check_steps(configs, out)
    begun = _begun(configs, out) if resume else []
    if resume and not begun:
        raise RunError(f"{out}: nothing to resume, no step has a checkpoint.pt; to begin a run, leave --resume out")
    if not resume and (out / "checkpoint.pt").exists():
        raise RunError(TAKEN.format(out))
    done = 0
    for number, step in enumerate(begun, start=1):
        folder = out / f"step-{number}"
        if number < len(begun) and not (folder / "checkpoint.pt").is_file():
            continue  # the next step has begun, and no longer needs it
        checkpoint = read_checkpoint(folder / "checkpoint.pt", step, "sb3", any_version)
        check_budget(step, folder, checkpoint["num_timesteps"])
        if number < len(begun) and step.timesteps > checkpoint["config"]["timesteps"]:
            raise RunError(PASSED.format(folder, number + 1))
        finished = number < len(configs) and step.timesteps <= checkpoint["num_timesteps"]
        done = number if finished and is_exported(folder / "agent", checkpoint["num_timesteps"]) else number - 1
    with held(out / f"step-{len(begun) or 1}", bool(begun)):  # nothing is written before all of this is known to work
        write_origin(config, out, command)
    for number, step in list(enumerate(configs, start=1))[done:]:
        print(f"step {number} of {len(configs)}")
        try:
            agent = run(step, out / f"step-{number}", number <= len(begun), quiet, command, any_version=any_version)
        except KeyboardInterrupt:
            print(f"to go on with all {len(configs)} steps instead:\n  railgym train {out / 'config.yaml'} --resume")
            raise
    if len(begun) == len(configs) and checkpoint["num_timesteps"] >= configs[-1].timesteps:
        print(f"all {len(configs)} steps are finished; {MORE}")
    shutil.copytree(agent, out / "agent", dirs_exist_ok=True)
    return out / "agent"


def _begun(configs: Sequence[TrainConfig], out: Path) -> Sequence[TrainConfig]:
    """The steps up to and including the last one that has a checkpoint; earlier ones may lack theirs."""
    begun = [n for n in range(1, len(configs) + 1) if (out / f"step-{n}" / "checkpoint.pt").is_file()]
    return configs[: max(begun, default=0)]
