"""The crayon-rail maps for ``railgym map``."""

from pathlib import Path

from railgym.envs.core.data_files import DataTable
from railgym.envs.core.geo.editing import CardMaker, Editing, Form, FormField, Grid, Links, Sides
from railgym.envs.core.geo.hexagons import Hex, Point, centre, neighbours
from railgym.envs.core.geo.making import MapKind
from railgym.envs.core.geo.map_files import HEAD
from railgym.envs.core.geo.outlines import OUTLINES
from railgym.envs.crayon_rails.maps.build import build_map
from railgym.envs.crayon_rails.maps.cards import card_table, cards_of_folder
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.ferries import FERRIES, FERRY_COLUMNS, MAX_PRICE
from railgym.envs.crayon_rails.maps.loading import MAPS, read_map
from railgym.envs.crayon_rails.maps.model import BORDERS, EVENT_KINDS, SIZES, Map
from railgym.envs.crayon_rails.maps.random_map import build_random_map
from railgym.envs.crayon_rails.maps.tables import (
    BORDER_WORDS,
    CARDS,
    CITIES,
    COLUMNS,
    EVENTS,
    GOODS,
    MAX_CHIPS,
    MAX_PAYOUT,
    MAX_RADIUS,
    MILEPOSTS,
    RIVERS,
    WATERS,
)

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


def _new_cards(folder: Path) -> dict[str, DataTable]:
    """New demand cards for the map in a folder."""
    return {CARDS: card_table(*cards_of_folder(folder))}


LAKES, INLETS = "lakes", "inlets"  # tables without files: waters.csv has their names
FORMS = (
    Form(
        CITIES,
        "Cities",
        (FormField("city"), FormField("size", words=SIZES), FormField("goods", names=GOODS, several=True)),
        label=("city",),
        new={"size": SIZES[0], "goods": ""},
    ),
    Form(
        GOODS,
        "Goods",
        (FormField("good"), FormField("chips", low=1, high=MAX_CHIPS)),
        label=("good",),
        new={"good": "New good", "chips": "3"},
    ),
    Form(
        CARDS,
        "Demand cards",
        tuple(
            field
            for i in (1, 2, 3)
            for field in (
                FormField(f"city_{i}", names=CITIES),
                FormField(f"good_{i}", names=GOODS),
                FormField(f"payout_{i}", low=1, high=MAX_PAYOUT),
            )
        ),
        label=("city_1", "city_2", "city_3"),
        new={f"payout_{i}": "10" for i in (1, 2, 3)},
    ),
    Form(
        EVENTS,
        "Event cards",
        (
            FormField("title"),
            FormField("kind", words=EVENT_KINDS),
            FormField("where", names=CITIES, several=True, kinds=("derailment",)),
            FormField("where", names=CITIES, kinds=("snow", "storm")),
            FormField("where", names=RIVERS, kinds=("flood",)),
            FormField("where", words=(*BORDERS, "drawer"), kinds=("strike",)),
            FormField("radius", high=MAX_RADIUS, optional=True),
        ),
        label=("title",),
        text="title",
        new={"title": "New event", "kind": "snow", "radius": "2"},
    ),
    Form(
        FERRIES,
        "Ferries",
        (FormField("name"), FormField("price", low=1, high=MAX_PRICE)),
        label=("name",),
    ),
    Form(RIVERS, "Rivers", (FormField("river"),), label=("river",)),
    Form(LAKES, "Lakes", (FormField("lake"),), label=("lake",), of_kind="lake"),
    Form(INLETS, "Inlets", (FormField("inlet"),), label=("inlet",), of_kind="inlet"),
    Form(
        WATERS,
        "Waters",
        tuple(
            FormField("name", names=file, kinds=(kind,))
            for kind, file in (("river", RIVERS), ("lake", LAKES), ("inlet", INLETS))
        ),
        label=("name",),
        hidden=True,
    ),
    Form(OUTLINES, "Lines", (FormField("river", names=RIVERS),), label=("river",), hidden=True),
    Form(HEAD, "Head", (FormField("seed", high=2**32 - 1),), label=("seed",), hidden=True),
)
GRID = Grid(
    file=MILEPOSTS,
    columns=COLUMNS[MILEPOSTS],
    terrains=("clear", "mountain"),
    city_terrain="clear",
    is_place=lambda place: sum(place) % 2 == 0,
    centre=lambda place: centre(Hex(*place)),
    corners=CORNERS,
    sides=Sides(WATERS, "water", COLUMNS[WATERS], {"river": RIVERS, "lake": LAKES, "inlet": INLETS}),
    links=Links(FERRIES, "ferry", FERRY_COLUMNS, {"name": "Ferry", "price": "2"}),
    marks={"border": BORDER_WORDS},
    large="major",
    ring=lambda place: neighbours(Hex(*place)),
)
EDITING = Editing(FORMS, CardMaker("demand cards", _new_cards, HEAD), GRID)
KIND = MapKind(MAPS, read_map, build_map, build_random_map, draw_map, _counts, EDITING)
