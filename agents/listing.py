"""``railgym list``: the games and the kinds of agents."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railgym.agents.characters import Character, characters_of
from railgym.agents.registry import AGENTS
from railgym.envs.catalog import GAMES

__all__ = ["ListArgs", "main"]


@dataclass(frozen=True)
class ListArgs:
    """List the games, the agents that can sit in their seats, and the training configs that come with railgym."""

    json: bool = False
    """write the lists as JSON"""


def main(args: ListArgs) -> int:
    """Print the lists; returns the exit code."""
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
