"""Numbers of all commands have limits. A number outside them is refused in one line that names the argument."""

import math
from dataclasses import MISSING, fields
from importlib import import_module
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from pydantic import BaseModel

from railgym.cli import COMMANDS, main
from railgym.envs.core.limits import Limits
from railgym.training.evaluate.suite.definition import SuiteGame
from railgym.training.learn.config import TrainConfig


def parts(kind: Any) -> set[Any]:
    """The types that a type is made of."""
    inner = get_args(kind)
    return set().union(*map(parts, inner)) if inner and get_origin(kind) is not None else {kind}


def arguments(command: str) -> type:
    entry = COMMANDS[command]
    found: type = getattr(import_module(entry.module), entry.arguments)
    return found


def numbers(command: str) -> dict[str, tuple[Limits, ...]]:
    """The arguments of a command that are numbers, with the limits of each."""
    bare, marked = (get_type_hints(arguments(command), include_extras=extras) for extras in (False, True))
    found = {}
    for name, kind in bare.items():
        if {int, float} & parts(kind):
            found[name] = tuple(mark for mark in getattr(marked[name], "__metadata__", ()) if isinstance(mark, Limits))
    return found


def needed(command: str, flag: str) -> list[str]:
    """Words for all arguments that a command cannot do without, but for one."""
    words, hints = [], get_type_hints(arguments(command), include_extras=True)
    bare = get_type_hints(arguments(command))
    for field in fields(arguments(command)):
        if field.default is MISSING and field.name != flag:
            positional = "positional" in repr(hints[field.name]).lower()
            choices = [kind for kind in parts(bare[field.name]) if isinstance(kind, str)]
            word = min(choices, default="x")
            words += [word] if positional else [f"--{field.name}", word]
    return words


NUMBERS = [(command, name) for command in COMMANDS for name in numbers(command)]


def test_numbers__are_found() -> None:
    assert len(NUMBERS) > 40 and {("evaluate", "games"), ("serve", "port"), ("bench", "threads")} <= set(NUMBERS)


@pytest.mark.parametrize(("command", "name"), NUMBERS)
def test_number__beyond_its_limits_is_refused_in_one_line(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a number below or above its limits, or none at all, the command names the argument and the limits."""
    (limits,) = numbers(command)[name]
    whole = float not in parts(get_type_hints(arguments(command))[name])
    wrong = [str(limits.low - 1), str(limits.high + 1), str(-(10**22)), str(10**22), *(() if whole else ("nan", "inf"))]
    for number in wrong:
        flag = f"--{name.replace('_', '-')}"
        assert main([*command.split(), *needed(command, name), f"{flag}={number}"]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and err.startswith(f"railgym: {flag} "), err
        assert f" from {limits.low:,} to {limits.high:,}" in err


def models(model: type[BaseModel]) -> list[type[BaseModel]]:
    """A model of settings and all those inside it."""
    inner = [part for field in model.model_fields.values() for part in parts(field.annotation)]
    return [model, *(found for part in inner if isinstance(part, type) and issubclass(part, BaseModel)
                     for found in models(part))]  # fmt: skip


COUNTS = [
    (model, name)
    for model in dict.fromkeys([*models(TrainConfig), SuiteGame])
    for name, field in model.model_fields.items()
    if parts(field.annotation) <= {int, NoneType}
]


@pytest.mark.parametrize(("model", "name"), COUNTS, ids=lambda part: getattr(part, "__name__", part))
def test_count__in_settings_has_limits(model: type[BaseModel], name: str) -> None:
    """A whole number in a config or a suite can be neither below nor above what can be meant."""
    marks = model.model_fields[name].metadata
    low = [getattr(mark, bound) for mark in marks for bound in ("ge", "gt") if hasattr(mark, bound)]
    high = [getattr(mark, bound) for mark in marks for bound in ("le", "lt") if hasattr(mark, bound)]
    assert low and high and max(high) <= 2**63 and not math.isinf(max(high))
