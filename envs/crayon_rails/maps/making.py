"""What ``railgym map`` does with a map of this kind: functions that every kind of map has (see `railgym.envs.maps`)."""

from pathlib import Path

from railgym.envs.crayon_rails.maps.build import build_map, write_map
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.loading import DATA, map_names, read_map
from railgym.envs.crayon_rails.maps.model import Map

__all__ = ["build", "check", "draw", "shipped"]


def shipped() -> dict[str, Path]:
    """The folders of the maps that come with the package, by name."""
    return {name: DATA / name for name in map_names()}


def build(geography: Path, folder: Path) -> str:
    """Build a map, write its files into a folder, and say what came out; raises DataError with all faults."""
    built = build_map(geography)
    write_map(built, folder)
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
    mountains = sum(post.mountain for post in board.mileposts)
    things = {
        "mileposts": len(board.mileposts),
        "mountains": mountains,
        "edges": len(board.edges),
        "cities": len(board.cities),
        "goods": len(board.goods),
        "rivers": len(board.rivers),
        "demand cards": len(board.cards),
        "events": len(board.events),
    }
    return f"{board.title}, {', '.join(f'{number:,} {name}' for name, number in things.items())}"
