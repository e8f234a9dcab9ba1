"""Registers every game with Gymnasium and PettingZoo, without importing either: at once if they are loaded already,
and otherwise as soon as they are. Gymnasium has had no plugins since version 1.0."""

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from railgym.envs.catalog import GAMES

__all__ = ["register"]


def register_with_gymnasium(gymnasium: ModuleType) -> None:
    for game in GAMES.values():
        gymnasium.register(
            game.gym_id,
            entry_point="railgym.agents.gymnasium_entry:make_single_seat",
            vector_entry_point="railgym.agents.gymnasium_entry:make_vector",
            kwargs={"game": game.id},
        )


def register_with_pettingzoo(pettingzoo: ModuleType) -> None:
    if hasattr(pettingzoo, "register"):  # since PettingZoo 1.27
        for id in GAMES:
            pettingzoo.register("aec", f"railgym/{id}", entry_point=f"railgym.envs.{id}:env")


REGISTRIES = {"gymnasium": register_with_gymnasium, "pettingzoo": register_with_pettingzoo}


class _AfterImport(MetaPathFinder):
    """Finds a module as others do, and calls ``then`` with it when it has been imported, once."""

    def __init__(self, name: str, then: Callable[[ModuleType], None]) -> None:
        self._name, self._then = name, then

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec and spec.loader:
            spec.loader = _Loader(spec.loader, self._then)
        return spec


class _Loader(Loader):
    """Another loader, and what follows it."""

    def __init__(self, loader: Loader, then: Callable[[ModuleType], None]) -> None:
        self._loader, self._then = loader, then

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        if spec:
            spec.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._then(module)


def register() -> None:
    """Register all games now, or when the libraries are imported."""
    for name, then in REGISTRIES.items():
        if name in sys.modules:
            then(sys.modules[name])
        else:
            sys.meta_path.insert(0, _AfterImport(name, then))
