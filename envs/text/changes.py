"""What differs between two views of one player: what has happened since their last decision, as far as it shows."""

from collections.abc import Iterator

from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Item, Sheet

__all__ = ["changes"]


def changes(before: Reading, now: Reading) -> list[str]:
    """The rows of sheets and the facts of the board that have changed, one a line: the other players first, then the
    viewer, the board and the table."""
    old = {(sheet.title, sheet.player): sheet for sheet in before.sheets()}
    known = set(before.game.display.describe_board(before))
    players, others = list[str](), list[str]()
    for sheet in sorted(now.sheets(), key=lambda sheet: sheet.player == now.viewer):
        if earlier := old.get((sheet.title, sheet.player)):
            (players if sheet.player >= 0 else others).extend(_of_sheet(earlier, sheet))
    board = [line for line in now.game.display.describe_board(now) if line not in known]
    return [*players, *board, *others]


def _of_sheet(before: Sheet, now: Sheet) -> Iterator[str]:
    title = now.title.removesuffix(" (you)")
    if before.value != now.value:
        yield f"{title}: {now.value}, was {before.value or 'nothing'}"
    rows = dict(before.rows)
    for label, items in now.rows:
        told = _of_row(rows.get(label, ()), items)
        if told:
            yield f"{title}, {label}: {told}"


def _of_row(before: tuple[Item, ...], now: tuple[Item, ...]) -> str:
    """The items that changed in their places; else those that came and those that went."""
    old, new = [item.words for item in before], [item.words for item in now]
    if old == new:
        return ""
    if len(old) == len(new):
        return ", ".join(f"{a}, was {b}" for a, b in zip(new, old, strict=True) if a != b)
    came, gone = [words for words in new if words not in old], [words for words in old if words not in new]
    return "; ".join([*(f"+ {words}" for words in came), *(f"- {words}" for words in gone)])
