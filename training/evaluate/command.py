"""``railgym evaluate``: win rates of one line-up on the same seeds with rotated seats."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np

from railgym.agents.roles import check_role_option, other_role
from railgym.envs.core.agent import Agent
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.limits import GAME_COUNT, SEED, THREADS
from railgym.training.arguments import (
    all_threads,
    benchmark_codes,
    command_line,
    distinct_names,
    game_to_measure,
    game_with_options,
)
from railgym.training.evaluate.ledger import Ledger, ledger_table
from railgym.training.evaluate.matches import (
    Progress,
    by_agent,
    games_per_seed,
    make_agents,
    paired_seeds,
    play_games,
    seated,
)
from railgym.training.evaluate.statistics import (
    bootstrap_means,
    mean_interval,
    rate_interval,
    win_rate_interval,
    win_shares,
)
from railgym.training.reports import make_table, progress_bar, provenance, say, show, warn, warn_if_few

__all__ = ["EvaluateArgs", "evaluate", "main"]


@dataclass(frozen=True)
class EvaluateArgs:
    """Play agents against each other on the same seeds with rotated seats, and print their win rates.

    In a game for one, all agents play the same seeds. Where seats have roles, every agent keeps its seat, and every
    seed is played once. For example:

      railgym evaluate ticket_to_ride_card_v0 --seats trained,planner --games 2000 --seed 7
      railgym evaluate ticket_to_ride_card_v0 --zoo trained --games 1000 --seed 7
      railgym evaluate ticket_to_ride_card_solo_v0 --seats trained,planner
      railgym evaluate railbot_v0 --option railbot=agent --seats planner,railbot:heuristic
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    seats: Annotated[str | None, Option("CODE,CODE,...")] = None
    """an agent for every seat, as in trained,planner; for a game for one, the agents to compare"""
    zoo: Annotated[str | None, Option("CODE")] = None
    """instead of --seats: an agent to play against every opponent of the zoo; prints its worst case and its rating"""
    also: Annotated[str | None, Option("CODE,CODE,...")] = None
    """with --zoo: more opponents, such as file:FOLDER/agent of an exploiter"""
    role: Annotated[str | None, Option("ROLE", default="the first seat's")] = None
    """with --zoo: what the agent plays as"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 1000
    """games in all, every seed once in each rotation of the seats, rounded up to whole seeds; alone: of each agent"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all paired seeds and random choices"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    threads: Annotated[int | None, Option("N", default="all cores"), THREADS] = None
    """threads that scripted bots play on; results do not depend on it"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: EvaluateArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    if (args.seats is None) == (args.zoo is None):
        both = "" if args.seats is None else "--seats and --zoo cannot be used together: "
        raise OptionsError(f"{both}give --seats, as in --seats trained,planner, or --zoo, as in --zoo trained")
    if args.zoo is not None:
        return _against_zoo(args, args.zoo)
    if args.role is not None:
        raise OptionsError("--role belongs to --zoo; with --seats, the place in the list sets the role")
    if args.also is not None:
        raise OptionsError("--also belongs to --zoo; with --seats, name all agents there")
    assert args.seats is not None
    codes = benchmark_codes(args.seats)
    game = game_to_measure(args.game, len(codes), args.option)
    rounds = games_per_seed(game)
    num_seeds = -(-args.games // rounds)
    if num_seeds * rounds != args.games:
        warn(f"{args.games} games are rounded up to {num_seeds * rounds}: {num_seeds} seeds in {rounds} rotations")
    warn_if_few(num_seeds, rounds)
    with progress_bar("games", num_seeds * rounds * len(_tables(game, codes))) as progress:
        report = evaluate(game, codes, num_seeds, args.seed, all_threads(args.threads), progress)
    report |= provenance(command_line("evaluate", args, ("threads", "json")))
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
    return 0


def _against_zoo(args: EvaluateArgs, code: str) -> int:
    """``--zoo``."""
    from railgym.training.evaluate import zoo

    codes = benchmark_codes(code)
    if len(codes) != 1:
        raise OptionsError(f"--zoo takes one agent, not {len(codes)}; name more opponents with --also")
    (code,) = codes
    game = game_with_options(args.game, None, args.option)
    role = args.role or game.roles[0]
    check_role_option(game, role)
    members = zoo.opponents(game, role, benchmark_codes(args.also) if args.also else ())
    against = [other_role(game, role)] * len(members)
    make_agents(game, (code, *members), (role, *against))  # so that a wrong one is refused before the games
    rounds = games_per_seed(game)
    warn_if_few(-(-args.games // rounds), rounds)
    with progress_bar("games", zoo.count_games(game, members, args.games)) as progress:
        report = zoo.measure_zoo(game, code, role, args.games, args.seed, all_threads(args.threads), progress, members)
    report |= provenance(command_line("evaluate", args, ("threads", "json")))
    if args.json:
        print(json.dumps(report))
    else:
        _show_zoo(report)
    return 0


def _show_zoo(report: dict[str, Any]) -> None:
    rows = [
        (
            row["opponent"],
            f"{row['win_rate']:.1%}",
            f"{row['ci95'][0]:.1%} to {row['ci95'][1]:.1%}",
            f"{row['games']:,}",
        )
        for row in report["against"]
    ]
    title = f"{report['agent']} in {report['game']} against zoo {report['version']}, seed {report['seed']}"
    tables = [make_table(title, ("opponent", "wins", "95 % interval", "games"), rows)]
    if report["ratings"]:
        ratings = [(row["agent"], f"{row['elo']:+.0f}") for row in report["ratings"]]
        tables.append(make_table("rating over the pool (random: 0)", ("agent", "Elo"), ratings))
    show(*tables)
    worst = report["worst"]
    print(f"worst case: {worst['win_rate']:.1%} against {worst['opponent']}")
    say(report)


def evaluate(
    game: Game,
    codes: tuple[str, ...],
    num_seeds: int,
    seed: int,
    threads: int = 1,
    progress: Progress = lambda games: None,
    given: Mapping[str, Agent] | None = None,
) -> dict[str, Any]:
    """Play ``num_seeds`` paired seeds in every rotation of the line-up, or with one agent after the other in a game for
    one, and summarise the results. ``given``: existing agents, by their codes.

    Returns ``game, options, seed, games``; ``agents``: for each its ``agent`` name, ``win_rate`` (a shared win counts
    1/k; alone and where seats have roles, a positive payoff is a win) with ``ci95``, and ``mean_score``, and where they
    are to be reported ``forfeits`` with ``reasons``, and ``usage``; and
    ``differences``: for every pair of one role, the win rate and score of the first minus those of the second, with
    paired intervals.
    """
    shared = paired_seeds(seed, num_seeds)
    ledger = Ledger()
    found = [
        _play_table(game, codes, table, shared, threads, progress, given, ledger) for table in _tables(game, codes)
    ]
    wins, points = (np.concatenate(part, axis=1) for part in zip(*found, strict=True))  # (D, K)
    names = distinct_names(codes)
    samples = bootstrap_means(wins, seed)
    agents = []
    for k, name in enumerate(names):
        rate = rate_interval(wins[:, k].mean(), samples[:, k], len(wins))
        agents.append(
            {
                "agent": name,
                "win_rate": _round(rate.value),
                "ci95": [_round(rate.low), _round(rate.high)],
                "mean_score": _round(points[:, k].mean()),
                **ledger.of(k),
            }
        )
    return {
        "game": game.id,
        "options": game.options.model_dump(mode="json"),
        "seed": seed,
        "games": num_seeds * games_per_seed(game),
        "agents": agents,
        "differences": [_difference(names, a, b, wins, points, seed) for a, b in _rivals(game, len(names))],
    }


def _tables(game: Game, codes: tuple[str, ...]) -> list[list[int]]:
    """Who plays together: each agent alone in a game for one, else all."""
    places = list(range(len(codes)))
    return [[k] for k in places] if game.num_players == 1 else [places]


def _rivals(game: Game, agents: int) -> list[tuple[int, int]]:
    """The pairs of agents that are compared: those of one role."""
    return [(a, b) for a, b in combinations(range(agents), 2) if game.symmetric_seats or game.roles[a] == game.roles[b]]


def _play_table(
    game: Game,
    codes: tuple[str, ...],
    table: list[int],
    shared: Array,
    threads: int,
    progress: Progress,
    given: Mapping[str, Agent] | None,
    ledger: Ledger,
) -> tuple[Array, Array]:
    """Shares of wins and scores of the agents at one table, each (D, K): means over the rotations of a seed."""
    seeds, seating = seated(game, shared, table)
    results = play_games(game, codes, seeds, seating, threads, progress, given, ledger)
    payoff, scores = (by_agent(results[name], seating, games_per_seed(game)) for name in ("payoff", "scores"))
    wins = win_shares(payoff) if game.symmetric_seats else (payoff > 0).astype(float)
    return wins.mean(1), scores.mean(1)


def _difference(names: tuple[str, ...], a: int, b: int, wins: Array, points: Array, seed: int) -> dict[str, Any]:
    difference: dict[str, Any] = {"agents": [names[a], names[b]]}
    found_wins = win_rate_interval(wins[:, a] - wins[:, b], seed, worst=-1)
    found_points = mean_interval(points[:, a] - points[:, b], seed)
    for what, found in (("win_rate", found_wins), ("score", found_points)):
        difference |= {what: _round(found.value), f"{what}_ci95": [_round(found.low), _round(found.high)]}
    return difference


def _round(number: float) -> float:
    return round(float(number), 6)


def _show(report: dict[str, Any]) -> None:
    rows = [
        (a["agent"], f"{a['win_rate']:.1%}", f"{a['ci95'][0]:.1%} to {a['ci95'][1]:.1%}", f"{a['mean_score']:.1f}")
        for a in report["agents"]
    ]
    title = f"{report['game']}: {report['games']:,} games, seed {report['seed']}"
    tables = [make_table(title, ("agent", "wins", "95 % interval", "mean score"), rows)]
    if report["differences"]:
        differences = [
            (
                " - ".join(d["agents"]),
                f"{d['win_rate']:+.1%}",
                f"{d['win_rate_ci95'][0]:+.1%} to {d['win_rate_ci95'][1]:+.1%}",
                f"{d['score']:+.1f}",
                f"{d['score_ci95'][0]:+.1f} to {d['score_ci95'][1]:+.1f}",
            )
            for d in report["differences"]
        ]
        columns = ("paired difference", "wins", "95 % interval", "score", "95 % interval")
        tables.append(make_table("", columns, differences))
    show(*tables, *ledger_table(report["agents"]))
    say(report)
