"""Messages for wrong values: what a value should be, from the model that it does not fit, without pydantic's words."""

from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

__all__ = ["keys_at", "places_of", "validation_message"]

# Messages for faults that do not follow from the type of a value, by pydantic's name of the fault.
REMEDIES = {
    "string_pattern_mismatch": "words without commas, semicolons and quotation marks",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "too_long": "at most {max_length} of them",
    "too_short": "at least {min_length} of them",
}
PLAIN = {
    bool: "true or false",
    float: "a number",
    int: "a whole number",
    str: "words, in quotation marks if need be",
}


def validation_message(fault: Any, model: type[BaseModel], verb: str) -> str:
    """The message for a fault that pydantic found in a value of ``model``, such as "give a whole number"; it begins
    with ``verb``."""
    if fault["type"] in ("value_error", "assertion_error"):
        message = str(fault["ctx"]["error"])
        return message[:1].lower() + message[1:]
    if fault["type"] in REMEDIES:
        return f"{verb} {REMEDIES[fault['type']].format(**fault['ctx'])}"
    return f"{verb} {_words(_type_at(model, fault['loc']))}"


def keys_at(model: type[BaseModel], where: tuple[str | int, ...]) -> tuple[str, ...]:
    """The other keys at this place; none if any key is allowed."""
    kinds = [kind for kind, _ in _members(_type_at(model, where[:-1]))]
    return tuple(name for kind in kinds if _is_model(kind) for name in kind.model_fields)


def places_of(model: type[BaseModel], key: str) -> Iterator[tuple[str, ...]]:
    """The places of a key in the sections of a model, as in ``("ppo", "learning_rate")``."""
    for name, field in model.model_fields.items():
        for kind, _ in _members(field.rebuild_annotation()):
            if _is_model(kind):
                yield from (((name, key),) if key in kind.model_fields else ())
                yield from ((name, *place) for place in places_of(kind, key))


def _type_at(kind: Any, where: tuple[str | int, ...]) -> Any:
    """The type of the value at a place in a value of type ``kind``."""
    if where[-1:] == ("[key]",):  # what pydantic calls a key itself
        inside = (get_args(member) for member, _ in _members(_type_at(kind, where[:-2])))
        return next((inner[0] for inner in inside if inner), str)
    for part in where:
        kind = next((inner for member, _ in _members(kind) for inner in _inside(member, part)), kind)
    return kind


def _inside(kind: Any, part: str | int) -> Iterator[Any]:
    """The type of a part of a value; nothing if ``part`` is pydantic's name of a type that it tried."""
    origin, inner = get_origin(kind), get_args(kind)
    if _is_model(kind) and part in kind.model_fields:
        yield kind.model_fields[part].rebuild_annotation()
    elif origin in (list, tuple) and isinstance(part, int):
        yield inner[part] if part < len(inner) and Ellipsis not in inner else inner[0]
    elif origin is dict:
        yield inner[1]


def _members(kind: Any, limits: Sequence[Any] = ()) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The members of a union, or the type itself, each with the limits of its values."""
    if get_origin(kind) is Annotated:
        kind, *marks = get_args(kind)
        limits = [*limits, *(limit for mark in marks for limit in getattr(mark, "metadata", (mark,)))]
        yield from _members(kind, limits)
    elif get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _members(member, limits)
    else:
        yield kind, limits


def _words(kind: Any) -> str:
    """A value of this type in words."""
    words: list[str] = []
    for member, limits in _members(kind):
        inner = get_args(member)
        if get_origin(member) is tuple and words[-1:] == [_words(inner[0])]:
            words.append("a list of them")
        elif member is NoneType:
            words.append("none")
        else:
            words.append(_plain(member, limits))
    return ", or ".join(words)


def _plain(kind: Any, limits: Sequence[Any]) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        *most, last = (repr(value) for value in inner)
        return f"{', '.join(most)} or {last}" if most else last
    if origin in (list, tuple):
        return f"a list, as in [{', '.join('abcdef'[: len(inner)])}]"
    if origin is dict:
        return "names with what belongs to them, as in name: ..."
    if _is_model(kind):
        return "keys with their values, as in key: value"
    return PLAIN.get(kind, "another value") + _range(limits)


def _range(limits: Sequence[Any]) -> str:
    """The limits of a number in words, if it has any."""
    bounds = {
        name: getattr(limit, name)
        for limit in limits
        for name in ("ge", "gt", "le", "lt", "multiple_of")
        if getattr(limit, name, None) is not None
    }
    if {"ge", "le"} <= bounds.keys():
        words = [f"from {bounds['ge']} to {bounds['le']}"]
    else:
        names = {"ge": "of at least", "gt": "above", "le": "up to", "lt": "below"}
        words = [" and ".join(f"{names[name]} {bounds[name]}" for name in names if name in bounds)]
    words += [f"a multiple of {bounds['multiple_of']}"] if "multiple_of" in bounds else []
    text = ", ".join(word for word in words if word)
    return f" {text}" if text else ""


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
