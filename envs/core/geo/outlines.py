"""What is drawn under a map and plays no part in its rules, in memory and as a file: coasts, lakes, rivers, borders."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field

from railgym.envs.core.data_files import Faults, fit, read_json
from railgym.envs.core.geo.geography import Section
from railgym.envs.core.geo.hexagons import Point

__all__ = ["OUTLINES", "Drawn", "Lines", "OutlineFile", "Outlines", "moved", "outline_text", "read_outlines"]

OUTLINES = "outlines.json"
DIGITS = 2  # of a coordinate: a hundredth of the distance between neighbours

Lines: TypeAlias = tuple[tuple[Point, ...], ...]
Coordinate = Annotated[float, Field(allow_inf_nan=False)]
RiverName = Annotated[str, Field(min_length=1, max_length=40)]
Drawn = tuple[tuple[tuple[Coordinate, Coordinate], ...], ...]


@dataclass(frozen=True)
class Outlines:
    """What is drawn under a map, in units of the distance between neighbouring places of its grid.

    x runs right and y down, from row 0, column 0. ``frame`` is where the map ends.
    """

    frame: Lines
    land: Lines
    lakes: Lines
    rivers: tuple[Lines, ...]  # by number
    frontiers: Lines


class OutlineFile(Section):
    """The same as a file holds it."""

    frame: Drawn = ()
    land: Drawn = ()
    lakes: Drawn = ()
    rivers: dict[RiverName, Drawn] = Field(default_factory=dict)
    frontiers: Drawn = ()

    def outlines(self, rivers: Iterable[str]) -> Outlines:
        """The same for a map with these rivers."""
        drawn = tuple(_points(self.rivers.get(river, ())) for river in rivers)
        frame, land, lakes = map(_points, (self.frame, self.land, self.lakes))
        return Outlines(frame, land, lakes, drawn, _points(self.frontiers))


def _points(lines: Drawn) -> Lines:
    return tuple(tuple(Point(*point) for point in line) for line in lines)


def moved(lines: Iterable[Iterable[Point]], corner: Point) -> Drawn:
    """Lines as a file holds them; ``corner`` is where row 0, column 0 lies."""
    return tuple(tuple((round(x - corner.x, DIGITS), round(y - corner.y, DIGITS)) for x, y in line) for line in lines)


def read_outlines(faults: Faults) -> OutlineFile:
    """What the file of a folder holds; nothing if it is faulty."""
    content = read_json(OUTLINES, 'write {"frame": [], "land": [], "lakes": [], "rivers": {}, "frontiers": []}', faults)
    if not faults.are_in(OUTLINES):
        outlines = fit(OutlineFile, content, lambda _, text: faults.add(OUTLINES, 1, text))
        if outlines:
            return outlines
    return OutlineFile()


def outline_text(drawn: OutlineFile) -> str:
    """The text of the file, with a line for each of its lines."""

    def lines(given: Iterable[Iterable[tuple[float, float]]]) -> str:
        return ",\n  ".join(json.dumps([list(point) for point in line], separators=(",", ":")) for line in given)

    rivers = ",\n ".join(f"{json.dumps(name)}: [{lines(pieces)}]" for name, pieces in drawn.rivers.items())
    parts = {name: lines(getattr(drawn, name)) for name in ("frame", "land", "lakes", "frontiers")}
    texts = [f'"{name}": [\n  {text}\n]' for name, text in parts.items()]
    return "{\n" + ",\n".join([*texts, f'"rivers": {{\n {rivers}\n}}']) + "\n}\n"
