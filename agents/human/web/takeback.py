"""How far moves can be taken back by consent."""

from typing import TYPE_CHECKING

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import reveals

if TYPE_CHECKING:
    from railgym.agents.human.web.table import WebGame

__all__ = ["takeback_floor"]


def takeback_floor(table: "WebGame", seat: int) -> int:
    """The number of moves before a seat's last choice, if all since can be taken back. Raises IllegalActionError if
    there is none, or if a move since showed its player something new."""
    if table.over or table.is_guided:
        raise IllegalActionError("the game is over" if table.over else "a guided game only goes on")
    if table.bot:
        raise IllegalActionError("a bot is about to move; ask again after its move")
    to = next((move.ply for move in reversed(table.recording.moves) if move.seat == seat), None)
    if to is None:
        raise IllegalActionError("you have made no move yet")
    position = table.position_after(to).copy()
    for action in table.recording.actions[to:]:
        if reveals(table.game, position.record, action):
            raise IllegalActionError("a later move showed its player something new, so it cannot be taken back")
        position.play(action)
    return to
