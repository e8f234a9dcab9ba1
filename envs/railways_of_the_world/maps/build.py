"""Building a map from its geography file. The same file gives the same map, to the byte."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from railgym.envs.core.data_files import DataTable, Row
from railgym.envs.core.geo.geography import read_geography
from railgym.envs.core.geo.making import Built, map_texts
from railgym.envs.core.geo.offset import Cell, centre
from railgym.envs.core.geo.outlines import OutlineFile, moved
from railgym.envs.railways_of_the_world.maps.geography import Geography, check_geography
from railgym.envs.railways_of_the_world.maps.ground import Ground
from railgym.envs.railways_of_the_world.maps.loading import assemble
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.maps.tables import COLUMNS, HEXES, RIDGES

__all__ = ["build_map"]


def build_map(geography: Path) -> Built[Map]:
    """Build a map from its geography file; raises DataError with all faults."""
    plan, file = read_geography(geography, Geography, check_geography)
    ground = Ground(plan, file)
    placed = ground.place_cities()
    file.faults.stop()
    corner = _corner(ground.terrain)
    tables = plan.tables(file)
    tables[HEXES] = _hexes(plan, ground, placed, corner)
    tables[RIDGES] = _ridges(ground, corner)
    drawn = _outlines(ground, corner)
    board = assemble(geography.parent.name, plan.head(), drawn, tables, file.faults)
    file.faults.stop()
    return Built(board, map_texts(plan.head(), drawn, tables, COLUMNS))


def _corner(cells: Iterable[Cell]) -> Cell:
    """The cell that becomes row 0, column 0: in the leftmost column, and in the uppermost row or one above, because odd
    rows stay odd."""
    rows, cols = zip(*cells, strict=True)
    return Cell(min(rows) - min(rows) % 2, min(cols))


def _hexes(plan: Geography, ground: Ground, placed: Mapping[Cell, int], corner: Cell) -> DataTable:
    """The rows of ``hexes.csv``."""
    rows = []
    for line, (cell, terrain) in enumerate(ground.terrain.items(), 2):
        city = plan.cities[placed[cell]].city if cell in placed else ""
        place = (str(cell.row - corner.row), str(cell.col - corner.col))
        cells = dict(zip(COLUMNS[HEXES], (*place, "city" if city else terrain, city), strict=True))
        rows.append(Row(line, cells))
    return DataTable(HEXES, tuple(rows))


def _ridges(ground: Ground, corner: Cell) -> DataTable:
    """The rows of ``ridges.csv``."""
    rows = []
    for line, pair in enumerate(ground.ridges, 2):
        numbers = [str(number) for cell in pair for number in (cell.row - corner.row, cell.col - corner.col)]
        rows.append(Row(line, dict(zip(COLUMNS[RIDGES], numbers, strict=True))))
    return DataTable(RIDGES, tuple(rows))


def _outlines(ground: Ground, corner: Cell) -> OutlineFile:
    """The lines that are drawn under the hexes, cut off at the frame."""
    zero, frame = centre(corner), ground.frame
    return OutlineFile(
        frame=moved(frame.without(ground.abroad).rings, zero),
        land=moved(ground.land.rings, zero),
        lakes=moved(ground.lakes.inside(frame).rings, zero),
        rivers={name: moved(line.inside(frame), zero) for name, line in ground.rivers.items()},
        frontiers=moved((piece for line in ground.frontiers.values() for piece in line.inside(frame)), zero),
    )
