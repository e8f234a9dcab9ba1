"""A game in words and pictures. Rules and training import no display: ``Game.display`` makes it when it is used."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from railgym.envs.core.chart import Line
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.events import Event
from railgym.envs.core.glossary import Glossary, explain_titles, read_glossary
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.panels import BoardDrawing, compose
from railgym.envs.core.picture import Box, document
from railgym.envs.core.sheets import Row, Sheet, sheet_to_lines
from railgym.envs.core.statistics import GameStatistics

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["Display", "JointChoice", "and_listed", "count", "counts_in_words", "listed", "without_note"]


class JointChoice(NamedTuple):
    """Decisions about several ``things``, asked one after another in this order: the action ``yes``, or ``no``."""

    things: tuple[str, ...]
    yes: int
    no: int
    verb: str
    """What ``yes`` does with a thing, such as "keep"."""


class Display(ABC):
    """The words and pictures of one ``game``. Its methods take a :class:`Reading`: a view, or a position shown in full.

    Callers reach them through positions and views, which check the arguments.
    """

    sentences: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    """A sentence for every kind of event. If some may not see its data, two sentences: the second one is for them.
    ``{who}`` is the player (empty in events without one), ``{a}`` to ``{d}`` are the data, and ``{a:card}`` is ``a`` as
    the term ``card`` puts it."""
    terms: Mapping[str, Callable[[int], str]] = {}
    """How numbers are written in the sentences, by term."""
    simultaneous_phases: ClassVar[Collection[int]] = ()
    """The phases in which all players decide at the same time, so that no decision depends on another player's. The
    rules ask one player after another."""
    opponent: ClassVar[str] = ""
    """The winner if no player has won, in games against the game itself."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.actions, self.params = game.actions, game.params
        self.names: tuple[str, ...] = game.seat_names

    @property
    def glossary(self) -> Glossary:
        """The terms of the games of this package, which pictures explain in their titles."""
        return read_glossary(self.game.package)

    # --- the position -------------------------------------------------------------------------------------------------

    @abstractmethod
    def sheets(self, view: "Reading") -> tuple[Sheet, ...]:
        """What the table and the players have: the table's sheet first, then one sheet per player, in the order of
        seats. Sheets of others, such as an automatic opponent, are between them."""

    def player_sheet(self, view: "Reading", player: int, value: str, rows: Iterable[Row], status: str = "") -> Sheet:
        """The sheet of a player; ``status`` is what is the matter besides that they are to move, or have won."""
        first = "won" if view.is_over and player in self.winners(view) else ""
        first = "to move" if player == view.current_player else first
        you = " (you)" if player == view.viewer else ""
        return Sheet(self.names[player] + you, player, value, ", ".join(filter(None, (first, status))), tuple(rows))

    def headline(self, view: "Reading") -> str:
        """The position in one line: who decides what, or who won and how the game ended."""
        if not view.is_over:
            return f"{self.when(view)}, {self.names[view.current_player]} to decide: {self.question(view)}"
        winners = [self.names[p] for p in self.winners(view)] or [self.opponent]
        verdict = f"{winners[0]} wins" if len(winners) == 1 else f"{and_listed(winners)} share the win"
        return f"Game over, {verdict}: {view.end_reason}"

    def when(self, view: "Reading") -> str:
        """The part of the game, such as a round."""
        return f"Turn {view.turn}"

    def winners(self, view: "Reading") -> list[int]:
        """The players with the best result; none if the game's own opponent has won."""
        best = max(0.0 if self.opponent else -1.0, *view.payoffs)
        return [p for p, payoff in enumerate(view.payoffs) if payoff == best]

    def describe(self, view: "Reading", brief_board: bool = False) -> str:
        """The position in words, for people and language models: the headline, the sheets, and the board, with
        ``brief_board`` in few words."""
        lines = [line for sheet in self.sheets(view) for line in sheet_to_lines(sheet)]
        board = self.describe_board_briefly(view) if brief_board else self.describe_board(view)
        return "\n".join([f"{self.headline(view)}.", *lines, *board])

    def describe_board(self, view: "Reading") -> list[str]:
        """What lies on the board and is in no sheet, a line a fact."""
        return []

    def describe_board_briefly(self, view: "Reading") -> list[str]:
        """The facts of ``describe_board`` in few words, for language models and beside a drawn board."""
        return self.describe_board(view)

    def question(self, view: "Reading") -> str:
        """What the current player is asked: a heading for their legal actions."""
        return view.phase

    def is_simultaneous(self, view: "Reading") -> bool:
        """Whether all players decide at the same time now."""
        return bool(self.simultaneous_phases) and int(view.record["phase"][0]) in self.simultaneous_phases

    def joint_choice(self, view: "Reading") -> "JointChoice | None":
        """The next decisions of the current player that they can take in one choice."""
        return None

    def standing_words(self, view: "Reading", player: int) -> str:
        """What ranks a player at the end of the game: points, unless the game ranks by something else."""
        return str(view.scores[player])

    def result_words(self, view: "Reading") -> str:
        """How a finished game ended, as one line."""
        standings = ", ".join(f"{name} {self.standing_words(view, p)}" for p, name in enumerate(self.names))
        return f"{view.end_reason}: {standings}"

    # --- pictures -----------------------------------------------------------------------------------------------------

    def draw_board(self, view: "Reading") -> BoardDrawing | None:
        """The drawing of the board; None for a game without one."""
        return None

    def board_svg(self, view: "Reading") -> str:
        """The board alone; an empty picture for a game without one."""
        return self._board_document(self.draw_board(view))

    def legend(self, view: "Reading") -> list[dict[str, str]]:
        """What the marks on the board mean: the ``words`` and the ``mark``, an SVG document, of each."""
        return _legend_entries(self.draw_board(view))

    def board_and_legend(self, view: "Reading") -> tuple[str, list[dict[str, str]]]:
        """:meth:`board_svg` and :meth:`legend`, with the board drawn once."""
        board = self.draw_board(view)
        return self._board_document(board), _legend_entries(board)

    def _board_document(self, board: BoardDrawing | None) -> str:
        board = board or BoardDrawing(Box(0, 0, 1, 1), "")
        return explain_titles(document(board.box, [board.drawing]), self.glossary)

    def svg(self, view: "Reading") -> str:
        """The headline, the board and the sheets as one picture."""
        picture = compose(self.game.title, self.headline(view), self.sheets(view), self.draw_board(view))
        return explain_titles(picture, self.glossary)

    def chart(self, view: "Reading", width: int) -> list[Line]:
        """The board in characters, lines of at most ``width``; empty where words are enough."""
        return []

    # --- events and actions -------------------------------------------------------------------------------------------

    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        """An event as one sentence, as ``viewer`` (a player; -1: the public) may know it."""
        who = self.names[event.player] if event.player >= 0 else ""
        data = dict(zip("abcd", event.data, strict=True))
        return SentenceFormatter(self.terms).format(self.sentence(event, viewer), who=who, **data)

    def sentence(self, event: Event, viewer: int) -> str:
        """The sentence for an event, which is not filled in yet. A game overrides this where the data decide."""
        sentence = self.sentences[self.game.event_kinds[event.kind]]
        return sentence if isinstance(sentence, str) else sentence[0 if event.seen_by(viewer) else 1]

    def check_sentences(self) -> None:
        """Raise ValueError, naming the kind of event, if a sentence is missing or cannot be filled in."""
        if type(self).event_words is not Display.event_words:
            return  # the game has no sentences
        for kind in self.game.event_kinds:
            fault = sentence_fault(self.sentences.get(kind), self.terms)
            if fault:
                raise ValueError(f"{type(self).__name__}.sentences: the event {kind!r} {fault}")

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
        hint = f"try {' or '.join(map(repr, near))}" if near else "this player has none now"
        raise UnknownNameError(f"no legal action {words!r}; {hint}")

    def rank_actions(self, view: "Reading") -> list[int]:
        """The legal actions, first those that the current player is most likely to look for: where there is no room for
        all of them, the last ones are left out."""
        return view.legal_actions

    def likely_illegal(self, view: "Reading") -> dict[int, str]:
        """Illegal actions that the current player may look for, each with the rule that forbids it."""
        return {}

    def why_illegal(self, view: "Reading", action: int) -> str:
        """The rule that forbids an illegal action now, as a clause; empty where a game gives no reasons."""
        return self.likely_illegal(view).get(action, "")

    def statistics(self) -> GameStatistics:
        """Empty statistics of many games (``railgym stats``)."""
        return GameStatistics(self.game)


class SentenceFormatter(Formatter):
    """Fills in sentences: ``{a:card}`` is ``a`` as the term ``card`` writes it."""

    def __init__(self, terms: Mapping[str, Callable[[int], str]]) -> None:
        self._terms = terms

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._terms[format_spec](value) if format_spec else str(value)


def sentence_fault(sentences: Any, terms: Collection[str]) -> str:
    """What is wrong with the sentence, or the two sentences, of a kind of event; empty if nothing is."""
    both = sentences if isinstance(sentences, tuple) else (sentences,)
    if len(both) > 2 or not all(isinstance(sentence, str) and sentence for sentence in both):
        return "needs a sentence, or two: one for those who see its data, and one for the others"
    for sentence in both:
        for _, name, term, _ in Formatter().parse(sentence):
            if name not in (None, "who", *"abcd"):
                return f"uses the unknown name {{{name}}}; use {{who}}, {{a}}, {{b}}, {{c}} or {{d}}"
            if term and term not in terms:
                return f"uses the unknown term {term!r}; the terms are {listed(terms)}"
    return ""


def without_note(words: str) -> str:
    """Words without the note in brackets at their end."""
    return words.rpartition(" (")[0] if words.endswith(")") else words


def count(n: Any, noun: str) -> str:
    """A number with its noun: "1 card", "3 cards"."""
    return f"{int(n)} {noun}{'' if abs(int(n)) == 1 else 's'}"


def listed(things: Iterable[str]) -> str:
    """Names separated by commas; "none" if there are none."""
    return ", ".join(things) or "none"


def counts_in_words(counts: Sequence[int], names: Sequence[str]) -> str:
    """How many there are of each kind, such as ``3 coal, 1 mail``; ``none`` if there are none."""
    return ", ".join(f"{n} {name}" for n, name in zip(counts, names, strict=True) if n) or "none"


def and_listed(things: Iterable[str]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last


def _legend_entries(board: BoardDrawing | None) -> list[dict[str, str]]:
    return board.legend.to_json() if board and board.legend else []
