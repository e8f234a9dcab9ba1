"""What a view holds, in rows of tables that a program can be written from: its methods, and the keys of its dictionary.

Everything here comes from the docstrings of :class:`View` and from the schema of the notation of a game.
"""

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from railgym.envs.core.game import Game
from railgym.envs.core.position import Reading, View

__all__ = ["fields_of", "members_of_view"]

ALL, SOME = 16, 3  # names of an enumeration that are shown: all of so many, or else some
KINDS = {"integer": "number", "number": "number", "boolean": "true or false", "string": "text", "null": "null"}
OTHER = ("board_svg", "legend", "svg", "unchecked", "from_dict")  # members that no bot needs
Schema = dict[str, Any]


def members_of_view() -> Iterator[tuple[str, str]]:
    """The attributes and methods of a :class:`View` that a bot may use, each with a sentence."""
    for name in dir(View):
        member = inspect.getattr_static(View, name)
        if name.startswith("_") or name in OTHER:
            continue
        function = member.fget if isinstance(member, property) else getattr(member, "func", member)
        words = inspect.getdoc(function) or inspect.getdoc(inspect.getattr_static(Reading, name)) or ""
        call = "" if isinstance(member, property | cached_property) else _parameters(function)
        yield f"{name}{call}", " ".join(words.split("\n\n")[0].replace("``", "`").split())


def _parameters(function: Any) -> str:
    return f"({', '.join(name for name in inspect.signature(function).parameters if name != 'self')})"


def fields_of(game: Game) -> Iterator[tuple[str, str, str]]:
    """The keys of ``view.to_dict()``, each with the kind of its value and its meaning. Keys of players follow
    ``players[].``."""
    yield from _fields(game.notation.schema()["properties"], "")


def _fields(properties: Schema, within: str) -> Iterator[tuple[str, str, str]]:
    for key, schema in properties.items():
        yield f"{within}{key}", _kind(schema), schema.get("description", "")
        inner = schema.get("items", {}).get("properties", {}) if schema.get("type") == "array" else {}
        yield from _fields(inner, f"{within}{key}[].")


def _kind(schema: Schema) -> str:
    """The kind of a value in words."""
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return _one_of(schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(choice) for choice in schema["anyOf"]))
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        return " or ".join(KINDS[each] for each in kind)
    if kind == "array":
        items = schema.get("items", {})
        return "list of objects" if items.get("type") == "object" else f"list of: {_kind(items)}" if items else "list"
    return _object(schema) if kind == "object" else KINDS[kind]


def _object(schema: Schema) -> str:
    properties = schema.get("properties", {})
    if not properties:
        return "object"
    kinds = {_kind(each) for each in properties.values()}
    kind = kinds.pop() if len(kinds) == 1 else "value"
    return f"object, a {kind} by name: {_one_of([*properties], quoted=False)}"


def _one_of(values: list[Any], quoted: bool = True) -> str:
    """All values of an enumeration, or some of many."""
    shown = values if len(values) <= ALL else values[:SOME]
    words = ["null" if value is None else f'"{value}"' if quoted else str(value) for value in shown]
    return ", ".join([*words, *([f"and {len(values) - SOME} more"] if len(values) > ALL else [])])
