"""``railgym ladder``: the rating of an agent among graded opponents, in one game or in all."""

import json
import math
from dataclasses import dataclass
from typing import Annotated, Any

from railgym.envs.catalog import entry_of, make_game
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.limits import GAME_COUNT, SEED, THREADS, Limits
from railgym.training.arguments import all_threads, benchmark_codes, command_line
from railgym.training.evaluate.ladder.definition import LATEST, LadderGame, load_ladder
from railgym.training.evaluate.ladder.games import RungGames
from railgym.training.evaluate.ladder.placing import Placement, place
from railgym.training.evaluate.ledger import Ledger, ledger_table
from railgym.training.evaluate.matches import Progress, games_per_seed, make_agents
from railgym.training.reports import make_table, progress_bar, provenance, say, show

__all__ = ["LadderArgs", "main", "place_agent"]

GAME_WORD = "{game}"  # in a code, stands for the id of the game


@dataclass(frozen=True)
class LadderArgs:
    """Rate an agent by games against the graded opponents of a ladder, with as few games as the rating needs.

    For example:

      railgym ladder planner
      railgym ladder file:runs/card/agent --game ticket_to_ride_card_v0
      railgym ladder "file:runs/{game}/agent"
      railgym ladder llm:mine.yaml --game rail_baron_cards_v0 --games 40

    Below the table is the mean of the points over the games. Each game has the same weight.
    """

    agent: Annotated[str, Positional("AGENT")]
    """the agent; {game} in it stands for the id of the game"""
    game: Annotated[tuple[str, ...], Option("GAME", default="all games")] = ()
    """the games to play, as `railgym list` names them"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 200
    """the most games of the agent in each game"""
    width: Annotated[float, Option("ELO"), Limits(1, 10_000)] = 150.0
    """stop when the 95 % interval of the rating is at most this many Elo points wide"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all paired seeds and random choices"""
    ladder: Annotated[str, Option("NAME")] = LATEST
    """the ladder, with its version"""
    threads: Annotated[int | None, Option("N", default="all cores"), THREADS] = None
    """threads that scripted bots play on; results do not depend on it"""
    json: bool = False
    """print one JSON object instead of tables"""


def main(args: LadderArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    suite, ladder = load_ladder(args.ladder)
    places = [ladder.of(entry_of(id).id) for id in args.game or [game.game for game in ladder.games]]
    options = {table.game: table.options for table in suite.tables}
    tables = [(make_game(rungs.game, **options[rungs.game]), rungs) for rungs in places]
    codes = [_code_for(args.agent, game) for game, _ in tables]
    for code, (game, rungs) in zip(codes, tables, strict=True):
        if args.games < game.num_players:
            raise OptionsError(f"--games {args.games}: {game.id} needs at least {game.num_players}, one in each seat")
        rungs.check(game)
        make_agents(game, (code,))  # so that a wrong one is refused before the first game
    rows = []
    with progress_bar("games", args.games * len(tables)) as progress:
        for code, (game, rungs) in zip(codes, tables, strict=True):
            rows.append(
                place_agent(game, rungs, code, args.games, args.width, args.seed, all_threads(args.threads), progress)
            )
    report = {"ladder": ladder.name, "agent": args.agent, "seed": args.seed, "games": rows, "mean": _mean(rows)}
    report |= provenance(command_line("ladder", args, ("threads", "json"), positional="agent"))
    if args.json:
        print(json.dumps(report))
    else:
        _show(report)
    return 0


def _code_for(agent: str, game: Game) -> str:
    codes = benchmark_codes(agent.replace(GAME_WORD, game.id))
    if len(codes) != 1:
        raise OptionsError(f"{agent!r} names {len(codes)} agents: the ladder rates one at a time")
    return codes[0]


def place_agent(
    game: Game,
    ladder: LadderGame,
    code: str,
    games: int,
    width: float,
    seed: int,
    threads: int = 1,
    progress: Progress = lambda games: None,
) -> dict[str, Any]:
    """Place an agent on the rungs of a game: ``place`` for the arguments.

    Returns ``game``; ``elo`` with ``elo_ci95``; the same in ``points``, 0 for the random bot and 100 for the strongest
    rung; ``games`` played; ``below`` and ``above``, the rungs that the rating lies between, or None; ``rungs``, a row
    for each rung that was played, with ``agent``, ``elo``, ``games`` and ``points`` won; and what a
    :class:`Ledger` reports.
    """
    played = RungGames(game, code, tuple(rung.agent for rung in ladder.rungs), seed, threads, progress)
    placement = place(ladder.ratings, played.play, games_per_seed(game), games, width)
    ledger = Ledger()
    if (agent := played.made.get(0)) is not None:
        ledger.add({0: agent})
    rating = placement.rating
    return {
        "game": game.id,
        "agent": code,
        "elo": round(rating.value),
        "elo_ci95": [round(rating.low), round(rating.high)],
        "points": round(ladder.points(rating.value), 1),
        "points_ci95": [round(ladder.points(rating.low), 1), round(ladder.points(rating.high), 1)],
        "games": int(placement.games.sum()),
        "below": _rung(ladder, placement.below),
        "above": _rung(ladder, placement.below + 1),
        "rungs": _met(ladder, placement),
        **ledger.of(0),
    }


def _rung(ladder: LadderGame, number: int) -> dict[str, Any] | None:
    if not 0 <= number < len(ladder.rungs):
        return None
    rung = ladder.rungs[number]
    return {"rung": number + 1, "agent": rung.agent, "elo": rung.elo}


def _met(ladder: LadderGame, placement: Placement) -> list[dict[str, Any]]:
    return [
        {"rung": k + 1, "agent": rung.agent, "elo": rung.elo, "games": int(games), "won": round(float(points), 1)}
        for k, (rung, games, points) in enumerate(zip(ladder.rungs, placement.games, placement.points, strict=True))
        if games
    ]


def _mean(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean of the points over all games, each with the same weight, and its 95 % interval."""
    value = sum(row["points"] for row in rows) / len(rows)
    halves = [(row["points_ci95"][1] - row["points_ci95"][0]) / 2 for row in rows]
    half = math.hypot(*halves) / len(rows)
    return {
        "games": len(rows),
        "points": round(value, 1),
        "points_ci95": [round(value - half, 1), round(value + half, 1)],
    }


# --- tables ---------------------------------------------------------------------------------------------------------


def _show(report: dict[str, Any]) -> None:
    rows = [
        (
            row["game"],
            f"{row['elo']:+,}",
            f"{row['elo_ci95'][0]:+,} to {row['elo_ci95'][1]:+,}",
            f"{row['points']:.0f}",
            f"{row['games']:,}",
            _stands(row),
        )
        for row in report["games"]
    ]
    columns = ("game", "Elo", "95 % interval", "points", "games", "place")
    title = f"{report['agent']} on {report['ladder']}, seed {report['seed']}"
    show(make_table(title, columns, rows), *ledger_table(report["games"]))
    if len(report["games"]) == 1:
        _show_rungs(report["games"][0])
    mean = report["mean"]
    low, high = mean["points_ci95"]
    print(f"mean over {_count(mean['games'])}: {mean['points']:.1f} points (95 % interval {low:.1f} to {high:.1f})")
    print(f"cite: {report['ladder']}, railgym {report['railgym']}, seed {report['seed']}, and this command:")
    say(report)


def _count(games: int) -> str:
    return f"{games} game{'s' * (games > 1)}"


def _stands(row: dict[str, Any]) -> str:
    """The rungs that a rating lies between, in words."""
    below, above = (f"{rung['agent']} ({rung['rung']})" if (rung := row[side]) else "" for side in ("below", "above"))
    if below and above:
        return f"between {below} and {above}"
    return f"above {below}" if below else f"below {above}"


def _show_rungs(row: dict[str, Any]) -> None:
    met = [
        (f"{rung['rung']}", rung["agent"], f"{rung['elo']:+,.0f}", f"{rung['games']:,}", f"{rung['won']:.1f}")
        for rung in row["rungs"]
    ]
    show(make_table("games against the rungs", ("rung", "agent", "Elo", "games", "won"), met))
