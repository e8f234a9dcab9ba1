"""A game in progress with its history, and a file that is always up to date."""

from pathlib import Path
from typing import Any

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.core.replay import Header, Move, RecordedEvent, RecordedResult, Replay, write_whole

__all__ = ["Recording"]


class Recording:
    """One game being played, from the deal of ``seed`` or from a ``position`` in the notation. Read its ``position``,
    but play through :meth:`play`.

    With a file (see :meth:`keep_in`) every move is on disk before :meth:`play` returns.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        players: tuple[str, ...],
        created_by: str = "",
        position: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.header = Header.of(game, seed, players, created_by, position)
        self.position = self.header.first_position(game)
        self.moves: list[Move] = []
        self.actions: list[int] = []
        self.path: Path | None = None
        self._torn = False  # whether the file may end in a part of a line

    @classmethod
    def resume(cls, game: Game, replay: Replay) -> "Recording":
        """Continue a recorded game; raises ReplayError if it does not play as recorded."""
        head = replay.header
        recording = cls(game, head.seed, head.players, head.created_by, head.position)
        for position, action in replay.positions(game):
            recording.position = position
            recording.actions.append(action)
        recording.header = recording.header.model_copy(update={"names": head.names})
        recording.moves = list(replay.moves)
        return recording

    @property
    def replay(self) -> Replay:
        """The game so far."""
        result = RecordedResult.of(self.position) if self.position.is_over else None
        return Replay(str(self.path or "recording"), self.header, tuple(self.moves), result)

    def play(self, action: int) -> Move:
        """Play one action. Raises IllegalActionError, or OSError if it cannot be written; nothing has changed then."""
        before = self.position
        after, seat = before.copy(), before.current_player
        events = tuple(RecordedEvent.of(self.game, event) for event in after.play(action))
        move = Move(ply=len(self.moves), seat=seat, words=before.action_words(action), events=events)
        self._replace(after, [*self.moves, move], [*self.actions, action])
        return move

    def undo(self, to: int) -> None:
        """Take back moves, at least one, until ``to`` are left; raises IllegalActionError as :meth:`Position.undo`
        does, or OSError if that cannot be written; nothing has changed then."""
        if not self.moves:
            raise IllegalActionError("nothing to undo: no move was made yet")
        to = min(to, len(self.moves) - 1)  # at least one: the position says why that one cannot be taken back
        position = self.position.copy()
        for _ in range(len(self.moves) - to):
            position.undo()
        self._replace(position, self.moves[:to], self.actions[:to])

    def go_back(self, position: Position, to: int) -> None:
        """Go on from an earlier ``position`` of the game, the one after ``to`` moves; raises OSError, and nothing has
        changed then."""
        self._replace(position, self.moves[:to], self.actions[:to])

    def undo_floor(self) -> int:
        """The number of moves below which the current player may not go back."""
        return len(self.moves) - self.position.can_undo()

    def name_players(self, names: tuple[str, ...]) -> None:
        """Record what the players are called, per seat; raises OSError, and nothing has changed then."""
        before, self.header = self.header, self.header.model_copy(update={"names": names})
        try:
            if self.path:
                self.keep_in(self.path)
        except OSError:
            self.header = before
            raise

    def keep_in(self, path: Path) -> None:
        """Write the game to ``path``, and every further move as it is played; raises OSError."""
        write_whole(path, self.replay.text())
        self.path, self._torn = path, False

    def _replace(self, position: Position, moves: list[Move], actions: list[int]) -> None:
        """Go to another point of the game, in memory and in the file."""
        before = self.position, self.moves, self.actions
        self.position, self.moves, self.actions = position, moves, actions
        try:
            self._write(moves[-1] if len(moves) > len(before[1]) else None)
        except OSError:
            self.position, self.moves, self.actions = before
            self._torn = True
            raise

    def _write(self, last: Move | None) -> None:
        """Bring the file up to date: append the ``last`` move, or write all of it."""
        if self.path and (self._torn or not last):
            self.keep_in(self.path)
        elif self.path and last:
            result = RecordedResult.of(self.position).line() if self.position.is_over else ""
            with self.path.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(last.line() + result)
