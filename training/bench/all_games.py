"""``railgym bench all``: how fast every game runs, layer by layer, beside the environments of other libraries."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from rich.table import Table

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.command_line import Option
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.host import usable_cores
from railgym.envs.core.limits import DURATION, NUM_ENVS, REPEATS, SEED, THREADS
from railgym.training.arguments import command_line
from railgym.training.bench import measures
from railgym.training.bench.baseline import LIMIT, Baseline, Slowdown, load_baseline, save_baseline
from railgym.training.bench.game import Measurements
from railgym.training.bench.peers import PEERS
from railgym.training.bench.timing import Rate, Workload, measure, rounded
from railgym.training.reports import make_table, progress_bar, provenance, say, show, warn
from railgym.training.system import describe_system

__all__ = ["SLOWER", "BenchAllArgs", "bench_all", "main"]

SLOWER = 3  # the exit code
GAMES_AT_ONCE = 32  # of random play in compiled code


@dataclass(frozen=True)
class BenchAllArgs:
    """Measure how fast every game runs on this machine, layer by layer, beside environments of other libraries.

    Layers: `kernel` is random play in compiled code on one core, in plies per second; `batch` steps many games at once
    with masks and observations, on some threads, in plies per second; `vector` is the vector environment on one thread
    with random bots in the other seats, in decisions of the learner per second; `selfplay` is the environment for
    self-play on one thread, the caller in every seat, in plies per second; `raw_env` and `env` are the PettingZoo
    environments from Python, observation and mask included, in actions per second; `frames` is `rgb_array`, in pictures
    per second.

    Beside `raw_env`, in the same run, random games of PettingZoo's classic environments, OpenSpiel and RLCard are
    measured as far as they are installed (the extra `peers`), through the interface each has in Python, an observation
    and a mask as arrays at every decision.

    Exit codes: 0, also where --check finds something slower; 3 for that with --strict; 2 for wrong input. For example:

      railgym bench all --save speed.json
      railgym bench all --check speed.json --strict
      railgym bench all --games railbot_v0 --layers raw_env --json
    """

    games: Annotated[tuple[str, ...], Option("GAME", default="all")] = ()
    """the games, as `railgym list` names them"""
    layers: Annotated[
        tuple[Literal["kernel", "batch", "vector", "selfplay", "raw_env", "env", "frames"], ...],
        Option("NAME", default="all"),
    ] = ()
    """what is measured of them"""
    num_envs: Annotated[int, Option("N", formerly=("--lanes",)), NUM_ENVS] = 1024
    """games in a batch"""
    threads: Annotated[tuple[int, ...], Option("N", default="1, 2, 4, ..., all"), THREADS] = ()
    """numbers of threads to step a batch with"""
    repeats: Annotated[int, Option("N"), REPEATS] = 5
    """how often everything is measured; the best is told, --json has the median too"""
    seconds: Annotated[float, Option("S"), DURATION] = 0.5
    """how long a repeat takes at least"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """what the games are dealt from"""
    save: Annotated[Path | None, Option("FILE", default="not kept")] = None
    """keep the rates as a baseline, in place of one that is there"""
    check: Annotated[tuple[Path, ...] | None, Option("FILE", default="not compared")] = None
    """warn of every layer that is 1.3 times slower than in a baseline; without FILE, than in the one of railgym"""
    strict: bool = False
    """with --check: exit with 3 if something is slower"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: BenchAllArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError and OSError."""
    games = [make_game(id) for id in dict.fromkeys(args.games or GAMES)]
    before = _baseline(args)
    if args.save:
        args.save.open("ab").close()  # refuse a file that cannot be written before minutes of measurements
    origin = provenance(command_line("bench all", args, ("json", "save", "check", "strict"), None))
    report = bench_all(games, args) | origin
    slower = before[1].slowdowns(report) if before else []
    if args.save:
        save_baseline(args.save, report)
    if args.json:
        print(json.dumps(report | ({"slower": [asdict(slowdown) for slowdown in slower]} if before else {})))
    else:
        _show(report)
    for line in _remarks(*before, report, slower) if before else ():
        warn(line)
    return SLOWER if slower and args.strict else 0


def _baseline(args: BenchAllArgs) -> tuple[Path, Baseline] | None:
    """What to compare with, read before anything is measured."""
    if args.check is None:
        if args.strict:
            raise OptionsError("--strict goes with --check: give a baseline too, as in --check FILE --strict")
        return None
    if len(args.check) > 1:
        raise OptionsError(f"--check {' '.join(map(str, args.check))}: give one baseline")
    return load_baseline(args.check[0] if args.check else None, args.num_envs)


def _remarks(file: Path, baseline: Baseline, report: dict[str, Any], slower: list[Slowdown]) -> Iterable[str]:
    """What to know before the slowdowns are read, and they."""
    if other := baseline.differences(report["system"]):
        yield f"{file} is of another machine or of other versions: {'; '.join(other)}"
    if new := baseline.unknown(report):
        yield f"not in {file}, and not compared: {', '.join(new)}"
    compared = sum(map(len, report["games"].values())) - len(new)
    yield f"{len(slower)} of {compared} rates are at least {LIMIT} times slower than in {file}"
    yield from map(str, slower)


def bench_all(games: list[Game], args: BenchAllArgs) -> dict[str, Any]:
    """Measure every layer of every game: all games in turn, so that a slow moment of the machine meets each of them.

    Returns ``games``: by game and layer, the rate per second, the best of the repeats; ``peers``: actions per second;
    ``ratios``: by game and peer, the actions per second of ``raw_env`` divided by those of the peer; ``median``:
    ``games`` and ``peers`` again; ``num_envs``, ``seed``, ``system``; and ``skipped``: why something is missing.
    """
    found = Measurements()
    layers = _layers(args, found)
    with progress_bar("layers of all games", len(layers)) as progress:
        for layer, make in layers.items():
            workloads = {f"{game.id} {layer}": make(game) for game in games}
            found.rates |= measure(workloads | _peers(layer, args, found), args.repeats, args.seconds)
            progress(1)
    best, median = (_values(found, games, layers, which) for which in ("best", "median"))
    return {
        **best,
        "ratios": {
            id: {name: rounded(rates["raw_env"] / peer) for name, peer in best["peers"].items()}
            for id, rates in best["games"].items()
            if "raw_env" in rates
        },
        "median": median,
        "num_envs": args.num_envs,
        "seed": args.seed,
        "skipped": found.skipped,
        "system": describe_system(),
    }


def _layers(args: BenchAllArgs, found: Measurements) -> dict[str, Callable[[Game], Workload]]:
    """What makes the work of a layer for a game, by the layer's name: batches end in their number of threads."""
    made: dict[str, Callable[[Game], Workload]] = {
        "kernel": lambda game: measures.RandomGames(game, args.seed, GAMES_AT_ONCE)
    }
    for threads in args.threads or _doublings(usable_cores()):
        if threads <= usable_cores():
            made[f"batch.{threads}"] = partial(_batch, args, threads)
        else:
            found.skipped[f"batch.{threads}"] = f"this process has {usable_cores()} cores"
    made["vector"] = lambda game: measures.vector_steps(game, args.seed, args.num_envs)
    made["selfplay"] = lambda game: measures.selfplay_steps(game, args.seed, args.num_envs)
    for layer in ("raw_env", "env"):
        made[layer] = partial(_environment, args, layer == "env")
    made["frames"] = lambda game: measures.frames(game, args.seed, 1.0)
    return {name: make for name, make in made.items() if not args.layers or name.partition(".")[0] in args.layers}


def _batch(args: BenchAllArgs, threads: int, game: Game) -> Workload:
    return measures.BatchSteps(game, args.seed, args.num_envs, threads)


def _environment(args: BenchAllArgs, wrapped: bool, game: Game) -> Workload:
    return measures.environment_steps(measures.own_environment(game, wrapped), args.seed)


def _doublings(most: int) -> list[int]:
    """1, 2, 4, ... up to ``most``, and ``most`` itself."""
    return sorted({1 << i for i in range(most.bit_length())} | {most})


def _peers(layer: str, args: BenchAllArgs, found: Measurements) -> dict[str, Workload]:
    """What is measured beside the games of a layer."""
    if layer != "raw_env":
        return {}
    workloads = {name: found.attempt(name, make, args.seed) for name, make in PEERS.items()}
    return {name: workload for name, workload in workloads.items() if workload}


def _values(found: Measurements, games: list[Game], layers: Iterable[str], which: str) -> dict[str, Any]:
    def value(rate: Rate) -> float:
        return rounded(getattr(rate, which))

    return {
        "games": {game.id: {layer: value(found.rates[f"{game.id} {layer}"]) for layer in layers} for game in games},
        "peers": {name: value(found.rates[name]) for name in PEERS if name in found.rates},
    }


# --- tables -------------------------------------------------------------------------------------------------------

HEADS = {
    "kernel": "kernel\nplies/s",
    "vector": "vector\ndecisions/s",
    "selfplay": "selfplay\nplies/s",
    "raw_env": "raw_env()\nactions/s",
    "env": "env()\nactions/s",
    "frames": "rgb_array\nframes/s",
}


def _show(report: dict[str, Any]) -> None:
    show(_speeds(report), *([_ratios(report)] if report["peers"] else []))
    reasons = sorted(report["skipped"].items(), key=lambda item: item[1])
    for reason, items in groupby(reasons, key=lambda item: item[1]):
        print(f"not measured: {', '.join(name for name, _ in items)}: {reason}")
    print(", ".join(f"{name} {value}" for name, value in report["system"].items()))
    say(report)


def _speeds(report: dict[str, Any]) -> Table:
    layers = next(iter(report["games"].values()))
    heads = [HEADS.get(layer) or f"batch, {layer.partition('.')[2]} thr.\nplies/s" for layer in layers]
    rows = [
        (id, *(f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}" for rate in rates.values()))
        for id, rates in report["games"].items()
    ]
    title = f"how fast the games run, batches of {report['num_envs']:,}, seed {report['seed']}"
    return make_table(title, ("", *heads), rows)


def _ratios(report: dict[str, Any]) -> Table:
    peers = report["peers"]
    rows = [("their actions/s", *(f"{rate:,.0f}" for rate in peers.values()))]
    rows += [(id, *(f"{times:.2f}" for times in ratios.values())) for id, ratios in report["ratios"].items()]
    title = "actions/s of raw_env() to those of other libraries: times"
    return make_table(title, ("", *(name.replace(" ", "\n", 1) for name in peers)), rows)
