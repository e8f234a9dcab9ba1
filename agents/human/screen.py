"""What the terminal shows: positions, numbered moves, what happened, and how the game ended."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np
from rich import box
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from railgym.agents.human.names import Names
from railgym.agents.human.page import page_lines
from railgym.envs.core.chart import SEAT_STYLES
from railgym.envs.core.game import Game
from railgym.envs.core.reading import NARROWEST, Reading
from railgym.envs.core.replay import Move

__all__ = ["CUT", "WIPE", "Screen"]

CUT = "the last line of the file was cut off, and is left out"

MANY = 40  # moves of one kind that are listed unasked
FEWER = (20, 12, 8, 5, 3, 2, 1)  # where so many do not fit on the screen
WIDEST = 160  # columns of a board
LOWEST = 10  # lines of a screen that are used at least
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled out of it


class Screen:
    """Writes to one console, plainly where that is no terminal or NO_COLOR is set. Nothing here reads."""

    def __init__(self, game: Game, console: Console | None = None) -> None:
        self.game = game
        self.names = Names(game.seat_names, game.seat_names)
        plain = bool(os.environ.get("NO_COLOR"))
        self.console = console or Console(highlight=False, color_system=None if plain else "auto")

    def name_players(self, names: Sequence[str]) -> None:
        """Call the players by these names from now on."""
        self.names = Names(self.game.seat_names, names)

    @property
    def height(self) -> int:
        """The lines of the screen; 0: there is no end to them, as in a file."""
        return max(LOWEST, self.console.height) if self.console.is_terminal else 0

    def pages(self, show: Callable[[], None]) -> list[str]:
        """What ``show`` writes, as pages that fit on the screen with a line below."""
        with self.console.capture() as capture:
            show()
        pages, used = [""], 0
        for line in capture.get().splitlines(keepends=True):
            rows = self.rows(Text.from_ansi(line).plain)
            if self.height and used + rows > self.height - 1:
                pages, used = [*pages, ""], 0
            pages[-1] += line
            used += rows
        return pages

    def write(self, page: str) -> None:
        """Write a page."""
        self.console.file.write(page)
        self.console.file.flush()

    def rows(self, line: str) -> int:
        """The number of screen lines that a line takes when it is wrapped between words."""
        return max(1, len(Text(self.names.in_text(line).rstrip()).wrap(self.console, self.console.width)))

    def line(self, text: str = "", style: str = "") -> None:
        """Print one line of text, with the names of seats in their colours. In a file the line is not wrapped."""
        self.console.print(self._coloured(text, style), soft_wrap=not self.console.is_terminal)

    def position(self, view: Reading) -> None:
        """Print the position of a view: in words, and then the board, directly above the moves."""
        title = self.names.shown[view.viewer] if view.viewer >= 0 else "the table"
        words = self._coloured(view.game.display.describe(view, brief_board=True))
        self.console.print(Panel(words, title=title, title_align="left", box=box.ASCII2))
        self.board(view)

    def board(self, view: Reading) -> None:
        """The board of a view in characters, where the game has one."""
        for pieces in view.chart(max(min(self.console.width, WIDEST), NARROWEST)):
            line = Text.assemble(*((self._named(text), style) for text, style in pieces))
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def _named(self, text: str) -> str:
        """A piece of a board with the names of players; a column keeps its width."""
        named = self.names.in_text(text)
        return named[: len(text)].ljust(len(text)) if text.endswith(" ") else named

    def wipe(self) -> None:
        """Clear the screen, so that the next player does not see what was shown or typed."""
        if self.console.is_terminal:
            self.console.file.write(WIPE)
            self.console.file.flush()
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def _coloured(self, text: str, style: str = "") -> Text:
        coloured = Text(self.names.in_text(text), style)
        for seat, name in enumerate(self.names.shown):
            coloured.highlight_regex(rf"\b{re.escape(name)}\b", SEAT_STYLES[seat])
        return coloured

    def moves(self, title: str, moves: Sequence[tuple[int, str]], wanted: str = "", room: int = 0) -> None:
        """Moves as (action, words), numbered from 1 and grouped by their blocks; ``wanted``: only those whose words or
        block contain it, and all of them. ``room``: the lines for them and the title, if there is an end to these."""
        self.line(title, "bold")
        table = self._table(moves, wanted, MANY)
        left = room - self.rows(title)
        for most in FEWER if room else ():
            if len(self.console.render_lines(table)) <= left:
                break
            table = self._table(moves, wanted, most)
        with self.console.capture() as capture:
            self.console.print(table if table.row_count else Text(f"no move contains {wanted!r}"))
        lines = capture.get().splitlines(keepends=True)
        if room and len(lines) > left:
            lines = [*lines[: left - 1], "and more of other kinds: type  moves\n"]
        self.write("".join(lines))

    def _table(self, moves: Sequence[tuple[int, str]], wanted: str, most: int) -> Table:
        """The moves that contain ``wanted``; without it, at most so many of each block."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(style="cyan", no_wrap=True, max_width=15)
        table.add_column()
        numbered = [(number, *move) for number, move in enumerate(moves, 1)]
        for name, group in groupby(numbered, lambda row: self.game.actions.block_of(row[1]).name.replace("_", " ")):
            rows = [(number, words) for number, _, words in group if wanted in words.lower() or wanted in name]
            if rows:
                table.add_row(name, self._columns(rows if wanted else rows[:most]))
            if len(rows) > most and not wanted:
                table.add_row("", Text(f"and {len(rows) - most} more: type  moves {name}", "italic"))
        return table

    def _columns(self, rows: Sequence[tuple[int, str]]) -> Text:
        """Numbered words in as many columns as the width allows, row by row."""
        cells = [f"{number:>3} {words}" for number, words in rows]
        width = max(map(len, cells)) + 2
        fit = max(1, (self.console.width - 17) // width)
        lines = ["".join(cell.ljust(width) for cell in cells[i : i + fit]).rstrip() for i in range(0, len(cells), fit)]
        return Text("\n".join(lines))

    def happened(self, move: Move, viewer: int) -> None:
        """What a move led to, as ``viewer`` may know it."""
        for sentence in move.sentences(self.game, viewer):
            self.line(f"  {sentence}")

    def commands(self, commands: Iterable[tuple[str, str]]) -> None:
        """The commands and what they do."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
        for command, sentence in commands:
            table.add_row(Text(command), Text(sentence))
        self.console.print(table)

    def page(self, markdown: str) -> None:
        """A page of text."""
        for line, style in page_lines(markdown, self.console.width):
            self.line(line, style)

    def ending(self, position: Reading, players: Sequence[str]) -> None:
        """The final standing, best first, and how the game ended."""
        if len(players) > 1:
            self._standing(position, players)
        self.line(str(position.result), "bold")

    def _standing(self, position: Reading, players: Sequence[str]) -> None:
        table = Table(box=box.ASCII2, title="The game is over", title_justify="left")
        for column in ("place", "seat", "player"):
            table.add_column(column)
        for column in ("standing", "result"):
            table.add_column(column, justify="right")
        payoff = np.array(position.payoffs)
        for seat in np.argsort(-payoff, kind="stable"):
            place = 1 + int(np.sum(payoff > payoff[seat]))
            standing = position.standing_words(int(seat))
            row = (str(place), self.names.shown[seat], players[seat], standing, f"{payoff[seat]:+.2f}")
            table.add_row(*map(self._coloured, row))
        self.console.print(table)
