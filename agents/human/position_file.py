"""Files with a position in the notation of its game: puzzles, bug reports, exercises."""

import json
from pathlib import Path
from typing import Any

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArgumentError, RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

__all__ = ["game_in", "is_position", "parse_position", "read_position"]


def is_position(text: str) -> bool:
    """Whether a file holds a position, and not the lines of a replay."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "game" in data and "format" not in data


def read_position(file: Path) -> dict[str, Any]:
    """The position of a file; raises ArgumentError, or OSError where it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ArgumentError(f"{file}: not a text file; write a position as JSON") from None
    if not text.strip():
        raise ArgumentError(f"{file}: the file is empty; write a position as JSON")
    return parse_position(text, str(file))


def parse_position(text: str, name: str) -> dict[str, Any]:
    """The position in a text, which errors call ``name``: an object with a game and its options, else not checked.
    Raises ArgumentError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"{name}: not JSON: {error}") from None
    if not isinstance(data, dict) or "game" not in data:
        raise ArgumentError(f'{name}: a position is an object with the key game, e.g. {{"game": "empire_builder_v0"}}')
    if not isinstance(data.get("options", {}), dict):
        raise ArgumentError(f'{name}: options: expected an object, e.g. {{"num_players": 3}}')
    return data


def game_in(data: dict[str, Any], name: str) -> Game:
    """The game of a position that :func:`parse_position` returned. Raises ArgumentError for a position that it does not
    have, and for one in which it is over."""
    try:
        game = make_game(data["game"], **data.get("options", {}))
        position = Position.from_dict(game, data)
    except RailgymError as error:
        raise ArgumentError(f"{name}: {error}") from None
    if position.is_over:
        raise ArgumentError(f"{name}: the game is over in this position")
    return game
