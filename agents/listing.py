"""``railgym list``: the games and the kinds of agents."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Annotated, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railgym.agents.characters import Character, characters_of
from railgym.agents.registry import AGENTS
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.command_line import Positional
from railgym.envs.core.game import Game

__all__ = ["ListArgs", "main"]


@dataclass(frozen=True)
class ListArgs:
    """List the games, the agents that can sit in their seats, and the training configs that come with railgym; or the
    options of one game. For example:

        railgym list rail_baron_cards_v0
    """

    game: Annotated[str, Positional("GAME")] = ""
    """the id of a game: list its options and presets instead"""
    json: bool = False
    """write the lists as JSON"""


def main(args: ListArgs) -> int:
    """Print the lists; returns the exit code. Raises UnknownNameError for an unknown game."""
    if args.game:
        return _list_options(make_game(args.game), args.json)
    configs = sorted(file.name for file in (files("railgym.configs") / "train").iterdir() if file.name.endswith("yaml"))
    if args.json:
        games = [asdict(entry) for entry in GAMES.values()]
        shown = ("code", "name", "sentence", "maker", "example")
        agents = [{name: getattr(kind, name) for name in shown} for kind in AGENTS.values()]
        characters = {entry.id: [_told(character) for character in characters_of(entry)] for entry in GAMES.values()}
        print(json.dumps({"games": games, "agents": agents, "characters": characters, "configs": configs}, indent=1))
        return 0
    _show("Games", ((entry.id, entry.seats, f"{entry.title}. {entry.sentence}") for entry in GAMES.values()))
    _show("Agents", ((kind.example, f"{kind.name}: {kind.sentence}") for kind in AGENTS.values()))
    for entry in GAMES.values():
        _show(f"Characters of {entry.id}", map(_character_row, characters_of(entry)))
    _show("Training configs", ((name,) for name in configs))
    print("Play a game with:  railgym play GAME")
    return 0


def _list_options(game: Game, as_json: bool) -> int:
    """Print the options of a game with their defaults, and its presets."""
    kind, usual = type(game.options), game.options.model_dump()
    fields = kind.model_json_schema()["properties"]
    if as_json:
        options = [{"name": name, "default": usual[name], **_about(field)} for name, field in fields.items()]
        print(json.dumps({"game": game.id, "options": options, "presets": dict(kind.presets)}, indent=1))
        return 0
    rows = [(name, _shown(usual[name]), _sentence(**_about(field))) for name, field in fields.items()]
    _show(f"Options of {game.id}, with their defaults", rows)
    if kind.presets:
        presets = (
            (f"preset={name}", ", ".join(f"{key}={_shown(value)}" for key, value in given.items()))
            for name, given in kind.presets.items()
        )
        _show("Presets set several options", presets)
    print(f"Play with options:  railgym play {game.id} --option {rows[-1][0]}={rows[-1][1]}")
    return 0


def _about(field: dict[str, Any]) -> dict[str, Any]:
    return {"description": field.get("description", ""), "choices": field.get("enum", [])}


def _sentence(description: str, choices: list[Any]) -> str:
    return f"{description} ({', '.join(map(_shown, choices))})" if choices else description


def _shown(value: Any) -> str:
    """A value as it is written after ``--option``."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _told(character: Character) -> dict[str, str]:
    shown = ("code", "name", "level", "style", "sentence", "agent", "role")
    return {name: getattr(character, name) for name in shown}


def _character_row(character: Character) -> tuple[str, ...]:
    return character.code, character.level, f"{character.name}, {character.style}: {character.sentence}"


def _show(title: str, rows: Iterable[tuple[str, ...]]) -> None:
    table = Table(title=title, title_justify="left", box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(highlight=False)
    console.print(table)
    console.print()
