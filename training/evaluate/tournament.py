"""``railgym tournament``: a round robin of several agents, their ratings, and who beats whom."""

import json
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.limits import GAME_COUNT, SEED, THREADS, Limits
from railgym.training.arguments import (
    all_threads,
    benchmark_codes,
    command_line,
    distinct_names,
    game_to_measure,
)
from railgym.training.evaluate.ledger import Ledger, ledger_table
from railgym.training.evaluate.matches import Progress, by_agent, make_agents, paired_seeds, play_games, rotated
from railgym.training.evaluate.ratings import plackett_luce, rate_all, rating_model, shares_won
from railgym.training.evaluate.statistics import ahead, win_shares
from railgym.training.reports import make_table, progress_bar, provenance, say, show, warn, warn_if_few, write_csv

__all__ = ["TournamentArgs", "main", "play_tournament", "write_tournament"]


@dataclass(frozen=True)
class TournamentArgs:
    """Play every line-up of some agents on the same seeds with rotated seats, and rate the agents.

    For example:

      railgym tournament ticket_to_ride_card_v0 --agents trained,planner,greedy,random --out runs/cup
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    agents: Annotated[str, Option("CODE,CODE,...")]
    """the agents, as in trained,planner,random"""
    seats: Annotated[int, Option("N"), Limits(1, 100)] = 2
    """seats in a game; every choice of this number of agents is a line-up"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 200
    """games of a line-up, every seed once in each rotation of the seats; rounded up to whole seeds"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all paired seeds and random choices"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    out: Annotated[Path | None, Option("FOLDER")] = None
    """write tournament.json, ratings.csv, payoffs.csv and tournament.png there"""
    threads: Annotated[int | None, Option("N", default="all cores"), THREADS] = None
    """threads that scripted bots play on; results do not depend on it"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: TournamentArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    codes = benchmark_codes(args.agents)
    game = game_to_measure(args.game, args.seats, args.option)
    if game.num_players == 1:
        raise OptionsError(f"{args.game} is a game for one; compare agents with: railgym evaluate")
    if not game.symmetric_seats:
        roles = " and ".join(dict.fromkeys(game.roles))
        raise OptionsError(f"{args.game} has seats for {roles}, who cannot be rated together; use: railgym evaluate")
    if len(codes) < args.seats:
        raise OptionsError(f"{args.seats} seats need at least {args.seats} agents, got {len(codes)}")
    make_agents(game, codes)  # so that a wrong one is refused before anything is written
    num_seeds = -(-args.games // args.seats)
    if num_seeds * args.seats != args.games:
        warn(f"{args.games} games per line-up are rounded up to {num_seeds * args.seats}")
    _prepare(args.out)
    warn_if_few(num_seeds, args.seats)
    with progress_bar("games", num_seeds * args.seats * comb(len(codes), args.seats)) as progress:
        report = play_tournament(game, codes, num_seeds, args.seed, all_threads(args.threads), progress)
    report |= provenance(command_line("tournament", args, ("out", "threads", "json")))
    if args.out:
        write_tournament(report, args.out)
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
    return 0


def _prepare(out: Path | None) -> None:
    """Find out before the games whether their results can be rated, drawn and written."""
    rating_model()
    if out:
        import_module("railgym.training.plots")
        if (out / "tournament.json").exists():
            raise OptionsError(f"{out} holds a tournament already; choose another folder with --out")
        out.mkdir(parents=True, exist_ok=True)


def play_tournament(
    game: Game,
    codes: tuple[str, ...],
    num_seeds: int,
    seed: int,
    threads: int = 1,
    progress: Progress = lambda games: None,
) -> dict[str, Any]:
    """Play ``num_seeds`` paired seeds in every rotation of every line-up of ``game.num_players`` agents.

    Returns ``game, options, seed, seats, games``; ``ratings``, the best first: for each ``agent`` its Bradley-Terry
    ``elo`` and ``win_rate`` with bootstrap intervals, openskill's ``mu`` and ``sigma``, ``mean_score`` and ``games``;
    and ``payoffs``: a row for each agent in the same order, how much more often it finished ahead of each other one
    than behind it, -1 to 1 (with two seats, its mean payoff), None against itself.
    """
    seats = game.num_players
    lineups = list(combinations(range(len(codes)), seats))
    shared = paired_seeds(seed, num_seeds)
    seeds, seating = map(np.concatenate, zip(*(rotated(shared, lineup) for lineup in lineups), strict=True))
    ledger = Ledger()
    results = play_games(game, codes, seeds, seating, threads, progress, ledger=ledger)
    skills = plackett_luce(len(codes), seating, results["payoff"][:, :seats], seed)

    beaten = np.zeros((num_seeds, len(codes), len(codes)))  # how often row was ahead of column in the games of a seed
    wins, scores = np.zeros((num_seeds, len(codes))), np.zeros((num_seeds, len(codes)))
    each = num_seeds * seats
    for number, lineup in enumerate(lineups):
        found, seated = results[number * each : (number + 1) * each], seating[number * each : (number + 1) * each]
        payoff = by_agent(found["payoff"], seated)
        beaten[:, np.array(lineup)[:, None], lineup] += ahead(payoff).sum(1)
        wins[:, lineup] += win_shares(payoff).sum(1)
        scores[:, lineup] += by_agent(found["scores"], seated).sum(1)
    games_each = seats * comb(len(codes) - 1, seats - 1)  # of an agent, on one seed

    names = distinct_names(codes)
    ratings = rate_all(beaten, wins, np.full(wins.shape, games_each), seed)
    for k, rating in enumerate(ratings):
        skill = {"mu": round(skills[k].mu, 3), "sigma": round(skills[k].sigma, 3)}
        points = {"mean_score": round(scores[:, k].mean() / games_each, 6), "games": num_seeds * games_each}
        ratings[k] = {"agent": names[k], **rating, **skill, **points, **ledger.of(k)}
    order = sorted(range(len(codes)), key=lambda k: -ratings[k]["elo"])
    return {
        "game": game.id,
        "options": game.options.model_dump(mode="json"),
        "seed": seed,
        "seats": seats,
        "games": len(seeds),
        "ratings": [ratings[k] for k in order],
        "payoffs": shares_won(beaten.sum(0), order),
    }


# --- tables and files ---------------------------------------------------------------------------------------------


def _show(report: dict[str, Any]) -> None:
    rows = [
        (
            r["agent"],
            f"{r['elo']:+.0f}",
            f"{r['elo_ci95'][0]:+.0f} to {r['elo_ci95'][1]:+.0f}",
            f"{r['mu']:.1f} ± {r['sigma']:.1f}",
            f"{r['win_rate']:.1%}",
            f"{r['win_rate_ci95'][0]:.1%} to {r['win_rate_ci95'][1]:.1%}",
            f"{r['mean_score']:.1f}",
        )
        for r in report["ratings"]
    ]
    title = f"{report['game']}, {report['seats']} seats: {report['games']:,} games, seed {report['seed']}"
    columns = ("agent", "Elo", "95 % interval", "openskill", "wins", "95 % interval", "mean score")
    names = [r["agent"] for r in report["ratings"]]
    payoffs = [
        (name, *("" if value is None else f"{value:+.2f}" for value in row))
        for name, row in zip(names, report["payoffs"], strict=True)
    ]
    heading = "payoff of the row against the column"
    tables = make_table(title, columns, rows), make_table(heading, ("", *names), payoffs)
    show(*tables, *ledger_table(report["ratings"]))
    say(report)


def write_tournament(report: dict[str, Any], folder: Path) -> None:
    """Write ``tournament.json``, ``ratings.csv``, ``payoffs.csv`` and ``tournament.png`` into ``folder``.

    The CSV files begin with comment lines (#) that say where they come from. Raises OSError, and MissingExtraError
    without matplotlib.
    """
    (folder / "tournament.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    ratings = [_flat(rating) for rating in report["ratings"]]
    write_csv(folder / "ratings.csv", report, list(ratings[0]), [list(rating.values()) for rating in ratings])
    names = [r["agent"] for r in report["ratings"]]
    matrix = [[name, *row] for name, row in zip(names, report["payoffs"], strict=True)]
    write_csv(folder / "payoffs.csv", report, ["agent", *names], matrix)
    import_module("railgym.training.plots").plot_tournament(report, folder / "tournament.png")


def _flat(rating: dict[str, Any]) -> dict[str, Any]:
    """A rating with ``x_low`` and ``x_high`` for ``x_ci95``."""
    flat: dict[str, Any] = {}
    for name, value in rating.items():
        what = name.removesuffix("_ci95")
        if name in ("usage", "reasons"):
            continue  # they are in tournament.json
        flat |= {name: value} if what == name else {f"{what}_low": value[0], f"{what}_high": value[1]}
    return flat
