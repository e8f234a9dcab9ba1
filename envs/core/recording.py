"""A game while it is played: its position, its history, and a file that at every moment holds all of it."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.replay import Header, Move, RecordedEvent, Replay, Result, write_whole

__all__ = ["WORLDS", "Recording", "teaches"]

WORLDS = 64  # sampled worlds in which an action is tried to find out whether it teaches its player something


class Recording:
    """One game being played. ``state`` is its position: read it, but play through :meth:`play`.

    With a file (see :meth:`keep_in`) every move is on disk before :meth:`play` returns.
    """

    def __init__(self, game: Game, seed: int, players: tuple[str, ...], created_by: str = "") -> None:
        self.game = game
        self.header = Header.of(game, seed, players, created_by)
        self.state = game.new_state(seed)
        self.moves: list[Move] = []
        self.actions: list[int] = []
        self.path: Path | None = None
        self._torn = False  # whether the file may end in a part of a line

    @classmethod
    def resume(cls, game: Game, replay: Replay) -> "Recording":
        """Go on with a recorded game; raises ReplayError if it does not play as recorded."""
        recording = cls(game, replay.header.seed, replay.header.players, replay.header.created_by)
        recording.state = replay.verify(game)
        recording.actions = [action for _, action in replay.positions(game)]
        recording.moves = list(replay.moves)
        return recording

    @property
    def over(self) -> bool:
        return bool(self.state["terminated"][0])

    @property
    def seat(self) -> int:
        """The seat that decides now."""
        return int(self.state["current"][0])

    @property
    def replay(self) -> Replay:
        """The game so far."""
        result = Result.of(self.game, self.state) if self.over else None
        return Replay(str(self.path or "recording"), self.header, tuple(self.moves), result)

    def play(self, action: int) -> Move:
        """Play one action; raises IllegalActionError, or OSError where it cannot be written, and leaves everything as
        it was."""
        ply, seat = len(self.moves), self.seat
        words = self.game.action_to_string(self.state, action) if 0 <= action < len(self.game.actions) else ""
        before = self.state.copy()
        events = self.game.apply(self.state, action)
        recorded = tuple(RecordedEvent.of(self.game, event) for event in events)
        move = Move(ply=ply, seat=seat, words=words, events=recorded)
        self.moves.append(move)
        self.actions.append(action)
        try:
            self._append(move.line() + (Result.of(self.game, self.state).line() if self.over else ""))
        except OSError:
            self.state = before
            del self.moves[-1], self.actions[-1]
            self._torn = True
            raise
        return move

    def undo_floor(self) -> int:
        """The number of moves below which the seat to decide may not go back: where its turn began, or where it last
        learned something new."""
        seat, turn, floor = self.seat, int(self.state["turn"][0]), 0
        if self.over:
            return len(self.moves)
        for ply, (before, action) in enumerate(self._positions()):
            mine = before["current"][0] == seat and before["turn"][0] == turn
            if not mine or teaches(self.game, before, action):
                floor = ply + 1
        return floor

    def _why_not(self, floor: int) -> str:
        """Why the move before ``floor`` stays."""
        if self.over:
            return "the game is over"
        before, _ = next(islice(self._positions(), floor - 1, None))
        mine = before["current"][0] == self.seat and before["turn"][0] == self.state["turn"][0]
        return "your last choice showed you something new" if mine else "this is your first choice of the turn"

    def undo(self, to: int) -> None:
        """Take moves back until ``to`` are left; raises IllegalActionError below :meth:`undo_floor`, or OSError where
        that cannot be written, and leaves everything as it was."""
        if not self.moves:
            raise IllegalActionError("nothing to undo: no move was made yet")
        floor = self.undo_floor()
        if not floor <= to < len(self.moves):
            raise IllegalActionError(f"nothing to undo: {self._why_not(floor)}")
        state = self.game.new_state(self.header.seed)
        for action in self.actions[:to]:
            self.game._apply_unchecked(state, action)
        before = self.state, self.moves, self.actions
        self.state, self.moves, self.actions = state, self.moves[:to], self.actions[:to]
        try:
            if self.path:
                self.keep_in(self.path)
        except OSError:
            self.state, self.moves, self.actions = before
            raise

    def keep_in(self, path: Path) -> None:
        """Write all of the game to ``path`` and every further move as it is played; raises OSError."""
        write_whole(path, self.replay.text())
        self.path, self._torn = path, False

    def _append(self, text: str) -> None:
        """Write the last move, as ``text``, behind the others."""
        if self.path and self._torn:
            self.keep_in(self.path)
        elif self.path:
            with self.path.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(text)

    def _positions(self) -> Iterator[tuple[Array, int]]:
        state = self.game.new_state(self.header.seed)
        for action in self.actions:
            yield state, action
            self.game._apply_unchecked(state, action)


def teaches(game: Game, state: Array, action: int) -> bool:
    """Whether ``action`` would show the seat to decide anything it cannot know beforehand.

    It does if chance is used, or if, tried in worlds that the seat cannot tell apart, it does not always lead to the
    same view.
    """
    seat = int(state["current"][0])
    after = state.copy()
    game._apply_unchecked(after, action)
    if (after["random_counts"] != state["random_counts"]).any():
        return True
    view, seen = game.view(state, seat), game.view(after, seat).tobytes()
    for seed in range(WORLDS):
        world = game.determinize(view, seat, seed)
        game._apply_unchecked(world, action)
        if game.view(world, seat).tobytes() != seen:
            return True
    return False
