"""``railgym stats``: many games of one scripted bot, and what happened in them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from railgym.agents.scripted import scripted_bots
from railgym.envs.core.batch import Scratch
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.events import EVENT_DTYPE
from railgym.envs.core.game import Array, Game
from railgym.envs.core.limits import GAME_COUNT, SEED
from railgym.envs.core.statistics import GameStatistics, StatisticsTable
from railgym.training.arguments import command_line, game_with_options
from railgym.training.evaluate.matches import Progress, paired_seeds
from railgym.training.kernels import play_logged
from railgym.training.reports import make_table, progress_bar, provenance, say, show

__all__ = ["StatsArgs", "collect_statistics", "logged_games", "main"]


@dataclass(frozen=True)
class StatsArgs:
    """Play many games of one scripted bot in every seat, and tell what happened in them.

    For example:

      railgym stats rail_baron_cards_v0 --option num_players=4 --games 10000 --seed 7
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    agent: Annotated[str, Option("CODE")] = "planner"
    """the scripted bot that plays every seat"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 1000
    """how many games"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all games and random choices"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: StatsArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    game = game_with_options(args.game, None, args.option)
    with progress_bar(f"{game.id}: {args.agent}", args.games) as progress:
        tables = collect_statistics(game, args.agent, args.games, args.seed, progress).tables()
    origin = provenance(command_line("stats", args, ("json",)))
    if args.json:
        found = {table.title: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables}
        print(json.dumps({"game": game.id, "agent": args.agent, "games": args.games, **found} | origin))
        return 0
    where = f"all {game.num_players} seats" if game.symmetric_seats else "all seats of its role"
    head = f"{game.id}: {args.games:,} games of {args.agent} in {where}, seed {args.seed}"
    show(*(make_table(table.title, table.columns, _rows(table)) for table in tables), title=head)
    say(origin)
    return 0


def collect_statistics(
    game: Game, code: str, games: int, seed: int, progress: Progress = lambda games: None
) -> GameStatistics:
    """Play ``games`` games with the scripted bot ``code`` in every seat that it plays as, and the best ones in others;
    raises UnknownNameError for other agents."""
    bots = scripted_bots(game)
    have = (*bots.names, *bots.styled_names)
    if code not in have:
        raise UnknownNameError(f"--agent {code}: statistics are of scripted bots: {', '.join(have)}")
    statistics = game.display.statistics()
    for state, events in logged_games(game, bots.in_seats(game.roles, code), paired_seeds(seed, games)):
        statistics.add(state, events)
        progress(1)
    return statistics


def logged_games(game: Game, seats: Array, seeds: Array) -> Iterator[tuple[Array, Array]]:
    """Play games of scripted bots, whose numbers by seat are ``seats`` (P,): for each of ``seeds``, int64 (G,), the
    last position (1,) and all events, ``EVENT_DTYPE`` (N,). Both are valid until the next game."""
    play, state = game.bind(play_logged), np.zeros(1, game.state_dtype)
    scratch, log = Scratch(game, 1).row(0), np.zeros(4096, EVENT_DTYPE)
    for seed in seeds:
        while (count := play(game.params, seed, seats, state, *scratch, log)) > len(log):
            log = np.zeros(2 * count, EVENT_DTYPE)
        yield state, log[:count]


def _rows(table: StatisticsTable) -> list[list[str]]:
    return [[format(value, how) for value, how in zip(row, table.columns.values(), strict=True)] for row in table.rows]
