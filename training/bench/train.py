"""``railgym bench train``: how fast training runs are, what their time goes to, and how long until they beat a bot."""

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from railgym.envs.catalog import GAMES, entry_of, make_game
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import MissingExtraError, OptionsError
from railgym.envs.core.limits import DURATION, PROCESSES, REPEATS, THREADS, Limits
from railgym.training.arguments import command_line
from railgym.training.bench.measures import SkippedError, training_in_new_process
from railgym.training.learn.config import TrainConfig, load_config, shipped_configs
from railgym.training.learn.league import has_peers
from railgym.training.learn.rllib.cluster import check_ray
from railgym.training.reports import make_table, provenance, say, show
from railgym.training.system import describe_system

__all__ = ["BenchTrainArgs", "main"]

MEASURED_EVERY = 4  # rollouts


@dataclass(frozen=True)
class BenchTrainArgs:
    """Measure the training speed of the shipped configs on this machine, with a short run for each.

    A run begins without imitation, and a past self joins its league after every rollout. With --reach it measures
    instead the time to a win rate against the bot `greedy`, with or without the config's imitation. For example:

      railgym bench train empire_builder_v0 --threads 2
      railgym bench train --engine sb3 rllib --json
      railgym bench train ticket_to_ride_card_v0 --reach 0.6 --imitation
    """

    games: Annotated[tuple[str, ...], Positional("GAME", default="all")] = ()
    """the games, as `railgym list` names them"""
    engine: Annotated[tuple[Literal["sb3", "rllib"], ...], Option("NAME")] = ("sb3",)
    """sb3, rllib, or both"""
    rollouts: Annotated[int, Option("N"), REPEATS] = 4
    """how many rollouts are measured, after one that is not"""
    threads: Annotated[int, Option("N"), THREADS] = 2
    """threads of the games and of torch, with sb3"""
    runners: Annotated[int, Option("N"), PROCESSES] = 1
    """processes that play, with rllib"""
    reach: Annotated[float | None, Option("SHARE", default="not measured"), Limits(0, 1)] = None
    """train until this share of games is won against greedy, and print how long that took"""
    imitation: bool = False
    """with --reach: begin as the config does, with imitation of a scripted bot where it has any"""
    minutes: Annotated[float, Option("N"), DURATION] = 20
    """with --reach: stop after this time"""
    json: bool = False
    """print one JSON object instead of a table"""


def main(args: BenchTrainArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    if args.imitation and args.reach is None:
        raise OptionsError("--imitation belongs to --reach: add it, as in --reach 0.6 --imitation, or leave both out")
    for game in args.games:
        entry_of(game)
    measure = _speed if args.reach is None else _time_to_reach
    rows, skipped = [], {}
    for game in args.games or GAMES:
        for engine in args.engine:
            try:
                rows.append({"game": game, "engine": engine} | measure(args, _config_of(game), engine))
            except SkippedError as error:
                skipped[f"{game}, {engine}"] = str(error)
    if not rows:
        raise SkippedError("; ".join(f"{name}: {reason}" for name, reason in skipped.items()))
    system = describe_system()
    report = {"runs": rows, "skipped": skipped, "system": system} | provenance(
        command_line("bench train", args, ("json",), "games")
    )
    if args.json:
        print(json.dumps(report))
    else:
        _show(args, report)
    return 0


def _config_of(game: str) -> str:
    """The config that comes for a game at its usual table; raises SkippedError."""
    name = game.rpartition("_v")[0] + ".yaml"
    if name not in shipped_configs():
        raise SkippedError(f"no training config {name} comes with railgym")
    return name


def _speed(args: BenchTrainArgs, name: str, engine: str) -> dict[str, Any]:
    """Decisions per second of a run after its first rollout, the share of its time that each part took, and its
    memory."""
    config, rollout = _rollout_of(name)
    changes = {
        "timesteps": (args.rollouts + 1) * rollout,
        "threads": args.threads,
        "imitation": "null",
        "league.snapshot_every": rollout,
    }
    with TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        training_in_new_process(name, run, changes, _words(args, engine))
        first, *_, last = _metrics(run)
        weights = (run / "agent" / "policy.onnx").stat().st_size
    spent = {part: last["seconds"][part] - first["seconds"][part] for part in last["seconds"] if part != "books"}
    total = sum(spent.values())
    return {
        "config": name,
        "num_envs": config.num_envs,
        "timesteps_per_second": round((last["timesteps"] - first["timesteps"]) / total, 1),
        "shares": {part: round(seconds / total, 3) for part, seconds in spent.items()},
        "memory_mib": last["memory_mib"],
        "agent_bytes": weights,
    }


def _time_to_reach(args: BenchTrainArgs, name: str, engine: str) -> dict[str, Any]:
    """Seconds and decisions until a learner that begins with an untrained network, and meets ``greedy`` and its past
    selves, wins so often against ``greedy``, on the same seeds every time."""
    config, rollout = _rollout_of(name)
    if not has_peers(config, make_game(config.game, **config.options)):
        raise SkippedError("a game for one has no opponents")
    changes = {
        "threads": args.threads,
        "start_from": "[]",
        "league.scripted": "{greedy: 1.0}",
        "eval": f"{{bots: [greedy], until: {args.reach}, every: {MEASURED_EVERY * rollout}}}",
        "checkpoint_every": config.timesteps,
    } | ({} if args.imitation else {"imitation": "null"})
    with TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        training_in_new_process(name, run, changes, _words(args, engine), 60 * args.minutes)
        measured = [line for line in _metrics(run) if "eval/greedy" in line]
    if not measured:
        raise SkippedError(f"the run was not measured once within {args.minutes:g} minutes")
    last = next((line for line in measured if line["eval/greedy"] >= args.reach), measured[-1])
    return {
        "config": name,
        "reached": last["eval/greedy"] >= args.reach,
        "win_rate": last["eval/greedy"],
        "seconds": round(sum(seconds for part, seconds in last["seconds"].items() if part != "books"), 3),
        "timesteps": last["timesteps"],
    }


def _rollout_of(name: str) -> tuple[TrainConfig, int]:
    """A config, and the decisions of one of its rollouts."""
    config = load_config(name)
    return config, config.num_envs * config.ppo.n_steps


def _words(args: BenchTrainArgs, engine: str) -> tuple[str, ...]:
    if engine == "sb3":
        return ()
    try:
        check_ray()
    except MissingExtraError as error:
        raise SkippedError(str(error)) from None
    return ("--engine", "rllib", "--runners", str(args.runners))


def _metrics(run: Path) -> list[dict[str, Any]]:
    """The lines that a run wrote; raises SkippedError if it did not come to the second."""
    file = run / "metrics.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    if len(lines) < 2:
        raise SkippedError("the run did not get through two rollouts")
    return [json.loads(line) for line in lines]


def _show(args: BenchTrainArgs, report: dict[str, Any]) -> None:
    if args.reach is None:
        parts = list(dict.fromkeys(part for run in report["runs"] for part in run["shares"]))
        columns = ("config", "engine", "timesteps/s", *parts, "memory", "agent")
        rows = [_speed_row(run, parts) for run in report["runs"]]
        title = "whole training runs, and the shares of their time"
    else:
        columns = ("config", "engine", "reached", "seconds", "timesteps")
        rows = [_reach_row(run) for run in report["runs"]]
        title = f"time to win {args.reach:.0%} of games against greedy"
    show(make_table(title, columns, rows))
    for name, reason in report["skipped"].items():
        print(f"not measured: {name}: {reason}")
    print(", ".join(f"{name} {value}" for name, value in report["system"].items()))
    say(report)


def _speed_row(run: dict[str, Any], parts: list[str]) -> tuple[str, ...]:
    shares = [f"{run['shares'][part]:.0%}" if part in run["shares"] else "" for part in parts]
    sizes = (f"{run['memory_mib']:,} MiB", f"{run['agent_bytes'] / 1e6:.1f} MB")
    return (run["config"], run["engine"], f"{run['timesteps_per_second']:,.0f}", *shares, *sizes)


def _reach_row(run: dict[str, Any]) -> tuple[str, ...]:
    reached = f"{run['win_rate']:.1%}" if run["reached"] else f"no: {run['win_rate']:.1%}"
    return (run["config"], run["engine"], reached, f"{run['seconds']:,.0f}", f"{run['timesteps']:,}")
