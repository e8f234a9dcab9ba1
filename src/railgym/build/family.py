"""The parts of a game package: its rules, its bots, its entry points, and the files that they depend on."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from railgym.agents.scripted import bots_of
from railgym.envs.core.advice import Advised, advise
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.errors import LibraryError
from railgym.envs.core.game import Game
from railgym.envs.core.kernel import arguments_of
from railgym.envs.core.library import digest_of, folder_of
from railgym.envs.core.nonsense import decide

__all__ = ["Family", "family_of"]

SHARED = (
    "railgym.envs.core.entry_points",
    "railgym.envs.core.simulate",
    "railgym.envs.core.within",
    "railgym.agents.search.kernels",
    "railgym.agents.search.nodes",
    "railgym.training.kernels",
)
"""The modules whose entry points every game has."""

DATA = (".csv", ".json")  # read while modules of rules are imported


@dataclass(frozen=True)
class Family:
    """The games of one package. Their records have the same types with all options."""

    package: str
    game: type[Game]

    @property
    def records(self) -> dict[str, Any]:
        """The record types by their letters."""
        return self.game.record_types()

    @property
    def encoders(self) -> tuple[Any, ...]:
        return tuple(self.game.kernels.encoders.values())

    @cached_property
    def rules(self) -> dict[str, Any]:
        """The rules that the names in entry points stand for, without ``encode`` and ``decide``."""
        rules = self.game.kernels._asdict()
        del rules["encoders"]
        return rules

    @property
    def bots(self) -> ScriptedBots:
        return bots_of(self.package)

    @cached_property
    def entry_points(self) -> dict[str, Any]:
        """The templates by name: the shared ones, and those that the package's own module ``game`` defines."""
        modules = [import_module(name) for name in (*SHARED, self.game.__module__)]
        found = [thing for module in modules for thing in vars(module).values() if arguments_of(thing)]
        return {template.__name__: template for template in found}

    def sources(self) -> dict[str, str]:
        """The hash of every file that compiled code depends on, by package and path."""
        bots = [decide, self.bots.decide, self.bots.pace, self.bots.variant]
        encoders = [advise, *(encoder.base if isinstance(encoder, Advised) else encoder for encoder in self.encoders)]
        kernels = [*self.rules.values(), *encoders, *bots, *self.entry_points.values()]
        modules = sorted(_closure({function.__module__ for function in kernels}) | self._own_modules())
        files = [_named(self.package, Path(str(spec.origin))) for name in modules if (spec := find_spec(name))]
        folder = folder_of(self.package)
        files += [_named(self.package, file) for file in sorted(folder.rglob("*")) if file.suffix in DATA]
        return {file: digest_of(file) for file in files if "/built/" not in file}

    def _own_modules(self) -> set[str]:
        """The modules of the package that the game is made of: what its records hold, and which encoders it has."""
        return {name for name in _closure({self.game.__module__}) if name.startswith(self.package)}


def family_of(package: str) -> Family:
    """The family of a package, by its module ``game``; raises LibraryError."""
    folder_of(package)
    try:
        module = import_module(f"{package}.game")
    except ModuleNotFoundError as error:
        raise LibraryError(f"{package} has no rules to build: {error}") from None
    games = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Game)]
    own = [game for game in games if getattr(game, "package", "") == package]
    if not own:
        raise LibraryError(f"{package}.game defines no Game with package = {package!r}")
    return Family(package, own[0])


def _named(package: str, file: Path) -> str:
    """A file as its package and the path inside."""
    for root in ("railgym.envs", "railgym.agents", "railgym.training", package):
        if file.is_relative_to(folder_of(root)):
            return f"{root}/{file.relative_to(folder_of(root)).as_posix()}"
    raise LibraryError(f"{file} is in no package that rules are built from")


def _closure(names: set[str]) -> set[str]:
    """Modules, and all modules of railgym and of their own packages that they import at the top level, directly or
    indirectly."""
    tops = {name.partition(".")[0] for name in names} | {"railgym"}
    found, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        left += [other for other in _imports(name) if other.partition(".")[0] in tops]
    return found


def _imports(name: str) -> Iterator[str]:
    """The modules that a module imports at its top level."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return
    for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (inner for alias in node.names if _is_module(inner := f"{node.module}.{alias.name}"))


def _is_module(name: str) -> bool:
    parent = find_spec(name.rpartition(".")[0])
    try:
        return bool(parent and parent.submodule_search_locations and find_spec(name))
    except ModuleNotFoundError:
        return False
