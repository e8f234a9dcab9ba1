"""What ``railgym map`` does with a map of this kind: functions that every kind of map has (see `railgym.envs.maps`)."""

from collections import Counter
from pathlib import Path

from railgym.envs.core.data_files import write_files
from railgym.envs.railways_of_the_world.maps.build import build_map
from railgym.envs.railways_of_the_world.maps.drawing import draw_map
from railgym.envs.railways_of_the_world.maps.loading import DATA, map_names, read_map
from railgym.envs.railways_of_the_world.maps.model import Map

__all__ = ["build", "check", "draw", "shipped"]


def shipped() -> dict[str, Path]:
    """The folders of the maps that come with the package, by name."""
    return {name: DATA / name for name in map_names()}


def build(geography: Path, folder: Path) -> str:
    """Build a map, write its files into a folder, and say what came out; raises DataError with all faults."""
    write_files(build_map(geography).files, folder)
    return _describe(read_map(folder))


def check(path: Path) -> str:
    """What a map holds, in a line, be it a folder or a geography file; raises DataError with all faults."""
    return _describe(_map(path))


def draw(path: Path) -> str:
    """The picture of a map, an SVG document; raises DataError with all faults."""
    return draw_map(_map(path))


def _map(path: Path) -> Map:
    return read_map(path) if path.is_dir() else build_map(path).board


def _describe(board: Map) -> str:
    terrain = Counter(there.terrain for there in board.hexes)
    things = {
        "hexes": len(board.hexes),
        "water": terrain["water"],
        "hills": terrain["hill"],
        "ridges": len(board.ridge_pairs),
        "cities": len(board.cities),
        "cubes": sum(city.cubes for city in board.cities),
        "major lines": len(board.lines),
        "operations cards": len(board.operations),
        "Railbot cards": len(board.railbot),
    }
    return f"{board.title}, {', '.join(f'{number:,} {name}' for name, number in things.items())}"
