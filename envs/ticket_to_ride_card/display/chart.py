"""The card table in characters: a column per kind of card, a row per place with cards and per open ticket."""

from typing import TYPE_CHECKING, Any

from railgym.envs.core.chart import DIM, SEAT_STYLES, Line
from railgym.envs.core.header import FULL
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES
from railgym.envs.ticket_to_ride_card.display.words import ticket_numbers

if TYPE_CHECKING:
    from railgym.envs.ticket_to_ride_card.display import CardGameDisplay

__all__ = ["draw_chart"]

STYLES = ("bold reverse", "bold", "green", "yellow", "red", "bright_blue", "magenta", "dark_orange", DIM, "bold cyan")
WIDEST, NARROWEST = 7, 4  # columns for a kind of cards
LABEL = 30  # columns for the words of a row, if there is room
NAMES = tuple(name.replace("locomotive", "loco") for name in KIND_NAMES)


def draw_chart(display: "CardGameDisplay", v: Any, width: int) -> list[Line]:
    """The table as its viewer sees it; ``v`` is one record."""
    rows: list[tuple[str, str, list[str]]] = [("face up", "bold", _numbers(v["display"]))]
    for p, name in enumerate(display.names):
        rows += _seat_rows(display, v, p, name)
    kinds = [k for k in range(len(KIND_NAMES)) if k != KIND_NAMES.index("grey") or display.params["colours"][0] > k]
    label = min(LABEL, width - NARROWEST * len(kinds))
    column = min(WIDEST, (width - label) // len(kinds))
    head = _line(" " * label, "", [name[: column - 1] for name in NAMES], kinds, column)
    return [
        head,
        *(_line(words[: label - 1].ljust(label), style, cells, kinds, column) for words, style, cells in rows),
    ]


def _seat_rows(display: "CardGameDisplay", v: Any, p: int, name: str) -> list[tuple[str, str, list[str]]]:
    """The rows of a seat: its hand as far as it is known, its railyard, its stack, and what its tickets ask for."""
    seat, style = v["players"][p], SEAT_STYLES[p]
    known = "" if v["viewer"] in (p, FULL) or v["terminated"] else ", known of it"
    yard = [f"{int(n)}+{int(wild)}" if wild else str(int(n)) for n, wild in zip(seat["yard"], seat["wild"])]
    stack = "" if int(seat["track"].sum()) == seat["track_size"] else ", not remembered"
    rows = [
        (f"{name} hand {int(seat['hand_size'])}{known}", style, _numbers(seat["hand"])),
        (f"{name} railyard", style, [*yard, "0"]),
        (f"{name} on track {int(seat['track_size'])}{stack}", style, _numbers(seat["track"])),
    ]
    for ticket in ticket_numbers(int(seat["tickets"]) | int(seat["offered"])):
        rows.append((f"  {display.game.tickets[ticket].name}", "", [*_numbers(display.game.tickets[ticket].need), "0"]))
    return rows


def _numbers(counts: Any) -> list[str]:
    return [str(int(n)) for n in counts]


def _line(label: str, style: str, cells: list[str], kinds: list[int], column: int) -> Line:
    line: Line = [(label, style)]
    for kind in kinds:
        empty = cells[kind] == "0"
        cell = "." if empty else cells[kind]
        line += [(" " * (column - len(cell)), ""), (cell, DIM if empty else STYLES[kind])]
    return line
