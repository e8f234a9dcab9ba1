"""How the parts of a record are written in the notation: numbers, names, sets, counts and lists."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from railgym.envs.core.errors import ArgumentError, plain

__all__ = [
    "REST",
    "Counts",
    "Each",
    "Field",
    "Flag",
    "Json",
    "Kind",
    "ListOf",
    "Members",
    "Name",
    "Number",
    "Numbers",
    "Parts",
    "Row",
    "find_name",
    "index_of",
    "items",
    "name_of",
    "refuse",
    "whole",
]

Array = np.ndarray[Any, Any]
Json = Any
REST = "..."  # stands for all that lies nowhere else
SHOWN = 5  # names in an error, of those that there are


def refuse(where: str, message: str) -> ArgumentError:
    """The error for a wrong part of a dictionary, such as ``players[1].hand[0]``."""
    return ArgumentError(f"{where or 'position'}: {message}")


def find_name(where: str, what: str, value: Json, names: Sequence[str]) -> int:
    """The index of a name; raises ArgumentError naming the nearest, also of ``names.aliases`` if there are any."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    raise refuse(where, f"no {what} {plain(value)}; {_hint(value, names)}")


def _hint(value: Json, names: Sequence[str]) -> str:
    """The names that may have been meant, or else some that there are."""
    near = get_close_matches(value, getattr(names, "aliases", names), 2) if isinstance(value, str) else []
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    if not names:
        return "there are none"
    return f"there are {', '.join(map(repr, names[:SHOWN]))}{', ...' if len(names) > SHOWN else ''}"


def whole(where: str, value: Json, low: int, high: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise refuse(where, f"expected a whole number from {low} to {high}, got {plain(value)}")
    return value


def items(where: str, value: Json, most: int) -> list[Json]:
    """A list of at most so many values."""
    if not isinstance(value, list | tuple) or len(value) > most:
        raise refuse(where, f"expected a list of at most {most}, got {plain(value)}")
    return list(value)


class Kind(ABC):
    """How a part of a record is written in the dictionary. ``record`` is the record itself or one inside it."""

    @abstractmethod
    def dump(self, record: Any) -> Json:
        """The JSON value."""

    @abstractmethod
    def load(self, record: Any, value: Json, where: str) -> None:
        """Write a JSON value into the record; raises ArgumentError, naming ``where``."""

    @abstractmethod
    def schema(self) -> dict[str, Json]:
        """The JSON schema of the value."""

    def takes_rest(self, value: Json) -> bool:
        """Whether a JSON value stands for all that the rest of the dictionary does not place."""
        return False

    def check_view(self, view: Any, where: str) -> None:  # noqa: B027 (only decks have a check)
        """Raise ArgumentError, naming ``where``, if no position agrees with a view, which is loaded completely."""


@dataclass(frozen=True)
class Number(Kind):
    """A whole number, the field ``name``; the value ``none``, if there is one, is null."""

    name: str
    low: int
    high: int
    none: int | None = None

    def dump(self, record: Any) -> Json:
        number = int(record[self.name])
        return None if number == self.none else number

    def load(self, record: Any, value: Json, where: str) -> None:
        empty = value is None and self.none is not None
        record[self.name] = self.none if empty else whole(where, value, self.low, self.high)

    def schema(self) -> dict[str, Json]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return number if self.none is None else {"anyOf": [number, {"type": "null"}]}


@dataclass(frozen=True)
class Flag(Kind):
    """A field that is 0 or 1."""

    name: str

    def dump(self, record: Any) -> Json:
        return bool(record[self.name])

    def load(self, record: Any, value: Json, where: str) -> None:
        if not isinstance(value, bool):
            raise refuse(where, f"expected true or false, got {plain(value)}")
        record[self.name] = value

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Name(Kind):
    """The index of a name; ``others`` are values that stand for something else, such as -1 for null."""

    name: str
    what: str
    names: Sequence[str]
    others: Mapping[int, Json] = ()  # type: ignore[assignment]

    def dump(self, record: Any) -> Json:
        return name_of(int(record[self.name]), self.names, dict(self.others))

    def load(self, record: Any, value: Json, where: str) -> None:
        record[self.name] = index_of(where, self.what, value, self.names, dict(self.others))

    def schema(self) -> dict[str, Json]:
        return {"enum": [*self.names, *dict(self.others).values()]}


def name_of(index: int, names: Sequence[str], others: Mapping[int, Json]) -> Json:
    return others[index] if index in others else names[index]


def index_of(where: str, what: str, value: Json, names: Sequence[str], others: Mapping[int, Json]) -> int:
    for index, other in others.items():
        if value == other and type(value) is type(other):
            return index
    return find_name(where, what, value, names)


@dataclass(frozen=True)
class Members(Kind):
    """A set as bits: the list of its names."""

    name: str
    what: str
    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return [name for i, name in enumerate(self.names) if int(record[self.name]) >> i & 1]

    def load(self, record: Any, value: Json, where: str) -> None:
        bits = 0
        for i, name in enumerate(items(where, value, len(self.names))):
            bits |= 1 << find_name(f"{where}[{i}]", self.what, name, self.names)
        record[self.name] = np.array([bits], np.uint64).astype(np.int64)[0] if bits >= 2**63 else bits

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": list(self.names)}}


@dataclass(frozen=True)
class Counts(Kind):
    """How many there are of each kind: an object without those of which there is none. ``"..."`` stands for the rest,
    as ``rest`` counts it from the record as it is loaded so far."""

    name: str
    what: str
    names: Sequence[str]
    most: int
    rest: Callable[[Any], Sequence[int]] | None = None

    def dump(self, record: Any) -> Json:
        return {name: int(n) for name, n in zip(self.names, record[self.name]) if n}

    def takes_rest(self, value: Json) -> bool:
        return self.rest is not None and value == REST

    def load(self, record: Any, value: Json, where: str) -> None:
        if self.rest and self.takes_rest(value):
            record[self.name][:] = self.rest(record)
            return
        if not isinstance(value, Mapping):
            raise refuse(where, f"expected an object such as {{{self.names[0]!r}: 2}}, got {plain(value)}")
        record[self.name][:] = 0
        for name, count in value.items():
            at = find_name(where, self.what, name, self.names)
            record[self.name][at] = whole(f"{where}.{name}", count, 0, self.most)

    def schema(self) -> dict[str, Json]:
        count = {"type": "integer", "minimum": 0, "maximum": self.most}
        return {"type": "object", "properties": dict.fromkeys(self.names, count), "additionalProperties": False}


@dataclass(frozen=True)
class ListOf(Kind):
    """A list in an array: indices of ``names`` up to the first ``filler``, or as many as the field ``size`` says."""

    name: str
    what: str
    names: Sequence[str]
    filler: int = 0
    size: str = ""
    others: Mapping[int, Json] = ()  # type: ignore[assignment]

    def dump(self, record: Any) -> Json:
        values = record[self.name].tolist()
        length = (
            int(record[self.size]) if self.size else values.index(self.filler) if self.filler in values else len(values)
        )
        return [name_of(value, self.names, dict(self.others)) for value in values[:length]]

    def load(self, record: Any, value: Json, where: str) -> None:
        array, others = record[self.name], dict(self.others)
        values = items(where, value, len(array))
        array[:] = self.filler
        for i, name in enumerate(values):
            array[i] = index_of(f"{where}[{i}]", self.what, name, self.names, others)
        if self.size:
            record[self.size] = len(values)

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": [*self.names, *dict(self.others).values()]}}


@dataclass(frozen=True)
class Field:
    """An entry of the dictionary. ``default`` is its JSON value where it is not mentioned, or a function that makes it
    from the record as it is loaded so far. ``former`` is a key that files of earlier versions have for it."""

    key: str
    kind: Kind
    meaning: str
    default: Json | Callable[[Any], Json] = None
    former: str = ""

    def value_for(self, record: Any) -> Json:
        return self.default(record) if callable(self.default) else self.default


@dataclass(frozen=True)
class Parts(Kind):
    """Several fields of one record: an object. Fields that have their default are left out. Those that take the rest
    are read last, in their order."""

    fields: Sequence[Field]

    def dump(self, record: Any) -> Json:
        found = {}
        for field in self.fields:
            value = field.kind.dump(record)
            if value != field.value_for(record):
                found[field.key] = value
        return found

    def load(self, record: Any, value: Json, where: str) -> None:
        if not isinstance(value, Mapping):
            raise refuse(where, f"expected an object, got {plain(value)}")
        keys = [field.key for field in self.fields]
        current = {field.former: field.key for field in self.fields if field.former}
        value = {current.get(key, key): part for key, part in value.items()}
        for key in value:
            find_name(where, "key", key, keys)
        for field in sorted(self.fields, key=lambda field: field.kind.takes_rest(value.get(field.key, field.default))):
            there = f"{where}.{field.key}" if where else field.key
            field.kind.load(record, value[field.key] if field.key in value else field.value_for(record), there)

    def schema(self) -> dict[str, Json]:
        parts = {field.key: {"description": field.meaning, **field.kind.schema()} for field in self.fields}
        return {"type": "object", "properties": parts, "additionalProperties": False}


@dataclass(frozen=True)
class Row:
    """Element ``index`` of ``table[name]``, an array of records, and what else the table holds of it: a field that the
    element lacks is taken from the table's array of that name, such as the scores by player."""

    table: Any
    name: str
    index: int

    def __getitem__(self, field: str) -> Any:
        array, where = self._array(field)
        return array[where]

    def __setitem__(self, field: str, value: Any) -> None:
        array, where = self._array(field)
        array[where] = value

    def _array(self, field: str) -> tuple[Any, str | int]:
        own = self.table[self.name][self.index]
        return (own, field) if field in own.dtype.names else (self.table[field], self.index)


@dataclass(frozen=True)
class Each(Kind):
    """A list of objects: the first ``count`` records of an array of records, each as a :class:`Row`. A shorter list
    leaves the others at their defaults."""

    name: str
    parts: Parts
    count: int

    def dump(self, record: Any) -> Json:
        return [self.parts.dump(Row(record, self.name, i)) for i in range(self.count)]

    def load(self, record: Any, value: Json, where: str) -> None:
        values = items(where, value, self.count)
        for i in range(self.count):
            self.parts.load(Row(record, self.name, i), values[i] if i < len(values) else {}, f"{where}[{i}]")

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.parts.schema(), "maxItems": self.count}


@dataclass(frozen=True)
class Numbers(Kind):
    """A list of whole numbers, or of floats: the first ``count`` elements of an array. A shorter list leaves 0."""

    name: str
    count: int
    floats: bool = False
    low: int = 1 - 2**31
    high: int = 2**31 - 1

    def dump(self, record: Any) -> Json:
        return record[self.name][: self.count].tolist()

    def load(self, record: Any, value: Json, where: str) -> None:
        values = items(where, value, self.count)
        wanted = (int, float) if self.floats else int
        for i, number in enumerate(values):
            if isinstance(number, bool) or not isinstance(number, wanted) or not self.low <= number <= self.high:
                raise refuse(f"{where}[{i}]", f"expected a number, got {plain(number)}")
        record[self.name][: self.count] = [*values, *[0] * (self.count - len(values))]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"type": "number" if self.floats else "integer"}, "maxItems": self.count}
