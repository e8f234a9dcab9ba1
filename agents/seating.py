"""Who sits where: the game that fits a list of agent codes, from the words of a command line."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, plain
from railgym.envs.core.game import Game
from railgym.envs.core.geo.yaml_file import read_value

__all__ = [
    "best_bot",
    "game_for_seats",
    "game_to_compare",
    "line_up",
    "parse_options",
    "read_word",
    "split_codes",
    "usual_players",
]


def split_codes(codes: str) -> tuple[str, ...]:
    """Agent codes from ``human,planner``; raises OptionsError for an empty one."""
    found = tuple(code.strip() for code in codes.split(","))
    if not all(found):
        raise OptionsError(f"empty name among the agents {codes!r}; write them as in human,random")
    return found


def parse_options(pairs: Iterable[str], id: str = "") -> dict[str, Any]:
    """Options of game ``id`` from ``key=value`` words: values as in YAML, several values with commas between them.

    Raises OptionsError for a word without ``=``, an option given twice and a value that is not YAML.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise OptionsError(f"option {pair!r}: write key=value{_example(id, name)}")
        if name in options:
            raise OptionsError(f"option {name!r} is given twice")
        if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+", value):
            bare = value.replace(",", "")
            raise OptionsError(f"option {pair!r}: write numbers without commas, {name}={bare}; or a list, [1,2]")
        try:
            several = "," in value and value[0] not in "[{" and not _takes_text(id, name)
            options[name] = read_word(f"[{value}]" if several else value)
        except ValueError as error:
            raise OptionsError(f"option {name}: cannot read {value!r}: {error}") from None
    return options


def read_word(text: str) -> Any:
    """The value of a word of a command line: as in YAML, but keys need braces, so ``random:`` is a text. Raises
    ValueError."""
    value = read_value(text)
    return text if isinstance(value, dict) and not text.lstrip().startswith("{") else value


def _takes_text(id: str, name: str) -> bool:
    """Whether an option of a game is a string, which may contain commas (``random:7,size=small``)."""
    fields = type(make_game(id).options).model_fields if id in GAMES else {}
    return name in fields and fields[name].annotation is str


def _example(id: str, name: str) -> str:
    """How an option of a game may be written, best the one that was meant."""
    if id not in GAMES:
        return ""
    options = make_game(id).options.model_dump()
    near = get_close_matches(name, options, 1) or [next(iter(options))]
    return f", as in {near[0]}={options[near[0]]}"


def usual_players(game: Game) -> tuple[str, ...]:
    """Who plays unless it is said: a person, and the best bots in the other seats."""
    return ("human", *(best_bot(game, role) for role in game.roles[1:]))


def game_for_seats(id: str, seats: int | None, options: dict[str, Any]) -> Game:
    """The game with ``seats`` seats (None: as the options say); raises UnknownNameError or OptionsError."""
    if seats is None or id not in GAMES:
        return make_game(id, **options)
    entry = GAMES[id]
    if not entry.fewest <= seats <= entry.most:
        raise OptionsError(f"{id} has {entry.seats} seat{'s' * (entry.most > 1)}, not {seats}")
    if (said := options.get("num_players", seats)) != seats:
        raise OptionsError(f"{seats} agents, and num_players={plain(said)}: leave out num_players")
    return make_game(id, **options | {"num_players": seats})


def game_to_compare(id: str, agents: int, options: dict[str, Any]) -> Game:
    """The game that so many agents play together, or each of them alone where the options make it a game for one."""
    if id in GAMES and GAMES[id].fewest == 1:
        game = make_game(id, **options)
        if game.num_players == 1:
            return game
    return game_for_seats(id, agents, options)


def best_bot(game: Game, role: str | None = None) -> str:
    """The code of the game's strongest scripted bot that plays as ``role``, by default as the first seat."""
    return scripted_bots(game).playing_as(role or game.roles[0])[-1]


def line_up(game: Game, code: str, role: str, rival: str | None = None) -> tuple[str, ...]:
    """Who is to play so that an agent that plays as ``role`` is measured: it and, in all other seats, the agent
    ``rival``, or the best bot where that is a bot of another role. In a game for one, the two play side by side."""
    if game.num_players == 1:
        return (code, rival) if rival else (code,)
    bots, seat = scripted_bots(game), game.roles.index(role)
    rival = rival or best_bot(game)
    if rival in bots.names:
        others = [bots.names[number] for number in bots.in_seats(game.roles, rival)]
    else:  # a nonsense bot or an agent, which is refused where it does not fit
        others = [rival] * game.num_players
    return (*others[:seat], code, *others[seat + 1 :])
