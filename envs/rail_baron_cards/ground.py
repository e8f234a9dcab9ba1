"""What is drawn under a board: water, land, lakes and rivers, in degrees and with their colours."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from railgym.envs.core.data_files import Faults
from railgym.envs.core.geo.editing import GroundLayer
from railgym.envs.core.geo.outlines import OUTLINES, Outlines, read_outlines
from railgym.envs.rail_baron_cards.board import DATA, THING

__all__ = ["LAND", "WATER", "ground_in", "ground_of"]

WATER, ABROAD, LAND, RIVER = "#d3e0e3", "#e9e5d8", "#f9f5e9", "#a9c6cf"

Line: TypeAlias = "Sequence[Sequence[float]]"  # longitudes and latitudes


def ground_of(drawn: Outlines | None, places: Sequence[tuple[float, float]]) -> list[GroundLayer]:
    """The layers under dots at these latitudes and longitudes, the lowest first: those of the board, or those of the
    United States if it lies there; none if it is not known what is around the board. Water is below them."""
    if drawn:
        rivers = [line for river in drawn.rivers for line in river]
        return [_land(drawn.land), *([GroundLayer(rivers, "none", RIVER, 1.1)] if rivers else []), _lakes(drawn.lakes)]
    rings: dict[str, list[Line]] = json.loads((DATA / "outline.json").read_text("utf-8"))
    (west, south), (east, north) = (map(f, zip(*rings["country"][0])) for f in (min, max))
    if all(south <= latitude <= north and west <= longitude <= east for latitude, longitude in places):
        return [GroundLayer(rings["land"], ABROAD, "#b9bfb4", 0.9), _land(rings["country"]), _lakes(rings["lakes"])]
    return []


def ground_in(folder: Path, places: Sequence[tuple[float, float]]) -> list[GroundLayer]:
    """The layers under the board in a folder; a faulty file of outlines counts as an empty one."""
    if not (folder / OUTLINES).is_file():
        return ground_of(None, places)
    drawn = read_outlines(Faults(folder, THING))
    return ground_of(drawn.outlines(drawn.rivers), places)


def _land(lines: Sequence[Line]) -> GroundLayer:
    return GroundLayer(lines, LAND, "#a8aa9c", 0.9)


def _lakes(lines: Sequence[Line]) -> GroundLayer:
    return GroundLayer(lines, WATER, "#aebfc2", 0.9)
