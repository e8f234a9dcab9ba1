"""Building a map from its geography file. The same file gives the same map, to the byte."""

from collections.abc import Iterable
from pathlib import Path

from railgym.envs.core.data_files import DataTable, Row
from railgym.envs.core.geo.geography import read_geography
from railgym.envs.core.geo.hexagons import Hex, centre
from railgym.envs.core.geo.making import Built, map_texts
from railgym.envs.core.geo.outlines import OutlineFile, moved
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.crayon_rails.maps.cards import card_table, make_cards
from railgym.envs.crayon_rails.maps.ferries import FERRIES, FERRY_COLUMNS
from railgym.envs.crayon_rails.maps.geography import Geography, check_geography
from railgym.envs.crayon_rails.maps.ground import Ground
from railgym.envs.crayon_rails.maps.loading import assemble
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.maps.placing import Placed, place_cities
from railgym.envs.crayon_rails.maps.tables import CARDS, COLUMNS, MILEPOSTS, WATERS

__all__ = ["build_map"]


def build_map(geography: Path) -> Built[Map]:
    """Build a map from its geography file; raises DataError with all faults."""
    plan, file = read_geography(geography, Geography, check_geography)
    ground = Ground(plan, file)
    placed = place_cities(plan, ground, file)
    file.faults.stop()
    corner = _corner(ground.places)
    tables = plan.tables(file)
    tables[MILEPOSTS] = _mileposts(plan, ground, placed, corner)
    tables[WATERS] = _waters(ground, placed, corner)
    columns = dict(COLUMNS)
    if plan.ferries:
        tables[FERRIES], columns[FERRIES] = _ferries(plan, placed, corner, file), FERRY_COLUMNS
    drawn = _outlines(plan, ground, corner)
    board = assemble(geography.parent.name, plan.title, drawn, tables, file.faults)
    file.faults.stop()
    cards = make_cards(board, plan.cards, plan.seed)
    if not cards:
        file.add("cards: no deck was found that keeps its rules: lower nearest or number, or add goods", "cards")
        file.faults.stop()
    tables[CARDS] = card_table(board, cards or ())
    board = assemble(geography.parent.name, plan.title, drawn, tables, file.faults)
    file.faults.stop()
    return Built(board, map_texts(plan.head(), drawn, tables, columns))


def _corner(places: Iterable[Hex]) -> Hex:
    """The place that becomes row 0, column 0: in the uppermost row and leftmost column, or one row above."""
    rows, cols = zip(*places, strict=True)
    return Hex(min(rows) - (min(rows) + min(cols)) % 2, min(cols))


def _mileposts(plan: Geography, ground: Ground, placed: Placed, corner: Hex) -> DataTable:
    """The rows of ``mileposts.csv``."""
    mountains = ground.mountains(placed)
    rows = []
    for line, place in enumerate(ground.places, 2):
        number, part = placed.get(place, (-1, 0))
        city = plan.cities[number] if number >= 0 else None
        cells = {
            "row": str(place.row - corner.row),
            "col": str(place.col - corner.col),
            "terrain": "mountain" if place in mountains else "clear",
            "city": city.name if city else "",
            "part": str(part) if city and city.size == "major" else "",
            "border": ground.border(place),
        }
        rows.append(Row(line, cells))
    return DataTable(MILEPOSTS, tuple(rows))


def _waters(ground: Ground, placed: Placed, corner: Hex) -> DataTable:
    """The rows of ``waters.csv``: one for each water between two mileposts. Track inside a city crosses none."""
    there = frozenset(ground.places)
    rows: list[Row] = []
    for a, b in sorted(ground.waters):
        inside = a in placed and b in placed and placed[a][0] == placed[b][0]
        if inside or a not in there or b not in there:
            continue
        numbers = (*_from(corner, a), *_from(corner, b))
        for water in ground.waters[a, b]:
            cells = dict(zip(COLUMNS[WATERS], (*map(str, numbers), *water), strict=True))
            rows.append(Row(len(rows) + 2, cells))
    return DataTable(WATERS, tuple(rows))


def _ferries(plan: Geography, placed: Placed, corner: Hex, file: YamlFile) -> DataTable:
    """The rows of ``ferries.csv``: each from the middle of a city to that of another."""
    middle = {plan.cities[number].name: place for place, (number, part) in placed.items() if part == 0}
    rows = []
    for i, ferry in enumerate(plan.ferries):
        ports = [number for name in ferry.cities for number in _from(corner, middle[name])]
        cells = dict(zip(FERRY_COLUMNS, (*map(str, ports), ferry.name, str(ferry.price)), strict=True))
        rows.append(Row(file.line("ferries", i), cells))
    return DataTable(file.name, tuple(rows))


def _from(corner: Hex, place: Hex) -> tuple[int, int]:
    """The row and the column of a place, counted from the corner of the map."""
    return place.row - corner.row, place.col - corner.col


def _outlines(plan: Geography, ground: Ground, corner: Hex) -> OutlineFile:
    """The lines that are drawn under the mileposts, cut off at the frame."""
    zero = centre(corner)
    return OutlineFile(
        frame=moved(ground.frame.rings, zero),
        land=moved(ground.land.rings, zero),
        lakes=moved((ring for lake in ground.lakes.values() for ring in lake.inside(ground.frame).rings), zero),
        rivers={name: moved(line.inside(ground.frame), zero) for name, line in ground.rivers.items()},
        frontiers=moved((piece for line in ground.frontiers for piece in line.inside(ground.frame)), zero),
    )
