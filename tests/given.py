"""Helpers for given/when/then tests of rules."""

from typing import Any

from railgym.envs.core.display import without_note
from railgym.envs.core.game import Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.notation_kinds import Each, Kind, Parts, Row
from railgym.envs.core.position import Position, Reading

__all__ = ["given", "legal", "play", "written"]


def given(game: Game, **position: Any) -> Position:
    """A position in the notation of the game; what is not mentioned has its default."""
    return Position.from_dict(game, position)


def legal(position: Position) -> set[str]:
    """The legal actions in words, without the notes in brackets at their end."""
    return {without_note(position.action_words(action)) for action in position.legal_actions}


def play(position: Position, *actions: str, viewer: int = PUBLIC) -> list[str]:
    """Play actions in words; returns what ``viewer`` is told."""
    told = []
    for action in actions:
        position.play(action)
        told += position.event_words(viewer)
    return told


def written(position: Reading) -> dict[str, Any]:
    """A position or a view in its notation, with all that ``to_dict`` leaves out as it has its default."""
    found: dict[str, Any] = _written(position.game.notation.parts, position.record[0])
    return found


def _written(kind: Kind, record: Any) -> Any:
    if isinstance(kind, Parts):
        return {field.key: _written(field.kind, record) for field in kind.fields}
    if isinstance(kind, Each):
        return [_written(kind.parts, Row(record, kind.name, i)) for i in range(kind.count)]
    return kind.dump(record)
