"""What is kept of a run, whichever engine trains: metrics, the evaluation curve, snapshots for the league,
checkpoints, and a progress bar."""

import json
import shlex
import time
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column
from stable_baselines3.common.logger import Logger

from railgym.envs.core.game import Game
from railgym.envs.core.host import peak_memory
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.evaluation import WORST, EvaluationLog, evaluate_learner
from railgym.training.learn.folder import replace_file
from railgym.training.learn.league import EXTERNAL, PAST, SCRIPTED, LeagueTable, has_peers
from railgym.training.learn.networks import PolicyNetwork
from railgym.training.learn.stopping import StopKey

__all__ = ["Engine", "RunLogger"]

SILENCE = 60.0  # seconds between two lines of progress, where stderr is no terminal


class Engine(Protocol):
    """The interface of a trainer for the run logger, used between the update of one rollout and the next rollout."""

    @property
    def num_timesteps(self) -> int:
        """Decisions of the learner so far."""

    @property
    def imitating(self) -> bool:
        """Whether the rollout that has ended belonged to the imitation."""

    @property
    def seconds(self) -> dict[str, float]:
        """How long this process has spent on what, as far as the engine can tell it apart: ``games`` compiled,
        ``opponents``' networks, the learner's ``policy`` in rollouts, ``learning``; and ``books``: evaluation,
        exploiters, checkpoints."""

    @property
    def table(self) -> LeagueTable:
        """The opponents of the learner."""

    @property
    def logger(self) -> Logger:
        """What the update recorded, and what is to be written to TensorBoard."""

    def freeze(self) -> PolicyNetwork:
        """A copy of the present policy."""

    def add_opponent(self, name: str, network: PolicyNetwork, kind: str) -> None:
        """Let an opponent join the league."""

    def save(self, file: Path) -> None:
        """Write a checkpoint."""


class RunLogger:
    """Writes the metrics, evaluations and checkpoints of a run into its result folder. ``again``: the words after
    ``railgym train CONFIG`` that continue the run."""

    def __init__(self, config: TrainConfig, game: Game, out: Path, quiet: bool, again: tuple[str, ...]) -> None:
        self.config, self.game, self.out, self.again = config, game, out, again
        self.snapshots, self.saved_at, self.measured = 0, 0, 0
        self.started, self.start_steps = time.monotonic(), 0
        self.said_at = 0.0
        self.curve = EvaluationLog(out / "eval.csv")
        self.scores: list[int] = []
        self.rates: dict[str, float] = {}
        """Of wins against each evaluation opponent, when it was last measured."""
        self.quiet = quiet
        self.bar = Progress(
            TextColumn("{task.description}", table_column=Column(no_wrap=False)),  # the others stay whole
            BarColumn(10),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]:,.0f}/s"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )
        self.stop_key = StopKey(self.say)

    @property
    def checkpoint(self) -> Path:
        """The file that the run is resumed from."""
        return self.out / "checkpoint.pt"

    @property
    def reached(self) -> bool:
        """Whether the learner's win rates have reached ``eval.until``."""
        until = self.config.eval.until
        return until is not None and bool(self.rates) and min(self.rates.values()) >= until

    @property
    def verdict(self) -> str:
        """The learner's win rates against the evaluation opponents, in words."""
        return f"it wins {self._measured_rates()} (eval.until {self.config.eval.until:g})"

    def _measured_rates(self) -> str:
        told = [self._won(rate, bot) for bot, rate in self.rates.items() if bot != WORST]
        return ", ".join(dict.fromkeys(told))

    def _won(self, rate: float, bot: str) -> str:
        """A win rate in words; in a game for one, the learner has no opponent."""
        return f"{rate:.0%} of its games" if self.game.num_players == 1 else f"{rate:.0%} against {bot}"

    @property
    def seconds(self) -> float:
        """How long the run has taken so far, in all processes that it was taken up in."""
        total = before = 0.0
        for line in (self.out / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
            now = sum(json.loads(line).get("seconds", {}).values())
            total, before = total + (now - before if now >= before else now), now
        return total

    def __enter__(self) -> "RunLogger":
        self.bar.start()
        self.task = self.bar.add_task("training", total=self.config.timesteps, rate=0.0)
        return self

    def __exit__(self, *exception: object) -> None:
        self.bar.stop()
        if isinstance(exception[1], KeyboardInterrupt):
            again = shlex.join(["railgym", "train", str(self.out / "config.yaml"), *self.again])
            kept = f"stopped; go on from {self.saved_at:,} decisions with:\n  {again}"
            print(kept if self.saved_at else f"stopped before the first checkpoint; {self.out} holds no agent yet")

    def say(self, text: str) -> None:
        """Print a line above the progress bar."""
        self.bar.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def begin(self, timesteps: int) -> None:
        """Count the rate from here."""
        self.started, self.start_steps = time.monotonic(), timesteps

    def resume(self, timesteps: int) -> None:
        """Go on from a checkpoint; what was written after it is forgotten."""
        self.snapshots, self.saved_at = timesteps // self.config.league.snapshot_every, timesteps
        self.measured = timesteps // self.config.eval.every
        self.curve.cut(timesteps)
        self.rates = self.curve.last()
        cut_metrics(self.out / "metrics.jsonl", timesteps)

    def note_cloning(self, loss: float, agreement: float) -> None:
        """The first line of the metrics, where a run begins with a dataset."""
        line = {"timesteps": 0, "phase": "cloning", "loss": loss, "agreement_with_expert": agreement}
        (self.out / "metrics.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")

    def note_exploiter(self, timesteps: int, rate: float | None) -> None:
        """Say that an exploiter has joined the league, and how often it won of late."""
        if not self.quiet:
            wins = "ended no game" if rate is None else f"won {rate:.0%} of its last games"
            self.say(f"after {timesteps:,} decisions: an exploiter joins the league; it {wins} against the learner")

    def take_snapshot(self, engine: Engine) -> None:
        """Let the learner as it is now join its league, if it is time."""
        due = engine.num_timesteps // self.config.league.snapshot_every
        if due > self.snapshots and has_peers(self.config, self.game):
            self.snapshots = due
            engine.add_opponent(f"past-{engine.num_timesteps}", engine.freeze(), PAST)

    def after_update(self, engine: Engine, last: bool = False, checkpoints: bool = True) -> None:
        """Write down what there is to say, and a checkpoint if it is time."""
        steps, config = engine.num_timesteps, self.config
        if config.eval.bots and not self.reached and (last or steps // config.eval.every > self.measured):
            self.measured = steps // config.eval.every
            self._measure(engine)
        self._log(engine)
        ends = last or self.reached or self.stop_key.pressed
        if checkpoints and (ends or steps - self.saved_at >= config.checkpoint_every or not self.saved_at):
            engine.save(self.checkpoint)
            self.saved_at, self.said_at = steps, 0.0
        if time.monotonic() - self.said_at >= SILENCE:
            self._report_progress()

    def _report_progress(self) -> None:
        """Print the progress as a line if stderr is no terminal."""
        self.said_at = time.monotonic()
        if not self.quiet and not self.bar.console.is_terminal:
            task = self.bar.tasks[self.task]
            rate = task.fields["rate"]
            self.say(f"{task.completed:,} of {task.total:,} decisions, {rate:,.0f}/s, {task.description}")

    def _measure(self, engine: Engine) -> None:
        rates = evaluate_learner(self.config, self.game, engine.freeze())
        self.curve.add(engine.num_timesteps, rates)
        for bot, (rate, *_) in rates.items():
            engine.logger.record(f"eval/{bot}", rate)
        self.rates = {bot: rate for bot, (rate, *_) in rates.items()}
        if not self.quiet:
            self.say(f"after {engine.num_timesteps:,} decisions: {self._measured_rates()}")
        if self.reached:
            self.say(f"{self.verdict}: the run ends here")

    def _log(self, engine: Engine) -> None:
        steps, logger, opponents = engine.num_timesteps, engine.logger, engine.table.opponents
        rate = (steps - self.start_steps) / (time.monotonic() - self.started)
        wins = {o.name: round(o.win_rate, 4) for o in opponents if o.met}
        shown = {o.name: wins[o.name] for o in opponents if o.kind in (SCRIPTED, EXTERNAL) and o.name in wins}
        phase = "imitating" if engine.imitating else "training"
        line: dict[str, Any] = {"timesteps": steps, "phase": phase, "rate": round(rate), "win_rate": wins}
        line["score"] = float(np.mean(self.scores)) if self.scores else None
        line["memory_mib"] = round(peak_memory() / 2**20)
        line["seconds"] = {name: round(seconds, 3) for name, seconds in engine.seconds.items()}
        line |= {k: float(v) for k, v in logger.name_to_value.items() if k.startswith(("train/", "eval/"))}
        with (self.out / "metrics.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        for name, value in shown.items():
            logger.record(f"win_rate/{name}", value)
        if self.scores:
            logger.record("game/score", line["score"])
        self.scores.clear()
        worst = min(shown, key=lambda name: shown[name], default="")
        text = phase if engine.imitating or not worst else self._won(shown[worst], worst)
        self.bar.update(self.task, completed=steps, rate=rate, description=text)


def cut_metrics(file: Path, timesteps: int) -> None:
    """Forget the lines of rollouts that are played once more, and half a line that a full disk left."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    replace_file(file, "".join(line for line in whole if json.loads(line)["timesteps"] <= timesteps))
