"""A position in as many words as fit: the player's own things in full, and less of all others where there is much."""

from collections.abc import Callable, Iterator

from railgym.envs.core.header import PUBLIC
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Sheet, sheet_to_lines

__all__ = ["position_lines"]


def position_lines(view: Reading, budget: int) -> list[str]:
    """The position in words: the fullest of three forms that fits in ``budget`` characters, else the shortest."""
    for form in (_full, _brief, _shortest):
        lines = form(view)
        if sum(len(line) + 1 for line in lines) <= budget:
            return lines
    return lines


def _full(view: Reading) -> list[str]:
    return view.describe().splitlines()


def _brief(view: Reading) -> list[str]:
    """Notes only on the player's own sheet, and the board in few words."""
    return _lines(view, lambda sheet: sheet_to_lines(sheet, notes=sheet.player == view.viewer))


def _shortest(view: Reading) -> list[str]:
    """Of other players what ranks them, and what is the matter with them."""
    return _lines(view, lambda sheet: _rows_of(view, sheet))


def _rows_of(view: Reading, sheet: Sheet) -> Iterator[str]:
    if sheet.player in (PUBLIC, view.viewer):
        return sheet_to_lines(sheet, notes=sheet.player == view.viewer)
    return (f"{line} (DETAIL {sheet.title} shows more)" for line in sheet_to_lines(sheet._replace(rows=())))


def _lines(view: Reading, of_sheet: Callable[[Sheet], Iterator[str]]) -> list[str]:
    sheets = [line for sheet in view.sheets() for line in of_sheet(sheet)]
    return [f"{view.headline()}.", *sheets, *view.game.display.describe_board_briefly(view)]
