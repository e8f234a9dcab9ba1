"""The crayon-rail maps for ``railgym map``."""

from railgym.envs.core.geo.making import MapKind
from railgym.envs.crayon_rails.maps.build import build_map
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.loading import MAPS, read_map
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.maps.random_map import build_random_map

__all__ = ["KIND"]


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


KIND = MapKind(MAPS, read_map, build_map, build_random_map, draw_map, _counts)
