"""A game in words and pictures. Rules and training import no display: ``Game.display`` makes it when it is used."""

from abc import ABC, abstractmethod
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from railgym.envs.core.chart import Line
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.statistics import GameStatistics

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["Display", "without_note"]


class Display(ABC):
    """The words and pictures of one ``game``. Its methods take a :class:`Reading`: a view, or a position shown in full.

    Callers reach them through positions and views, which check the arguments.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.actions, self.params = game.actions, game.params
        self.names: tuple[str, ...] = game.seat_names

    @abstractmethod
    def describe(self, view: "Reading") -> str:
        """The position in words, for people and language models."""

    @abstractmethod
    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        """An event as one sentence, as ``viewer`` (a player; -1: the public) may know it."""

    @abstractmethod
    def svg(self, view: "Reading") -> str:
        """The position as a picture."""

    def chart(self, view: "Reading", width: int) -> list[Line]:
        """The board in characters, lines of at most ``width``; empty where words are enough."""
        return []

    def action_words(self, view: "Reading", action: int) -> str:
        """An action in words, as it reads in this position. A note in brackets may stand at the end."""
        return str(self.actions.labels[action])

    def action_id(self, view: "Reading", words: str) -> int:
        """The legal action with these words; raises UnknownNameError naming the nearest, or IllegalActionError.

        The note in brackets at the end may be left out: replays from before a note was added still play.
        """
        legal = {self.action_words(view, action): action for action in view.legal_actions}
        if words in legal:
            return legal[words]
        if words in self.actions.ids:
            action: int = self.actions.ids[words]
            if not view.is_legal(action):
                raise view.refuse(action)
            return action
        meant = [action for said, action in legal.items() if without_note(said) == words]
        if len(meant) == 1:
            return meant[0]
        near = get_close_matches(words, list(legal), 2) or list(legal)[:3]
        raise UnknownNameError(f"no legal action {words!r}; try {' or '.join(map(repr, near))}")

    def question(self, view: "Reading") -> str:
        """What the current player is asked: a heading for their legal actions."""
        return view.phase

    def likely_illegal(self, view: "Reading") -> dict[int, str]:
        """Illegal actions that the current player may look for, each with the rule that forbids it."""
        return {}

    def why_illegal(self, view: "Reading", action: int) -> str:
        """The rule that forbids an illegal action now, as a clause; empty where a game gives no reasons."""
        return self.likely_illegal(view).get(action, "")

    def standing_words(self, view: "Reading", player: int) -> str:
        """What ranks a player at the end of the game: points, unless the game ranks by something else."""
        return str(view.scores[player])

    def result_words(self, view: "Reading") -> str:
        """How a finished game ended, as one line."""
        standings = ", ".join(f"{name} {self.standing_words(view, p)}" for p, name in enumerate(self.names))
        return f"{view.end_reason}: {standings}"

    def statistics(self) -> GameStatistics:
        """Empty statistics of many games (``railgym stats``)."""
        return GameStatistics(self.game)


def without_note(words: str) -> str:
    """Words without the note in brackets at their end."""
    return words.rpartition(" (")[0] if words.endswith(")") else words
