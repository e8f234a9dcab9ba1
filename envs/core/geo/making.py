"""Making maps: what ``railgym map`` does with the maps of one kind."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from railgym.envs.core.data_files import DataTable, csv_text, write_files
from railgym.envs.core.geo.editing import Editing
from railgym.envs.core.geo.geography import Section
from railgym.envs.core.geo.map_files import HEAD, MapFolders
from railgym.envs.core.geo.outlines import OUTLINES, OutlineFile, outline_text
from railgym.envs.core.geo.worlds.settings import WorldSettings

__all__ = ["Built", "MapKind", "map_texts"]


class Titled(Protocol):
    """A map."""

    @property
    def title(self) -> str: ...


MapT = TypeVar("MapT", bound=Titled)


class Built(NamedTuple, Generic[MapT]):
    """A map, and the text of each of its files."""

    board: MapT
    files: dict[str, str]


def map_texts(
    head: Section, drawn: OutlineFile, tables: Mapping[str, DataTable], columns: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """The text of each file of a map; ``columns`` are those of its tables, by file."""
    texts = {HEAD: json.dumps(head.model_dump(), indent=2, ensure_ascii=False) + "\n"}
    texts |= {file: csv_text(tables[file], names) for file, names in columns.items()}
    return texts | {OUTLINES: outline_text(drawn)}


@dataclass(frozen=True)
class MapKind(Generic[MapT]):
    """The maps of one kind: a map is a folder of tables, and is built from a geography file.

    ``build_map`` builds a map from a geography file, ``random_map`` from a seed. ``draw_map`` draws it as an SVG
    document, ``counts`` counts what it holds, and ``editing`` says how it is edited. All methods but ``shipped`` raise
    DataError with all faults of a map.
    """

    maps: MapFolders[MapT]
    read_map: Callable[[Path], MapT]
    build_map: Callable[[Path], Built[MapT]]
    random_map: Callable[[WorldSettings], Built[MapT]]
    draw_map: Callable[[MapT], str]
    counts: Callable[[MapT], Mapping[str, int]]
    editing: Editing

    def shipped(self) -> dict[str, Path]:
        """The folders of the maps that ship with the game, by name."""
        return {name: self.maps.data / name for name in self.maps.names}

    def build(self, geography: Path, folder: Path) -> str:
        """Build a map and write its files into a folder; returns what it holds, in a line."""
        write_files(self.build_map(geography).files, folder)
        return self._describe(self.read_map(folder))

    def new(self, settings: WorldSettings, folder: Path) -> str:
        """Make a random map and write its files into a folder; returns what it holds, in a line."""
        write_files(self.random_map(settings).files, folder)
        return self._describe(self.read_map(folder))

    def check_random(self, settings: WorldSettings) -> str:
        """What a random map holds, in a line."""
        return self._describe(self.maps.load(str(settings)))

    def draw_random(self, settings: WorldSettings) -> str:
        """The picture of a random map."""
        return self.draw_map(self.maps.load(str(settings)))

    def check(self, path: Path) -> str:
        """What the map in a folder or of a geography file holds, in a line."""
        return self._describe(self._map(path))

    def draw(self, path: Path) -> str:
        """The picture of the map in a folder or of a geography file."""
        return self.draw_map(self._map(path))

    def _map(self, path: Path) -> MapT:
        return self.read_map(path) if path.is_dir() else self.build_map(path).board

    def _describe(self, board: MapT) -> str:
        return f"{board.title}, {', '.join(f'{number:,} {name}' for name, number in self.counts(board).items())}"
