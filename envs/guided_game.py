"""Guided first games: a written position of a game, and decisions with what to look for, and why a move is good.

``guide/ID.yaml`` in the game's package holds the position in the notation of the game and the steps. In each step one
move is played. All other moves are answered with a reason, and the step is repeated.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from railgym.envs.catalog import GAMES, entry_of, make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.core.replay import Header

__all__ = ["GUIDED", "GuidedGame", "Step", "guided_game", "guided_game_of"]

GUIDED = "guided first game"
"""What the header of a recorded guided game says about its origin."""


class Step(BaseModel):
    """One decision. Moves are in words, those of the position in which they are played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    look: str
    """What to look for before the move."""
    move: str
    """The move that is played."""
    why: str
    """Why it is good."""
    also: dict[str, str] = {}
    """Other good moves, each with what is good about it."""
    wrong: dict[str, str] = {}
    """Worse moves, each with the reason."""
    otherwise: str
    """The answer to every other legal move."""
    then: tuple[str, ...] = ()
    """Moves that follow without a question, mostly those of the others."""
    after: str = ""
    """What has happened then."""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    intro: str
    position: dict[str, Any]
    steps: tuple[Step, ...]
    end: str


class GuidedGame:
    """The guided first game of the game ``id``. Steps are found by the number of moves played since its position."""

    def __init__(self, id: str) -> None:
        text = files(entry_of(id).package).joinpath("guide", f"{id}.yaml").read_text(encoding="utf-8")
        file = _File.model_validate(yaml.safe_load(text))
        self.id, self.intro, self.steps, self.end = id, file.intro, file.steps, file.end
        self.position = {"game": id} | file.position
        self._answers: dict[int, dict[int, str]] = {}  # by step and action, of the moves that the step names

    def make_game(self) -> Game:
        """The game, with the options of the position."""
        return make_game(self.id, **self.position.get("options", {}))

    @cached_property
    def beginnings(self) -> tuple[int, ...]:
        """How many moves are played before each step; last, before the end of the guided part."""
        begins = [0]
        for step in self.steps:
            begins.append(begins[-1] + 1 + len(step.then))
        return tuple(begins)

    def number_at(self, num_moves: int) -> int:
        """The number of the step, from 0, that begins after so many moves; the number of steps after the last one."""
        return self.beginnings.index(num_moves) if num_moves < self.beginnings[-1] else len(self.steps)

    def told(self, number: int) -> dict[str, Any]:
        """What a client shows at a step: its ``number`` from 1 ``of`` all, what the step before ``told``, what to
        ``look`` for, and the ``move``. After the last step there is only the end."""
        before = self.steps[number - 1] if number else None
        told = " ".join(filter(None, (before.why, before.after))) if before else self.intro
        if number == len(self.steps):
            return {"number": number, "of": number, "told": told, "look": self.end, "move": ""}
        step = self.steps[number]
        return {"number": number + 1, "of": len(self.steps), "told": told, "look": step.look, "move": step.move}

    def answer(self, number: int, position: Position, action: int) -> str:
        """Why the game does not go on with this action in this step; empty if it does. ``position`` is that of the
        step."""
        if number not in self._answers:
            self._answers[number] = dict(_answers(self.steps[number], position))
        return self._answers[number].get(action, self.steps[number].otherwise)

    def follow_ups(self, number: int) -> Sequence[str]:
        """The moves that follow the move of a step."""
        return self.steps[number].then


def _answers(step: Step, position: Position) -> Iterator[tuple[int, str]]:
    """The moves that a step names, each with its answer."""
    for words, reason in step.wrong.items():
        yield position.action_id(words), reason
    for words, reason in step.also.items():
        action = position.action_id(words)
        yield action, f"{position.action_words(action)} is good, too: {reason} This guided game plays: {step.move}."
    yield position.action_id(step.move), ""


@cache
def guided_game(id: str) -> GuidedGame:
    """The guided first game of a game. Raises UnknownNameError."""
    return GuidedGame(id)


def guided_game_of(header: Header) -> GuidedGame | None:
    """The guided game that a recording is of; None for all other recordings, and for one of another version."""
    if header.created_by != GUIDED or header.game not in GAMES:
        return None
    guided = guided_game(header.game)
    return guided if header.position == guided.position else None
