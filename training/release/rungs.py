"""For maintainers: measure the ratings of a new ladder, and write them beside its definition.

    python -m railgym.training.release.rungs ladder-1

Pairs of rungs that stand near each other in the definition play its paired seeds. The ratings are fitted to all of
these games by the Bradley-Terry model. A ladder that was published never changes: a new one gets a new version.
"""

import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import Annotated

import numpy as np

import railgym
from railgym.envs.core.command_line import Option, Positional, read_command_line
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Array
from railgym.training.evaluate.ladder.definition import FOLDER, Ladder, LadderGame, Rung, behaviour, weights_of
from railgym.training.evaluate.ladder.games import compare, scores_alone
from railgym.training.evaluate.ratings import rate_all
from railgym.training.evaluate.statistics import ahead
from railgym.training.evaluate.suite.definition import SuiteGame, load_suite
from railgym.training.reports import warn

__all__ = ["RungsArgs", "main", "measure"]

REACH = 2  # how many places apart two rungs of a pair may be
FEWER = 5  # times fewer games with search
BEHAVIOUR_SEEDS = 2
BASE = "random"  # its rating is 0


@dataclass(frozen=True)
class RungsArgs:
    """Measure the ratings of the rungs of a ladder, and write them beside its definition."""

    name: Annotated[str, Positional("NAME")]
    """the ladder, as its file in configs/ladders is called"""
    game: Annotated[tuple[str, ...], Option("GAME", default="all games")] = ()
    """measure these games again, and keep the ratings of the others"""
    folder: Annotated[Path, Option("FOLDER")] = Path("configs") / FOLDER
    """where the ratings are written"""


def main(args: RungsArgs) -> int:
    """Measure, and write the file. Raises RailgymError and OSError."""
    suite = load_suite(args.name, FOLDER)
    suite.check()
    file = args.folder / f"{args.name}.json"
    kept = Ladder.model_validate_json(file.read_text(encoding="utf-8")).games if args.game and file.exists() else ()
    games = {game.game: game for game in kept}
    for table in suite.tables:
        if not args.game or table.game in args.game:
            begun = process_time()
            games[table.game] = measure(table)
            warn(f"{table.game}: {process_time() - begun:.0f} s")
    command = f"python -m railgym.training.release.rungs {args.name}"
    ordered = tuple(games[table.game] for table in suite.tables if table.game in games)
    version = railgym.__version__
    ladder = Ladder(name=args.name, suite=suite.digest, command=command, railgym=version, games=ordered)
    file.write_text(ladder.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return 0


def measure(table: SuiteGame) -> LadderGame:
    """Play the pairs of a table, and rate its agents, the weakest first."""
    game, beaten = table.played, _beaten_alone(table) if table.seats == 1 else _beaten(table)
    games = (beaten + np.swapaxes(beaten, 1, 2)).sum(2)
    ratings = rate_all(beaten, beaten.sum(2), games, table.seed)
    zero = ratings[table.agents.index(BASE)]["elo"]
    order = sorted(range(len(ratings)), key=lambda k: ratings[k]["elo"])
    rungs = []
    for k in order:
        code = table.agents[k]
        low, high = ratings[k]["elo_ci95"]
        rungs.append(
            Rung(
                agent=code,
                elo=round(ratings[k]["elo"] - zero, 1),
                elo_ci95=(round(low - zero, 1), round(high - zero, 1)),
                behaviour=behaviour(code, game, table.seeds[:BEHAVIOUR_SEEDS]),
                weights=weights_of(code, game),
            )
        )
    sums = beaten.sum(0)[np.ix_(order, order)]
    return LadderGame(game=table.game, rungs=tuple(rungs), beaten=tuple(map(tuple, sums.tolist())))


def _beaten(table: SuiteGame) -> Array:
    """How often the row was ahead of the column on each paired seed, (D, n, n): of the pairs that stand near each
    other."""
    n = len(table.agents)
    beaten = np.zeros((table.paired_seeds, n, n))
    for i, j in combinations(range(n), 2):
        if j - i <= REACH:
            seeds = table.seeds[: min(_seeds(table, i), _seeds(table, j))]
            points = compare(table.played, (table.agents[i], table.agents[j]), seeds)
            beaten[: len(seeds), i, j] = points.sum(1)
            beaten[: len(seeds), j, i] = (1 - points).sum(1)
    return beaten


def _beaten_alone(table: SuiteGame) -> Array:
    """The same in a game for one, from one game of each agent on each seed."""
    n = len(table.agents)
    scores = np.full((table.paired_seeds, n), np.nan)
    for k, code in enumerate(table.agents):
        seeds = table.seeds[: _seeds(table, k)]
        scores[: len(seeds), k] = scores_alone(table.played, code, seeds)
    beaten = ahead(scores)
    near = np.abs(np.subtract.outer(range(n), range(n))) <= REACH
    played = ~np.isnan(scores[:, :, None] + scores[:, None, :])
    beaten[~(played & near)] = 0
    beaten[:, range(n), range(n)] = 0
    return beaten


def _seeds(table: SuiteGame, place: int) -> int:
    """The number of paired seeds that an agent plays, fewer for search."""
    search = table.agents[place].startswith("mc")
    return -(-table.paired_seeds // FEWER) if search else table.paired_seeds


if __name__ == "__main__":
    try:
        sys.exit(main(read_command_line(RungsArgs, "python -m railgym.training.release.rungs", sys.argv[1:])))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
