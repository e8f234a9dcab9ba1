"""What the geography files of all kinds of maps have in common: places on the globe, lines and areas of them."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from railgym.envs.core.data_files import Faults
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.projection import Cylindrical, LambertConic
from railgym.envs.core.geo.shapes import fault_of_ring
from railgym.envs.core.geo.yaml_file import YamlFile

__all__ = [
    "DEFAULT_SEED",
    "CylinderSection",
    "Latitude",
    "Line",
    "Longitude",
    "Name",
    "Place",
    "ProjectionSection",
    "Ring",
    "Section",
    "Seed",
    "Surface",
    "Title",
    "read_geography",
]

Latitude = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-85, le=85)]
Longitude = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-180, le=180)]
Place = tuple[Longitude, Latitude]
Line = Annotated[tuple[Place, ...], Field(min_length=2)]
Ring = Annotated[tuple[Place, ...], Field(min_length=3)]
# Names are written into tables, between commas and semicolons.
WORDS = r"^[^\s;,\"](?:[^;,\"\n]*[^\s;,\"])?$"
Name = Annotated[str, Field(pattern=WORDS, max_length=40)]
Title = Annotated[str, Field(pattern=WORDS, max_length=60)]

Seed = Annotated[int, Field(strict=True, ge=0, lt=2**32)]
DEFAULT_SEED = 1  # of a map that names none

FINE = 1.0  # degrees between two points of a line at most, so that parallels come out as arcs


class Section(BaseModel):
    """A part of a geography file."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ProjectionSection(Section):
    """Lambert's conformal conic projection: two standard parallels and the place that becomes the origin."""

    parallels: tuple[Latitude, Latitude]
    origin: Place

    @model_validator(mode="after")
    def _on_one_side(self) -> "ProjectionSection":
        low, high = self.parallels
        if low * high <= 0:
            raise ValueError("put both parallels on one side of the equator")
        return self

    def projection(self) -> LambertConic:
        """The projection itself."""
        longitude, latitude = self.origin
        return LambertConic(self.parallels, latitude, longitude)


class CylinderSection(Section):
    """The equidistant cylindrical projection: a parallel true to scale and the place that becomes the origin."""

    parallel: Latitude
    origin: Place

    def projection(self) -> Cylindrical:
        """The projection itself."""
        longitude, latitude = self.origin
        return Cylindrical(self.parallel, latitude, longitude)


class Surface:
    """The globe laid out flat: x runs right, y runs down, lengths are in units of ``unit`` miles."""

    def __init__(self, section: ProjectionSection | CylinderSection, unit: float) -> None:
        self._project, self._unit = section.projection(), unit

    def point(self, place: Place) -> Point:
        """Where a place comes to lie."""
        x, y = self._project(*place)
        return Point(x / self._unit, -y / self._unit)

    def line(self, places: Sequence[Place]) -> list[Point]:
        """A line with so many points that it is straight on the globe's grid, not on the plane."""
        points = [self.point(places[0])]
        for (x, y), (u, v) in pairwise(places):
            steps = max(ceil(max(abs(u - x), abs(v - y)) / FINE), 1)
            points += [self.point((x + (u - x) * k / steps, y + (v - y) * k / steps)) for k in range(1, steps + 1)]
        return points

    def ring(self, places: Sequence[Place], file: YamlFile, *where: str | int) -> list[Point]:
        """A closed line, without repeating its first point. One that holds no area is a fault, and empty."""
        points = self.line([*places, places[0]])[:-1]
        fault = fault_of_ring(points)
        if fault:
            file.add(f"{'.'.join(map(str, where))}: {fault}: draw it round the area, point by point", *where)
        return [] if fault else points


GeographyT = TypeVar("GeographyT", bound=Section)


def read_geography(
    path: Path, form: type[GeographyT], check: Callable[[GeographyT, YamlFile], None]
) -> tuple[GeographyT, YamlFile]:
    """A geography, and the file that it was read from. ``check`` notes the faults that need no map to be seen.

    Raises DataError if the file does not have the ``form`` of a geography.
    """
    faults = Faults(path, "the geography")
    file = YamlFile(path, faults)
    geography = file.read(form)
    faults.stop()
    assert geography
    check(geography, file)
    return geography, file
