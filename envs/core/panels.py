"""The picture of a position: the headline, the board, and the sheets as panels beside it. One layout for all games."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import (
    ACCENT,
    INK,
    LINE,
    MUTED,
    PANEL,
    PAPER,
    Box,
    Legend,
    actions_attribute,
    cut_out,
    document,
    legend,
    mark,
    measure,
    rect,
    star,
    text,
    titled,
    words_in,
)
from railgym.envs.core.sheets import Item, Row, Sheet, row

__all__ = ["BoardDrawing", "board_box", "compose"]

WIDTH, HEIGHT, GAP, HEADER = 1280, 720, 10, 40
WIDE, HIGHEST, NARROW = 884.0, 760.0, 760.0  # the most that a board takes; a wide one is wider than the last
# Sizes of text in panels, and whether each row has lines of its own; the first with room for all is taken.
SETTINGS = (
    (14.0, True),
    (13.0, True),
    (12.0, True),
    (12.0, False),
    (11.0, False),
    (10.0, False),
    (9.5, False),
    (9.0, False),
)
STEP, CHIP, PAD = 1.38, 1.2, 0.3  # from line to line, the height of a chip and its padding, in units of the size
PALE, WARM, PILL = "#f6e7c6", "#fdf1da", "#3d4d58"


class BoardDrawing(NamedTuple):
    """The drawing of a board, its box in the picture, and the least heights of a panel beside and below it.

    The ``legend``, if there is one, takes ``below`` units under the box; with 0 it lies on the lower edge of the board.
    """

    box: Box
    drawing: str
    panel: float = 96.0
    strip: float = 106.0
    legend: Legend | None = None
    below: float = 0.0


def board_box(slant: float, below: float = 0, widest: float = WIDE) -> Box:
    """The box of a map in the picture, ``slant`` times as high as wide, which leaves a height ``below`` it free."""
    wide = round(min(widest, (HIGHEST - below) / slant))
    return Box(GAP, HEADER + GAP, wide, round(wide * slant))


def compose(title: str, headline: str, sheets: Sequence[Sheet], board: BoardDrawing | None = None) -> str:
    """The picture: the headline, the board at the left, and the sheets beside it; the first is below a wide board."""
    board = board or BoardDrawing(Box(GAP, HEADER + GAP, -GAP, -GAP), "")
    box = board.box
    below = 1 if box.w > NARROW else 0
    low, left = box.y + box.h + board.below + GAP, box.x + box.w + GAP
    height = max(HEIGHT, low + below * (board.strip + GAP), box.y + (len(sheets) - below) * (board.panel + GAP))
    parts = [rect(Box(0, 0, WIDTH, height), PAPER, radius=0), _header(title, headline, sheets[0].value)]
    parts += [board.drawing, _legend(board)]
    parts += _column(sheets[:below], Box(GAP, low, box.w, height - low - GAP))
    parts += _column(sheets[below:], Box(left, box.y, WIDTH - left - GAP, height - box.y - GAP))
    return document(Box(0, 0, WIDTH, height), parts)


def _legend(board: BoardDrawing) -> str:
    """The legend of a board, below it or on its lower edge."""
    if not board.legend:
        return ""
    x, low = board.box.x, board.box.y + board.box.h
    at = Point(x + 4, low + 18) if board.below else Point(x + 8, low - 8)
    return legend(*board.legend, at, board.box.w)


def _header(title: str, headline: str, goal: str) -> str:
    """The game, what is due or how the game ended, and what it is played for."""
    w = measure(goal, 13) + 24 if goal else 0
    pill, left = Box(WIDTH - GAP - w, 8, w, 24), 2 * GAP + 16 + measure(title, 18, True)
    parts = [rect(Box(0, 0, WIDTH, HEADER), INK, radius=0), text(GAP + 6, 26, title, 18, left, PANEL, True)]
    parts.append(cut_out(Box(left, 0, pill.x - left, HEADER), text(left, 26, headline, 16, pill.x - left - 14, PALE)))
    return "".join([*parts, rect(pill, PILL, radius=12) + words_in(pill, goal, 13, "#ffffff") if goal else ""])


# --- panels -----------------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """Words in a line of a panel: a label, an item, several without more than their words, or a part of a long one.
    ``x`` and ``w`` are in units of the size of the text; ``items`` is how many begin here."""

    words: str
    line: int
    x: float
    w: float
    item: Item | None = None
    items: int = 0


def _column(sheets: Sequence[Sheet], box: Box) -> list[str]:
    """Sheets one below the other, in one size of text: the largest in which there is room for all."""
    room = box.h - GAP * (len(sheets) - 1)
    for size, apart in SETTINGS:
        set_out = [_with_status_below(sheet, box.w - 2 * GAP, size) for sheet in sheets]
        plans = [_flow(sheet.rows, (box.w - 2 * GAP) / size, apart) for sheet in set_out]
        needs = [_height(plan, size) for plan in plans]
        if sum(needs) <= room:
            break
    parts, y = [], box.y
    for sheet, plan, high in zip(set_out, plans, _heights(needs, room), strict=True):
        parts.append(_panel(sheet, plan, Box(box.x, y, box.w, high), size))
        y += high + GAP
    return parts


def _with_status_below(sheet: Sheet, width: float, size: float) -> Sheet:
    """A sheet whose status is a row if there is no room for it in the head of the panel."""
    first, _, more = sheet.status.partition(", ")
    head = measure(sheet.title + sheet.value, size + 2, True) + measure(sheet.status, size, True) + 4.5 * size
    if head <= width or not more:
        return sheet
    return sheet._replace(status=first, rows=(row("status", more), *sheet.rows))


def _height(plan: Sequence[Piece], size: float) -> float:
    """The height of a panel."""
    return _head(size) + STEP * size * (1 + max((piece.line for piece in plan), default=-1)) + 0.6 * size


def _head(size: float) -> float:
    """The height of the head of a panel."""
    return 2.1 * size


def _heights(needs: Sequence[float], room: float) -> list[float]:
    """Heights that fill the room, as equal as can be: where it is enough for all needs, none gets less."""
    pick, low, high = max if sum(needs) <= room else min, 0.0, room
    for _ in range(20):
        level = (low + high) / 2
        low, high = (low, level) if sum(pick(need, level) for need in needs) > room else (level, high)
    return [pick(need, low) for need in needs]


def _flow(rows: Sequence[Row], width: float, apart: bool) -> list[Piece]:
    """The rows set in lines: each on its own if they stand ``apart``, else also where the rest of a line has room."""
    pieces, line, x = list[Piece](), 0, 0.0
    for label, items in rows:
        things = _things(items)
        lead = measure(label, 1, True) + 0.6
        if x and (apart or x + 1.2 + lead + sum(w for *_, w in things) > width):
            line, x = line + 1, 0.0
        elif x:
            x += 1.2
        pieces.append(Piece(label, line, x, lead))
        x += lead
        for item, words, w in things:
            if x + w > width and (w <= width - 1 or x > width / 2):
                line, x = line + 1, 1.0
            if x + w <= width:
                _append(pieces, Piece(words, line, x, w, item, 1))
                x += w
            else:
                for part, room, last in _broken(words, width - x, width - 1):
                    pieces.append(Piece(part, line, width - room, room, item, int(last)))
                    line, x = (line, width) if last else (line + 1, 1.0)
    return pieces


def _append(pieces: list[Piece], piece: Piece) -> None:
    """Add a piece, to the one before it if both are mere words in a line: fewer texts are drawn faster."""
    before = pieces[-1]
    if before.line == piece.line and before.item and _is_plain(before.item) and piece.item and _is_plain(piece.item):
        words, w, items = f"{before.words} {piece.words}", before.w + piece.w, before.items + piece.items
        pieces[-1] = before._replace(words=words, w=w, items=items)
    else:
        pieces.append(piece)


def _is_plain(item: Item) -> bool:
    return not (item.note or item.color or item.actions)


def _things(items: Sequence[Item]) -> list[tuple[Item, str, float]]:
    """Items with their words and widths; commas separate neighbours without swatches."""
    found = []
    for item, after in pairwise((*(items or [Item("none")]), Item("", color="none"))):
        words = item.words if item.color or after.color else f"{item.words},"
        found.append((item, words, measure(words, 1) + (2 * PAD + 1.4 if item.color else 0.4)))
    return found


def _broken(words: str, first: float, rest: float) -> Iterator[tuple[str, float, bool]]:
    """Words in lines: the first has ``first`` room, the others ``rest``. Each with its room, and whether it is the
    last."""
    line, room = "", first
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer, 1) > room and (line or room < rest):
            yield line, room, False
            line, room = word, rest
        else:
            line = longer
    yield line, room, True


def _panel(sheet: Sheet, plan: Sequence[Piece], box: Box, size: float) -> str:
    """A sheet: whose it is, what ranks them and what is the matter, and its rows as far as there is room."""
    due = sheet.status.startswith("to move")
    parts = [rect(box, WARM if due else PANEL, ACCENT if due else LINE, width=3 if due else 1)]
    parts.append(cut_out(box._replace(h=_head(size)), _title(sheet, box, size)))
    lines = int((box.h - _head(size) - 0.5 * size) / (STEP * size) + 0.01)
    hidden = sum(piece.items for piece in plan if piece.line >= lines - 1)
    if any(piece.line >= lines for piece in plan):
        plan = [piece for piece in plan if piece.line < lines - 1]
        plan.append(Piece(f"and {hidden} more", lines - 1, 0, box.w / size - 2))
    for line, pieces in groupby(plan, lambda piece: piece.line):
        room = Box(box.x, box.y + _head(size) + line * STEP * size, box.w, STEP * size)
        parts.append(cut_out(room, "".join(_drawn(piece, room, size) for piece in pieces)))
    return f"<g data-seat='{sheet.player}'>{''.join(parts)}</g>"


def _title(sheet: Sheet, box: Box, size: float) -> str:
    """The mark and the name of a player, their status, and what ranks them."""
    large, base, x = size + 2, box.y + 1.6 * size, box.x + GAP
    right = box.x + box.w - GAP
    value = measure(sheet.value, large, True)
    parts = [text(right, base, sheet.value, large, value + 1, INK, True, "end")]
    if sheet.player >= 0:
        parts.append(mark(x + 0.7 * size, base - 0.4 * size, 0.6 * size, sheet.player))
        x += 1.8 * size
    if sheet.status.startswith("won"):
        parts.append(star(x + 0.5 * size, base - 0.4 * size, 0.7 * size))
        x += 1.4 * size
    name = measure(sheet.title, large, True) + 0.7 * size
    parts.append(text(x, base, sheet.title, large, right - value - x, INK, True))
    return "".join([*parts, text(x + name, base, sheet.status, size, right - value - x - name - 8, ACCENT, True)])


def _drawn(piece: Piece, room: Box, size: float) -> str:
    """A label or an item in the room of its line."""
    x, y, item = room.x + GAP + piece.x * size, room.y, piece.item
    base, right = y + 0.93 * size, room.x + room.w - GAP
    if item is None:
        return text(x, base, piece.words, size, min(piece.w * size, right - x), MUTED, True)
    place, body = Box(x, y, (piece.w - 0.4) * size, CHIP * size), ""
    if item.color:
        x += PAD * size
        swatch = Box(x, y + 0.22 * size, 0.75 * size, 0.75 * size)
        body, x = rect(place, "#ffffff", LINE, 3) + rect(swatch, item.color, MUTED, 2, 0.7), x + size
    body += text(x, base, piece.words, size, right - x)
    if item.note or item.actions:
        return titled(item.text, body, actions_attribute(item.actions), place)
    return body
