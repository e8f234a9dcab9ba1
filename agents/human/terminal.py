"""A person as an agent at the terminal: they see their view, and type numbers, words or commands."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from railgym.agents.human.hints import Estimate, make_adviser, top_moves, value_to_string
from railgym.agents.human.naming import find_action, find_all, find_named
from railgym.agents.human.screen import Screen
from railgym.envs.catalog import GAMES
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import RailgymError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View
from railgym.envs.core.recording import Recording
from railgym.envs.guide import guide_of
from railgym.envs.rendering import save_picture

__all__ = ["COMMANDS", "LeaveError", "Terminal"]

MUCH = 3  # the part of the screen after which the moves are shown again: a third
SOME, MANY = 6, 20  # things that cannot be done, told unasked and when asked

COMMANDS = (
    ("a number, or words", "play that move; the beginning of its words is enough if no other move begins so"),
    ("?", "how to play the game, and these commands"),
    ("? TEXT", "a term of the game, or a rule by its tag; the page of ? has both"),
    ("help", "these commands"),
    ("look", "the position again: the board, and all of it in words"),
    ("map", "the board alone"),
    ("moves [TEXT]", "the legal moves again, or all that contain TEXT"),
    ("why [TEXT]", "why actions are illegal now: the listed ones, any that contain TEXT, or the one that TEXT names"),
    ("picture FILE", "draw the position as you see it: FILE ends in .svg or .png"),
    (
        "hint [AGENT]",
        "the best three moves of the trained agent, or of any other, as in  hint mcts:200; in brackets how sure it is "
        "(of a search: how much of it went there), and what it takes the move to be worth, from -1 to 1",
    ),
    ("undo", "take back your last choice of this turn, unless it showed you something new"),
    ("undo turn", "take back all that can be"),
    ("save FILE", "save the game there, and every move from now on"),
    ("quit  q", "save and leave; so do Ctrl-C and Ctrl-D"),
)
OF_RECORDINGS = ("undo", "undo turn", "save FILE")


class LeaveError(RailgymError):
    """The person has left before the end of the game."""


class Terminal:
    """A person as an agent. One terminal serves all seats that people sit in.

    ``recording``, if set, is the game that undo and save work on. Raises LeaveError when the person quits or there is
    no more input.
    """

    code = "human"

    def __init__(self, game: Game, screen: Screen | None = None, stdin: TextIO | None = None) -> None:
        self.game, self.screen, self.stdin = game, screen or Screen(game), stdin
        self.recording: Recording | None = None
        self._advisers: dict[tuple[str, str], Agent] = {}
        self._shown = (-1, -1)  # seat and turn of the last position shown
        self._typed = ""  # a command in place of Enter, which is still to be obeyed

    def reset(self, seat: int, seed: int) -> None:
        self._shown = (-1, -1)

    def act(self, view: View) -> int:
        while True:
            moves = self._show(view)
            answer = self._ask(view, moves)
            if isinstance(answer, int):
                return answer
            view = answer

    def read(self, prompt: str) -> str:
        """One line typed by the person; raises LeaveError when there is no more input."""
        try:
            if self.stdin is None and sys.stdin is not None:
                return self.screen.console.input(prompt, markup=False).strip()
            self.screen.console.print(prompt, end="", markup=False)
            line = self.stdin.readline() if self.stdin else ""
            if line:
                return line.strip()
        except EOFError:
            pass
        self.screen.line()
        raise LeaveError("the input has ended")

    def _show(self, view: View) -> list[tuple[int, str]]:
        """Show the position, once per turn, and the legal moves, which are returned."""
        now = view.current_player, view.turn
        if now != self._shown:
            self.screen.line()
            self.screen.position(view)
        self._shown = now
        in_text = self.screen.names.in_text
        moves = [(action, in_text(view.action_words(action))) for action in view.legal_actions]
        self._ask_for_move(view, moves)
        return moves

    def _ask_for_move(self, view: View, moves: list[tuple[int, str]]) -> None:
        """The question, the moves, and some that cannot be made, all in sight together."""
        reasons = _likely_illegal(view)
        some = min(SOME, self.screen.height // 8) if self.screen.height else SOME
        lines = self._explained(dict(list(reasons.items())[:some]))
        if len(reasons) > some:
            lines.append(f"and {len(reasons) - some} more that cannot be done now: type  why")
        below = 1 + sum(map(self.screen.rows, lines))
        self._list(view, moves, "", max(2, self.screen.height - below) if self.screen.height else 0)
        for line in lines:
            self.screen.line(line, "italic")

    def _list(self, view: View, moves: list[tuple[int, str]], wanted: str, room: int = 0) -> None:
        title = f"{self.screen.names.shown[view.current_player]}: {view.question()}"
        self.screen.moves(title, moves, wanted, room)

    def _explained(self, reasons: dict[str, str]) -> list[str]:
        return [f"not now: {words}; {reason}" for words, reason in reasons.items()]

    def _explain(self, reasons: dict[str, str]) -> None:
        for line in self._explained(reasons):
            self.screen.line(line, "italic")

    def _page(self, show: Callable[[], None], view: View, moves: list[tuple[int, str]]) -> None:
        """Show something page by page, and then, if it has taken much of the screen, the moves again."""
        first, *others = self.screen.pages(show)
        self.screen.write(first)
        for page in others:
            self._typed = self.read("Enter shows more, q is enough: ")
            if self._typed:
                break
            self.screen.write(page)
        if others or first.count("\n") > self.screen.height // MUCH > 0:
            self._typed = self._typed or self.read("Enter goes on: ")
            self._ask_for_move(view, moves)
        if self._typed.lower() == "q":  # enough of the pages, not of the game
            self._typed = ""

    def _why(self, view: View, wanted: str, moves: list[tuple[int, str]]) -> None:
        """Print why the named action is illegal, or else all illegal actions of the table that contain ``wanted``."""
        named = find_named(view, wanted, moves) if wanted else -1
        if any(action == named for action, _ in moves):
            self.screen.line(f"{wanted!r} is legal now")
        elif named >= 0:
            self._explain({view.action_words(named): view.why_illegal(named)})
        elif not wanted:
            self._explain(_likely_illegal(view))
            self.screen.line("why TEXT explains any action that is illegal now, by a part of its words", "italic")
        else:
            self._why_each(view, wanted, moves)

    def _why_each(self, view: View, wanted: str, moves: list[tuple[int, str]]) -> None:
        """Print, with the rule, what is listed as illegal and contains ``wanted``, and of all other illegal actions
        that contain it one for each rule."""
        listed = _likely_illegal(view)
        found = {words: why for words, why in listed.items() if wanted in f"{words}; {why}".lower()}
        rules = set(found.values())
        for action in find_all(view, wanted, moves):
            if (why := view.why_illegal(action)) not in rules:
                found[view.action_words(action)] = why
                rules.add(why)
        self._explain(dict(list(found.items())[:MANY]))
        if len(found) > MANY:
            self.screen.line(f"and {len(found) - MANY} more: type more of their words", "italic")
        if not found:
            legal = any(wanted in words.lower() for _, words in moves)
            told = f"all actions that contain {wanted!r} are legal now" if legal else f"no action contains {wanted!r}"
            self.screen.line(told)

    def _ask(self, view: View, moves: list[tuple[int, str]]) -> int | View:
        """Read until a move is chosen, and return it, or until one is undone, and return the position before it."""
        while True:
            line = self._typed or self.read("your move (? for help): ")
            self._typed = ""
            try:
                answer = self._obey(line, view, moves)
            except LeaveError:
                raise
            except RailgymError as error:
                self.screen.line(str(error), "red")
            except OSError as error:
                self.screen.line(f"{error.filename}: {error.strerror}", "red")
            else:
                if answer is not None:
                    return answer

    def _obey(self, line: str, view: View, moves: list[tuple[int, str]]) -> int | View | None:
        """Do what a line says: the move it names, or the position before an undo, or None for all other commands."""
        command, _, rest = line.partition(" ")
        if any(line.lower() == words.lower() for _, words in moves):
            command = ""  # a move whose words begin like a command
        match command.lower():
            case "?" | "help":
                self._page(lambda: self._help(command, rest.strip()), view, moves)
            case "look" | "map":
                self.screen.line()
                show = self.screen.position if command.lower() == "look" else self.screen.board
                self._page(lambda: show(view), view, moves)
            case "moves":
                self._page(lambda: self._list(view, moves, rest.strip().lower()), view, moves)
            case "why":
                self._page(lambda: self._why(view, rest.strip().lower(), moves), view, moves)
            case "picture":
                self._picture(view, rest.strip())
            case "hint":
                self._hint(view, rest.strip())
            case "undo":
                return self._undo(rest.strip().lower())
            case "save":
                self._save(rest.strip())
            case "quit" | "q" | "exit":
                raise LeaveError("you left the game")
            case _ if line:
                return find_action(view, line, moves)
        return None

    def _help(self, command: str, words: str) -> None:
        """Print what the glossary or the rules say about words; without words, how to play, and the commands."""
        if words:
            self.screen.line(guide_of(self.game).look_up(words))
            return
        if command == "?" and self.game.id in GAMES:
            self.screen.page(guide_of(self.game).page)
            self.screen.line()
        self.screen.commands([entry for entry in COMMANDS if self.recording or entry[0] not in OF_RECORDINGS])

    def _hint(self, view: View, code: str) -> None:
        seat = view.current_player
        role = self.game.roles[seat]
        if (code, role) not in self._advisers:
            self._advisers[code, role] = make_adviser(self.game, role, code)
        agent = self._advisers[code, role]
        agent.reset(seat, view.ply)
        moves, value = top_moves(agent, view)
        expects = f" {value_to_string(self.game, value)}, and" if value is not None else ""
        self.screen.line(f"{agent.code}{expects} would play", "green")
        for move in moves:
            number = 1 + view.legal_actions.index(move.action)
            self.screen.line(f"{number:>5} {view.action_words(move.action)}{_note(move)}", "green")

    def _undo(self, how: str) -> View:
        recording = self._recorded()
        if how not in ("", "turn"):
            raise UnknownNameError(f"undo what? type  undo  or  undo turn, not {how!r}")
        recording.undo(recording.undo_floor() if how else len(recording.moves) - 1)
        self.screen.line("taken back", "green")
        self._shown = (-1, -1)
        return recording.position.view()

    def _picture(self, view: View, name: str) -> None:
        if not name:
            raise UnknownNameError("draw where? type  picture FILE.svg  or  picture FILE.png")
        path = Path(os.path.expanduser(name))
        if path.exists():
            raise UnknownNameError(f"{path} exists; choose another name")
        save_picture(view.svg(), path)
        self.screen.line(f"drawn in {path}", "green")

    def _save(self, name: str) -> None:
        recording = self._recorded()
        if not name and not recording.path:
            raise UnknownNameError("save where? type  save FILE")
        path = Path(os.path.expanduser(name)) if name else recording.path
        if path and path != recording.path:
            if path.exists():
                raise UnknownNameError(f"{path} exists; choose another name")
            recording.keep_in(path)
        self.screen.line(f"saved in {recording.path}, and so is every further move", "green")

    def _recorded(self) -> Recording:
        if self.recording is None:
            raise UnknownNameError("this game is not recorded: it cannot be saved, nor moves taken back")
        return self.recording


def _likely_illegal(view: View) -> dict[str, str]:
    """The illegal actions that the person may look for, in words, and why each is illegal."""
    return {view.action_words(action): reason for action, reason in view.likely_illegal().items()}


def _note(move: Estimate) -> str:
    """What an agent thinks of a move, as far as it says."""
    notes = [f"{move.share:.0%}".replace("%", " %")] if move.share is not None else []
    notes += [f"worth {move.worth:+.2f}"] if move.worth is not None else []
    return f"  [{', '.join(notes)}]" if notes else ""
