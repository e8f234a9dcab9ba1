"""For maintainers: measure the random maps of a game: the time that the maps of many seeds take, their faults, and the
games of bots on them.

    python -m railgym.training.release.random_maps make crayon --maps 10000
    python -m railgym.training.release.random_maps play empire_builder_v0 --maps 100 --games 10 --seats 2
    python -m railgym.training.release.random_maps play empire_builder_v0 --map europe --games 400 --seats 4
    python -m railgym.training.release.random_maps play railways_of_the_world_v0 --bot trained --rival planner

``make`` makes maps of the seeds 0, 1, ..., checks them as ``railgym map check`` does, and lists those with faults.
``play`` plays games among bots on the maps of the test seeds 1000000, 1000001, ... or on one map, and shows how long
they are and what share of them each seat wins. With ``--rival`` the bot has one seat, each in turn, and rivals have the
others; ``play`` then shows what share the bot wins, with an interval over maps.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from typing import Annotated, Literal, cast

import numpy as np

from railgym.agents.seating import line_up
from railgym.envs.catalog import make_game
from railgym.envs.core.command_line import Option, Positional, UsageError, read_command_line
from railgym.envs.core.errors import DataError, RailgymError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.geo.worlds.settings import RANDOM, TEST_SEEDS, WorldSettings
from railgym.envs.core.limits import GAME_COUNT, SEED, check_numbers
from railgym.envs.core.map_shape import MAPS
from railgym.envs.maps import MAKERS, Maker
from railgym.training.evaluate.matches import games_per_seed, paired_seeds, play_games, seated
from railgym.training.evaluate.statistics import win_rate_interval, win_shares

__all__ = ["MakeArgs", "PlayArgs", "main", "make_maps", "play_maps"]

NAME = "python -m railgym.training.release.random_maps"


@dataclass(frozen=True)
class MakeArgs:
    """Make the maps of many seeds, and list those with faults."""

    kind: Annotated[Literal["crayon", "railways", "rail_baron"], Positional()]
    """what is played on them"""
    maps: Annotated[int, Option("N"), GAME_COUNT] = 10_000
    """how many, from the first seed"""
    first: Annotated[int, Option("N"), SEED] = 0
    """the first seed"""
    size: Literal["small", "medium", "large"] = "medium"
    """how much there is on the maps"""


@dataclass(frozen=True)
class PlayArgs:
    """Play games among bots on the maps of test seeds, or on one map."""

    game: Annotated[str, Positional("GAME")]
    """the id of a game"""
    maps: Annotated[int, Option("N"), GAME_COUNT] = 100
    """how many"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 10
    """games on every map"""
    map: Annotated[str | None, Option("MAP", default="those of test seeds")] = None
    """the name of one map, or a folder"""
    seats: Annotated[int | None, Option("N", default="the game's default")] = None
    """players in a game"""
    bot: Annotated[str, Option("CODE")] = "planner"
    """the bot of every seat, or with --rival of one seat"""
    rival: Annotated[str | None, Option("CODE")] = None
    """the bot of all other seats"""
    size: Literal["small", "medium", "large"] = "medium"
    """how much there is on the maps"""
    seed: Annotated[int, Option("N"), SEED] = 9500
    """the seed of all games"""


def make_maps(args: MakeArgs) -> tuple[Array, dict[int, str]]:
    """The seconds of processor time that each map takes, and the faults by seed."""
    maker = cast(Maker, import_module(MAKERS[args.kind]).KIND)
    seconds, faults = np.zeros(args.maps), {}
    for i in range(args.maps):
        start = process_time()
        try:
            maker.check_random(WorldSettings(args.first + i, args.size))
        except DataError as error:
            faults[args.first + i] = str(error)
        seconds[i] = process_time() - start
    return seconds, faults


def play_maps(args: PlayArgs) -> tuple[Game, Array]:
    """The game on the last map, and the results of all games, one row a map."""
    name = next(iter(MAPS & type(make_game(args.game).options).model_fields.keys()), "map")
    seats = {} if args.seats is None else {"num_players": args.seats}
    rows = []
    for i, played in enumerate(_maps(args)):
        game = make_game(args.game, **seats, **{name: played})
        if args.rival is not None and game.num_players == 1:
            raise UsageError(f"--rival: {game.id} is a game for one; leave --rival out")
        codes = [args.bot] if args.rival is None else line_up(game, args.bot, game.roles[0], args.rival)
        seeds, seating = _games(game, args, args.seed + i, len(codes))
        rows.append(play_games(game, codes, seeds, seating))
    return game, np.stack(rows)


def _games(game: Game, args: PlayArgs, seed: int, agents: int) -> tuple[Array, Array]:
    """The games on a map: their seeds (N,), and the agent of every seat (N, P)."""
    if agents == 1:
        return paired_seeds(seed, args.games), np.zeros((args.games, game.num_players), int)
    return seated(game, paired_seeds(seed, -(-args.games // games_per_seed(game))), range(agents))


def _maps(args: PlayArgs) -> list[str]:
    """The maps to play on, as the option of a game names them."""
    return [args.map] if args.map else [f"{RANDOM}{seed}:size={args.size}" for seed in TEST_SEEDS[: args.maps]]


def main(words: Sequence[str]) -> int:
    """Measure, and print what was found; returns 1 if there were faults."""
    command, rest = (words[0], words[1:]) if words else ("", words)
    if command == "make":
        wanted = read_command_line(MakeArgs, f"{NAME} make", rest)
        check_numbers(wanted)
        seconds, faults = make_maps(wanted)
        _print_times(wanted, seconds, faults)
        return int(bool(faults))
    if command == "play":
        played = read_command_line(PlayArgs, f"{NAME} play", rest)
        check_numbers(played)
        _print_games(played, *play_maps(played))
        return 0
    raise UsageError(f"unknown command {command!r}: write make or play; see {NAME} make --help")


def _print_times(args: MakeArgs, seconds: Array, faults: dict[int, str]) -> None:
    middle, late = np.percentile(seconds * 1000, (50, 99))
    print(
        f"{args.kind}, {args.size}: {args.maps:,} maps from seed {args.first}, {len(faults)} with faults; "
        f"{middle:.0f} ms of processor time a map in the median, {late:.0f} ms in the 99th percentile"
    )
    for seed, text in faults.items():
        print(f"seed {seed}: {text}")


def _print_games(args: PlayArgs, game: Game, results: Array) -> None:
    """Print lengths, in turns, and the mean share of a win that each seat has."""
    seats = game.num_players
    payoffs = results["payoff"][..., :seats].reshape(-1, seats)
    low, middle, high = np.percentile(results["turns"], (5, 50, 95))
    shares = [f"{share:.1%}" for share in win_shares(payoffs).mean(axis=0)]
    by_map = np.median(results["turns"], axis=1)
    reasons = Counter(game.end_reasons[reason] for reason in results["end_reason"].ravel().tolist())
    where = args.map or f"{args.maps} {args.size} maps"
    print(
        f"{args.game}, {seats} seats: {where}, {args.games} games on each; turns: median "
        f"{middle:.0f}, 5 to 95 %: {low:.0f} to {high:.0f}, medians of maps {by_map.min():.0f} to {by_map.max():.0f}"
    )
    print(f"wins by seat: {', '.join(shares)}; ends: {dict(reasons)}")
    if args.rival is not None:
        wins = win_rate_interval(_wins_by_map(args, game, payoffs), args.seed)
        print(f"{args.bot} wins {wins.text('.1%')} among {args.rival}")


def _wins_by_map(args: PlayArgs, game: Game, payoffs: Array) -> Array:
    """The share of its games that the bot wins among its rivals, one number for each map."""
    maps = len(_maps(args))
    seating = _games(game, args, args.seed, game.num_players)[1]  # the same on every map
    shares: Array = win_shares(payoffs).reshape(maps, *seating.shape)[:, seating == 0].mean(1)
    return shares


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
