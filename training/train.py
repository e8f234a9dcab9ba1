"""``railgym train``: from a config to a trained agent on disk.

The result folder::

    config.yaml      the config as it was run, overrides included
    run.json         command, commit, versions
    checkpoint.pt    from which ``--resume`` goes on (kept while the run lasts, and after it)
    metrics.jsonl    a line a rollout: timesteps, rate, win rate against every opponent, losses
    panel.csv        win rates against the panel of bots, with their intervals
    tensorboard/     the same as curves
    agent/           agent.json and policy.onnx: what ``file:FOLDER/agent`` plays with
"""

import json
import platform
import resource
import shlex
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback
from tyro.conf import Positional, UseAppendAction, arg

import railgym
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.training.arguments import evaluate_command
from railgym.training.checkpoint import load_checkpoint, save_checkpoint
from railgym.training.config import TrainConfig, load_config
from railgym.training.dataset import Dataset
from railgym.training.exploiters import train_exploiter
from railgym.training.export import export_agent, write_json
from railgym.training.league import EXPLOITER, PAST, PRIOR_GAMES, LeagueTable, check_bots, has_peers
from railgym.training.learner import Learner, PolicyNetwork, make_learner
from railgym.training.panel import Curve, check_panel, measure_panel
from railgym.training.reports import commit_of_checkout
from railgym.training.vec_env import LeagueVecEnv

PRECISIONS = {"float32": "highest", "bfloat16": "medium"}  # as torch calls them

__all__ = ["RunError", "TrainArgs", "main", "run"]


class RunError(RailgymError, OSError):
    """The result folder cannot be used."""


@dataclass(frozen=True)
class TrainArgs:
    """Train an agent.

    The result folder holds config, metrics, TensorBoard's files, checkpoint and, in the end, the agent. Ctrl-C keeps
    the last checkpoint. For example:

      railgym train ticket_to_ride_card.yaml --override seed=2
      railgym train runs/ticket_to_ride_card-2/config.yaml --resume
    """

    config: Annotated[Positional[str], arg(metavar="CONFIG")]
    """a YAML file, or the name of one that comes with railgym, as `railgym list` names it"""
    out: Annotated[Path | None, arg(metavar="FOLDER", help_behavior_hint="(default: runs/NAME-SEED)")] = None
    """the result folder"""
    resume: bool = False
    """go on from the checkpoint in the result folder"""
    override: Annotated[UseAppendAction[list[str]], arg(metavar="KEY=VALUE")] = field(default_factory=list)
    """change a key of the config, as in seed=2 or ppo.n_epochs=4"""
    quiet: bool = False
    """show no progress bar"""


def main(args: TrainArgs) -> int:
    """Run the command; returns the exit code."""
    config = load_config(args.config, args.override)
    out = args.out or (Path(args.config).parent if args.resume and _is_of_a_run(args.config) else None)
    out = out or Path("runs") / f"{config.name}-{config.seed}"
    command = shlex.join(["railgym", "train", args.config, *(f"--override={change}" for change in args.override)])
    agent = run(config, out, args.resume, args.quiet, command)
    measure = evaluate_command(make_game(config.game, **config.options), f"file:{agent}", config.role)
    print(f"the agent is in {agent}; measure it with:\n  {measure}")
    return 0


def _is_of_a_run(config: str) -> bool:
    """Whether a config is the copy that a result folder holds."""
    return Path(config).with_name("run.json").is_file()


def run(
    config: TrainConfig,
    out: Path,
    resume: bool = False,
    quiet: bool = False,
    command: str = "railgym.training.train.run",
) -> Path:
    """Train and write the result folder; returns the folder of the agent. ``command`` stands in the results.

    Raises ConfigError, OptionsError, RunError (folder taken, unwritable or the disk full, before any training), and
    ArtifactError (a checkpoint of another run). Ctrl-C leaves a checkpoint and raises KeyboardInterrupt.
    """
    game = make_game(config.game, **config.options).encoded_by(config.encoder)
    check_bots(config, game)
    check_panel(config, game)
    dataset = dataset_of(config, game)
    prepare_folder(out, resume)
    torch.set_num_threads(config.threads)
    torch.set_float32_matmul_precision(PRECISIONS[config.precision])
    table = LeagueTable.of(config, game)
    teacher = config.imitation.teacher if config.imitation else None
    env = LeagueVecEnv(game, config.lanes, config.seed, table, config.reward, config.threads, teacher, config.role)
    learner = make_learner(config, env, str(out / "tensorboard"))
    keeper = Keeper(config, env, out, quiet)
    if resume:
        learner._last_obs = env.reset()  # shapes only; the checkpoint overwrites everything
        keeper.resume(learner)
    else:
        write_json(out / "run.json", describe_run(command))
        (out / "config.yaml").write_text(yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
        if dataset:
            keeper.note_study(*learner.study(dataset, config.reward, config.seed))
    left = config.timesteps - learner.num_timesteps
    if left <= 0 and (out / "agent" / "policy.onnx").is_file():
        print(f"this run is finished already; to train on, add --override timesteps=N, N above {learner.num_timesteps}")
        return out / "agent"
    with keeper:
        if left > 0:
            learner.learn(left, callback=keeper, reset_num_timesteps=not resume, tb_log_name="run")
    export_agent(out / "agent", game, config, learner, command)
    return out / "agent"


def dataset_of(config: TrainConfig, game: Game) -> Dataset | None:
    """The dataset that a run begins with; raises ArtifactError for one that does not fit."""
    if not config.imitation or not config.imitation.dataset:
        return None
    return Dataset(Path(config.imitation.dataset).expanduser(), game, config.role)


def prepare_folder(out: Path, resume: bool) -> None:
    """See that the run's results can be written before hours are spent on it."""
    if resume and not (out / "checkpoint.pt").is_file():
        raise RunError(f"{out}: nothing to resume, there is no checkpoint.pt")
    if not resume and (out / "checkpoint.pt").exists():
        raise RunError(f"{out}: holds a run already; go on with --resume, or choose another folder with --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".probe"
        probe.write_bytes(bytes(32 << 20))
        probe.unlink()
    except OSError as error:
        raise RunError(f"{out}: cannot write results there: {error.strerror or error}") from None


def describe_run(command: str) -> dict[str, Any]:
    return {
        "command": command,
        "railgym": railgym.__version__,
        "commit": commit_of_checkout(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "machine": platform.machine(),
    }


def cut_metrics(file: Path, timesteps: int) -> None:
    """Forget the lines of rollouts that are played once more."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    kept = [line for line in lines if json.loads(line)["timesteps"] <= timesteps]
    file.write_text("".join(kept), encoding="utf-8")


class Keeper(BaseCallback):
    """Keeps checkpoints, snapshots for the league, the metrics and the progress bar of a run.

    It acts between the update of one rollout and the start of the next: there, and only there, is a run in a state that
    can be taken up again exactly.
    """

    def __init__(self, config: TrainConfig, env: LeagueVecEnv, out: Path, quiet: bool) -> None:
        super().__init__()
        self.config, self.env, self.out = config, env, out
        self.snapshots, self.saved_at, self.measured, self.exploited = 0, 0, 0, 0
        self.curve = Curve(out / "panel.csv")
        self.scores: list[int] = []
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]:,.0f}/s"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )

    def __enter__(self) -> "Keeper":
        self.bar.start()
        self.task = self.bar.add_task("training", total=self.config.timesteps, rate=0.0)
        return self

    def __exit__(self, *exception: object) -> None:
        self.bar.stop()
        if exception[0] is KeyboardInterrupt:
            again = shlex.join(["railgym", "train", str(self.out / "config.yaml"), "--resume"])
            kept = f"stopped; go on from {self.saved_at:,} decisions with:\n  {again}"
            print(kept if self.saved_at else f"stopped before the first checkpoint; {self.out} holds no agent yet")

    def resume(self, learner: Learner) -> None:
        """Take up the run at its checkpoint."""
        extra = load_checkpoint(self.out / "checkpoint.pt", self.config, learner, self.env)
        self.snapshots, self.saved_at = extra["snapshots"], learner.num_timesteps
        self.measured = learner.num_timesteps // self.config.panel.every
        self.exploited = learner.num_timesteps // (self.config.league.exploiters.every or learner.num_timesteps + 1)
        self.curve.cut(learner.num_timesteps)
        cut_metrics(self.out / "metrics.jsonl", learner.num_timesteps)

    def _on_training_start(self) -> None:
        self.started, self.start_steps = time.monotonic(), self.num_timesteps

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "score" in info:
                self.scores.append(info["score"])
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps > self.start_steps:
            self._after_update()

    def _on_training_end(self) -> None:
        self._after_update(last=True)

    def _after_update(self, last: bool = False) -> None:
        steps, config = self.num_timesteps, self.config
        if steps // config.league.snapshot_every > self.snapshots and has_peers(config, self.env.game):
            self.snapshots = steps // config.league.snapshot_every
            self._take_snapshot()
        exploiters = config.league.exploiters
        if exploiters.every and steps // exploiters.every > self.exploited and has_peers(config, self.env.game):
            self.exploited = steps // exploiters.every
            self._add_exploiter()
        if config.panel.bots and (last or steps // config.panel.every > self.measured):
            self.measured = steps // config.panel.every
            self._measure(steps)
        self._log(steps)
        if last or steps - self.saved_at >= config.checkpoint_every or not self.saved_at:
            assert isinstance(self.model, Learner)
            extra = {"snapshots": self.snapshots, "episode_starts": self.model._last_episode_starts}
            save_checkpoint(self.out / "checkpoint.pt", config, self.model, self.env, extra)
            self.saved_at = steps

    def note_study(self, loss: float, agreement: float) -> None:
        """The first line of the metrics, where a run begins with a dataset."""
        line = {"timesteps": 0, "phase": "studying", "loss": loss, "agreement_with_teacher": agreement}
        (self.out / "metrics.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")

    def _measure(self, steps: int) -> None:
        assert isinstance(self.model, Learner)
        rates = measure_panel(self.config, self.env.game, self.model.freeze())
        self.curve.add(steps, rates)
        for bot, (rate, *_) in rates.items():
            self.logger.record(f"panel/{bot}", rate)

    def _take_snapshot(self) -> None:
        assert isinstance(self.model, Learner)
        self._add(f"past-{self.num_timesteps}", self.model.freeze(), PAST)

    def _add_exploiter(self) -> None:
        """Train one against the learner as it is now."""
        assert isinstance(self.model, Learner)
        seed = self.config.seed + 1000 * self.exploited
        network, rate = train_exploiter(self.config, self.env.game, self.model, seed)
        self.logger.record("train/exploiter_wins", rate)
        self._add(f"exploiter-{self.num_timesteps}", network, EXPLOITER)

    def _add(self, name: str, network: PolicyNetwork, kind: str) -> None:
        before = list(self.env.table.opponents)
        self.env.table.add(name, network, kind)
        for number, opponent in enumerate(before):
            if opponent not in self.env.table.opponents:
                self.env.drop_opponent(number)

    def _log(self, steps: int) -> None:
        rate = (steps - self.start_steps) / (time.monotonic() - self.started)
        wins = {o.name: round(o.win_rate, 4) for o in self.env.table.opponents if o.games != PRIOR_GAMES}
        shown = {o.name: wins[o.name] for o in self.env.table.opponents if o.network is None and o.name in wins}
        phase = "imitating" if isinstance(self.model, Learner) and self.model.imitating else "training"
        line: dict[str, Any] = {"timesteps": steps, "phase": phase, "rate": round(rate), "win_rate": wins}
        line["score"] = float(np.mean(self.scores)) if self.scores else None
        line["memory_mib"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        line |= {k: float(v) for k, v in self.logger.name_to_value.items() if k.startswith(("train/", "panel/"))}
        with (self.out / "metrics.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        for name, value in shown.items():
            self.logger.record(f"win_rate/{name}", value)
        if self.scores:
            self.logger.record("game/score", line["score"])
        self.scores.clear()
        text = ", ".join(f"{value:.0%} against {name}" for name, value in shown.items()) or "no game is over yet"
        self.bar.update(self.task, completed=steps, rate=rate, description=f"{phase}: {text}")
