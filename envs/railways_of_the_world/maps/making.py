"""The maps of Railways of the World for ``railgym map``."""

from collections import Counter

from railgym.envs.core.geo.editing import CardMaker, Editing, Form, FormField, Grid, Links, Sides
from railgym.envs.core.geo.making import MapKind
from railgym.envs.core.geo.offset import CORNERS, Cell, centre
from railgym.envs.railways_of_the_world.maps.build import build_map
from railgym.envs.railways_of_the_world.maps.cards import new_cards
from railgym.envs.railways_of_the_world.maps.drawing import draw_map
from railgym.envs.railways_of_the_world.maps.loading import MAPS, read_map
from railgym.envs.railways_of_the_world.maps.model import COLORS, OPERATIONS, RAILBOT_KINDS, TERRAINS, Map
from railgym.envs.railways_of_the_world.maps.random_map import build_random_map
from railgym.envs.railways_of_the_world.maps.tables import (
    CITIES,
    COLUMNS,
    HEXES,
    LINES,
    MOST_COPIES,
    MOST_CUBES,
    MOST_POINTS,
    OPERATIONS_CARDS,
    RAILBOT,
    RIDGES,
    SLOTS,
    WITH_CITY,
    WITH_POINTS,
)

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


NEW_LINE = {"points": "5", "in_play": "yes"}
YES_NO = ("yes", "no")
FORMS = (
    Form(
        CITIES,
        "Cities",
        (
            FormField("city"),
            FormField("color", words=COLORS),
            FormField("cubes", high=MOST_CUBES),
            FormField("in_play", words=YES_NO),
            FormField("western", words=YES_NO),
        ),
        label=("city",),
        new={"color": "gray", "cubes": "2", "in_play": "yes", "western": "no"},
    ),
    Form(
        LINES,
        "Major lines",
        (
            FormField("city_a", names=CITIES),
            FormField("city_b", names=CITIES),
            FormField("points", low=1, high=MOST_POINTS),
            FormField("in_play", words=YES_NO),
        ),
        label=("city_a", "city_b"),
        new=NEW_LINE,
    ),
    Form(
        OPERATIONS_CARDS,
        "Operations cards",
        (
            FormField("kind", words=OPERATIONS),
            FormField("city", names=CITIES, kinds=WITH_CITY),
            FormField("points", low=1, high=MOST_POINTS, kinds=WITH_POINTS),
            FormField("count", low=1, high=MOST_COPIES),
        ),
        label=("kind", "city"),
        new={"kind": WITH_CITY[0], "points": "1", "count": "1"},
    ),
    Form(
        RAILBOT,
        "Railbot cards",
        (
            FormField("id"),
            FormField("kind", words=RAILBOT_KINDS),
            FormField("cities", names=CITIES, several=True, kinds=("building_links",)),
            FormField("color", words=COLORS[:-1], kinds=("exhaust",)),
            FormField("slot", high=SLOTS),
            FormField("line", words=YES_NO),
            FormField("baron", words=YES_NO),
        ),
        label=("id",),
    ),
)
GRID = Grid(
    file=HEXES,
    columns=COLUMNS[HEXES],
    terrains=tuple(terrain for terrain in TERRAINS if terrain != "city"),
    city_terrain="city",
    is_place=lambda place: True,
    centre=lambda place: centre(Cell(*place)),
    corners=CORNERS,
    sides=Sides(RIDGES, "ridge", COLUMNS[RIDGES]),
    links=Links(LINES, "major line", COLUMNS[LINES], NEW_LINE, cities=True),
)
EDITING = Editing(FORMS, CardMaker("Railbot cards, hotels and bounties", new_cards), GRID)
KIND = MapKind(MAPS, read_map, build_map, build_random_map, draw_map, _counts, EDITING)
