"""Compiles rules with Numba in this process, for tests that call single rules or bind their own templates."""

from typing import Any

import numpy as np

from railgym.build.family import family_of
from railgym.build.front_end import Compiler
from railgym.envs.core.game import Game
from railgym.envs.core.kernel import arguments_of
from railgym.envs.core.library import parse

COMPILER = Compiler()


def compiled(rule: Any) -> Any:
    """A rule that Python may call."""
    return COMPILER.rule(rule)


def call(rule: Any, *arguments: Any) -> Any:
    """Call a single rule."""
    return COMPILER.rule(rule)(*arguments)


def bound(game: Game | type[Game], template: Any, **instead: Any) -> Any:
    """A template bound to a game's rules and bots, some of them replaced; made once."""
    key = (game.package, template, *instead.items())
    if key not in _bound:
        _bound[key] = COMPILER.bound(family_of(game.package), template, **instead)
    return _bound[key]


_bound: dict[Any, Any] = {}


class Jitted:
    """An entry point as :class:`railgym.envs.core.library.EntryPoint`, compiled in this process."""

    def __init__(self, function: Any, codes: list[str], first: tuple[Any, ...] = ()) -> None:
        self._function, self._codes, self._first = function, codes, first

    def given(self, *first: Any) -> "Jitted":
        return Jitted(self._function, self._codes, (*self._first, *first))

    def prepared(self, *rest: Any) -> "JittedCall":
        return JittedCall(self, rest)

    def __call__(self, *rest: Any) -> int:
        given = zip(self._codes, (*self._first, *rest), strict=True)
        return int(self._function(*(np.uint64(value) if code == "u8" else value for code, value in given)) or 0)


class JittedCall:
    """As :class:`railgym.envs.core.library.PreparedCall`."""

    def __init__(self, function: Jitted, arguments: tuple[Any, ...]) -> None:
        self.words, self._function = list(arguments), function

    def __call__(self) -> int:
        return self._function(*self.words)


def jitted(game: Game, template: Any, **instead: Any) -> Jitted:
    """In place of ``Game.bind``: the same rules, some of them replaced, not from the library."""
    arguments = parse(str(arguments_of(template)))
    return Jitted(bound(game, template, **instead), ["" if shape else code for code, shape in arguments])
