"""Boards drawn in characters: track, places, trains and names on a grid, cut to the region with track and trains.

A line is a list of (text, style); styles are those of terminals, as in "bold red". Colour is never the only mark: track
and trains have the number of their seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor

from railgym.envs.core.geo.hexagons import Point

__all__ = ["DIM", "SEAT_STYLES", "Chart", "Line", "legend"]

Line = list[tuple[str, str]]
SEAT_STYLES = ("bright_blue", "red", "green", "magenta", "cyan", "yellow")
DIM = "bright_black"
GROUND, TRACK, NAME, MARK = range(4)  # the contents of a cell; higher ones hide lower ones


def legend(signs: Line, names: Sequence[str], width: int) -> list[Line]:
    """The legend: the meaning of characters, and the owners of track, as in "0 player_0"."""
    lines, used = [Line()], 0
    for words, style in [*signs, *((f"{seat} {name}", SEAT_STYLES[seat]) for seat, name in enumerate(names))]:
        if used + len(words) > width:
            lines, used = [*lines, []], 0
        lines[-1] += [(words, style), ("  ", "")]
        used += len(words) + 2
    return lines


@dataclass(frozen=True)
class _Window:
    """The part of the plane that is drawn: its corner, columns per unit (a unit is half as many rows), and its size."""

    x: float
    y: float
    scale: float
    width: int
    height: int

    def cell(self, at: Point) -> tuple[int, int]:
        """The row and column where a point is drawn; they may lie outside."""
        return floor((at.y - self.y) * self.scale / 2 + 0.5), floor((at.x - self.x) * self.scale + 0.5)

    def holds(self, row: int, col: int) -> bool:
        return 0 <= row < self.height and 0 <= col < self.width


class Chart:
    """What is on a board, in any units, y running down. ``most``: the most columns per unit; ``even``: points lie
    on a grid of whole units, and are drawn at even distances if there is room."""

    def __init__(self, most: float, even: bool = False) -> None:
        self._most, self._even = most, even
        self._ground: list[tuple[Point, str, str]] = []
        self._paths: list[tuple[Sequence[tuple[Point, Point]], str, str, str]] = []
        self._places: list[tuple[Point, str, str, Sequence[str]]] = []
        self._trains: dict[Point, list[int]] = {}
        self._focus: list[Point] = []

    def ground(self, at: Point, sign: str) -> None:
        """Draw the ground at a point; a blank marks a point of the board without a character."""
        self._ground.append((at, sign, DIM))

    def path(self, pieces: Sequence[tuple[Point, Point]], sign: str, style: str, name: str = "") -> None:
        """Draw track over what was drawn before, with its name if there is room."""
        self._paths.append((pieces, sign, style, name))

    def place(self, at: Point, sign: str, style: str, *names: str) -> None:
        """Draw a place with one of ``names``, the first that fits; places drawn first get the most room."""
        self._places.append((at, sign, style, names))

    def train(self, at: Point, seat: int) -> None:
        """Draw the train of a seat, in front of everything else."""
        self._trains.setdefault(at, []).append(seat)

    def focus(self, *points: Point) -> None:
        """Add points that have to be visible; by default, all points have."""
        self._focus += points

    def lines(self, width: int) -> list[Line]:
        """The lines of the drawing, at most ``width`` wide and 2 / 5 of that high."""
        canvas = _Canvas(self._window(width, 2 * width // 5))
        for at, sign, style in self._ground:
            canvas.put(*canvas.window.cell(at), sign, style, GROUND)
        written = [(canvas.draw(pieces, sign, style), name, style) for pieces, sign, style, name in self._paths]
        for at, sign, style, _ in self._places:
            canvas.put(*canvas.window.cell(at), sign, style, MARK)
        for at, seats in self._trains.items():
            canvas.train(*canvas.window.cell(at), seats)
        for at, _, style, names in self._places:
            canvas.name(*canvas.window.cell(at), names, style)
        for cells, name, style in written:
            canvas.name_path(cells, name, style)
        return canvas.lines()

    def _window(self, width: int, height: int) -> _Window:
        """The window around the focus, as large as fits."""
        all_points = [at for at, *_ in self._ground] + [at for at, *_ in self._places]
        all_points += [at for pieces, *_ in self._paths for piece in pieces for at in piece]
        whole, focus = _bounds(all_points), _bounds(self._focus or all_points)
        across, down = focus[1].x - focus[0].x, focus[1].y - focus[0].y
        room = 1.1 if self._focus else 1.0
        scale = min((width - 1) / max(room * across, 1e-9), 2 * (height - 1) / max(room * down, 1e-9), self._most)
        if self._even and scale >= 2:
            scale = floor(scale)
        columns = min(width, floor((whole[1].x - whole[0].x) * scale + 0.5) + 1)
        rows = min(height, floor((whole[1].y - whole[0].y) * scale / 2 + 0.5) + 1)
        x = _slide((focus[0].x + focus[1].x) / 2, (columns - 1) / scale, whole[0].x, whole[1].x)
        y = _slide((focus[0].y + focus[1].y) / 2, 2 * (rows - 1) / scale, whole[0].y, whole[1].y)
        if self._even and scale >= 2:
            x, y = floor(x * scale) / scale, floor(y * scale) / scale
        return _Window(x, y, scale, columns, rows)


def _bounds(points: Sequence[Point]) -> tuple[Point, Point]:
    """The corners of the box around points."""
    return Point(min(p.x for p in points), min(p.y for p in points)), Point(
        max(p.x for p in points), max(p.y for p in points)
    )


def _slide(middle: float, size: float, low: float, high: float) -> float:
    """The start of an interval of this size within two bounds, with its middle as near to ``middle`` as possible."""
    return max(low, min(middle - size / 2, high - size))


class _Canvas:
    """The characters of a window, each with its style and what it belongs to."""

    def __init__(self, window: _Window) -> None:
        self.window = window
        self._cells: dict[tuple[int, int], tuple[str, str, int]] = {}

    def put(self, row: int, col: int, text: str, style: str, kind: int) -> None:
        """Write characters over those in the cells, within the window."""
        for i, sign in enumerate(text):
            if self.window.holds(row, col + i):
                self._cells[row, col + i] = sign, style, kind

    def draw(self, pieces: Sequence[tuple[Point, Point]], sign: str, style: str) -> list[tuple[int, int]]:
        """Draw lines, and return their cells."""
        found = dict.fromkeys(cell for a, b in pieces for cell in _line(self.window.cell(a), self.window.cell(b)))
        for row, col in found:
            self.put(row, col, sign, style, TRACK)
        return list(found)

    def train(self, row: int, col: int, seats: list[int]) -> None:
        """ "@0", or "@02" where two stand."""
        self.put(row, col, "@", "bold", MARK)
        for i, seat in enumerate(seats):
            self.put(row, col + 1 + i, str(seat), f"bold reverse {SEAT_STYLES[seat]}", MARK)

    def name(self, row: int, col: int, names: Sequence[str], style: str) -> None:
        """Write one of the names beside a mark, where it hides the fewest characters."""
        if not self.window.holds(row, col):
            return
        end = col
        while self._kind(row, end) == MARK:
            end += 1
        best = None
        for shorter, name in enumerate(names):
            size = len(name)
            above, below = (row - 1, col - size // 2), (row + 1, col - size // 2)
            for worse, (r, c) in zip((0, 1, 4, 4), ((row, end + 1), (row, col - 1 - size), above, below)):
                hidden = self._hidden(r, c, size)
                if hidden is not None and (best is None or 2 * hidden + 3 * shorter + worse < best[0]):
                    best = 2 * hidden + 3 * shorter + worse, r, c, name
        if best:
            self.write(*best[1:], style)

    def write(self, row: int, col: int, name: str, style: str) -> None:
        """Write a name, separated from the ground around it."""
        for c in (col - 1, col + len(name)):
            if self._kind(row, c) == GROUND:
                self.put(row, c, " ", "", GROUND)
        self.put(row, col, name, style, NAME)

    def name_path(self, cells: Sequence[tuple[int, int]], name: str, style: str) -> None:
        """Write the name of track on it, as near to its middle as there is room."""
        if not name or len(cells) < len(name) + 2:
            return
        middle = len(cells) // 2
        for i in sorted(range(len(cells)), key=lambda i: abs(i - middle)):
            row, col = cells[i][0], cells[i][1] - len(name) // 2
            if self._hidden(row, col, len(name)) is not None:
                self.write(row, col, name, f"bold {style}")
                return

    def _kind(self, row: int, col: int) -> int:
        return self._cells[row, col][2] if (row, col) in self._cells else GROUND

    def _hidden(self, row: int, col: int, size: int) -> int | None:
        """How many cells of track a word would hide there; None if it does not fit or touches another word."""
        if not (self.window.holds(row, col) and self.window.holds(row, col + size - 1)):
            return None
        kinds = [self._kind(row, c) for c in range(col - 1, col + size + 1)]
        inside, ends = kinds[1:-1], (kinds[0], kinds[-1])
        if max(inside, default=GROUND) >= NAME or max(ends) >= NAME:
            return None
        return inside.count(TRACK)

    def lines(self) -> list[Line]:
        """The rows, with neighbouring characters of one style joined."""
        found = []
        for row in range(self.window.height):
            cells = [self._cells.get((row, col), (" ", "", GROUND))[:2] for col in range(self.window.width)]
            line = [("".join(sign for sign, _ in run), style) for style, run in groupby(cells, lambda cell: cell[1])]
            found.append(line)
        return found


def _line(a: tuple[int, int], b: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """The cells of a straight line."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    for i in range(steps + 1):
        yield a[0] + round((b[0] - a[0]) * i / steps), a[1] + round((b[1] - a[1]) * i / steps)
