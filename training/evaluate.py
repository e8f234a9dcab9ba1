"""``railgym evaluate``: one line-up on the same deals with rotated seats, and who wins how often."""

import json
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np
from tyro.conf import Positional, UseAppendAction, arg

from railgym.envs.catalog import GAMES
from railgym.envs.core.game import Array, Game
from railgym.training.arguments import (
    all_threads,
    at_least,
    benchmark_codes,
    command_line,
    distinct_names,
    game_with_options,
)
from railgym.training.matches import Progress, by_agent, deal_seeds, play_games, rotated
from railgym.training.reports import make_table, progress_bar, provenance, say, show, warn
from railgym.training.statistics import bootstrap_means, interval, mean_interval, win_shares

__all__ = ["EvaluateArgs", "evaluate", "main"]


@dataclass(frozen=True)
class EvaluateArgs:
    """Play agents against each other on the same deals with rotated seats, and say who wins how often.

    Agents of a game for one play the same deals side by side. For example:

      railgym evaluate ticket_to_ride_card_v0 --seats trained,planner --games 2000 --seed 7
      railgym evaluate ticket_to_ride_card_solo_v0 --seats trained,planner
    """

    game: Annotated[Positional[str], arg(metavar="GAME")]
    """the game, as `railgym list` names it"""
    seats: Annotated[str, arg(metavar="CODE,CODE,...")]
    """an agent for every seat, as in trained,planner; for a game for one, the agents to compare"""
    games: Annotated[int, arg(metavar="N")] = 1000
    """games in all, every deal once in each rotation of the seats, rounded up to whole deals; alone: of each agent"""
    seed: Annotated[int, arg(metavar="N")] = 0
    """what all deals and random choices come from"""
    option: Annotated[UseAppendAction[tuple[tuple[str, ...], ...]], arg(metavar="KEY=VALUE")] = ()
    """options of the game"""
    threads: Annotated[int | None, arg(metavar="N", help_behavior_hint="(default: all cores)")] = None
    """threads that scripted bots play on; results do not depend on it"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: EvaluateArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    at_least(1, games=args.games)
    at_least(0, seed=args.seed)
    codes = benchmark_codes(args.seats)
    seats = 1 if args.game in GAMES and GAMES[args.game].alone else len(codes)
    game = game_with_options(args.game, seats, args.option)
    deals = -(-args.games // seats)
    if deals * seats != args.games:
        warn(f"{args.games} games are rounded up to {deals * seats}: {deals} deals in {seats} rotations")
    with progress_bar("games", deals * len(codes)) as progress:
        report = evaluate(game, codes, deals, args.seed, all_threads(args.threads), progress)
    report |= provenance(command_line("evaluate", args, ("threads", "json")))
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
    return 0


def evaluate(
    game: Game,
    codes: tuple[str, ...],
    deals: int,
    seed: int,
    threads: int = 1,
    progress: Progress = lambda games: None,
) -> dict[str, Any]:
    """Play ``deals`` deals in every rotation of the line-up, or one after the other in a game for one, and sum them up.

    Returns ``game, options, seed, games``; ``agents``: for each its ``agent`` name, ``win_rate`` (a shared win counts
    1/k; alone, a positive payoff is a win) with ``ci95``, and ``mean_score``; and ``differences``: for every pair how
    far the first's win rate and score lie above the second's, each with its interval, deal by deal.
    """
    tables = [[k] for k in range(len(codes))] if game.num_players == 1 else [list(range(len(codes)))]
    found = [_play_table(game, codes, table, deal_seeds(seed, deals), threads, progress) for table in tables]
    wins, points = (np.concatenate(part, axis=1) for part in zip(*found, strict=True))  # (D, K)
    names = distinct_names(codes)
    samples = bootstrap_means(wins, seed)
    agents = []
    for k, name in enumerate(names):
        rate = interval(wins[:, k].mean(), samples[:, k])
        agents.append(
            {
                "agent": name,
                "win_rate": _round(rate.value),
                "ci95": [_round(rate.low), _round(rate.high)],
                "mean_score": _round(points[:, k].mean()),
            }
        )
    return {
        "game": game.id,
        "options": game.options.model_dump(mode="json"),
        "seed": seed,
        "games": deals * game.num_players,
        "agents": agents,
        "differences": [_difference(names, a, b, wins, points, seed) for a, b in combinations(range(len(names)), 2)],
    }


def _play_table(
    game: Game, codes: tuple[str, ...], table: list[int], deals: Array, threads: int, progress: Progress
) -> tuple[Array, Array]:
    """Shares of wins and scores of those at one table, each (D, K), the mean over the rotations of a deal."""
    seeds, seating = rotated(deals, table)
    results = play_games(game, codes, seeds, seating, threads, progress)
    payoff, scores = by_agent(results["payoff"], seating), by_agent(results["scores"], seating)
    return win_shares(payoff).mean(1), scores.mean(1)


def _difference(names: tuple[str, ...], a: int, b: int, wins: Array, points: Array, seed: int) -> dict[str, Any]:
    difference: dict[str, Any] = {"agents": [names[a], names[b]]}
    for what, values in (("win_rate", wins), ("score", points)):
        found = mean_interval(values[:, a] - values[:, b], seed)
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
    show(*tables)
    say(report)
