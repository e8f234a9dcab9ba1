"""``railgym suite run``: plays a fixed list of games, seats, agents and paired seeds."""

import json
import re
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.limits import PROCESSES
from railgym.training.arguments import all_threads, command_line
from railgym.training.evaluate.ledger import usage_tables
from railgym.training.evaluate.ratings import rating_model
from railgym.training.evaluate.suite.definition import load_suite
from railgym.training.evaluate.suite.folder import ResultsFolder
from railgym.training.evaluate.suite.referee import fault_to_string
from railgym.training.evaluate.suite.schedule import AGAIN, on_processes, on_ray, play_missing
from railgym.training.evaluate.suite.summary import summarize, worst_words
from railgym.training.evaluate.suite.units import units_of
from railgym.training.learn.folder import write_json
from railgym.training.learn.rllib.cluster import Cluster
from railgym.training.reports import make_table, progress_bar, provenance, say, show, warn, warn_if_few

__all__ = ["SuiteRunArgs", "main"]


@dataclass(frozen=True)
class SuiteRunArgs:
    """Play a suite, or continue a stopped one, and rate its agents.

    A suite is a YAML file that names games, options, seats, agents and paired seeds: one that comes with railgym
    (standard), or one of your own. Results are written as units are finished; the same command continues. For example:

      railgym suite run standard
      railgym suite run my-suite.yaml --out results/mine --until-significant
      railgym suite run standard --out shared/folder --shard 2/4     # on the second of four machines
    """

    suite: Annotated[str, Positional("SUITE")]
    """the name of a suite that comes with railgym, or a YAML file"""
    out: Annotated[Path | None, Option("FOLDER", default="runs/suite-NAME-VERSION")] = None
    """the results folder, new or to be continued"""
    shard: Annotated[str, Option("I/N")] = "1/1"
    """play the I-th of N parts; parts may share a folder"""
    until_significant: bool = False
    """stop a line-up as soon as the order of its agents is significant, with at most 5 % of error per table"""
    workers: Annotated[int | None, Option("N", default="all cores"), PROCESSES] = None
    """processes that play; results do not depend on it"""
    engine: Literal["processes", "ray"] = "processes"
    """on this machine, or on a Ray cluster"""
    address: Annotated[str | None, Option("HOST:PORT", default="one of its own, here")] = None
    """with --engine ray: the cluster"""
    json: bool = False
    """print the summary as one JSON object instead of tables"""


def main(args: SuiteRunArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    suite, shard, workers = load_suite(args.suite), _shard(args.shard), all_threads(args.workers)
    if args.address and args.engine != "ray":
        raise OptionsError("--address is for a Ray cluster: add --engine ray")
    cluster = Cluster(args.address) if args.engine == "ray" else None
    if cluster:
        cluster.look()
    rating_model()
    suite.check()
    folder = ResultsFolder(args.out or Path("runs") / f"suite-{suite.name}-{suite.version}")
    command = command_line("suite run", args, ("out", "json", "workers", "engine", "address", "shard"), "suite")
    folder.begin(suite, command)
    units = sum(1 for _ in units_of(suite))
    warn_if_few(min(table.paired_seeds for table in suite.tables))
    with cluster.connected() if cluster else nullcontext(), progress_bar("units", units) as progress:
        play = on_ray() if cluster else on_processes(workers)
        try:
            play_missing(suite, folder, play, shard, args.until_significant, progress)
        except KeyboardInterrupt:
            warn(f"interrupted: {AGAIN}")
            raise
    report = summarize(suite, folder) | provenance(command)
    write_json(folder.path / "summary.json", report)
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
        print(f"results: {folder.path}")
    return 0


def _shard(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise OptionsError(f"--shard {text[:40]}: write I/N with I from 1 to N, as in 2/4")
    return int(found[1]), int(found[2])


def _show(report: dict[str, Any]) -> None:
    columns = ("agent", "Elo", "95 %", "openskill", "worst case", "wins", "95 %", "ms/decision", "forfeits")
    for table in report["tables"]:
        rows = [_row(rating) for rating in table["ratings"] if rating["games"]]
        seats = "1 seat" if table["seats"] == 1 else f"{table['seats']} seats"
        title = f"{table['name']}: {table['games']:,} games of {table['game']}, {seats}"
        show(make_table(title, columns, rows), *usage_tables(table["ratings"]))
        for fault in table["faults"][:5]:
            print(fault_to_string(fault))
    say(report)


def _row(rating: dict[str, Any]) -> tuple[str, ...]:
    took = rating["ms_per_decision"]
    return (
        rating["agent"],
        f"{rating['elo']:+.0f}",
        f"{rating['elo_ci95'][0]:+.0f} to {rating['elo_ci95'][1]:+.0f}",
        f"{rating['mu']:.1f} ± {rating['sigma']:.1f}",
        worst_words(rating),
        f"{rating['win_rate']:.1%}",
        f"{rating['win_rate_ci95'][0]:.1%} to {rating['win_rate_ci95'][1]:.1%}",
        f"{took:.3f}" if took is not None else "compiled",
        str(rating["forfeits"]),
    )
