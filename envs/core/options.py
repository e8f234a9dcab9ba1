"""Game options: frozen pydantic models with one-line error messages."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from railgym.envs.core.errors import OptionsError, UnknownOptionError, plain
from railgym.envs.core.validation_messages import validation_message

__all__ = ["ActionSet", "GameOptions", "SeatActions", "has_steps"]

ActionSet = Literal["plans", "full"]  # macro actions only; the primitive actions as well


class GameOptions(BaseModel):
    """The options of a game. Those named in ``cosmetic_options`` do not change the rules.

    All others are hashed into replays and trained agents. ``non_rule_options`` are hashed, too, but an agent trained
    for one value plays for any other: the number of players and the difficulty. Options may be added later: a file that
    does not name an option means its default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    cosmetic_options: ClassVar[frozenset[str]] = frozenset()
    non_rule_options: ClassVar[frozenset[str]] = frozenset({"num_players"})
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Groups of options that ``preset=NAME`` sets. Files record the options that it sets, and no preset."""

    num_players: int = Field(2, description="How many seats play.")

    @field_validator("*", mode="before")
    @classmethod
    def _none_is_unset(cls, value: Any, info: ValidationInfo) -> Any:
        """In YAML, both ``null`` and ``None`` mean unset."""
        unset = info.field_name is not None and cls.model_fields[info.field_name].default is None
        return None if unset and str(value).lower() == "none" else value

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """The names that :meth:`parse` takes."""
        return (*cls.model_fields, "preset") if cls.presets else tuple(cls.model_fields)

    @classmethod
    def parse(cls, **values: Any) -> Self:
        """Build the options, with those of the ``preset`` where others are not given; raises OptionsError with one line
        that names the first wrong option."""
        try:
            return cls(**cls._with_preset(values))
        except ValidationError as error:
            field = error.errors()[0]["loc"][:1]
            first = max((fault for fault in error.errors() if fault["loc"][:1] == field), key=lambda f: len(f["loc"]))
            # Between the name and an index pydantic tells which type of a union it tried.
            name = ".".join(str(part) for i, part in enumerate(first["loc"]) if i == 0 or isinstance(part, int))
            if first["type"] == "extra_forbidden":
                raise UnknownOptionError(name, cls.option_names()) from None
            # a check across several options names them itself
            what = f"option {name}={plain(first['input'], 200)}: " if name else ""
            raise OptionsError(f"{what}{validation_message(first, cls, 'give')}") from None

    @classmethod
    def _with_preset(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values of options with those of the preset that they name; values that are given themselves win."""
        given = dict(values)
        name = given.pop("preset", None) if cls.presets else None
        if name is None or str(name).lower() == "none":
            return given
        if not isinstance(name, str) or name not in cls.presets:
            known = " or ".join(repr(preset) for preset in cls.presets)
            raise OptionsError(f"option preset={plain(name, 200)}: give {known}")
        return {**cls.presets[name], **given}

    @classmethod
    def params_dtype(cls) -> np.dtype[Any]:
        """The record of parameters of a game without tables: its identity, and a whole number for every option."""
        return np.dtype([("game", "u8"), *((name, "i8") for name in cls.model_fields)])

    def write_params(self, record: Any) -> None:
        """Write the identity, and the options that are numbers, into the fields of their names that ``record`` has."""
        record["game"] = self.identity
        for name in set(type(self).model_fields) & set(record.dtype.names):
            if isinstance(value := getattr(self, name), int | float):
                record[name] = value

    def rules(self) -> dict[str, Any]:
        """The rule options as plain JSON values."""
        return self.model_dump(mode="json", exclude=set(self.cosmetic_options))

    def completed(self, recorded: Mapping[str, Any]) -> dict[str, Any]:
        """Options as a file records them, with the defaults of the rule options that it does not name."""
        named = {name: value for name, value in self.model_dump().items() if name in recorded}
        return type(self)(**named).rules() | dict(recorded)

    @property
    def contents(self) -> str:
        """A hash of the files that options name, such as a map; empty if they name none."""
        return ""

    @property
    def rules_hash(self) -> str:
        """Equal for two games exactly when their rule options are equal."""
        return self.rules_hash_of(self.rules())

    def rules_hash_of(self, names: Iterable[str]) -> str:
        """The hash of some of the rule options: that of a file written before the others were added."""
        chosen = {name: value for name, value in self.rules().items() if name in set(names)}
        hashed = _short_hash(json.dumps(chosen, sort_keys=True))
        return _short_hash(f"{hashed}{self.contents}") if self.contents else hashed

    @property
    def identity(self) -> int:
        """A 64-bit hash that every position of a game contains. It is equal for two games exactly if each accepts the
        positions of the other. Unlike :attr:`rules_hash` it depends on the kind of game and on all options."""
        text = f"{type(self).__name__} {self.rules_hash} {self.model_dump_json()}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _is_for_all_seats(
    actions: ActionSet | tuple[ActionSet, ...], info: ValidationInfo
) -> ActionSet | tuple[ActionSet, ...]:
    seats = info.data.get("num_players", 0)
    if seats and not isinstance(actions, str) and len(actions) != seats:
        raise ValueError(f"give one word, or one for each of the {seats} seats")
    return actions


SeatActions = Annotated[ActionSet | tuple[ActionSet, ...], AfterValidator(_is_for_all_seats)]
"""The type of an option ``actions``: one word for all seats, or one for each."""


def has_steps(actions: ActionSet | tuple[ActionSet, ...], num_players: int) -> tuple[bool, ...]:
    """Whether each seat has the primitive actions as well."""
    words = (actions,) * num_players if isinstance(actions, str) else actions
    return tuple(word == "full" for word in words)


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
