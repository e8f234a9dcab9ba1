"""The geography file from which a map is built: its parts, and their faults, each with its line."""

from typing import Annotated

from pydantic import Field

from railgym.envs.core.data_files import DataTable, Row, names
from railgym.envs.core.geo.geography import CylinderSection, Latitude, Line, Longitude, Name, Ring, Section
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.railways_of_the_world.maps.loading import Head
from railgym.envs.railways_of_the_world.maps.model import MAX_CITIES
from railgym.envs.railways_of_the_world.maps.tables import (
    CITIES,
    COLUMNS,
    LINES,
    OPERATIONS_CARDS,
    RAILBOT,
    read_cities,
    read_lines,
    read_operations,
    read_railbot,
)

__all__ = ["CityPart", "Geography", "check_geography"]

Whole = Annotated[int, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]


class CityPart(Section):
    """A city, and its location."""

    city: Name
    color: Name
    cubes: Whole
    lat: Latitude
    lon: Longitude
    in_play: Flag = True
    western: Flag = False


class LinePart(Section):
    """A major line between two cities."""

    cities: tuple[Name, Name]
    points: Whole
    in_play: Flag = True


class OperationsPart(Section):
    """An operations card, and the number of its copies."""

    kind: Name
    city: Name | None = None
    points: Whole | None = None
    count: Whole = 1


class RailbotPart(Section):
    """A card of the Railbot's deck."""

    id: Name
    kind: Name = "building_links"
    cities: tuple[Name, ...] = ()
    color: Name | None = None
    slot: Whole
    line: Flag = False
    baron: Flag = False


class Geography(Head):
    """A geography file. Places are [longitude, latitude] in degrees; ``spacing`` is in kilometres.

    ``frame`` cuts the map out of the world. Row 0, column 0 lies at the projection's origin, or as many rows and
    columns from it as there is land. Land ``abroad`` is not part of the map. Crests become ridges.
    """

    spacing: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=1, le=1000)]
    projection: CylinderSection
    frame: Ring
    land: dict[Name, Ring]
    abroad: dict[Name, Ring] = Field(default_factory=dict)
    lakes: dict[Name, Ring] = Field(default_factory=dict)
    hills: dict[Name, Ring] = Field(default_factory=dict)
    crests: dict[Name, Line] = Field(default_factory=dict)
    rivers: dict[Name, Line] = Field(default_factory=dict)
    frontiers: dict[Name, Line] = Field(default_factory=dict)
    cities: tuple[CityPart, ...]
    lines: tuple[LinePart, ...] = ()
    operations: tuple[OperationsPart, ...]
    railbot: tuple[RailbotPart, ...]

    def head(self) -> Head:
        """The content of the map's ``map.json``."""
        return Head.model_validate(self.model_dump(include=set(Head.model_fields)))

    def tables(self, file: YamlFile) -> dict[str, DataTable]:
        """Cities, lines and cards as the map's tables, each row with its line in the file."""

        def table(name: str, part: str) -> DataTable:
            rows = [
                Row(file.line(part, i), {column: _cell(thing, column) for column in COLUMNS[name]})
                for i, thing in enumerate(getattr(self, part))
            ]
            return DataTable(file.name, tuple(rows), file.line(part))

        return {
            CITIES: table(CITIES, "cities"),
            LINES: table(LINES, "lines"),
            OPERATIONS_CARDS: table(OPERATIONS_CARDS, "operations"),
            RAILBOT: table(RAILBOT, "railbot"),
        }


def _cell(thing: Section, column: str) -> str:
    """A value as a table writes it; the two cities of a line have a column each."""
    if isinstance(thing, LinePart) and column.startswith("city_"):
        return thing.cities[column == "city_b"]
    value = getattr(thing, column)
    if isinstance(value, tuple):
        return ";".join(value)
    return {None: "", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)


def check_geography(geography: Geography, file: YamlFile) -> None:
    """Note unknown names, and tables with more rows than fit."""
    tables, faults = geography.tables(file), file.faults
    city_of = names(tables[CITIES], "city", MAX_CITIES, faults)
    read_cities(tables[CITIES], (), faults)
    read_lines(tables[LINES], city_of, faults)
    read_operations(tables[OPERATIONS_CARDS], city_of, faults)
    read_railbot(tables[RAILBOT], city_of, faults)
