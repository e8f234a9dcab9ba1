"""Loading a map from its folder of tables. All faults are reported at once."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from railgym.envs.core.data_files import DataTable, Faults, names, read_table
from railgym.envs.core.geo.geography import DEFAULT_SEED, Section, Seed, Title
from railgym.envs.core.geo.map_files import THING, MapFolders, read_head
from railgym.envs.core.geo.outlines import OutlineFile, read_outlines
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.crayon_rails.maps.checks import (
    check_edges,
    check_floods,
    check_goods,
    check_majors,
    check_neighbours,
    check_places,
)
from railgym.envs.crayon_rails.maps.ferries import FERRIES, FERRY_COLUMNS, read_ferries
from railgym.envs.crayon_rails.maps.model import MAX_CARDS, MAX_CITIES, MAX_GOODS, MAX_RIVERS, Map
from railgym.envs.crayon_rails.maps.tables import (
    CARDS,
    CITIES,
    COLUMNS,
    EVENTS,
    GOODS,
    MILEPOSTS,
    MIN_CARDS,
    RIVERS,
    WATERS,
    build_edges,
    read_cards,
    read_cities,
    read_events,
    read_goods,
    read_mileposts,
    read_waters,
)

__all__ = ["DATA", "KIND", "MAPS", "Deck", "Head", "assemble", "load_map", "read_map"]

DATA = Path(__file__).parents[1] / "data"
KIND: Literal["crayon"] = "crayon"  # of a map, as its files say


class Deck(Section):
    """The size of the deck of demand cards, and the least number of mileposts that a good travels."""

    number: Annotated[int, Field(strict=True, ge=MIN_CARDS, le=MAX_CARDS)] = 136
    nearest: Annotated[int, Field(strict=True, ge=1, le=20)] = 6


class Head(Section):
    """The content of ``map.json``. ``seed`` and ``deck`` determine its demand cards."""

    kind: Literal["crayon"]
    title: Title
    seed: Seed = DEFAULT_SEED
    deck: Deck = Deck()


def read_map(folder: Path, cards: bool = True) -> Map:
    """Read the files of a map; raises DataError with all faults. Without ``cards`` their file may be missing."""
    faults = Faults(folder, THING)
    head, drawn = read_head(Head, KIND, faults), read_outlines(faults)
    wanted = [file for file in COLUMNS if cards or file != CARDS]
    tables = {file: read_table(file, COLUMNS[file], faults) for file in wanted}
    if (folder / FERRIES).is_file():
        tables[FERRIES] = read_table(FERRIES, FERRY_COLUMNS, faults)
    faults.stop()  # names in a file that is not whole would be faults of the files that refer to them
    board = assemble(folder.name, head.title, drawn, tables, faults)
    faults.stop()
    return board


def _random_map(settings: WorldSettings) -> Map:
    """The map of a seed."""
    from railgym.envs.crayon_rails.maps.random_map import make_random_map  # it needs this module

    return make_random_map(settings)[0]


MAPS = MapFolders(KIND, DATA, read_map, _random_map)


def load_map(name_or_path: str) -> Map:
    """The map with a name, in a user's folder, or of a seed (EB-1.1, EB-R1, RR-2.2, RR-R2).

    Raises OptionsError if there is none, and DataError with all faults if it has some.
    """
    return MAPS.load(name_or_path)


def assemble(name: str, title: str, drawn: OutlineFile, tables: dict[str, DataTable], faults: Faults) -> Map:
    """A map from its tables, which have all their columns; faults are noted."""
    city_of = names(tables[CITIES], "city", MAX_CITIES, faults)
    good_of = names(tables[GOODS], "good", MAX_GOODS, faults)
    river_of = names(tables[RIVERS], "river", MAX_RIVERS, faults)
    sizes = {row["city"]: row["size"] for row in tables[CITIES].rows}
    posts = read_mileposts(tables[MILEPOSTS], city_of, sizes, faults)
    waters = read_waters(tables[WATERS], river_of, posts, faults)
    cities = read_cities(tables[CITIES], good_of, posts, faults)
    edges, closed = build_edges(posts, waters)
    lines, ferries = read_ferries(tables.get(FERRIES, DataTable(FERRIES)), posts, cities, edges, faults)
    board = Map(
        name=name,
        title=title,
        mileposts=posts,
        edges=(*edges, *lines),
        closed=closed,
        cities=cities,
        goods=read_goods(tables[GOODS], faults),
        rivers=tuple(row["river"] for row in tables[RIVERS].rows),
        lakes=waters.lake_names,
        cards=read_cards(tables[CARDS], city_of, good_of, cities, faults) if CARDS in tables else (),
        events=read_events(tables[EVENTS], city_of, river_of, faults),
        outlines=drawn.outlines(river_of),
        ferries=ferries,
    )
    _check(board, tables, faults)
    return board


def _check(board: Map, tables: dict[str, DataTable], faults: Faults) -> None:
    """Check the tables against each other, where they have no faults of their own."""

    def sound(*files: str) -> bool:
        return not faults.are_in(*(tables[file].file for file in files))

    check_majors(tables[CITIES], faults)
    if sound(CITIES, GOODS):
        check_goods(tables[GOODS], board.goods, board.cities, faults)
    if sound(CITIES, MILEPOSTS):
        check_places(tables[CITIES], board.cities, board.mileposts, faults)
    if sound(CITIES, MILEPOSTS, WATERS):
        check_neighbours(tables[MILEPOSTS], board.cities, board.mileposts, faults)
        check_edges(tables[CITIES], tables[MILEPOSTS], board, faults)
    if sound(RIVERS, EVENTS, WATERS):
        check_floods(tables[EVENTS], board.events, board.edges, faults)
