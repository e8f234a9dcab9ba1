"""Loading the maps of a game: those that ship with it, by name, and those in folders of users."""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from pathlib import Path
from shlex import quote
from typing import Generic, TypeVar

from railgym.envs.core.data_files import Faults, fit, kind_in, own_folder, read_json
from railgym.envs.core.errors import DataError, OptionsError, plain
from railgym.envs.core.geo.geography import Section
from railgym.envs.core.geo.worlds.settings import KEPT, RANDOM, WorldSettings, canonical, is_random

__all__ = ["GEOGRAPHY", "HEAD", "THING", "MapFolders", "read_head"]

HEAD, GEOGRAPHY = "map.json", "geography.yaml"
THING = "the map"  # what errors call a folder of tables

MapT = TypeVar("MapT")
HeadT = TypeVar("HeadT", bound=Section)


class MapFolders(Generic[MapT]):
    """The maps of one ``kind``, which their ``map.json`` names: the folders in ``data``, those of users, and random
    maps.

    ``read`` reads a folder, and raises DataError with all faults. It is called once for each folder. ``make`` makes
    the random map of some settings; the latest maps are kept.
    """

    def __init__(
        self, kind: str, data: Path, read: Callable[[Path], MapT], make: Callable[[WorldSettings], MapT]
    ) -> None:
        self.kind, self.data, self._read, self._make = kind, data, cache(read), lru_cache(KEPT)(make)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The maps that ship with the game."""
        return tuple(sorted(file.parent.name for file in self.data.glob(f"*/{HEAD}")))

    def load(self, name_or_path: str) -> MapT:
        """The map of a name, in a folder of a user, or of a seed (``random:7``).

        Raises OptionsError if there is none, and DataError with all faults if it has some.
        """
        if name_or_path in self.names:
            return self._read(self.data / name_or_path)
        if is_random(name_or_path):
            return self._make(WorldSettings.parse(name_or_path))
        folder = own_folder(name_or_path, HEAD, "map", (*self.names, f"{RANDOM}SEED"))
        kind = kind_in(folder, HEAD, self.kind)
        if kind != self.kind:
            wrong = f"{folder / HEAD}: kind is {plain(kind)}"
            raise OptionsError(f"{wrong}: this game is played on maps of the kind {self.kind!r}")
        return self._read(folder)

    def check_option(self, name_or_path: str) -> str:
        """The value of an option ``map``; raises OptionsError with one line if it names no sound map. The name of a
        random map becomes the shortest that means the same."""
        try:
            self.load(name_or_path)
        except DataError as error:
            raise OptionsError(error.in_a_line(f"railgym map check {quote(name_or_path)}")) from None
        return canonical(name_or_path)


def read_head(form: type[HeadT], kind: str, faults: Faults) -> HeadT:
    """The content of a map's ``map.json``; with faults, the defaults of ``form``."""
    content = read_json(HEAD, f'write {{"kind": "{kind}", "title": "..."}}', faults)
    if not faults.are_in(HEAD):
        head = fit(form, content, lambda _, text: faults.add(HEAD, 1, text))
        if head:
            return head
    return form.model_validate({"kind": kind, "title": "?"})
