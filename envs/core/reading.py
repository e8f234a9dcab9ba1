"""The base class of positions and views: the attributes that both have."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from railgym.envs.core import boundary
from railgym.envs.core.chart import Line
from railgym.envs.core.errors import ArgumentError, IllegalActionError, RailgymError
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.sheets import Sheet

if TYPE_CHECKING:
    from railgym.envs.core.display import Display, JointChoice
    from railgym.envs.core.game import Game
    from railgym.envs.core.position import View

__all__ = ["NARROWEST", "NO_PLAYER", "Array", "Reading", "Result"]

Array = np.ndarray[Any, Any]
T = TypeVar("T")
NARROWEST = 20  # columns of a board in characters
NO_PLAYER = -1  # the current player once the game is over


@dataclass(frozen=True)
class Result:
    """How a game ended: ``scores`` and ``payoffs`` (in [-1, 1]) by player, ``end_reason``, and all of it in words."""

    scores: tuple[int, ...]
    payoffs: tuple[float, ...]
    end_reason: str
    words: str

    def __str__(self) -> str:
        return self.words


class Reading:
    """What can be read from a position, whether it is shown in full or as a view. Players are numbered from 0."""

    game: "Game"
    _record: Array

    # --- the state of the game ------------------------------------------------------------------------------------

    @cached_property
    def record(self) -> Array:
        """The record itself, read-only: an array of one element of ``game.state_dtype``."""
        record = self._record.view()
        record.flags.writeable = False
        return record

    @property
    def viewer(self) -> int:
        """Whose view this is: a player, PUBLIC (-1), or FULL (-2) where nothing is hidden."""
        return int(self._record["viewer"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._record["terminated"][0])

    @property
    def current_player(self) -> int:
        """The player who is to act; -1 once the game is over."""
        return NO_PLAYER if self.is_over else int(self._record["current_player"][0])

    @property
    def phase(self) -> str:
        """The kind of decision that the current player has to make: one of ``game.phases``."""
        return self.game.phases[int(self._record["phase"][0])]

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return int(self._record["ply"][0])

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self._record["turn"][0])

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player, as they are publicly known."""
        return tuple(self._record["scores"][0][: self.game.num_players].tolist())

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Results by player in [-1, 1]; 0 until a player's game ends."""
        return tuple(self._record["payoff"][0][: self.game.num_players].tolist())

    @property
    def end_reason(self) -> str | None:
        """Why the game ended: one of ``game.end_reasons``; None before."""
        return self.game.end_reasons[int(self._record["end_reason"][0])] if self.is_over else None

    @property
    def result(self) -> Result | None:
        """How the game ended; None before."""
        if not self.is_over:
            return None
        words = self._displayed(lambda display: display.result_words(self))
        return Result(self.scores, self.payoffs, str(self.end_reason), words)

    # --- actions ----------------------------------------------------------------------------------------------------

    @property
    def action_mask(self) -> Array:
        """The legal actions: int8 (A,), read-only. All zero once the game is over, and in the view of a player who is
        not to act."""
        mask = self._legal_mask().view()
        mask.flags.writeable = False
        return mask

    @property
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; none in the view of a player who is not to act."""
        actions: list[int] = np.flatnonzero(self._legal_mask()).tolist()
        return actions

    def is_legal(self, action: int) -> bool:
        """Whether an action, any whole number, is legal now for the viewer."""
        number, mask = boundary.action("is_legal", action), self._legal_mask()
        return 0 <= number < len(mask) and bool(mask[number])

    def action_words(self, action: int) -> str:
        """An action of the table in words, as it reads in this position."""
        number = boundary.known_action("action_words", self.game, action)
        return self._displayed(lambda display: display.action_words(self, number))

    def action_id(self, words: str) -> int:
        """The legal action with these words, with or without the note in brackets at their end. Raises UnknownNameError
        naming the nearest, or IllegalActionError."""
        words = boundary.words("action_id", words)
        return self._displayed(lambda display: display.action_id(self, words))

    def why_illegal(self, action: int) -> str:
        """The rule that forbids an action of the table now, as a clause; empty if it is legal or no reason is known."""
        number = boundary.known_action("why_illegal", self.game, action)
        if self.is_over or self._legal_mask()[number]:
            return ""
        if not self._asks_viewer:
            return f"player {self.current_player} is to act"
        return self._displayed(lambda display: display.why_illegal(self, number))

    def likely_illegal(self) -> dict[int, str]:
        """Illegal actions that the viewer, who is to act, may look for, each with the rule that forbids it."""
        return self._displayed(lambda display: display.likely_illegal(self)) if self._asks_viewer else {}

    def refuse(self, action: int) -> IllegalActionError:
        """The error for an action that is not legal: it names the rule, and some actions that are legal."""
        if self.is_over:
            return IllegalActionError(f"action {action}: the game is over")
        actions = self.game.actions
        if not 0 <= action < len(actions):
            return IllegalActionError(f"action {action} is outside 0..{len(actions) - 1}")
        reason = self._for_its_player().why_illegal(action)
        why = f"{self.phase}: {reason}" if reason else self.phase
        legal = [self.action_words(a) for a in self.legal_actions]
        some = "; ".join(legal[:6]) + (f"; and {len(legal) - 6} more" if len(legal) > 6 else "")
        return IllegalActionError(f"{actions.labels[action]!r} is not legal now ({why}); legal: {some or 'none'}")

    # --- words and pictures -----------------------------------------------------------------------------------------

    def _displayed(self, answer: Callable[["Display"], T]) -> T:
        """The answer of the game's display. A record whose numbers are possible one by one, but contradict each other,
        may lead it out of a table."""
        try:
            return answer(self.game.display)
        except (IndexError, KeyError) as error:
            if isinstance(error, RailgymError):
                raise
            what = f"{type(error).__name__} {' '.join(str(error).split())}"
            raise ArgumentError(f"this position contradicts itself, or a rule is wrong: {what}") from error

    def describe(self) -> str:
        """The position in words."""
        return self._displayed(lambda display: display.describe(self))

    def headline(self) -> str:
        """The position in one line: who decides what, or who won and how the game ended."""
        return self._displayed(lambda display: display.headline(self))

    def sheets(self) -> tuple[Sheet, ...]:
        """What the table and the players have: the table's sheet first, then one sheet per player, in the order of
        seats."""
        return self._displayed(lambda display: display.sheets(self))

    def question(self) -> str:
        """What the current player is asked: a heading for their legal actions."""
        return self._displayed(lambda display: display.question(self))

    @property
    def is_simultaneous(self) -> bool:
        """Whether all players decide at the same time now, as in a set-up; they are asked one after another."""
        return self._displayed(lambda display: display.is_simultaneous(self))

    def joint_choice(self) -> "JointChoice | None":
        """The next decisions of the current player that they can take in one choice, such as which of several tickets
        they keep; None if there are none."""
        return self._displayed(lambda display: display.joint_choice(self))

    def chart(self, width: int = 100) -> list[Line]:
        """The board in characters, lines of at most ``width`` (at least 20); empty for a game without a board."""
        width = boundary.whole_number("chart", "width", width, NARROWEST, 10_000)
        return self._displayed(lambda display: display.chart(self, width))

    def board_svg(self) -> str:
        """The board alone as a picture."""
        return self._displayed(lambda display: display.board_svg(self))

    def legend(self) -> list[dict[str, str]]:
        """What the marks on the board mean: the ``words`` and the ``mark``, an SVG document, of each."""
        return self._displayed(lambda display: display.legend(self))

    def board_and_legend(self) -> tuple[str, list[dict[str, str]]]:
        """:meth:`board_svg` and :meth:`legend`, with the board drawn once."""
        return self._displayed(lambda display: display.board_and_legend(self))

    def svg(self) -> str:
        """The headline, the board and the sheets as one picture."""
        return self._displayed(lambda display: display.svg(self))

    def standing_words(self, player: int) -> str:
        """What ranks a player at the end of the game, such as points, in words."""
        player = boundary.player("standing_words", self.game, player)
        return self._displayed(lambda display: display.standing_words(self, player))

    def text(self) -> str:
        """The position in words, with the legal actions if the viewer is to act."""
        if not self._asks_viewer:
            return self.describe()
        actions = (f"  {action}: {self.action_words(action)}" for action in self.legal_actions)
        return "\n".join([self.describe(), "Legal actions:", *actions])

    __str__ = describe

    def __repr__(self) -> str:
        whose = {FULL: "", PUBLIC: " as the public sees it"}.get(self.viewer, f" as player {self.viewer} sees it")
        return f"<{type(self).__name__} of {self.game.id}, ply {self.ply}{whose}>"

    def to_dict(self) -> dict[str, Any]:
        """The position in the notation of the game: plain JSON, without what follows from the rest. A view's dictionary
        holds nothing hidden."""
        return self.game.notation.to_dict(self._record)

    # --- values -------------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal are positions, or views, of games with the same options in which everything is the same."""
        return type(other) is type(self) and self._record.tobytes() == other._record.tobytes()

    def __hash__(self) -> int:
        return hash(self._record.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self._record)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """An independent copy. The game is shared, so copies stay in one thread."""
        raise NotImplementedError

    @property
    def _asks_viewer(self) -> bool:
        """Whether the viewer is to act; where nothing is hidden, the viewer acts for all players."""
        return not self.is_over and self.viewer in (FULL, self.current_player)

    def _legal_mask(self) -> Array:
        raise NotImplementedError

    def _for_its_player(self) -> "View":
        """The current player's view."""
        raise NotImplementedError
