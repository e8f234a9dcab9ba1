"""The geography file from which a map is built: its parts, and their faults, each with its line."""

from typing import Annotated, Literal

from pydantic import Field

from railgym.envs.core.data_files import DataTable, Row, names
from railgym.envs.core.geo.geography import (
    DEFAULT_SEED,
    Latitude,
    Line,
    Longitude,
    Name,
    ProjectionSection,
    Ring,
    Section,
    Seed,
    Title,
)
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.crayon_rails.maps.checks import check_goods, check_majors
from railgym.envs.crayon_rails.maps.loading import Deck, Head
from railgym.envs.crayon_rails.maps.model import MAX_CITIES, MAX_GOODS, MAX_RIVERS
from railgym.envs.crayon_rails.maps.tables import CITIES, EVENTS, GOODS, RIVERS, read_cities, read_events, read_goods

__all__ = ["CityPart", "EventPart", "Geography", "check_geography"]

Whole = Annotated[int, Field(strict=True)]


class RangePart(Section):
    """A mountain region, and the share of its mileposts that are mountains."""

    share: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=1)]
    outline: Ring


class CityPart(Section):
    """A city."""

    name: Name
    size: Literal["small", "medium", "major"]
    lat: Latitude
    lon: Longitude
    goods: tuple[Name, ...] = ()


class FerryPart(Section):
    """A ferry between two cities, and what it adds to the price of track."""

    name: Name
    cities: tuple[Name, Name]
    price: Whole


class EventPart(Section):
    """An event card; the meaning of ``where`` depends on the kind."""

    title: Title
    kind: Name
    where: Name | tuple[Name, ...] = ()
    radius: Whole = 0


class Geography(Section):
    """A geography file. Places are [longitude, latitude] in degrees; ``spacing`` is in miles.

    ``frame`` cuts the map out of the world. A milepost belongs to the first mountain region that holds it.
    """

    kind: Literal["crayon"]
    title: Title
    seed: Seed = DEFAULT_SEED
    spacing: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=1, le=1000)]
    projection: ProjectionSection
    frame: Ring
    land: dict[Name, Ring]
    lakes: dict[Name, Ring] = Field(default_factory=dict)
    mountains: dict[Name, RangePart] = Field(default_factory=dict)
    rivers: dict[Name, Line] = Field(default_factory=dict)
    inlets: dict[Name, Line] = Field(default_factory=dict)
    frontiers: dict[Name, Line] = Field(default_factory=dict)
    goods: dict[Name, Whole]
    cities: tuple[CityPart, ...]
    ferries: tuple[FerryPart, ...] = ()
    cards: Deck = Deck()
    events: tuple[EventPart, ...] = ()

    def head(self) -> Head:
        """The content of the map's ``map.json``."""
        return Head(kind=self.kind, title=self.title, seed=self.seed, deck=self.cards)

    def tables(self, file: YamlFile) -> dict[str, DataTable]:
        """Goods, rivers, cities and events as the map's tables, each row with its line in the file."""

        def table(part: str, cells: list[tuple[str | int, dict[str, str]]]) -> DataTable:
            return DataTable(file.name, tuple(Row(file.line(part, key), row) for key, row in cells), file.line(part))

        return {
            GOODS: table("goods", [(name, {"good": name, "chips": str(n)}) for name, n in self.goods.items()]),
            RIVERS: table("rivers", [(name, {"river": name}) for name in self.rivers]),
            CITIES: table(
                "cities",
                [
                    (i, {"city": city.name, "size": city.size, "goods": ";".join(city.goods)})
                    for i, city in enumerate(self.cities)
                ],
            ),
            EVENTS: table("events", [(i, _event(event)) for i, event in enumerate(self.events)]),
        }


def _event(event: EventPart) -> dict[str, str]:
    """An event as a row of ``events.csv``."""
    where = event.where if isinstance(event.where, str) else ";".join(event.where)
    return {"title": event.title, "kind": event.kind, "where": where, "radius": str(event.radius or "")}


def check_geography(geography: Geography, file: YamlFile) -> None:
    """Note unknown names, and tables with more rows than fit."""
    for i, ferry in enumerate(geography.ferries):
        for name in set(ferry.cities) - {city.name for city in geography.cities}:
            file.add(f"ferries.{i}: there is no city {name!r}", "ferries", i)
    tables, faults = geography.tables(file), file.faults
    good_of = names(tables[GOODS], "good", MAX_GOODS, faults)
    city_of = names(tables[CITIES], "city", MAX_CITIES, faults)
    river_of = names(tables[RIVERS], "river", MAX_RIVERS, faults)
    goods = read_goods(tables[GOODS], faults)
    cities = read_cities(tables[CITIES], good_of, (), faults)
    check_goods(tables[GOODS], goods, cities, faults)
    check_majors(tables[CITIES], faults)
    read_events(tables[EVENTS], city_of, river_of, faults)
