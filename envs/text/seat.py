"""One player of a game that is played in text: observations, what has happened since, and replies."""

from collections.abc import Iterable

from railgym.envs.core import boundary
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View
from railgym.envs.text.actions import kinds_in_words, lines_that_fit
from railgym.envs.text.brief import position_lines
from railgym.envs.text.card import rules_card
from railgym.envs.text.changes import changes
from railgym.envs.text.details import detail
from railgym.envs.text.replies import Reply, read_reply

__all__ = ["TextSeat"]

# All in characters, of which a token of a language model has three, less where there are many numbers.
USUAL = 4_100  # of an observation
POSITION = 2_800  # of a position; more only if its shortest form is longer
EVENTS = 450
LONGEST = 160  # of an event
ACTIONS = 750  # of the legal actions, at least
LAST_LINE = "Reply ACTION n, or DETAIL topic for more."


class TextSeat:
    """What a player reads and how their replies are read.

    >>> seat = TextSeat(game)
    >>> print(seat.card, seat.observe(view))
    >>> answer = seat.read(view, "I keep it. ACTION 14")
    """

    def __init__(self, game: Game) -> None:
        boundary.instance("TextSeat", "game", game, Game, "a game, as make_game() makes it")
        self.game = game
        self._before: View | None = None
        self._told: list[str] = []

    @property
    def card(self) -> str:
        """The rules of the game, and the form of a reply: the first message."""
        return rules_card(self.game)

    def tell(self, sentences: Iterable[str]) -> None:
        """Keep events that the player may know for the next observation, as ``Position.event_words`` returns them."""
        self._told += sentences

    def observe(self, view: View) -> str:
        """What the player knows: the position, what has happened since their last decision, and the legal actions.

        Without events from :meth:`tell`, the differences to the view at the last decision are shown.
        """
        self._check("TextSeat.observe", view)
        position, events = position_lines(view, POSITION), self._events(view)
        used = sum(len(line) + 1 for line in [*position, *events])
        lines, left_out = lines_that_fit(view, max(ACTIONS, USUAL - used))
        self._before, self._told = view, []
        if lines:
            more = f"; {kinds_in_words(view, left_out)} more by DETAIL actions" if left_out else ""
            lines = [f"Legal actions, as number=words{more}:", *lines, LAST_LINE]
        return "\n".join([*position, *events, *lines])

    def read(self, view: View, reply: str) -> Reply:
        """The action, the request or the refusal that follows from a reply. Raises ArgumentError for wrong types."""
        self._check("TextSeat.read", view)
        boundary.instance("TextSeat.read", "reply", reply, str, "the text of a reply")
        return read_reply(view, reply)

    def detail(self, view: View, topic: str) -> str:
        """More about a topic; raises UnknownNameError naming the topics."""
        self._check("TextSeat.detail", view)
        boundary.instance("TextSeat.detail", "topic", topic, str, "the name of a topic")
        return detail(view, topic)

    def _check(self, where: str, view: View) -> None:
        boundary.instance(where, "view", view, View, "a view, as Position.view() returns it")
        if view.game.id != self.game.id:
            raise ArgumentError(f"{where}: this is a view of {view.game.id}, not of {self.game.id}")

    def _events(self, view: View) -> list[str]:
        """What has happened since the last decision, as far as it fits: the latest events, or the first changes."""
        if self._told:
            return _listed(self._told, from_end=True)
        if self._before is None or self._before.ply > view.ply:  # a new game
            return []
        return _listed(changes(self._before, view), from_end=False)


def _listed(lines: list[str], from_end: bool) -> list[str]:
    """Lines with a heading, without those at one end that do not fit, and shortened where they are long."""
    kept, size = list[str](), 0
    for line in reversed(lines) if from_end else lines:
        short = line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
        size += len(short) + 3
        if size > EVENTS:
            break
        kept.append(f"- {short}")
    left_out = [f"- ({len(lines) - len(kept)} more are left out)"] * (len(kept) < len(lines))
    shown = [*left_out, *reversed(kept)] if from_end else [*kept, *left_out]
    return ["Since your last decision:", *shown] if shown else []
