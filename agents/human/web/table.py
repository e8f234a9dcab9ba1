"""One game that is played over the network: its recording, who sits where, and what each of them may see and do."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from railgym.agents.human.naming import find_action
from railgym.agents.seating import best_bot
from railgym.envs.core.errors import IllegalActionError, RailgymError, UnknownNameError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.recording import Recording, teaches
from railgym.envs.core.replay import Move

__all__ = ["PERSON", "Choice", "Preview", "Seat", "StaleError", "Table", "new_id"]

PERSON = "human"  # the code of a seat that somebody sits in
STRIDE = 32  # moves between two positions that are kept, to be played on from


class StaleError(RailgymError, ValueError):
    """A wish for a position that has passed."""


@dataclass
class Seat:
    """A seat: the ``code`` it was given; ``token``, the secret that opens it to a person (bots: empty); the bot that
    plays for an absent person, or for one that has ``failed``, if any; and the seconds left on its clock, if there is
    one."""

    code: str
    token: str = ""
    stand_in: str = ""
    left: float | None = None
    failed: bool = False

    @property
    def bot(self) -> str:
        """The code of the bot that moves for this seat now; empty: a person does."""
        return self.stand_in or ("" if self.code == PERSON else self.code)


@dataclass(frozen=True)
class Choice:
    """A legal action in words, and its kind."""

    id: int
    words: str
    block: str


@dataclass(frozen=True)
class Preview:
    """What an action would lead to: sentences and a picture; no picture where that is not known beforehand."""

    log: list[str]
    svg: str | None


class Table:
    """A game under way or over. All methods are for one thread; ``viewer`` is a seat, or PUBLIC for those who watch."""

    def __init__(self, id: str, recording: Recording, seats: list[Seat] | None = None) -> None:
        self.id, self.recording, self.game = id, recording, recording.game
        self.seats = seats or [_seat(code) for code in recording.header.players]
        self._kept: dict[int, Array] = {}

    def warm_up(self) -> None:
        """Load the game's library and fill its caches before the first request."""
        state = self.game.new_state(0)
        view = self.game.view(state, 0)
        world = self.game.determinize(view, 0, 0)
        self.game._apply_unchecked(world, int(np.argmax(self.game.legal(world))))
        self.game.svg(view)

    # --- who is there ---------------------------------------------------------------------------------------------

    def viewer(self, token: str) -> int:
        """The seat that a secret opens; without one, the public. Raises UnknownNameError for a wrong one."""
        if not token:
            return PUBLIC
        for number, seat in enumerate(self.seats):
            if seat.token and secrets.compare_digest(seat.token.encode(), token.encode()):
                return number
        raise UnknownNameError("this link opens no seat of this game; ask for a new one, or watch without it")

    @property
    def over(self) -> bool:
        return self.recording.over

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.recording.moves)

    @property
    def bot(self) -> str:
        """The code of the bot that has to move; empty: a person has, or the game is over."""
        return "" if self.over else self.seats[self.recording.seat].bot

    def stand_in(self, seat: int, code: str) -> None:
        """Let the bot ``code`` play for the person in a seat, or (empty) the person again. Raises UnknownNameError for
        a seat of a bot, unless that has failed."""
        chair = self.seats[seat]
        if chair.code != PERSON and not chair.failed:
            raise UnknownNameError(f"{self.game.seat_names[seat]} is {chair.code}, not a person")
        chair.stand_in, chair.failed = code, False

    def best_bot(self, seat: int) -> str:
        return best_bot(self.game, self.game.roles[seat])

    # --- what is seen ---------------------------------------------------------------------------------------------

    def view(self, viewer: int, ply: int | None = None) -> Array:
        """What ``viewer`` saw after ``ply`` moves (default: sees now). A game that is over hides nothing."""
        state = self.recording.state if ply is None else self._position(ply)
        return self.game.view(state, viewer) if not self.over or viewer >= 0 else state

    def picture(self, viewer: int, ply: int) -> str:
        """The position after ``ply`` moves as SVG; raises StaleError for one that there is not."""
        return self.game.svg(self.view(viewer, self._checked(ply)))

    def _position(self, ply: int) -> Array:
        """The state after ``ply`` moves, played on from the nearest that was kept."""
        begin = ply - ply % STRIDE
        while begin and begin not in self._kept:
            begin -= STRIDE
        state = self._kept[begin].copy() if begin else self.game.new_state(self.recording.header.seed)
        for done in range(begin, ply):
            self.game._apply_unchecked(state, self.recording.actions[done])
            if (done + 1) % STRIDE == 0:
                self._kept[done + 1] = state.copy()
        return state

    def _checked(self, ply: int) -> int:
        if not 0 <= ply <= self.ply:
            raise StaleError(f"there is no position after {ply} moves; {self.ply} were made")
        return ply

    def told(self, move: Move, viewer: int) -> dict[str, Any]:
        """A move as ``viewer`` may know it: ``ply, seat, words`` (None where choices are secret) and ``log``."""
        whom = FULL if self.over else viewer
        open_to = self.game.public_actions or whom in (FULL, move.seat)
        words = move.words if open_to else None
        return {"ply": move.ply, "seat": move.seat, "words": words, "log": move.sentences(self.game, whom)}

    def choices(self, viewer: int) -> list[Choice]:
        """The legal actions, if it is for ``viewer`` to decide."""
        if self.over or viewer != self.recording.seat or self.bot:
            return []
        view, actions = self.view(viewer), self.game.actions
        legal = map(int, np.flatnonzero(self.game.legal(view)))
        return [Choice(a, self.game.action_to_string(view, a), actions.block_of(a).name) for a in legal]

    def asked_of(self, viewer: int) -> tuple[int, list[Choice], Array]:
        """What somebody who advises ``viewer`` has to know, all of one position: after how many moves it is, the legal
        actions, and the view."""
        return self.ply, self.choices(viewer), self.view(viewer)

    def text(self, viewer: int) -> str:
        """The game as a file: a replay if it is over, else what ``viewer`` may know."""
        replay = self.recording.replay
        return replay.text() if self.over else replay.redacted(self.game, viewer)

    def likely_illegal(self, viewer: int) -> list[dict[str, str]]:
        """What the seat to decide may look for in vain, and why."""
        if viewer != self.recording.seat or self.over:
            return []
        view = self.view(viewer)
        return [
            {"words": self.game.action_to_string(view, a), "why": r} for a, r in self.game.likely_illegal(view).items()
        ]

    def decision(self, viewer: int) -> str:
        """What is asked of the seat to decide, as ``viewer`` may know it."""
        return self.game.decision_to_string(self.view(viewer))

    # --- what is done ---------------------------------------------------------------------------------------------

    def asked_of_bot(self) -> tuple[int, int, str, Array] | None:
        """What a bot has to know, if one has to move: after how many moves, which seat, its code, and what it sees."""
        seat = self.recording.seat
        return (self.ply, seat, self.bot, self.view(seat)) if self.bot else None

    def play_bot(self, ply: int, code: str, action: int) -> Move | None:
        """Play for the bot ``code`` in the position after ``ply`` moves; None: by now it is not to move."""
        return self.recording.play(action) if (self.ply, self.bot) == (ply, code) else None

    def play(self, seat: int, ply: int, action: int) -> Move:
        """Play for a seat in the position after ``ply`` moves; raises StaleError or IllegalActionError, and the game
        stays as it was."""
        self._check_turn(seat, ply)
        return self.recording.play(action)

    def named(self, seat: int, ply: int, words: str) -> int:
        """The legal action that typed words name. Raises StaleError as :meth:`play` does, IllegalActionError, with the
        rule, for an illegal action, and UnknownNameError."""
        self._check_turn(seat, ply)
        moves = [(choice.id, choice.words) for choice in self.choices(seat)]
        return find_action(self.game, self.view(seat), words, moves)

    def _check_turn(self, seat: int, ply: int) -> None:
        if self.over:
            raise StaleError("the game is over")
        if ply != self.ply:
            raise StaleError(f"that was meant for the position after {ply} moves; by now {self.ply} were made")
        if seat != self.recording.seat:
            raise IllegalActionError(f"it is for {self.game.seat_names[self.recording.seat]} to decide")
        if self.bot:
            raise IllegalActionError(f"{self.bot} plays for you; take your seat back first")

    def undo(self, seat: int, whole: bool) -> int:
        """Take back the last choice of a seat, or all that can be; returns how many moves are left. Raises
        IllegalActionError with the reason."""
        self._check_turn(seat, self.ply)
        self.recording.undo(self.recording.undo_floor() if whole else self.ply - 1)
        self._kept = {ply: state for ply, state in self._kept.items() if ply <= self.ply}
        return self.ply

    def preview(self, seat: int, ply: int, action: int) -> Preview:
        """What an action would lead to, as far as its seat can know; raises as :meth:`play`."""
        self._check_turn(seat, ply)
        before = self.game.determinize(self.view(seat), seat, 0)
        world = before.copy()
        events = self.game.apply(world, action)
        if teaches(self.game, before, action):  # asked of a world that may be: of the true one it could tell something
            return Preview(["what comes of it shows when it is played"], None)
        log = [self.game.event_to_string(event, seat) for event in events]
        return Preview(log, self.game.svg(self.game.view(world, seat)))

    # --- how it ended ---------------------------------------------------------------------------------------------

    def ending(self) -> dict[str, Any]:
        """The score sheet of a finished game: ``result`` in a line, the ``seed``, and the seats, best first."""
        state = self.recording.state
        payoff = state["payoff"][0][: self.game.num_players]
        order: Sequence[int] = [int(seat) for seat in np.argsort(-payoff, kind="stable")]
        rows = [
            {
                "seat": seat,
                "place": 1 + int(np.sum(payoff > payoff[seat])),
                "standing": self.game.standing_to_string(state, seat),
                "payoff": round(float(payoff[seat]), 3),
            }
            for seat in order
        ]
        return {"result": self.game.result_to_string(state), "seed": self.recording.header.seed, "standings": rows}


def _seat(code: str) -> Seat:
    return Seat(code, secrets.token_urlsafe(12) if code == PERSON else "")


def new_id(game: Game) -> str:
    """A name for a new game, which everybody may know."""
    return f"{game.id.rpartition('_v')[0]}-{secrets.token_hex(4)}"
