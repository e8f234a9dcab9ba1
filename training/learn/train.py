"""``railgym train``: from a config to a trained agent on disk.

The result folder::

    config.yaml      the config as it was run, overrides included
    run.json         command, commit, versions
    .lock            prevents a second run from writing into the folder
    checkpoint.pt    the state that ``--resume`` continues from
    metrics.jsonl    a line per rollout: timesteps, rate, win rate against every opponent, losses
    eval.csv        win rates against the evaluation opponents, with their intervals
    tensorboard/     the same as curves
    agent/           agent.json and policy.onnx, for ``file:FOLDER/agent``; written at the end and after Ctrl-C
"""

import json
import os
import platform
import shlex
import shutil
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import torch
import yaml

import railgym
from railgym.agents.learned.artifact import read_card
from railgym.envs.catalog import make_game
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import ArtifactError
from railgym.envs.core.game import Game
from railgym.envs.core.limits import PROCESSES
from railgym.envs.core.threads import limit_threads
from railgym.training.arguments import evaluate_command
from railgym.training.learn.checkpoint import find_start, read_checkpoint, start_from
from railgym.training.learn.config import ConfigError, TrainConfig, load_config
from railgym.training.learn.dataset import Dataset, write_dataset
from railgym.training.learn.evaluation import check_evaluation
from railgym.training.learn.experts import check_expert
from railgym.training.learn.export import export_agent
from railgym.training.learn.folder import RunError, held, replace_file, write_json
from railgym.training.learn.league import LeagueTable, check_bots, has_peers
from railgym.training.learn.make_learner import check_learner, make_learner
from railgym.training.learn.memory import check_memory
from railgym.training.learn.rllib.cluster import Cluster
from railgym.training.learn.run_logger import RunLogger
from railgym.training.learn.several_tables import check_tables, make_training_env
from railgym.training.learn.trainer import Trainer
from railgym.training.reports import commit_of_checkout, progress_bar

LONGER = "to train on, give timesteps above {}"
PRECISIONS = {"float32": "highest", "bfloat16": "medium"}  # as torch calls them

__all__ = ["RunError", "TrainArgs", "check", "main", "run"]


@dataclass(frozen=True)
class TrainArgs:
    """Train an agent.

    The result folder holds config, metrics, TensorBoard's files, checkpoint and, in the end, the agent. Ctrl-C ends
    the rollout, writes a checkpoint and the agent so far, and prints the command that continues. For example:

      railgym train ticket_to_ride_card.yaml --override seed=2 ppo.n_epochs=4
      railgym train runs/ticket_to_ride_card-2/config.yaml --resume
    """

    config: Annotated[str, Positional("CONFIG")]
    """a YAML file, or the name of one that comes with railgym, as `railgym list` names it"""
    out: Annotated[Path | None, Option("FOLDER", default="runs/NAME-SEED")] = None
    """the result folder"""
    resume: bool = False
    """continue from the checkpoint in the result folder"""
    any_version: bool = False
    """with --resume: accept a checkpoint that another version of railgym wrote"""
    override: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """change keys of the config, as in seed=2 ppo.n_epochs=4; for the same key, the last one counts"""
    engine: Literal["sb3", "rllib"] = "sb3"
    """sb3: in this process, with the PPO of the key ppo.implementation; rllib: on a cluster of Ray RLlib"""
    address: Annotated[str | None, Option("HOST:PORT", default="one of its own, here")] = None
    """the Ray cluster, with --engine rllib"""
    runners: Annotated[int | None, Option("N", default="its cores but one"), PROCESSES] = None
    """processes of the cluster that play games, with --engine rllib"""
    quiet: bool = False
    """show no progress bar"""


def main(args: TrainArgs) -> int:
    """Run the command; returns the exit code."""
    overrides = [override for words in args.override for override in words]
    config = load_config(args.config, overrides)
    if _is_of_a_run(args.config) and not args.resume and args.out is None:
        raise ConfigError(f"{args.config}: the config of a run; write --resume to continue it, or --out FOLDER")
    out = args.out or (Path(args.config).parent if args.resume and _is_of_a_run(args.config) else None)
    out = out or Path("runs") / f"{config.name}-{config.seed}"
    cluster = cluster_of(args)
    changes = [*(["--resume"] if args.resume else []), *(["--override", *overrides] if overrides else [])]
    command = shlex.join(["railgym", "train", args.config, *changes, *(cluster.words if cluster else ())])
    if config.steps:
        from railgym.training.learn.steps import run_steps  # it calls `run`

        agent = run_steps(config, out, args.resume, args.quiet, command, cluster, args.any_version)
    else:
        agent = run(config, out, args.resume, args.quiet, command, cluster, args.any_version)
    measure = evaluate_command(make_game(config.game, **config.options), f"file:{agent}", config.role)
    print(f"the agent is in {agent}; measure it with:\n  {measure}")
    return 0


def cluster_of(args: TrainArgs) -> Cluster | None:
    """Where RLlib trains; None for the other engine."""
    if args.engine == "rllib":
        return Cluster(args.address, args.runners)
    for name in ("address", "runners"):
        if getattr(args, name) is not None:
            raise ConfigError(f"--{name} is for --engine rllib")
    return None


def _is_of_a_run(config: str) -> bool:
    """Whether a config is the copy that a result folder holds."""
    return Path(config).with_name("run.json").is_file()


def run(
    config: TrainConfig,
    out: Path,
    resume: bool = False,
    quiet: bool = False,
    command: str = "railgym.training.learn.train.run",
    cluster: Cluster | None = None,
    any_version: bool = False,
) -> Path:
    """Train and write the result folder; returns the folder of the agent. ``command`` is written into the
    results; on a ``cluster`` RLlib trains; ``any_version``: accept a checkpoint of another version of railgym.

    Raises ConfigError, OptionsError, ClusterError, RunError (the folder is taken, in use or unwritable, the disk is
    full), and ArtifactError (a checkpoint of another run). A run that is refused leaves nothing behind; Ctrl-C leaves a
    checkpoint and raises KeyboardInterrupt.
    """
    game = make_game(config.game, **config.options).encoded_by(config.encoder)
    dataset = check(config, game, cluster)
    for source in () if resume else config.start_from:
        find_start(source, config, game)
    with held(out, resume), cluster.connected() if cluster else nullcontext():
        written_by = "rllib" if cluster else "sb3"
        checkpoint = read_checkpoint(out / "checkpoint.pt", config, written_by, any_version) if resume else None
        return _run(config, game, dataset, out, checkpoint, quiet, command, cluster)


def check(config: TrainConfig, game: Game, cluster: Cluster | None = None) -> Dataset | None:
    """Find what is wrong with a config before anything is trained or written; returns its dataset. Raises ConfigError,
    UnknownNameError or ArtifactError."""
    check_bots(config, game)
    check_expert(config, game)
    check_evaluation(config, game)
    check_tables(config, game)
    check_learner(config, config.ppo.implementation == "railgym" and cluster is None)
    check_memory(config, game)
    if game.actions.num_plans < len(game.actions):
        raise ConfigError("options.actions: trained agents play by plans; leave actions out, or write actions: plans")
    if cluster:
        cluster.check(config)
    if config.device == "cuda" and not torch.cuda.is_available():
        raise ConfigError("device: cuda: torch finds no GPU that it can use; write device: cpu")
    return dataset_of(config, game)


def _run(
    config: TrainConfig,
    game: Game,
    dataset: Dataset | None,
    out: Path,
    checkpoint: dict[str, Any] | None,
    quiet: bool,
    command: str,
    cluster: Cluster | None,
) -> Path:
    torch.set_num_threads(config.threads)
    limit_threads(config.threads)
    torch.set_float32_matmul_precision(PRECISIONS[config.precision])
    table = LeagueTable.of(config, game)
    expert = config.imitation.expert if config.imitation and config.imitation.timesteps else None
    env = make_training_env(config, game, table, expert)
    learner = make_learner(config, env, str(out / "tensorboard"))
    if config.league.current and has_peers(config, game):
        env.add_current(learner.network.without_value())
    run_logger = RunLogger(config, game, out, quiet, ("--resume", *(cluster.words if cluster else ())))
    trainer = Trainer(config, env, learner, run_logger, prelude=cluster is not None)
    engine = cluster.engine(trainer) if cluster else trainer
    if checkpoint:
        engine.resume(checkpoint)
        run_logger.resume(engine.num_timesteps)
    else:
        if config.start_from:
            start_from(config, learner, game)
        begin_folder(config, out, command)
        if config.imitation and config.imitation.games:
            dataset = play_dataset(config, game, out, quiet)
        if dataset:
            run_logger.note_cloning(*learner.clone(dataset, config.reward, config.seed))
    check_budget(config, out, engine.num_timesteps)
    over = why_over(config, run_logger, engine.num_timesteps)
    if over and is_exported(out / "agent", engine.num_timesteps):
        print(over)
        return out / "agent"
    if checkpoint:
        command = go_on_in_folder(config, checkpoint["config"], out, command)

    def export() -> Path:
        network = engine.freeze(with_value=True)
        export_agent(out / "agent", game, config, network, engine.num_timesteps, command, run_logger.seconds)
        return out / "agent"

    if not over:
        if not quiet:
            print(f"the run is kept in {out}; metrics.jsonl there gets a line per rollout", file=sys.stderr, flush=True)
        with run_logger:
            try:
                with run_logger.stop_key:
                    engine.train(config.timesteps)
                    run_logger.stop_key.check()
            except KeyboardInterrupt:
                if run_logger.saved_at == engine.num_timesteps:  # stopped at the end of a rollout, not within one
                    run_logger.say(f"the agent so far is in {export()}")
                raise
    return export()


def check_budget(config: TrainConfig, out: Path, timesteps: int) -> None:
    """Raise RunError for a run that has come further than its config allows."""
    if timesteps - config.timesteps >= config.num_envs * config.ppo.n_steps:  # the last rollout overshoots less
        raise RunError(f"{out}: its checkpoint lies beyond timesteps={config.timesteps}; {LONGER.format(timesteps)}")


def why_over(config: TrainConfig, run_logger: RunLogger, timesteps: int) -> str:
    """Why a run that has come so far does not go on, and how it would; empty if it does."""
    if run_logger.reached:
        return (
            f"this run has ended: {run_logger.verdict}; to train on, add --override eval.until=null, or a higher share"
        )
    if timesteps >= config.timesteps:
        return f"this run is finished already; {LONGER.format(timesteps)}"
    return ""


def is_exported(agent: Path, timesteps: int) -> bool:
    """Whether a folder holds the agent of a run that has come so far, and not an older or half of one."""
    try:
        return read_card(agent).timesteps == timesteps
    except ArtifactError:
        return False


def dataset_of(config: TrainConfig, game: Game) -> Dataset | None:
    """The dataset that a run begins with; raises ArtifactError for one that does not fit."""
    if not config.imitation or not config.imitation.dataset:
        return None
    if config.imitation.games:
        raise ConfigError("imitation.games: a dataset is given as well; leave out imitation.dataset or imitation.games")
    return Dataset(Path(os.path.expanduser(config.imitation.dataset)), game, config.role)


def play_dataset(config: TrainConfig, game: Game, out: Path, quiet: bool) -> Dataset:
    """Let the expert play the games that a run begins with; returns the dataset in the result folder."""
    imitation, folder = config.imitation, out / "dataset"
    assert imitation and imitation.games
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was stopped here
    with progress_bar(f"games of {imitation.expert}", 0 if quiet else imitation.games) as progress:
        write_dataset(
            game, folder, imitation.expert, config.role, imitation.games, config.seed, "railgym train", progress
        )
    return Dataset(folder, game, config.role)


def begin_folder(config: TrainConfig, out: Path, command: str) -> None:
    """Write what a run begins with, in the place of what one that was stopped before its first checkpoint left."""
    for name in ("metrics.jsonl", "eval.csv"):
        (out / name).unlink(missing_ok=True)
    write_origin(config, out, command)


def go_on_in_folder(config: TrainConfig, before: dict[str, Any], out: Path, command: str) -> str:
    """Write what a run goes on with; returns the commands that lead there: the first, and those that changed keys."""
    try:
        told = str(json.loads((out / "run.json").read_text(encoding="utf-8"))["command"])
    except (OSError, ValueError, KeyError):
        told = ""
    if not told or TrainConfig(**before) != config:
        told = "; ".join(filter(None, [told, command]))
    write_origin(config, out, told)
    return told


def write_origin(config: TrainConfig, out: Path, command: str) -> None:
    """Write what a run is made from."""
    write_json(out / "run.json", describe_run(command))
    replace_file(out / "config.yaml", yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))


def describe_run(command: str) -> dict[str, Any]:
    return {
        "command": command,
        "railgym": railgym.__version__,
        "commit": commit_of_checkout(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "machine": platform.machine(),
    }
