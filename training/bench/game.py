"""``railgym bench``: how fast a game runs, from its compiled rules up to environments and agents."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import best_bot
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.host import usable_cores
from railgym.envs.core.limits import DURATION, NUM_ENVS, REPEATS, SEED, THREADS, Limits
from railgym.envs.rendering import LARGEST, check_scale
from railgym.training.arguments import command_line, game_with_options
from railgym.training.bench import measures
from railgym.training.bench.measures import SkippedError
from railgym.training.bench.peers import pettingzoo_classic
from railgym.training.bench.timing import Rate, Workload, measure, rounded
from railgym.training.reports import make_table, provenance, say, show
from railgym.training.system import describe_system

__all__ = ["BenchArgs", "bench", "main"]

T = TypeVar("T")


@dataclass(frozen=True)
class BenchArgs:
    """Measure how fast a game runs on this machine: compiled, in batches, and from Python.

    How fast training runs is measured by `railgym bench train`. For example:

      railgym bench ticket_to_ride_card_v0
      railgym bench ticket_to_ride_card_v0 --json
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    bot: Annotated[str | None, Option("NAME", default="the strongest")] = None
    """the scripted bot in every seat where the speed of bots' games is measured"""
    num_envs: Annotated[int, Option("N", formerly=("--lanes",)), NUM_ENVS] = 1024
    """games in a batch"""
    threads: Annotated[tuple[int, ...], Option("N"), THREADS] = (1, 2)
    """numbers of threads to step a batch with"""
    repeats: Annotated[int, Option("N"), REPEATS] = 5
    """how often everything is measured; the best and the median are told"""
    seconds: Annotated[float, Option("S"), DURATION] = 0.5
    """how long a repeat takes at least"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """what the games are dealt from"""
    render_scale: Annotated[float, Option("X"), Limits(0, LARGEST)] = 1.0
    """the size of pictures, as a multiple of their default size"""
    json: bool = False
    """print one JSON object instead of tables"""


@dataclass
class Measurements:
    """What was measured so far, by name, and why the rest was not."""

    rates: dict[str, Rate] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def attempt(self, name: str, make: Callable[..., T], *arguments: Any) -> T | None:
        """``make(*arguments)``, or None and a note if that cannot be had here."""
        try:
            return make(*arguments)
        except SkippedError as error:
            self.skipped[name] = str(error)
            return None


def main(args: BenchArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    check_scale(args.render_scale)
    if not args.threads:
        raise OptionsError("--threads: give at least one number, as in --threads 1 2")
    game = game_with_options(args.game, None, args.option)
    if args.bot is not None and args.bot not in (names := scripted_bots(game).names):
        raise UnknownNameError(f"--bot {args.bot}: choose {', '.join(names)}")
    report = bench(game, args) | provenance(command_line("bench", args, ("json",)))
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
    return 0


def bench(game: Game, args: BenchArgs) -> dict[str, Any]:
    """Measure everything that ``args`` ask for.

    Returns, each the best of the repeats, things a second: ``kernel`` (plies) and ``games`` of compiled random play on
    one core; ``bot_games`` and ``bot_plies`` of the scripted ``bot`` likewise; ``batch`` and ``bot_batch`` (plies) of
    random play and of the bot's, by the number of threads;
    ``raw_env``, ``env`` and PettingZoo's ``connect_four`` (actions), and ``raw_env_to_connect_four``; ``frames`` of
    ``rgb_array``; times:
    ``copy_ns``, ``determinize_us``, ``decision_us``, ``first_reset_s``; ``median``: all rates and times again, as
    medians; ``sizes``; ``system``; and ``skipped``: why something is missing (its value is None).
    """
    found = Measurements()
    _measure_rules(game, args, found)
    _measure_batches(game, args, found)
    _measure_environments(game, args, found)
    _measure_positions(game, args, found)
    first = found.attempt("first_reset_s", measures.first_reset, game)
    return {
        "game": game.id,
        "options": game.options.model_dump(mode="json"),
        "seed": args.seed,
        "num_envs": args.num_envs,
        "bot": _bot(game, args),
        "render_scale": args.render_scale,
        **_values(found.rates, lambda rate: rate.best),
        "first_reset_s": first and rounded(first),
        "median": _values(found.rates, lambda rate: rate.median),
        "sizes": {
            "state_bytes": game.state_dtype.itemsize,
            "actions": len(game.actions),
            "observation": game.observation_layout.size,
        },
        "skipped": found.skipped,
        "system": describe_system(),
    }


def _measure_rules(game: Game, args: BenchArgs, found: Measurements) -> None:
    games = measures.RandomGames(game, args.seed)
    rate = measure({"kernel": games}, args.repeats, args.seconds)["kernel"]
    share = games.games / games.plies
    found.rates |= {"kernel": rate, "games": Rate(rate.best * share, rate.median * share)}
    bot_games = measures.BotGames(game, args.seed, _bot(game, args))
    rate = measure({"bot_games": bot_games}, args.repeats, args.seconds)["bot_games"]
    length = bot_games.plies / bot_games.games
    found.rates |= {"bot_games": rate, "bot_plies": Rate(rate.best * length, rate.median * length)}


def _bot(game: Game, args: BenchArgs) -> str:
    return args.bot or best_bot(game)


def _measure_batches(game: Game, args: BenchArgs, found: Measurements) -> None:
    workloads: dict[str, Workload] = {}
    for threads in args.threads:
        if threads > usable_cores():
            found.skipped[f"batch.{threads}"] = f"this process has {usable_cores()} cores"
        else:
            workloads[f"batch.{threads}"] = measures.BatchSteps(game, args.seed, args.num_envs, threads)
            workloads[f"bot_batch.{threads}"] = measures.BatchSteps(
                game, args.seed, args.num_envs, threads, _bot(game, args)
            )
    found.rates |= measure(workloads, args.repeats, args.seconds)


def _measure_environments(game: Game, args: BenchArgs, found: Measurements) -> None:
    environments = {
        "raw_env": measures.own_environment(game, wrapped=False),
        "env": measures.own_environment(game, wrapped=True),
        "connect_four": found.attempt("connect_four", pettingzoo_classic, "connect_four_v3"),
    }
    workloads = {
        name: measures.environment_steps(env, args.seed) for name, env in environments.items() if env is not None
    }
    workloads["frames"] = measures.frames(game, args.seed, args.render_scale)
    found.rates |= measure(workloads, args.repeats, args.seconds)


def _measure_positions(game: Game, args: BenchArgs, found: Measurements) -> None:
    states, views = measures.sample_positions(game, args.seed)
    workloads = {"copy": measures.position_copies(game, states), "determinize": measures.sampled_worlds(game, views)}
    decisions = found.attempt("decision_us", measures.agent_decisions, game, views)
    if decisions:
        workloads["decision"] = decisions
    found.rates |= measure(workloads, args.repeats, args.seconds)


def _values(rates: dict[str, Rate], which: Callable[[Rate], float]) -> dict[str, Any]:
    """The rates and times of a report, None for those that were not measured."""
    values = {name: which(rate) for name, rate in rates.items()}
    batches: dict[str, dict[str, float]] = {"batch": {}, "bot_batch": {}}
    for name, value in values.items():
        group, dot, threads = name.partition(".")
        if dot:
            batches[group][threads] = rounded(value)
    ratio = values["raw_env"] / values["connect_four"] if "connect_four" in values else None

    def rate(name: str) -> float | None:
        return rounded(values[name]) if name in values else None

    def time(name: str, unit: float) -> float | None:
        return rounded(unit / values[name]) if name in values else None

    return {
        "kernel": rate("kernel"),
        "games": rate("games"),
        "bot_games": rate("bot_games"),
        "bot_plies": rate("bot_plies"),
        **batches,
        "raw_env": rate("raw_env"),
        "env": rate("env"),
        "connect_four": rate("connect_four"),
        "raw_env_to_connect_four": ratio and rounded(ratio),
        "frames": rate("frames"),
        "copy_ns": time("copy", 1e9),
        "determinize_us": time("determinize", 1e6),
        "decision_us": time("decision", 1e6),
    }


# --- tables -------------------------------------------------------------------------------------------------------


def _show(report: dict[str, Any]) -> None:
    labels = {
        "kernel": ("random games, compiled, one core", "plies/s"),
        "games": ("", "games/s"),
        "bot_games": (f"games of {report['bot']} in every seat, compiled, one core", "games/s"),
        "bot_plies": ("", "plies/s"),
        **{
            f"batch.{n}": (f"batch of {report['num_envs']:,} with masks and observations, threads: {n}", "plies/s")
            for n in report["batch"]
        },
        **{
            f"bot_batch.{n}": (f"the same in games of {report['bot']}, threads: {n}", "plies/s")
            for n in report["bot_batch"]
        },
        "raw_env": ("raw_env() from Python, observation and mask", "actions/s"),
        "env": ("env() from Python, observation and mask", "actions/s"),
        "connect_four": ("PettingZoo's connect four, raw_env()", "actions/s"),
        "raw_env_to_connect_four": ("raw_env() to connect four", "times"),
        "frames": (f"rgb_array of the first seat's view, at scale {report['render_scale']:g}", "frames/s"),
        "copy_ns": ("copying a position, compiled", "ns"),
        "determinize_us": ("filling a view with a possible world, compiled", "us"),
        "decision_us": ("a decision of the shipped agent, from Python", "us"),
    }
    rows = []
    for name, (label, unit) in labels.items():
        best, median = (_find(values, name) for values in (report, report["median"]))
        if best is not None and median is not None:
            rows.append((label, _number(best), _number(median), unit))
    once = {
        "size of a position": ("sizes", "state_bytes", "bytes"),
        "actions": ("sizes", "actions", "ids"),
        "observation": ("sizes", "observation", "floats"),
    }
    rows += [(text, _number(report[a][b]), "", unit) for text, (a, b, unit) in once.items()]
    if report["first_reset_s"]:
        rows.append(("first observation in a new process", _number(report["first_reset_s"]), "", "s"))
    players = f"{report['options']['num_players']} seats"
    show(make_table(f"{report['game']}, {players}, seed {report['seed']}", ("", "best", "median", "unit"), rows))
    for name, reason in report["skipped"].items():
        print(f"not measured: {name}: {reason}")
    print(", ".join(f"{name} {value}" for name, value in report["system"].items()))
    say(report)


def _find(values: dict[str, Any], name: str) -> float | None:
    group, _, key = name.partition(".")
    found: float | None = values[group][key] if key else values[group]
    return found


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"
