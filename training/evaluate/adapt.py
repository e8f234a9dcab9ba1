"""``railgym adapt``: how near an adaptive agent keeps the win rates of bots to its target."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from railgym.agents.adaptive import AdaptiveAgent, adaptive_agent, make_skilled_agent
from railgym.agents.spec import HIGHEST_TARGET, LOWEST_TARGET
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.game import Game
from railgym.envs.core.limits import GAME_COUNT, SEED, Limits
from railgym.training.arguments import benchmark_codes, command_line, game_with_options
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed, paired_seeds, play_games
from railgym.training.evaluate.statistics import win_rate_interval, win_shares
from railgym.training.reports import make_table, progress_bar, provenance, say, show

__all__ = ["AdaptArgs", "adapt", "main", "meet"]

NEAR = 0.10  # of the target
COLUMNS = (
    "stand-in",
    "target",
    "against the weakest",
    "the strongest",
    "adapted",
    "95 % interval",
    "skill after it",
    "within 10 points",
)
WITHOUT = "without the role"  # of an agent that plays a role which an option brings into the game

Target = float | Literal["middle"]


@dataclass(frozen=True)
class AdaptArgs:
    """Let bots of different strength play in the place of the person, against an adaptive agent in the second seat.

    Each bot plays game after game without a profile: first the games to adapt, then those that count. The table also
    has its win rates against the lowest and the highest skill level: a target between these can be met, any other is
    out of reach. If the agent plays a role that an option brings into the game, the table also has the win rate in the
    game without that role. For example:

      railgym adapt ticket_to_ride_card_v0
      railgym adapt railbot_v0 --option railbot=agent railbot_power=slot --target middle
    """

    game: Annotated[str, Positional("GAME")]
    """a game for two, as `railgym list` names it"""
    stand_ins: Annotated[str, Option("CODE,CODE,...")] = "random,greedy,planner,trained"
    """the bots in the place of the person, one after the other"""
    target: Annotated[Target, Option("RATE|middle"), Limits(LOWEST_TARGET, HIGHEST_TARGET)] = 0.5
    """the win rate that each should have; or the middle between those against the lowest and the highest skill"""
    games: Annotated[int, Option("N"), Limits(0, GAME_COUNT.high)] = 30
    """games before those that count"""
    then: Annotated[int, Option("N"), GAME_COUNT] = 200
    """games that count"""
    ends: Annotated[int, Option("N"), GAME_COUNT] = 400
    """games against the lowest and the highest skill, and without the role of the agent"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all games and random choices"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    json: bool = False
    """print one JSON object instead of a table"""


def main(args: AdaptArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    game = game_with_options(args.game, 2, args.option)
    codes = benchmark_codes(args.stand_ins)
    rows = []
    with progress_bar("stand-ins", len(codes)) as progress:
        for code in codes:
            rows.append(adapt(game, code, args.target, args.games, args.then, args.ends, args.seed))
            progress(1)
    report = {"game": game.id, "options": game.options.model_dump(mode="json"), "seed": args.seed, "rows": rows}
    report |= provenance(command_line("adapt", args, ("json",)))
    if args.json:
        print(json.dumps(report))
    else:
        _show(report, args)
    return 0


def adapt(game: Game, code: str, target: Target, games: int, then: int, ends: int, seed: int) -> dict[str, Any]:
    """The results of the stand-in ``code`` against an adaptive agent in a game for two.

    Returns ``stand_in``, ``target``; ``weakest`` and ``strongest``, its win rates at the ends of the range of skill;
    ``without_role``, that in the game without the agent's role (None if it plays as a player); ``in_reach``, whether
    the target lies between the ends; ``win_rate`` and ``ci95`` of the ``then`` games (as if they were independent),
    ``near``, whether that is within 10 points of the target; and ``level``, where the next game would begin.
    """
    agent = adaptive_agent(game, "adapting", game.roles[1], 0.5 if target == "middle" else target)
    weakest, strongest = (_against_end(game, code, float(agent.curve.levels[end]), ends, seed + 1) for end in (0, -1))
    if target == "middle":
        agent.target = min(max((weakest + strongest) / 2, LOWEST_TARGET), HIGHEST_TARGET)
    shares = meet(game, code, agent, games + then, seed)[games:]
    rate = win_rate_interval(shares, seed)
    return {
        "stand_in": code,
        "target": agent.target,
        "weakest": weakest,
        "strongest": strongest,
        "without_role": _without_role(game, code, ends, seed + 1),
        "in_reach": bool(strongest <= agent.target <= weakest),
        "win_rate": rate.value,
        "ci95": [rate.low, rate.high],
        "near": bool(abs(rate.value - agent.target) <= NEAR),
        "level": agent.level,
    }


def meet(game: Game, code: str, agent: AdaptiveAgent, games: int, seed: int) -> np.ndarray[Any, Any]:
    """One game after another between a bot and an adaptive agent, where seats are alike from either seat in turn: the
    bot's shares of the wins, float64 (games,)."""
    first = np.arange(games) % games_per_seed(game)  # the bot's seat
    seating = np.stack([first, 1 - first], axis=1)
    results = play_games(game, (code, agent.code), paired_seeds(seed, games), seating, given={agent.code: agent})
    shares: np.ndarray[Any, Any] = win_shares(results["payoff"][:, :2])[np.arange(games), first]
    return shares


def _against_end(game: Game, code: str, level: float, games: int, seed: int) -> float:
    """The stand-in's win rate against one skill level."""
    fixed = make_skilled_agent(game, "fixed", game.roles[1], level)
    report = evaluate(game, (code, "fixed"), -(-games // games_per_seed(game)), seed, given={"fixed": fixed})
    return float(report["agents"][0]["win_rate"])


def _without_role(game: Game, code: str, games: int, seed: int) -> float | None:
    """The stand-in's win rate in the game without the role of the agent."""
    if game.symmetric_seats:
        return None
    report = evaluate(game.without_optional_roles(), (code,), games, seed)
    return float(report["agents"][0]["win_rate"])


def _show(report: dict[str, Any], args: AdaptArgs) -> None:
    with_role = any(row["without_role"] is not None for row in report["rows"])
    rows = []
    for row in report["rows"]:
        verdict = ("yes" if row["near"] else "no") if row["in_reach"] else "out of reach"
        rates = (f"{row[name]:.1%}" for name in ("target", "weakest", "strongest", "win_rate"))
        words = [
            row["stand_in"],
            *rates,
            f"{row['ci95'][0]:.1%} to {row['ci95'][1]:.1%}",
            f"{row['level']:.2f}",
            verdict,
        ]
        rows.append([*words, *([f"{row['without_role']:.1%}"] if with_role else [])])
    title = f"{report['game']}: {args.then} games after {args.games}, seed {args.seed}"
    show(make_table(title, (*COLUMNS, *([WITHOUT] if with_role else [])), rows))
    say(report)
