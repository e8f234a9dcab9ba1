"""For maintainers: measure the skill levels of shipped agents, and write them into their cards.

    python -m railgym.training.release.skill_levels ticket_to_ride_card rail_baron_cards

At every skill level an agent plays the same seeds against every evaluation opponent: the scripted bots of its
role, or, where the seats opposite have another role, the best bot and the trained agent of that one. Ratings are log
odds by maximum likelihood (Bradley-Terry) over all rivals, above skill 0. The levels of a role that has a kind bot
go down to -1.

    python -m railgym.training.release.skill_levels railbot_choices --option railbot_power=slot

measures them with other options, and adds them to the card.

    python -m railgym.training.release.skill_levels empire_builder --exponent 0.25

first gives the network a larger share of the decisions at every skill below 1, for a game that random moves lose.
"""

import json
import shlex
import sys
from dataclasses import dataclass
from importlib.resources import as_file
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from railgym.agents.adaptive import make_skilled_agent
from railgym.agents.learned import LearnedAgent
from railgym.agents.learned.artifact import (
    EXPONENT,
    AgentCard,
    SkillLevel,
    SkillLevels,
    read_card,
    shipped_agents,
    shipped_folder,
)
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import parse_options
from railgym.envs.catalog import make_game
from railgym.envs.core.command_line import Option, Positional, read_command_line
from railgym.envs.core.errors import OptionsError, RailgymError, UnknownNameError, meant
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.limits import GAME_COUNT, SEED, THREADS, check_numbers
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed
from railgym.training.evaluate.ratings import ELO, bradley_terry
from railgym.training.evaluate.statistics import Interval, constant_interval
from railgym.training.learn.folder import write_json
from railgym.training.reports import make_table, show

__all__ = ["SkillLevelArgs", "evaluation_opponents", "main", "measure_skill_levels", "ratings_of"]

SETTINGS = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
FROM_BELOW_0 = (-1.0, -0.5, 0.0, 0.5, 1.0)  # of a role that has a kind bot


@dataclass(frozen=True)
class SkillLevelArgs:
    """Measure the skill levels of shipped agents, and write them into their cards."""

    names: Annotated[tuple[str, ...], Positional("NAME")]
    """folders of shipped agents"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 400
    """at every level, against every rival, rounded up to whole seeds"""
    seed: Annotated[int, Option("N"), SEED] = 21
    """the seed of all paired seeds"""
    threads: Annotated[int, Option("N"), THREADS] = 1
    """threads that scripted bots play on"""
    exponent: Annotated[float | None, Option("X", default="as in the card")] = None
    """the power of the skill that is the network's share of the decisions, from now on"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game that differ from those that the agents were trained with"""


def evaluation_opponents(game: Game, role: str) -> tuple[str, ...]:
    """The opponents that an agent of this role is measured against; none in a game for one."""
    if game.num_players == 1:
        return ()
    if game.symmetric_seats:
        return scripted_bots(game).playing_as(role)
    other = next(there for there in game.roles if there != role)
    return scripted_bots(game).playing_as(other)[-1], "trained"


def measure_skill_levels(game: Game, card: AgentCard, games: int, seed: int, threads: int = 1) -> SkillLevels:
    """Play ``games`` games at every setting against every rival. Raises what ``evaluate`` does."""
    code = "skilled"
    agent = make_skilled_agent(game, code, card.role)
    if isinstance(agent, LearnedAgent):
        agent.exponent = card.exponent
    levels = FROM_BELOW_0 if agent.lowest < 0 else SETTINGS
    opponents = evaluation_opponents(game, card.role)
    num_seeds = -(-games // games_per_seed(game))
    rates = np.zeros((len(levels), max(1, len(opponents))))
    for row, agent.skill in enumerate(levels):
        for column, rival in enumerate(opponents or (None,)):
            codes = _table(game, code, card.role, rival)
            report = evaluate(game, codes, num_seeds, seed, threads, given={code: agent})
            rates[row, column] = report["agents"][codes.index(code)]["win_rate"]
    played = num_seeds * games_per_seed(game)
    ratings = ratings_of(rates, played, game.num_players, levels.index(0)) if opponents else [None] * len(levels)
    found = [_level(*row, opponents, played, num_seeds) for row in zip(levels, rates, ratings, strict=True)]
    options, made_with = game.options.rules(), game.options.completed(card.options)
    changed = [f"{name}={value}" for name, value in options.items() if made_with.get(name) != value]
    words = [
        "python",
        "-m",
        "railgym.training.release.skill_levels",
        card.name,
        "--games",
        str(games),
        "--seed",
        str(seed),
    ]
    words += ["--exponent", f"{card.exponent:g}"] if card.exponent != EXPONENT else []
    command = shlex.join([*words, *(["--option", *changed] if changed else [])])
    return SkillLevels(command=command, options=options, games=played, levels=tuple(found))


def _level(
    skill: float, rates: Array, rating: float | None, opponents: tuple[str, ...], games: int, num_seeds: int
) -> SkillLevel:
    """What was found at one setting, with a normal interval for the mean over the rivals. If every game against each
    rival had the same result, that interval would have no width."""
    mean, error = float(rates.mean()), 1.96 * np.sqrt((rates * (1 - rates)).sum() / games) / len(rates)
    against = {rival: _round(rate) for rival, rate in zip(opponents, rates)}
    found = Interval(mean, max(0, mean - error), min(1, mean + error)) if error else constant_interval(mean, num_seeds)
    ci95 = (_round(found.low), _round(found.high))
    return SkillLevel(skill=skill, win_rate=_round(mean), ci95=ci95, against=against, rating=rating)


def _table(game: Game, code: str, role: str, rival: str | None) -> tuple[str, ...]:
    """The agent in the first seat of its role, its rival in all others."""
    if rival is None:
        return (code,)
    seat = game.roles.index(role)
    return tuple(code if there == seat else rival for there in range(game.num_players))


def ratings_of(rates: Array, games: int, seats: int, zero: int) -> list[float]:
    """Log odds of every setting above setting number ``zero``, from its rates of wins (S, R) against every rival.

    Among several rivals of a kind an agent that wins as often as all of them together is so much better than one."""
    settings, rivals = rates.shape
    wins = np.zeros((settings + rivals,) * 2)
    wins[:settings, settings:], wins[settings:, :settings] = games * rates, games * (1 - rates.T)
    handicap = np.zeros_like(wins)
    handicap[:settings, settings:], handicap[settings:, :settings] = np.log(seats - 1), -np.log(seats - 1)
    strengths = bradley_terry(wins, handicap)[:settings] / ELO
    return [_round(rating) for rating in strengths - strengths[zero]]


def _round(number: float) -> float:
    return round(float(number), 4)


def main(args: SkillLevelArgs) -> int:
    """Measure, show and write. Raises UnknownNameError for an agent that does not ship, OptionsError for numbers."""
    check_numbers(args)
    if args.exponent is not None and args.exponent <= 0:
        raise OptionsError(f"--exponent {args.exponent:g}: write a number above 0, as in 0.25")
    for name in args.names:
        if name not in shipped_agents():
            raise UnknownNameError(f"no shipped agent {name!r}; {meant(name, shipped_agents())}")
    for name in args.names:
        card = shipped_agents()[name]
        if args.exponent is not None:
            if card.role != PLAYER:
                raise OptionsError(f"--exponent: {name} plays as {card.role}, which has none; leave it out")
            card = card.model_copy(update={"exponent": args.exponent})
        given = parse_options((pair for words in args.option for pair in words), card.game)
        game = make_game(card.game, **card.options | given)
        measured = measure_skill_levels(game, card, args.games, args.seed, args.threads)
        _show(name, measured)
        with as_file(shipped_folder(name)) as folder:
            _write(folder / "agent.json", card, measured)
    return 0


def _write(file: Path, card: AgentCard, measured: SkillLevels) -> None:
    """Write skill levels into a card, in place of those with the same options."""
    same = card.exponent == read_card(file.parent).exponent
    kept = [*(other for other in card.skill_levels if same and other.options != measured.options), measured]
    data = json.loads(file.read_text(encoding="utf-8"))
    write_json(
        file, data | {"exponent": card.exponent, "skill_levels": [part.model_dump(mode="json") for part in kept]}
    )


def _show(name: str, measured: SkillLevels) -> None:
    rivals = tuple(measured.levels[0].against)
    rows: list[tuple[Any, ...]] = [
        (
            f"{level.skill}",
            *(f"{rate:.1%}" for rate in level.against.values()),
            f"{level.win_rate:.1%}",
            f"{level.ci95[0]:.1%} to {level.ci95[1]:.1%}",
            "" if level.rating is None else f"{level.rating:.2f}",
        )
        for level in measured.levels
    ]
    show(make_table(name, ("skill", *rivals, "wins", "95 % interval", "rating"), rows))


if __name__ == "__main__":
    try:
        sys.exit(
            main(read_command_line(SkillLevelArgs, "python -m railgym.training.release.skill_levels", sys.argv[1:]))
        )
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
