"""The crayon-rail maps for ``railgym map``."""

from railgym.envs.core.geo.editing import Editing
from railgym.envs.core.geo.hexagons import Hex, Point, centre
from railgym.envs.core.geo.making import MapKind
from railgym.envs.crayon_rails.maps.build import build_map
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.loading import MAPS, read_map
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.maps.random_map import build_random_map
from railgym.envs.crayon_rails.maps.tables import COLUMNS, MILEPOSTS, WATERS

__all__ = ["KIND"]

# From a milepost to the corners of its hexagon, in units of the distance between neighbours.
CORNERS = tuple(Point(x / 12**0.5, y / 2) for x, y in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)))


def _counts(board: Map) -> dict[str, int]:
    """The numbers of mileposts, edges, cities and so on of a map, by name."""
    return {
        "mileposts": len(board.mileposts),
        "mountains": sum(post.mountain for post in board.mileposts),
        "edges": len(board.edges),
        "cities": len(board.cities),
        "goods": len(board.goods),
        "rivers": len(board.rivers),
        **({"ferries": len(board.ferries)} if board.ferries else {}),
        "demand cards": len(board.cards),
        "events": len(board.events),
    }


EDITING = Editing(
    file=MILEPOSTS,
    sides=WATERS,
    columns=COLUMNS[MILEPOSTS],
    terrains=("clear", "mountain"),
    is_place=lambda place: sum(place) % 2 == 0,
    centre=lambda place: centre(Hex(*place)),
    corners=CORNERS,
)
KIND = MapKind(MAPS, read_map, build_map, build_random_map, draw_map, _counts, EDITING)
