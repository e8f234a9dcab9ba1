"""Positions as plain JSON, in the names of the game: what FEN is to chess.

A game declares, in its ``notation.py``, a :class:`Field` for each entry of the dictionary: its key, its place in
the record (``core/notation_kinds.py``), its meaning, and its default. Fields of the record that follow from others are
left out and computed again (``complete``). Hidden parts of a view are null or absent.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.errors import plain
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.notation_kinds import (
    Field,
    Json,
    Kind,
    Name,
    Number,
    Numbers,
    Parts,
    find_name,
    items,
    refuse,
    whole,
)

if TYPE_CHECKING:
    from railgym.envs.core.game import Game

__all__ = ["Notation"]

Array = np.ndarray[Any, Any]
MASK = 2**64 - 1


@dataclass(frozen=True)
class Players(Kind):
    """The list of the players whose element of an array of flags is 1."""

    name: str
    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return [name for name, flag in zip(self.names, record[self.name]) if flag]

    def load(self, record: Any, value: Json, where: str) -> None:
        record[self.name][:] = 0
        for i, name in enumerate(items(where, value, len(self.names))):
            record[self.name][find_name(f"{where}[{i}]", "player", name, self.names)] = 1

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": list(self.names)}}


@dataclass(frozen=True)
class Ending(Kind):
    """Why the game is over; null while it runs."""

    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return self.names[int(record["end_reason"])] if record["terminated"] else None

    def load(self, record: Any, value: Json, where: str) -> None:
        record["terminated"] = value is not None
        record["end_reason"] = 0 if value is None else find_name(where, "end", value, self.names)

    def schema(self) -> dict[str, Json]:
        return {"enum": [None, *self.names]}


@dataclass(frozen=True)
class Random(Kind):
    """What the random streams continue from: ``{"key": "9e3779b97f4a7c15", "counts": [3, 0]}``, or ``{"seed": 7}`` as
    for a new game."""

    streams: int

    def dump(self, record: Any) -> Json:
        return {"key": f"{int(record['key']):016x}", "counts": record["random_counts"].tolist()}

    def load(self, record: Any, value: Json, where: str) -> None:
        if (
            not isinstance(value, Mapping)
            or not set(value) <= {"key", "counts", "seed"}
            or ("seed" in value and "key" in value)
        ):
            raise refuse(where, f'expected {{"key": ..., "counts": [...]}} or {{"seed": ...}}, got {plain(value)}')
        if "seed" in value:
            record["key"] = key_of_seed(whole(f"{where}.seed", value["seed"], -(2**63), 2**63 - 1))
        else:
            record["key"] = _hexadecimal(f"{where}.key", value.get("key", "0"))
        Numbers("random_counts", self.streams).load(record, value.get("counts", []), f"{where}.counts")

    def schema(self) -> dict[str, Json]:
        counts = {"type": "array", "items": {"type": "integer"}, "maxItems": self.streams}
        return {
            "type": "object",
            "properties": {"key": {"type": "string"}, "counts": counts, "seed": {"type": "integer"}},
        }


def key_of_seed(seed: int) -> int:
    """The key of a game dealt from a seed: ``core/rng.py:key_from_seed`` for Python."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return (x ^ x >> 31) | 1


def _hexadecimal(where: str, value: Json) -> int:
    try:
        number = int(value, 16)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < 2**64:
        raise refuse(where, f"expected 16 hexadecimal digits, got {plain(value)}")
    return number


def header_fields(game: "Game", phase: str) -> list[Field]:
    """The fields that every game has (``core/header.py``); ``phase`` is the default one."""
    seats, streams = game.seat_names, game.state_dtype["random_counts"].shape[0]
    shown = max(2, len(seats))  # alone, the second score is the opponent's
    viewers, randomness = {FULL: None, PUBLIC: "public"}, {"key": f"{1:016x}", "counts": [0] * streams}
    return [
        Field("viewer", Name("viewer", "viewer", seats, viewers), "whose view this is; null: nothing is hidden"),
        Field("phase", Name("phase", "phase", game.phases), "the kind of decision that is due", phase),
        Field("current_player", Name("current_player", "player", seats), "the player who is to act", seats[0]),
        Field("over", Ending(game.end_reasons), "why the game is over; null while it runs"),
        Field("turn", Number("turn", 0, 2**31 - 1), "turns begun so far", 1),
        Field("ply", Number("ply", 0, 2**31 - 1), "actions played so far", 0),
        Field("scores", Numbers("scores", shown), "points by player", [0] * shown),
        Field("payoffs", Numbers("payoff", shown, floats=True), "results by player, in [-1, 1]", [0.0] * shown),
        Field("out", Players("out", seats), "players who are out of the game before its end", []),
        Field("random", Random(streams), "what the random streams continue from", randomness),
    ]


class Notation:
    """The notation of a game: ``fields`` in the order in which they are written and read, ``complete``, which computes
    what follows from them, the ``phase`` of positions that name none, and the keys of the header that the game
    ``replaces`` by fields of its own."""

    def __init__(
        self,
        game: "Game",
        fields: Sequence[Field],
        complete: Callable[[Array], None] = lambda state: None,
        phase: str = "",
        replaces: Collection[str] = (),
    ) -> None:
        header = [field for field in header_fields(game, phase or game.phases[0]) if field.key not in replaces]
        self.game, self.fields, self._complete = game, fields, complete
        self.parts = Parts([*header, *fields])

    def to_dict(self, record: Array) -> dict[str, Json]:
        """A state or a view, an array of one record, as a dictionary."""
        found: dict[str, Json] = self.parts.dump(record[0])
        options = self.game.options.model_dump(
            mode="json", exclude_defaults=True, exclude=set(self.game.options.cosmetic_options)
        )
        return {"game": self.game.id, **({"options": options} if options else {}), **found}

    def from_dict(self, data: Mapping[str, Json]) -> Array:
        """The record of a dictionary, which may leave out what has a default; raises ArgumentError."""
        if not isinstance(data, Mapping):
            raise refuse("", f"expected an object, got {plain(data)}")
        if data.get("game", self.game.id) != self.game.id:
            raise refuse("game", f"this is a position of {plain(data['game'])}, not of {self.game.id}")
        self._check_options(data.get("options", {}))
        state = np.zeros(1, self.game.state_dtype)
        state["game"], state["num_players"] = self.game.params["game"], self.game.num_players
        if "full" in (self.game.params.dtype.names or ()):
            state["mode"] = self.game.params["full"]
        self.parts.load(state[0], {key: value for key, value in data.items() if key not in ("game", "options")}, "")
        self._complete(state)
        if state["viewer"][0] != FULL:
            for field in self.fields:
                field.kind.check_view(state[0], field.key)
        return state

    def schema(self) -> dict[str, Json]:
        """The JSON schema of dictionaries of this game."""
        schema = self.parts.schema()
        options = {"type": "object", "description": "the options of the game that are not as usual"}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Positions of {self.game.title}",
            **schema,
            "properties": {"game": {"const": self.game.id}, "options": options, **schema["properties"]},
        }

    def _check_options(self, given: Json) -> None:
        """Raise ArgumentError for options that this game does not have."""
        if not isinstance(given, Mapping):
            raise refuse("options", f"expected an object, got {plain(given)}")
        here = self.game.options.model_dump(mode="json")
        for name, value in given.items():
            if name not in here or value != here[name]:
                raise refuse(f"options.{name}", f"this game has {plain(here.get(name))}, not {plain(value)}")
