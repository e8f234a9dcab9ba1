"""Command lines, read into frozen dataclasses.

Every field of the dataclass is an option, or the words without a flag if it is annotated with `Positional`. The type of
a field says how its words are read; the docstring below it and its default are its line in ``--help``.
"""

import ast
import inspect
import sys
from argparse import SUPPRESS, ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, wrap
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from railgym.envs.core.errors import RailgymError, meant, plain

__all__ = ["Option", "Positional", "UsageError", "read_command_line"]

T = TypeVar("T")
NUMBERS = {int: "a whole number", float: "a number"}


class UsageError(RailgymError, ValueError):
    """A command line that cannot be read."""


@dataclass(frozen=True)
class Option:
    """What ``--help`` calls the value of a field and its default, and the former flags of the field.

    ``Annotated[int, Option("N", formerly=("--lanes",))]`` also accepts ``--lanes``, and then prints the present flag on
    standard error.
    """

    metavar: str | None = None
    default: str = ""
    formerly: tuple[str, ...] = ()


class Positional(Option):
    """The same of the field that holds the words without a flag. A dataclass has one such field at most."""


@dataclass(frozen=True)
class _Argument:
    """A field: the types that its value can have, whether None is one of them, and its default or MISSING."""

    name: str
    kinds: tuple[Any, ...]
    optional: bool
    option: Option
    default: Any

    @property
    def positional(self) -> bool:
        return isinstance(self.option, Positional)

    @property
    def many(self) -> bool:
        return get_origin(self.kinds[0]) is tuple

    @property
    def label(self) -> str:
        """The flag, or the name of the words without one."""
        return (self.metavar or self.name) if self.positional else f"--{self.name.replace('_', '-')}"

    @property
    def metavar(self) -> str | None:
        choices = _choices(self.kinds)
        return self.option.metavar or (f"{{{','.join(choices)}}}" if choices else None)

    @property
    def usage(self) -> str:
        label = self.label if self.positional else f"{self.label} {self.metavar}"
        label += " ..." if self.many else ""
        return label if self.default is MISSING else f"[{label}]"

    def read(self, given: Any) -> Any:
        """The value of the words that are given; raises UsageError."""
        return _value(self.kinds, given, "" if self.positional else f"{self.label}: ")

    def for_argparse(self, sentence: str) -> dict[str, Any]:
        """The keywords of ``add_argument``: how many words belong to the argument, and what the help says of it."""
        repeated = self.many and get_origin(get_args(self.kinds[0])[0]) is tuple
        default = " ".join(map(str, self.default)) if isinstance(self.default, tuple) else self.default
        shown = self.option.default or ("" if default is None or default is False else str(default))
        note = f" (default: {shown})" if shown else ""
        note = " (required)" if self.default is MISSING else " (repeatable)" if repeated else note
        keywords = {"help": (sentence + note).replace("%", "%%")}
        if self.kinds == (bool,):
            return keywords | {"action": "store_true"}
        several, single = ("*" if self.positional or self.optional else "+"), ("?" if self.positional else None)
        action = "append" if repeated else "store"
        return keywords | {"action": action, "metavar": self.metavar, "nargs": several if self.many else single}


class _Help(HelpFormatter):
    """Fills paragraphs, keeps indented lines, and does not break words at hyphens."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            part if part.startswith(" ") else "\n".join(self._split_lines(part, width)) for part in text.split("\n\n")
        )


def read_command_line(model: type[T], command: str, words: Sequence[str]) -> T:
    """The dataclass ``model`` with the values in ``words``. ``command`` is the name of the program and its subcommand.

    Raises UsageError with one line that says what is wrong and names ``COMMAND --help``. For ``--help`` it prints the
    help and raises SystemExit.
    """
    arguments = list(_arguments(model))
    try:
        given = _parse(_parser(model, command, arguments), arguments, list(_renamed(arguments, words)))
        present = [argument for argument in arguments if argument.name in given]
        return model(**{argument.name: argument.read(given[argument.name]) for argument in present})
    except UsageError as error:
        raise UsageError(f"{error}; see {command} --help") from None


def _arguments(model: Any) -> Iterator[_Argument]:
    hints = get_type_hints(model, include_extras=True)
    for field in fields(model):
        hint = hints[field.name]
        kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        some = tuple(kind for kind in kinds if kind is not NoneType)
        option = next((mark for mark in marks if isinstance(mark, Option)), Option())
        yield _Argument(field.name, some, NoneType in kinds, option, field.default)


def _parser(model: type, command: str, arguments: Sequence[_Argument]) -> ArgumentParser:
    """A parser that requires nothing and has no defaults: `_parse` finds what is missing, the class has defaults."""
    usage = [argument.usage for argument in arguments if argument.positional or argument.default is MISSING]
    parser = ArgumentParser(
        usage=" ".join([command, *usage, "[options]"]).replace("%", "%%"),
        description=inspect.getdoc(model),
        formatter_class=_Help,
        argument_default=SUPPRESS,
        exit_on_error=False,
        allow_abbrev=False,
    )
    sentences = _sentences(model)
    for argument in arguments:
        name = argument.name if argument.positional else argument.label
        parser.add_argument(name, **argument.for_argparse(sentences.get(argument.name, "")))
    return parser


def _sentences(model: type) -> dict[str, str]:
    """The docstrings below the fields of a class."""
    (tree,) = ast.parse(dedent(inspect.getsource(model))).body
    found = {}
    for field, below in pairwise(getattr(tree, "body", ())):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(sentence))):
                found[name] = " ".join(sentence.split())
    return found


def _renamed(arguments: Sequence[_Argument], words: Sequence[str]) -> Iterator[str]:
    """The words, with present flags in place of former ones."""
    flags = {old: argument.label for argument in arguments for old in argument.option.formerly}
    for word in words:
        flag, equals, value = word.partition("=")
        if flag in flags:
            print(f"{flag} is called {flags[flag]} now", file=sys.stderr)
        yield flags.get(flag, flag) + equals + value


def _parse(parser: ArgumentParser, arguments: Sequence[_Argument], words: Sequence[str]) -> dict[str, Any]:
    """The words of each argument that is given; raises UsageError."""
    try:
        given, rest = parser.parse_known_intermixed_args(words)
    except ArgumentError as error:
        with_value = [argument.label for argument in arguments if argument.kinds != (bool,)]
        problem = "a value is missing" if error.argument_name in with_value else "takes no value"
        raise UsageError(f"{error.argument_name}: {problem}") from None
    if rest:
        raise UsageError(_unknown(rest, [argument.label for argument in arguments if not argument.positional]))
    if missing := [each.label for each in arguments if each.default is MISSING and each.name not in given]:
        raise UsageError(f"missing: {', '.join(missing)}")
    return vars(given)


def _unknown(rest: Sequence[str], flags: Sequence[str]) -> str:
    """What to say of words that belong to no argument."""
    word = next((word for word in rest if word.startswith("-")), rest[0]).partition("=")[0]
    if not word.startswith("-"):
        return f"unknown argument {word!r}"
    near = get_close_matches(word.strip("-"), [flag.strip("-") for flag in flags], 1)
    return f"unknown option {word!r}" + (f"; did you mean --{near[0]}?" if near else "")


def _value(kinds: Sequence[Any], given: Any, where: str) -> Any:
    """The value of a word, or of lists of words, by the first of some types that fits; raises UsageError."""
    if isinstance(given, list):
        return tuple(_value(get_args(kinds[0])[:1], part, where) for part in given)
    choices = _choices(kinds)
    if given in choices:
        return given
    if Path in kinds and not given:
        raise UsageError(f"{where}a path cannot be empty; write . for the current folder")
    for kind in kinds:
        if get_origin(kind) is not Literal:
            with suppress(ValueError):
                return kind(given)
    wanted = [*(NUMBERS[kind] for kind in kinds if kind in NUMBERS), *choices]
    hint = meant(given, choices, f"write {' or '.join(wanted)}")
    raise UsageError(f"{where}cannot read {plain(given)}: {hint}")


def _choices(kinds: Sequence[Any]) -> list[str]:
    return [choice for kind in kinds if get_origin(kind) is Literal for choice in get_args(kind)]
