"""A program as an agent: ``cmd:./mybot``."""

import os
import shutil
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from railgym.agents.program.messages import Chosen, Decide, End, Hello, LegalAction, Ready
from railgym.agents.program.process import Program, ProgramError
from railgym.envs.core import boundary
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import RailgymError, UnknownNameError, plain
from railgym.envs.core.game import Game
from railgym.envs.core.position import View
from railgym.envs.core.validation_messages import validation_message

__all__ = ["ProgramAgent"]

SAFE = 2**53 - 1  # the highest whole number that every language reads from JSON


class ProgramAgent:
    """A program that plays ``game``. It runs from the first game on; one that fails is killed, forfeits its game, and
    is started again with the next. ``faults`` holds the reasons."""

    def __init__(self, game: Game, code: str, command: Sequence[str], seconds: float) -> None:
        self.game, self.code, self.command, self.seconds = game, code, tuple(command), seconds
        self.name, self.declined, self.unready = "", "", ""
        self.faults: list[str] = []
        self._program: Program | None = None
        self._seat: int | None = None
        self._lost = "it was not told that a game has begun"
        if not shutil.which(os.path.expanduser(self.command[0])):
            raise UnknownNameError(f"cannot load agent {code[:100]!r}: there is no program {self.command[0]!r}")

    def reset(self, seat: int, seed: int) -> None:
        """A new game. What goes wrong here forfeits it at the first decision."""
        self.unready = ""
        self._seat, seed = boundary.sitting(f"{self.code}.reset", self.game, seat, seed)
        hello = Hello(
            game=self.game.id,
            options=self.game.options.model_dump(mode="json"),
            players=list(self.game.seat_names),
            seat=self._seat,
            seed=seed & SAFE,
            seconds=self.seconds,
        )
        try:
            if not (self._program and self._program.running):
                self._program = Program((os.path.expanduser(self.command[0]), *self.command[1:]))
            ready = Ready.model_validate(self._program.ask(hello.model_dump(), self.seconds))
            self.name, self.declined = ready.name, ready.error
            self._lost = ready.error and f"it does not play this game: {ready.error}"
        except (ProgramError, ValidationError) as error:
            self.kill()
            self._lost = self.unready = f"hello: {_reason(error, Ready)}"

    def act(self, view: View) -> int:
        """The action that the program answers. Raises ForfeitError if it fails, is too slow, or breaks the rules."""
        view = boundary.decision(f"{self.code}.act", self.game, view, self._seat)
        if self._lost or not self._program:
            raise self._forfeit(self._lost)
        legal = [LegalAction(action=action, words=view.action_words(action)) for action in view.legal_actions]
        decide = Decide(ply=view.ply, question=view.question(), position=view.to_dict(), legal=legal)
        try:
            chosen = Chosen.model_validate(self._program.ask(decide.model_dump(), self.seconds))
            return _legal_action(view, chosen.action)
        except (RailgymError, ValidationError) as error:
            self.kill()
            raise self._forfeit(_reason(error, Chosen)) from None

    def finish(self, payoffs: Iterable[float]) -> None:
        """Tell the program how the game ended."""
        if self._program and self._program.running and not self._lost:
            try:
                self._program.tell(End(payoffs=[float(payoff) for payoff in payoffs]).model_dump(), self.seconds)
            except ProgramError:
                self.kill()  # the next game starts it again

    def kill(self) -> None:
        """End the program."""
        if self._program:
            self._program.kill()
        self._program = None

    def close(self, seconds: float) -> bool:
        """Close the program's input; returns whether it then ended by itself."""
        program, self._program = self._program, None
        return not program or program.close(seconds)

    def _forfeit(self, reason: str) -> ForfeitError:
        self._lost = reason
        self.faults.append(reason)
        return ForfeitError(f"{self.code} forfeits: {reason}")


def _legal_action(view: View, action: int | str) -> int:
    """The id of what a program has chosen; raises RailgymError naming the rule."""
    number = action if isinstance(action, int) else view.action_id(action)
    if not view.is_legal(number):
        raise view.refuse(number)
    return number


def _reason(error: Exception, answer: type[Ready | Chosen]) -> str:
    """What is wrong, in one line, with an answer that is to have this form."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        key = first["loc"][0]
        if first["type"] == "missing":
            return f"the answer has no key {key!r}: add it"
        return f"{key} is {plain(first['input'])}: {validation_message(first, answer, 'write')}"
    return " ".join(str(error).split())
