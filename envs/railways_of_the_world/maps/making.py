"""The maps of Railways of the World for ``railgym map``."""

from collections import Counter

from railgym.envs.core.geo.editing import Editing
from railgym.envs.core.geo.making import MapKind
from railgym.envs.core.geo.offset import CORNERS, Cell, centre
from railgym.envs.railways_of_the_world.maps.build import build_map
from railgym.envs.railways_of_the_world.maps.drawing import draw_map
from railgym.envs.railways_of_the_world.maps.loading import MAPS, read_map
from railgym.envs.railways_of_the_world.maps.model import TERRAINS, Map
from railgym.envs.railways_of_the_world.maps.random_map import build_random_map
from railgym.envs.railways_of_the_world.maps.tables import COLUMNS, HEXES, RIDGES

__all__ = ["KIND"]


def _counts(board: Map) -> dict[str, int]:
    """The numbers of hexes, cities, cards and so on of a map, by name."""
    terrain = Counter(there.terrain for there in board.hexes)
    return {
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


EDITING = Editing(
    file=HEXES,
    sides=RIDGES,
    columns=COLUMNS[HEXES],
    terrains=tuple(terrain for terrain in TERRAINS if terrain != "city"),
    is_place=lambda place: True,
    centre=lambda place: centre(Cell(*place)),
    corners=CORNERS,
)
KIND = MapKind(MAPS, read_map, build_map, build_random_map, draw_map, _counts, EDITING)
