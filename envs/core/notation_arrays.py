"""How arrays of the record are written in the notation, one entry per element, such as the cubes of cities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railgym.envs.core.errors import plain
from railgym.envs.core.notation_kinds import Json, Kind, Parts, find_name, index_of, items, name_of, refuse

__all__ = ["ByName", "Elements", "Flagged", "Places"]


@dataclass(frozen=True)
class Element:
    """Element ``i`` of each array of a record; a kind reads and writes it as a record of its own."""

    record: Any
    i: int

    def __getitem__(self, name: str) -> Any:
        return self.record[name][self.i]

    def __setitem__(self, name: str, value: Any) -> None:
        self.record[name][self.i] = value


@dataclass(frozen=True)
class ByName(Kind):
    """An object with an entry for each ``what``: the element ``places[name]`` as ``element`` writes it. Those that are
    ``blank`` (one value for each name) are left out."""

    what: str
    places: Mapping[str, int]
    element: Kind
    blank: Sequence[Json]

    def dump(self, record: Any) -> Json:
        found = ((name, self.element.dump(Element(record, i))) for name, i in self.places.items())
        return {name: value for (name, value), blank in zip(found, self.blank) if value != blank}

    def load(self, record: Any, value: Json, where: str) -> None:
        if not isinstance(value, Mapping):
            raise refuse(where, f"expected an object, got {plain(value)}")
        names = list(self.places)
        for name in value:
            find_name(where, self.what, name, names)
        for (name, i), blank in zip(self.places.items(), self.blank):
            self.element.load(Element(record, i), value.get(name, blank), f"{where}.{name}")

    def schema(self) -> dict[str, Json]:
        names = {"enum": list(self.places)}
        return {"type": "object", "propertyNames": names, "additionalProperties": self.element.schema()}


@dataclass(frozen=True)
class Elements(Kind):
    """A list of objects: the elements of several arrays, from the one that the field ``start`` counts (unset: the
    first) to the last that has anything but defaults."""

    parts: Parts
    count: int
    start: str = ""

    def dump(self, record: Any) -> Json:
        found = [self.parts.dump(Element(record, i)) for i in range(self._first(record), self.count)]
        while found and not found[-1]:
            found.pop()
        return found

    def load(self, record: Any, value: Json, where: str) -> None:
        first = self._first(record)
        values = items(where, value, self.count - first)
        for i in range(first, self.count):
            entry = values[i - first] if i - first < len(values) else {}
            self.parts.load(Element(record, i), entry, f"{where}[{i - first}]")

    def _first(self, record: Any) -> int:
        return int(record[self.start]) if self.start else 0

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.parts.schema(), "maxItems": self.count}


@dataclass(frozen=True)
class Flagged(Kind):
    """The list of the names whose element of an array is ``flag``."""

    name: str
    what: str
    names: Sequence[str]
    flag: int = 1

    def dump(self, record: Any) -> Json:
        return [name for name, flag in zip(self.names, record[self.name].tolist()) if flag == self.flag]

    def load(self, record: Any, value: Json, where: str) -> None:
        array = record[self.name]
        array[array == self.flag] = 0
        for i, name in enumerate(items(where, value, len(self.names))):
            array[find_name(f"{where}[{i}]", self.what, name, self.names)] = self.flag

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": list(self.names)}}


@dataclass(frozen=True)
class Places(Kind):
    """A list in an array, from the element that the field ``start`` counts (unset: the first): a name for each place,
    null for ``empty`` ones, without those at the end."""

    name: str
    what: str
    names: Sequence[str]
    empty: int
    start: str = ""

    def dump(self, record: Any) -> Json:
        found = [name_of(i, self.names, {self.empty: None}) for i in self._part(record).tolist()]
        while found and found[-1] is None:
            found.pop()
        return found

    def load(self, record: Any, value: Json, where: str) -> None:
        array = self._part(record)
        array[:] = self.empty
        for i, name in enumerate(items(where, value, len(array))):
            array[i] = index_of(f"{where}[{i}]", self.what, name, self.names, {self.empty: None})

    def _part(self, record: Any) -> Any:
        return record[self.name][int(record[self.start]) if self.start else 0 :]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": [*self.names, None]}}
