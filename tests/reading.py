"""Records as objects, for tests that set fields of records by hand."""

from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import FULL
from railgym.envs.core.position import Position, Reading, View

__all__ = ["reading", "view_of"]


def reading(game: Game, record: Array) -> Reading:
    """The position or view of a record, which is neither copied nor checked."""
    return (Position if record["viewer"][0] == FULL else View).unchecked(game, record)


def view_of(game: Game, state: Array, player: int) -> View:
    """The view of a player (-1: the public) of a state."""
    return View.unchecked(game, game.rules.view(state, player))
