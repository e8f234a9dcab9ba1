"""What benchmark commands have in common: line-ups, numbers and options from the command line."""

import shlex
from collections.abc import Iterable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from railgym.agents.registry import parse_agent
from railgym.agents.seating import game_for_seats, game_to_compare, line_up, parse_options, split_codes
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.host import usable_cores

__all__ = [
    "all_threads",
    "benchmark_codes",
    "command_line",
    "distinct_names",
    "evaluate_command",
    "game_to_measure",
    "game_with_options",
]

PEOPLE = ("human",)  # kinds of agents that take the time of a person

Words = tuple[tuple[str, ...], ...]


def benchmark_codes(text: str) -> tuple[str, ...]:
    """``"trained,planner"`` -> codes of agents; raises OptionsError if one is empty or a person's."""
    codes = split_codes(text)
    for code in codes:
        if parse_agent(code).kind in PEOPLE:
            raise OptionsError(f"{code!r} cannot play a benchmark; play a game with: railgym play")
    return codes


def game_with_options(id: str, seats: int | None, option: Words) -> Game:
    """The game with so many seats (None: as the options say); raises UnknownNameError or OptionsError."""
    return game_for_seats(id, seats, _parse(id, option))


def game_to_measure(id: str, agents: int, option: Words) -> Game:
    """The game that so many agents play together, or each alone if it is for one; raises as above."""
    return game_to_compare(id, agents, _parse(id, option))


def _parse(id: str, option: Words) -> dict[str, Any]:
    return parse_options((pair for words in option for pair in words), id)


def all_threads(threads: int | None) -> int:
    """The number of threads asked for, or one for every core this process may use."""
    return usable_cores() if threads is None else threads


def distinct_names(codes: Iterable[str]) -> tuple[str, ...]:
    """The codes with equal ones numbered: ``planner``, ``planner#2``."""
    names: list[str] = []
    seen: dict[str, int] = {}
    for code in codes:
        seen[code] = seen.get(code, 0) + 1
        names.append(code if seen[code] == 1 else f"{code}#{seen[code]}")
    return tuple(names)


def command_line(command: str, args: Any, leave_out: Iterable[str] = (), positional: str | None = "game") -> str:
    """The command that gives the same result: ``railgym COMMAND GAME --flag value ...``, defaults left out;
    ``positional`` is the field of the words that have no flag, if there is one."""
    given = getattr(args, positional) if positional else ()
    words = ["railgym", *command.split(), *((str(given),) if isinstance(given, str | Path) else given)]
    for field in fields(args):
        value = getattr(args, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name in (positional, *leave_out) or value == default:
            continue
        words.append("--" + field.name.replace("_", "-"))
        if isinstance(value, tuple):
            words += [str(part) for item in value for part in (item if isinstance(item, tuple) else (item,))]
        elif not isinstance(value, bool):
            words.append(str(value))
    return shlex.join(words)


def evaluate_command(game: Game, code: str, role: str, rival: str | None = None) -> str:
    """The command that measures an agent that plays as ``role``, among ``rival`` or the game's best bots."""
    codes = line_up(game, code, role, rival)
    given = game.options.model_dump(mode="json", exclude_defaults=True, exclude={"num_players"})
    options = [f"--option {shlex.quote(f'{name}={value}')}" for name, value in given.items()]
    return " ".join([f"railgym evaluate {game.id} --seats {shlex.quote(','.join(codes))}", *options])
