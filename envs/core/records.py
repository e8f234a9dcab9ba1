"""The record of a position, and the ranges of its numbers, as the fields of its notation declare them.

A game may declare every field of its record once, as a :class:`railgym.envs.core.notation_kinds.Field`: the dtype
(:func:`record_fields`), the ranges (:func:`field_ranges`) and the notation follow from it. A game whose record
differs from its notation writes them separately.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from railgym.envs.core.decks import UNKNOWN, deck_dtype
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Each, Field, Flag, Members, Name, Number, Numbers
from railgym.envs.core.ranges import FLAG, Range, deck_ranges, members, spanning, upto

__all__ = ["cards_left", "field_ranges", "hidden_cards", "record_fields"]

DtypeField = tuple[str, Any, tuple[int, ...]]


def record_fields(fields: Sequence[Field]) -> list[DtypeField]:
    """The fields of a dtype that holds the fields of a notation. Numbers have the smallest signed type that holds their
    range. Raises TypeError for a kind without a field of its own."""
    return [_dtype_field(field.kind) for field in fields]


def _dtype_field(kind: Any) -> DtypeField:
    match kind:
        case Deck():
            return kind.name, deck_dtype(kind.capacity), ()
        case Each():
            return kind.name, np.dtype(record_fields(kind.parts.fields)), (kind.count,)
    if (allowed := _range(kind)) is None:
        raise TypeError(f"{type(kind).__name__} declares no field of a record")
    shape = (len(kind.names),) if isinstance(kind, Counts) else (kind.count,) if isinstance(kind, Numbers) else ()
    return kind.name, _smallest(allowed), shape


def _smallest(allowed: Range) -> str:
    """The smallest signed type that holds a range."""
    holding = (np.iinfo(code) for code in ("i1", "i2", "i4"))
    return next((f"i{i.bits // 8}" for i in holding if i.min <= allowed.low and allowed.high <= i.max), "i8")


def _range(kind: Any) -> Range | None:
    """The range of the numbers of a kind; None for other kinds."""
    match kind:
        case Number():
            return spanning(kind.low, kind.high, kind.low if kind.none is None else kind.none)
        case Flag():
            return FLAG
        case Name():
            return spanning(*range(len(kind.names)), *dict(kind.others))
        case Members():
            return members(len(kind.names))
        case Counts():
            return upto(kind.most)
        case Numbers(floats=False):
            return Range(kind.low, kind.high)
    return None


def field_ranges(fields: Sequence[Field], dtype: np.dtype[Any]) -> dict[str, Range]:
    """The ranges of the fields of ``dtype`` that the fields of a notation bound (``core/ranges.py``)."""
    found: dict[str, Range] = {}
    kinds: list[Any] = [field.kind for field in fields]
    for kind in kinds:
        match kind:
            case Deck():
                found |= deck_ranges(kind.name, dtype, len(kind.names))
            case Each():
                inner = field_ranges(kind.parts.fields, dtype[kind.name].base)
                found |= {f"{kind.name}.{name}": allowed for name, allowed in inner.items()}
            case _:
                if (allowed := _range(kind)) is not None:
                    found[kind.name] = allowed
    return found


def cards_left(counts: Sequence[int], *places: str) -> Callable[[Any], list[int]]:
    """A function that lists the cards which none of ``places`` in a record holds yet, in order of kind, where there are
    ``counts`` of every kind: the ``rest`` of a :class:`railgym.envs.core.notation_kinds.Deck`.

    A place is a deck, a card, or counts by kind; or, as ``players.hand``, the card or the counts of all players.
    """

    def left_of(record: Any) -> list[int]:
        left = np.array(counts)
        for place in places:
            left -= _held(record, place, len(left))
        cards: list[int] = np.repeat(np.arange(len(left)), np.maximum(left, 0)).tolist()
        return cards

    return left_of


def hidden_cards(*places: str) -> Callable[[Any], int]:
    """A function that counts the cards in ``places`` of a view which its viewer does not know: ``hidden`` of a
    :class:`railgym.envs.core.notation_decks.Deck`.

    Places are as in :func:`cards_left`. The number of cards that ``hand`` counts by kind is in the field ``hand_size``.
    """

    def hidden_in(view: Any) -> int:
        return sum(_hidden(*_found(view, place)) for place in places)

    return hidden_in


def _found(record: Any, place: str) -> tuple[Any, str]:
    """The record, or the array of records, that has a place as a field, and the name of that field."""
    *path, name = place.split(".")
    for part in path:
        record = record[part]
    return record, name


def _cards(value: Any) -> Any:
    """The cards of a deck; one card, or the cards of all players, as an array."""
    return value["cards"][: value["size"]] if value.dtype.names else np.atleast_1d(value)


def _hidden(record: Any, name: str) -> int:
    """How many cards of a place are unknown."""
    if record.dtype[name].shape:
        return int(record[f"{name}_size"].sum()) - int(record[name].sum())
    return int((_cards(record[name]) == UNKNOWN).sum())


def _held(record: Any, place: str, kinds: int) -> Any:
    """How many cards of each kind a place of a record holds."""
    record, name = _found(record, place)
    if record.dtype[name].shape:
        return record[name].reshape(-1, kinds).sum(0)
    cards = _cards(record[name])
    return np.bincount(cards[(cards >= 0) & (cards < kinds)], minlength=kinds)
