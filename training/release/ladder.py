"""For maintainers: measure the characters of all games, and write their ladders into ``docs/results/characters.md``.

    python -m railgym.training.release.ladder

It plays the suite ``characters`` afresh and measures the habits by which styles show. Run it again when a trained agent
or a planner has changed. With ``--out`` a stopped run goes on with the same command.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from railgym.agents.characters import character_of
from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import GAMES
from railgym.envs.core.command_line import Option, read_command_line
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.limits import GAME_COUNT, PROCESSES, check_numbers
from railgym.training.evaluate.habits import compare
from railgym.training.evaluate.suite.command import SuiteRunArgs
from railgym.training.evaluate.suite.command import main as run_suite
from railgym.training.evaluate.suite.definition import SuiteGame, load_suite

__all__ = ["LadderArgs", "main", "page_of"]

HABIT_SEED = 5
COLUMNS = ("character", "code", "level", "style", "Elo", "95 %", "wins", "how the style shows")
INTRODUCTION = """# Characters

This page shows how strong the [characters](../playing.md#characters) of each game are, and how their styles show.
`python -m railgym.training.release.ladder` measures both and writes the page. Do not edit it.

- *Elo* and its 95 % interval come from all games of a ladder, by the Bradley-Terry model. Zero is the mean of a ladder.
- *wins* is the win rate against the other characters. In games for one, it is the share of games won; there, Elo
  compares the scores of two characters on the same seed.
- *how the style shows* is a mean over {habits} games against planners, beside that of the planner in the same seat.
"""


@dataclass(frozen=True)
class LadderArgs:
    """Measure the characters of all games, and write their ladders into the documentation."""

    suite: Annotated[str, Option("SUITE")] = "characters"
    """the suite that is played"""
    out: Annotated[Path | None, Option("FOLDER", default="a temporary one")] = None
    """where its games are kept, to be continued"""
    page: Annotated[Path, Option("FILE")] = Path("docs/results/characters.md")
    """the page that is written"""
    habits: Annotated[int, Option("N"), GAME_COUNT] = 100
    """games by which a style is measured"""
    workers: Annotated[int | None, Option("N", default="all cores"), PROCESSES] = None
    """processes that play"""


def main(args: LadderArgs) -> int:
    """Play, measure, and write the page. Raises RailgymError and OSError."""
    check_numbers(args)
    with TemporaryDirectory() as folder:
        out = args.out or Path(folder) / "suite"
        run_suite(SuiteRunArgs(args.suite, out=out, workers=args.workers))
        report = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    args.page.write_text(page_of(report, load_suite(args.suite).tables, args.habits), encoding="utf-8")
    print(args.page)
    return 0


def page_of(report: dict[str, Any], tables: tuple[SuiteGame, ...], habits: int) -> str:
    """The page with the ladders of a suite's report; ``habits``: games by which a style is measured."""
    parts = [INTRODUCTION.format(habits=habits)]
    for table, rated in zip(tables, report["tables"], strict=True):
        games = 2 * table.paired_seeds if table.seats == 2 else table.paired_seeds
        each = f"{games:,} games a pair" if table.seats == 2 else f"{games:,} games each"
        rows = [_row(cells) for cells in (COLUMNS, ["---"] * len(COLUMNS), *_rows(table, rated, habits))]
        parts.append("\n".join([f"## {GAMES[table.game].title}", "", f"{each}, seed {table.seed}.", "", *rows, ""]))
    return "\n".join(parts)


def _rows(table: SuiteGame, rated: dict[str, Any], habits: int) -> Iterator[tuple[str, ...]]:
    """A row for each character, the strongest first."""
    for rating in rated["ratings"]:
        character = character_of(table.game, rating["agent"].partition(":")[2])
        low, high = rating["elo_ci95"]
        shows = ""
        if character.habit and character.agent in scripted_bots(table.played).all_names:
            shows = str(compare(table.played, character, habits, HABIT_SEED))
        yield (
            character.name,
            f"`{character.code}`",
            character.level,
            character.style,
            f"{rating['elo']:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            f"{100 * rating['win_rate']:.1f} %",
            shows,
        )


def _row(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    try:
        sys.exit(main(read_command_line(LadderArgs, "python -m railgym.training.release.ladder", sys.argv[1:])))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
