"""The values that the integers of a position may have. Compiled code relies on them and does not check them.

A game declares a :class:`Range` for each field that indexes memory or bounds a loop (``Game.ranges``). Keys are paths
in the dtype of the state, such as ``deck.size`` or ``players.train``; one range holds for all elements of an array.
Fields that are only added, compared and shown are ``ANY``.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from railgym.envs.core.header import FULL
from railgym.envs.core.within import first_outside

if TYPE_CHECKING:
    from railgym.envs.core.game import Game

__all__ = [
    "ANY",
    "CURRENT",
    "FLAG",
    "Checker",
    "PositionChecker",
    "Range",
    "deck_ranges",
    "fields",
    "header_ranges",
    "hideable",
    "index",
    "index_or_none",
    "members",
    "spanning",
    "upto",
]

Array = np.ndarray[Any, Any]


class Range(NamedTuple):
    """The values from ``low`` to ``high``; in views, where fields may be hidden, from ``low_in_views``. In an unsigned
    field -1 means its highest value, -2 the value below it, and so on, as NumPy casts them."""

    low: int
    high: int
    low_in_views: int | None = None

    def lowest(self, of_view: bool) -> int:
        return self.low_in_views if of_view and self.low_in_views is not None else self.low


ANY = Range(-(2**63), 2**63 - 1)
FLAG = Range(0, 1)
CURRENT = Range(-(2**63), -(2**63))
"""In the ranges of a phase: the number of the current player."""


def upto(high: int) -> Range:
    """An amount from 0 to ``high``."""
    return Range(0, high)


def index(size: int) -> Range:
    """An index from 0 to ``size`` - 1."""
    return Range(0, max(size - 1, 0))


def index_or_none(size: int) -> Range:
    """An index from 0 to ``size`` - 1, or -1 for none."""
    return Range(-1, size - 1)


def hideable(shown: Range) -> Range:
    """A range that has one more value at its low end in views."""
    return shown._replace(low_in_views=shown.low - 1)


def spanning(*values: int) -> Range:
    """The least range that has all of some values."""
    return Range(min(values, default=0), max(values, default=0))


def members(size: int) -> Range:
    """A set of up to ``size`` members, as a bit mask."""
    return Range(0, 2**size - 1) if size < 64 else ANY


def deck_ranges(name: str, dtype: np.dtype[Any], cards: int) -> dict[str, Range]:
    """The ranges of the field ``name``, a deck (``core/decks.py``) of ``cards`` different cards."""
    capacity = dtype[name]["cards"].shape[0]
    return {f"{name}.size": upto(capacity), f"{name}.cards": hideable(index(cards)), f"{name}.known": ANY}


def header_ranges(game: "Game") -> dict[str, Range]:
    """The ranges of the header (``core/header.py``)."""
    seats, phases, ends = game.num_players, len(game.phases), len(game.end_reasons)
    return {
        **dict.fromkeys(("game", "key", "payoff", "scores", "random_counts"), ANY),
        "ply": upto(2**31 - 1),
        "turn": upto(2**31 - 1),
        "viewer": Range(FULL, seats - 1),
        "phase": index(phases),
        "current_player": index(seats),
        "num_players": Range(1, seats),
        "terminated": FLAG,
        "end_reason": index(ends),
        "out": FLAG,
        "mode": FLAG,
    }


class Field(NamedTuple):
    """A numeric field of records: its path, its place with the indices of records, its dtype, its offset in bytes, and
    the number of its elements."""

    path: str
    place: str
    dtype: np.dtype[Any]
    offset: int
    size: int


Rule = tuple[Field, Range]


def fields(dtype: np.dtype[Any], path: str = "", place: str = "", offset: int = 0) -> Iterator[Field]:
    """All numeric fields of a dtype. A field of an array of records appears once for each record."""
    for name, (inner, at, *_) in (dtype.fields or {}).items():
        base, count = inner.base, int(np.prod(inner.shape, dtype=int))
        here, there = f"{path}{name}", f"{place}{name}"
        if base.names is None:
            yield Field(here, there, base, offset + at, count)
            continue
        for i in range(count):
            one = f"{there}[{i}]" if inner.shape else there
            yield from fields(base, f"{here}.", f"{one}.", offset + at + i * base.itemsize)


class Checker:
    """Finds the first number of a record that is outside its range. Raises KeyError for a range without a field.
    ``find`` is the compiled form of :func:`railgym.envs.core.within.first_outside`."""

    def __init__(self, dtype: np.dtype[Any], ranges: Mapping[str, Range], find: Callable[[Array, Array], int]) -> None:
        self.ranges, self._fields, self._find = ranges, list(fields(dtype)), find
        self._always = self._rules(ranges)
        self._tables = {of_view: _table(self._always, of_view) for of_view in (False, True)}

    def fault(self, record: Array, of_view: bool = False) -> str:
        """The fault of a record, a contiguous array of shape (1,), such as ``deck.size is 300, and must be 0 to 110``.
        Empty if all numbers are within their ranges."""
        return self._fault(record, self._always, self._tables[of_view], of_view)

    def _fault(self, record: Array, rules: list[Rule], table: Array, of_view: bool) -> str:
        row = self._find(record.view(np.uint8), table)
        if row < 0:
            return ""
        field, allowed = rules[row]
        low, beyond = allowed.lowest(of_view), 2 ** (8 * field.dtype.itemsize)
        values = np.frombuffer(record.tobytes(), field.dtype, field.size, field.offset).tolist()
        place, value = next((i, v) for i, v in enumerate(values) if (v - low) % beyond > allowed.high - low)
        where = f"{field.place}[{place}]" if field.size > 1 else field.place
        return f"{where} is {value}, and must be {_words(low, allowed.high, field.dtype)}"

    def _rules(self, ranges: Mapping[str, Range], seat: int = -1, seats: int = 0) -> list[Rule]:
        """The fields that need a check, with their ranges. Ranges of ``players`` apply to the first ``seats`` seats (0:
        to all), and ranges of ``current_player`` to ``seat``."""
        found, named = [], set()
        for field in self._fields:
            names = [field.path]
            place, _, rest = field.place.partition(".")
            if place == f"players[{seat}]":
                names.append(f"current_player.{rest}")
            if seats and place.startswith("players[") and int(place[8:-1]) >= seats:
                names.remove(field.path)
            for name in names:
                if name in ranges:
                    named.add(name)
                    allowed = Range(seat, seat) if ranges[name] == CURRENT else ranges[name]
                    if not _free(field, allowed):
                        found.append((field, allowed))
        if set(ranges) != named:
            raise KeyError(f"ranges of fields that do not exist: {', '.join(sorted(set(ranges) - named))}")
        return found


class PositionChecker(Checker):
    """Finds the first number of a position that is outside its range. The ranges depend on the phase, the current
    player and the viewer."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game.state_dtype, {**header_ranges(game), **game.ranges}, game.bind(first_outside))
        self._game = game
        self._by_phase: dict[tuple[bool, int, int], tuple[list[Rule], Array]] = {}

    def position_fault(self, position: Array) -> str:
        """As :meth:`fault`, for a state or a view. The ranges of a phase apply only to states and to views of the
        current player."""
        viewer, phase, current = (
            int(position["viewer"][0]),
            int(position["phase"][0]),
            int(position["current_player"][0]),
        )
        of_view = viewer != FULL
        sees_all = viewer in (FULL, current) and not position["terminated"][0]
        if not sees_all or not (0 <= phase < len(self._game.phases) and 0 <= current < self._game.num_players):
            return self.fault(position, of_view)
        key = of_view, phase, current
        if key not in self._by_phase:
            narrower = self._rules(self._game.ranges_in_phase(phase), current, self._game.num_players)
            self._by_phase[key] = (rules := self._always + narrower), _table(rules, of_view)
        return self._fault(position, *self._by_phase[key], of_view)


def _table(rules: list[Rule], of_view: bool) -> Array:
    """One row for each field, uint64 (K, 5), as :func:`first_outside` takes them."""
    rows = []
    for field, allowed in rules:
        low = allowed.lowest(of_view)
        rows.append((field.offset, field.size, field.dtype.itemsize, low % 2**64, allowed.high - low))
    return np.array(rows, np.uint64).reshape(len(rows), 5)


def _free(field: Field, allowed: Range) -> bool:
    """Whether a field may have any value."""
    return field.dtype.kind not in "iu" or allowed.high - allowed.low >= 2 ** (8 * field.dtype.itemsize) - 1


def _words(low: int, high: int, dtype: np.dtype[Any]) -> str:
    """A range in words, such as ``0 to 61 or 255``."""
    if low >= 0 or dtype.kind == "i":
        return f"{low} to {high}" if high > low else f"{low}"
    most = int(np.iinfo(dtype).max)
    return f"0 to {high} or {most}" if low == -1 else f"0 to {high} or {most + 1 + low} to {most}"
