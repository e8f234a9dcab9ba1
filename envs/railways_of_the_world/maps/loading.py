"""Loading a map from its folder of tables. All faults are reported at once."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator

from railgym.envs.core.data_files import DataTable, Faults, names, read_table
from railgym.envs.core.geo.geography import Section, Title
from railgym.envs.core.geo.map_files import THING, MapFolders, read_head
from railgym.envs.core.geo.outlines import OutlineFile, read_outlines
from railgym.envs.core.geo.worlds.settings import WorldSettings
from railgym.envs.railways_of_the_world.maps.checks import (
    check_lines,
    check_links,
    check_neighbours,
    check_operations,
    check_places,
    check_slots,
)
from railgym.envs.railways_of_the_world.maps.model import COMMON_CARDS, MAX_CITIES, Map, RailbotCard
from railgym.envs.railways_of_the_world.maps.tables import (
    CITIES,
    COLUMNS,
    HEXES,
    LINES,
    OPERATIONS_CARDS,
    RAILBOT,
    RIDGES,
    read_cities,
    read_hexes,
    read_lines,
    read_operations,
    read_railbot,
    read_ridges,
)

__all__ = ["DATA", "KIND", "MAPS", "Head", "assemble", "load_map", "read_map"]

DATA = Path(__file__).parents[1] / "data"
KIND: Literal["railways"] = "railways"  # of a map, as its files say
COMMON = "railbot_common.csv"
MARKERS = (10, 12, 14, 16, 18)

Seats = Annotated[int, Field(strict=True, ge=2, le=6)]
Markers = Annotated[int, Field(strict=True, ge=1, le=MAX_CITIES)]


class Head(Section):
    """The content of ``map.json``; `Map` explains the numbers."""

    kind: Literal["railways"]
    title: Title
    players: tuple[Seats, Seats] = (2, 6)
    markers: tuple[Markers, Markers, Markers, Markers, Markers] = MARKERS
    base_exhaust: Annotated[int, Field(strict=True, ge=2, le=9)] = 2
    empty_limit: Markers = 14

    @field_validator("players")
    @classmethod
    def _from_few_to_many(cls, players: tuple[int, int]) -> tuple[int, int]:
        if players[0] > players[1]:
            raise ValueError("write the lowest number of players first")
        return players


def read_map(folder: Path, cards: bool = True) -> Map:
    """Read the files of a map; raises DataError with all faults. Without ``cards`` their files may be missing."""
    faults = Faults(folder, THING)
    head, drawn = read_head(Head, KIND, faults), read_outlines(faults)
    wanted = [file for file in COLUMNS if cards or file not in (OPERATIONS_CARDS, RAILBOT)]
    tables = {file: read_table(file, COLUMNS[file], faults) for file in wanted}
    faults.stop()  # names in a file that is not whole would be faults of the files that refer to them
    board = assemble(folder.name, head, drawn, tables, faults)
    faults.stop()
    return board


def _random_map(settings: WorldSettings) -> Map:
    """The map of a seed."""
    from railgym.envs.railways_of_the_world.maps.random_map import make_random_map  # it needs this module

    return make_random_map(settings)[0]


MAPS = MapFolders(KIND, DATA, read_map, _random_map)


def load_map(name_or_path: str) -> Map:
    """The map with a name, in a user's folder, or of a seed.

    Raises OptionsError if there is none, and DataError with all faults if it has some.
    """
    return MAPS.load(name_or_path)


@cache
def _common_cards() -> tuple[RailbotCard, ...]:
    """The Railbot cards of all maps, which name no cities."""
    faults = Faults(DATA, "the Railbot's deck")
    cards = read_railbot(read_table(COMMON, COLUMNS[RAILBOT], faults), {}, faults, COMMON_CARDS)
    faults.stop()
    return cards


def assemble(name: str, head: Head, drawn: OutlineFile, tables: dict[str, DataTable], faults: Faults) -> Map:
    """A map from its tables, which have all their columns; faults are noted. The Railbot's deck has 11 cards of all
    maps and 14 of this map (RS-1.1, RS-2.4, RW-R3)."""
    city_of = names(tables[CITIES], "city", MAX_CITIES, faults)
    hexes = read_hexes(tables[HEXES], city_of, faults)
    board = Map(
        name=name,
        title=head.title,
        players=head.players,
        markers=head.markers,
        base_exhaust=head.base_exhaust,
        empty_limit=head.empty_limit,
        hexes=hexes,
        ridges=read_ridges(tables[RIDGES], hexes, faults),
        cities=read_cities(tables[CITIES], hexes, faults),
        lines=read_lines(tables[LINES], city_of, faults),
        operations=read_operations(tables[OPERATIONS_CARDS], city_of, faults) if OPERATIONS_CARDS in tables else (),
        railbot=_common_cards() + read_railbot(tables[RAILBOT], city_of, faults) if RAILBOT in tables else (),
        outlines=drawn.outlines(drawn.rivers),
    )
    _check(board, tables, faults)
    return board


def _check(board: Map, tables: dict[str, DataTable], faults: Faults) -> None:
    """Check the tables against each other, where they have no faults of their own."""

    def sound(*files: str) -> bool:
        return not faults.are_in(*(tables[file].file for file in files))

    if RAILBOT in tables:
        names(tables[RAILBOT], "id", len(tables[RAILBOT].rows), faults)
        check_slots(tables[RAILBOT], board, faults)
    if OPERATIONS_CARDS in tables and sound(OPERATIONS_CARDS):
        check_operations(tables[OPERATIONS_CARDS], board, faults)
    if sound(CITIES, LINES):
        check_lines(tables[LINES], board, faults)
    if sound(CITIES, HEXES):
        check_places(tables[CITIES], board, faults)
        check_neighbours(tables[HEXES], board, faults)
    if sound(CITIES, HEXES):
        check_links(tables[CITIES], board, faults)
