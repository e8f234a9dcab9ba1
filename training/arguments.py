"""What benchmark commands have in common: options, line-ups and numbers from the command line."""

import shlex
from dataclasses import MISSING, fields
from typing import Any

import numba
import yaml

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.envs.core.game import Game

__all__ = [
    "all_threads",
    "at_least",
    "command_line",
    "distinct_names",
    "game_with_seats",
    "parse_codes",
    "parse_options",
]

PEOPLE = ("human",)  # kinds of agents that take the time of a person


def parse_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """``("edition=published", "decks=1")`` -> the keywords of a game; values are read as YAML.

    Raises OptionsError for a pair without ``=``, an option given twice and a value that is not YAML.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise OptionsError(f"option {pair!r}: write NAME=VALUE, e.g. edition=published")
        if name in options:
            raise OptionsError(f"option {name!r} is given twice")
        try:
            options[name] = yaml.safe_load(value)
        except yaml.YAMLError:
            raise OptionsError(f"option {pair!r}: cannot read the value {value!r}") from None
    return options


def parse_codes(text: str, flag: str) -> tuple[str, ...]:
    """``"trained,planner"`` -> codes of agents; raises OptionsError if one is empty, UnknownNameError for a person."""
    codes = tuple(code.strip() for code in text.split(","))
    if not all(codes):
        raise OptionsError(f"{flag} {text!r}: write codes of agents separated by commas, e.g. planner,random")
    for code in codes:
        if code.partition(":")[0] in PEOPLE:
            raise UnknownNameError(f"{flag} {text!r}: {code!r} cannot play a benchmark; play a game with: railgym play")
    return codes


def game_with_seats(id: str, seats: int, pairs: tuple[str, ...]) -> Game:
    """The game with ``num_players`` set to the number of seats that are taken.

    Raises UnknownNameError, and OptionsError where the game does not take so many seats.
    """
    options = parse_options(pairs)
    if id in GAMES:  # an unknown one is refused by make_game, which names the nearest
        low, _, high = GAMES[id].seats.partition("-")
        if not int(low) <= seats <= int(high or low):
            raise OptionsError(f"{id} takes {GAMES[id].seats.replace('-', ' to ')} seats, got {seats}")
    if options.setdefault("num_players", seats) != seats:
        raise OptionsError(f"option num_players={options['num_players']!r}: {seats} seats are taken")
    return make_game(id, **options)


def at_least(minimum: int, **numbers: int) -> None:
    """Raise OptionsError naming the first number below ``minimum``."""
    for name, number in numbers.items():
        if number < minimum:
            raise OptionsError(f"--{name} {number}: give a number of at least {minimum}")


def all_threads(threads: int | None) -> int:
    """The number of threads asked for, or one for every core this process may use."""
    if threads is None:
        return int(numba.config.NUMBA_NUM_THREADS)
    at_least(1, threads=threads)
    return threads


def distinct_names(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The codes with equal ones numbered: ``planner``, ``planner#2``."""
    names = []
    for i, code in enumerate(codes):
        number = codes[: i + 1].count(code)
        names.append(code if number == 1 else f"{code}#{number}")
    return tuple(names)


def command_line(command: str, args: Any, leave_out: tuple[str, ...] = ()) -> str:
    """The command that gives the same result: ``railgym COMMAND GAME --flag value ...``, defaults left out."""
    words = ["railgym", command, args.game]
    for field in fields(args):
        value = getattr(args, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name in ("game", *leave_out) or value == default:
            continue
        flag = "--" + field.name.replace("_", "-")
        if isinstance(value, bool):
            words.append(flag)
        elif isinstance(value, tuple):
            words += [word for item in value for word in (flag, str(item))]
        else:
            words += [flag, str(value)]
    return shlex.join(words)
