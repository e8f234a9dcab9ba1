"""Hexagons, projections, shapes, and YAML files with all their faults."""

import sys
from itertools import product
from math import cos, dist, hypot, pi, radians, sin
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field

from railgym.envs.core.data_files import Faults
from railgym.envs.core.errors import DataError, MissingExtraError
from railgym.envs.core.geo import offset
from railgym.envs.core.geo.draws import draw
from railgym.envs.core.geo.geography import CylinderSection, Line, Name, ProjectionSection, Section, Surface
from railgym.envs.core.geo.hexagons import (
    STEPS,
    Hex,
    Point,
    centre,
    direction,
    distance,
    hexes_in,
    nearest,
    neighbours,
    within,
)
from railgym.envs.core.geo.offset import Cell
from railgym.envs.core.geo.projection import EARTH, Cylindrical, LambertConic
from railgym.envs.core.geo.shapes import Area, fault_of_ring
from railgym.envs.core.geo.shapes import Path as Course
from railgym.envs.core.geo.yaml_file import YamlFile

PLACES = [Hex(row, col) for row, col in product(range(-7, 8), range(-7, 8)) if (row + col) % 2 == 0]
SQUARE = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]


# --- hexagons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [Hex(0, 0), Hex(3, 5), Hex(-4, 2)])
def test_neighbours__are_one_step_and_one_unit_away(place: Hex) -> None:
    around = neighbours(place)
    assert len(set(around)) == 6
    for i, other in enumerate(around):
        assert (other.row + other.col) % 2 == 0
        assert dist(centre(place), centre(other)) == pytest.approx(1)
        assert distance(place, other) == 1
        assert direction(place, other) == i
        assert neighbours(other)[(i + 3) % 6] == place


def test_neighbours__run_clockwise_from_the_north() -> None:
    north, _, southeast, south, *_ = neighbours(Hex(10, 10))
    assert (north, southeast, south) == (Hex(8, 10), Hex(11, 11), Hex(12, 10))
    assert centre(north).y < centre(south).y
    assert STEPS[1] == (-1, 1)


def test_direction__is_none_between_places_that_are_apart() -> None:
    assert direction(Hex(0, 0), Hex(0, 2)) == direction(Hex(0, 0), Hex(0, 0)) == -1


def test_distance__is_the_fewest_steps() -> None:
    """Counted ring by ring."""
    away, edge = {Hex(0, 0): 0}, [Hex(0, 0)]
    for steps in range(1, 12):
        edge = [other for place in edge for other in neighbours(place) if other not in away]
        away.update(dict.fromkeys(edge, steps))
    assert all(distance(Hex(0, 0), place) == away[place] for place in PLACES)


def test_within__is_a_hexagon_of_places() -> None:
    assert [len(list(within(Hex(5, 3), radius))) for radius in range(4)] == [1, 7, 19, 37]
    assert list(within(Hex(5, 3), 0)) == [Hex(5, 3)]


def test_nearest__gives_every_place_back() -> None:
    for place, (dx, dy) in product(PLACES, [(0, 0), (0.4, 0.1), (-0.3, 0.3), (0.2, -0.42)]):
        x, y = centre(place)
        assert nearest(Point(x + dx, y + dy)) == place


def test_hexes_in__are_those_between_two_corners() -> None:
    low, high = Point(-2.1, -1.3), Point(1.8, 2)
    wanted = [p for p in PLACES if low.x <= centre(p).x <= high.x and low.y <= centre(p).y <= high.y]
    assert list(hexes_in(low, high)) == wanted


# --- pointy-top hexagons ----------------------------------------------------------------------------------------------

CELLS = [Cell(row, col) for row, col in product(range(-4, 5), range(-4, 5))]


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(3, 5), Cell(-3, 2)])
def test_cells__have_six_neighbours_clockwise_from_the_north_east(cell: Cell) -> None:
    x, y = offset.centre(cell)
    for d, other in enumerate(offset.neighbours(cell)):
        angle = radians(60 * d - 60)
        assert offset.centre(other) == (pytest.approx(x + cos(angle)), pytest.approx(y + sin(angle)))
        assert offset.direction(cell, other) == d
        assert offset.neighbours(other)[(d + 3) % 6] == cell
        assert offset.distance(cell, other) == 1
    assert offset.direction(cell, cell) == -1


def test_cells__of_odd_rows_lie_half_a_step_to_the_right() -> None:
    assert offset.neighbours(Cell(2, 5)) == ((1, 5), (2, 6), (3, 5), (3, 4), (2, 4), (1, 4))
    assert offset.neighbours(Cell(3, 5)) == ((2, 6), (3, 6), (4, 6), (4, 5), (3, 4), (2, 5))


def test_nearest_cell__gives_every_cell_back() -> None:
    for cell, (dx, dy) in product(CELLS, [(0, 0), (0.4, 0.1), (-0.3, 0.3), (0.1, -0.42)]):
        x, y = offset.centre(cell)
        assert offset.nearest(Point(x + dx, y + dy)) == cell


def test_cells_in__are_those_between_two_corners() -> None:
    low, high = Point(-2.1, -1.3), Point(1.8, 2)
    inside = {cell for cell in CELLS if all(a <= b <= c for a, b, c in zip(low, offset.centre(cell), high))}
    assert set(offset.cells_in(low, high)) == inside


def test_corners__lie_on_both_sides_of_each_direction() -> None:
    cell = Cell(1, 1)
    ring = offset.corners(cell)
    for d, other in enumerate(offset.neighbours(cell)):
        shared = {(round(x, 6), round(y, 6)) for x, y in offset.corners(other)}
        side = {(round(x, 6), round(y, 6)) for x, y in (ring[d], ring[(d + 1) % 6])}
        assert side <= shared


# --- projections ------------------------------------------------------------------------------------------------------


def test_lambert__gives_the_example_of_its_source() -> None:
    """The numerical example for the sphere in Snyder's manual, page 295."""
    x, y = LambertConic((33, 45), latitude=23, longitude=-96, radius=1)(-75, 35)
    assert (x, y) == (pytest.approx(0.2966785, abs=1e-7), pytest.approx(0.2462112, abs=1e-7))


def test_lambert__has_its_origin_and_is_even_to_both_sides() -> None:
    project = LambertConic((25, 57), latitude=40, longitude=-98)
    assert project(-98, 40) == (pytest.approx(0), pytest.approx(0))
    (west, low), (east, high) = project(-108, 44), project(-88, 44)
    assert (west, low) == (pytest.approx(-east), pytest.approx(high))


@pytest.mark.parametrize("parallels", [(25, 57), (40, 40), (-30, -50)])
def test_lambert__is_true_to_scale_on_its_parallels_and_to_angles_everywhere(parallels: tuple[float, float]) -> None:
    project = LambertConic(parallels, latitude=parallels[0], longitude=10)
    mile = 360 / (2 * pi * EARTH)  # in degrees of a great circle
    for latitude in (*parallels, 1.2 * parallels[0]):
        stretched = {}
        for name, step in (("along", (1e-3, 0)), ("across", (0, 1e-3))):
            a, b = project(14, latitude), project(14 + step[0], latitude + step[1])
            shrink = hypot(step[0] * cos(radians(latitude)), step[1])
            stretched[name] = hypot(b.x - a.x, b.y - a.y) / (shrink / mile)
        assert stretched["along"] == pytest.approx(stretched["across"], rel=1e-4)
        if latitude in parallels:
            assert stretched["along"] == pytest.approx(1, rel=1e-4)


def test_projection__has_parallels_on_one_side_of_the_equator() -> None:
    with pytest.raises(ValueError, match="one side of the equator"):
        ProjectionSection(parallels=(-10, 20), origin=(0, 5))


def test_surface__bends_parallels_and_turns_north_up() -> None:
    surface = Surface(ProjectionSection(parallels=(25, 57), origin=(-98, 40)), unit=51)
    line = surface.line([(-120, 49), (-90, 49)])
    assert len(line) == 31
    assert line[15].y > line[0].y + 1  # the middle of the 49th parallel hangs below its ends
    assert surface.point((-98, 41)).y < surface.point((-98, 40)).y == pytest.approx(0)


def test_cylinder__is_true_to_scale_on_its_parallel_and_all_meridians() -> None:
    project = Cylindrical(parallel=60, latitude=50, longitude=10, radius=1)
    assert project(10, 50) == (pytest.approx(0), pytest.approx(0))
    assert project(11, 57) == (pytest.approx(radians(0.5)), pytest.approx(radians(7)))
    assert project(-170.5, 50).x == pytest.approx(radians(179.5) / 2)
    surface = Surface(CylinderSection(parallel=0, origin=(10, 50)), unit=EARTH)
    assert surface.point((11, 49)) == (pytest.approx(radians(1)), pytest.approx(radians(1)))


# --- shapes -----------------------------------------------------------------------------------------------------------


def test_area__knows_what_lies_in_it() -> None:
    area = Area([SQUARE, [Point(6, 0), Point(8, 0), Point(8, 2)]])
    assert area.holds(Point(1, 3)) and area.holds(Point(7.5, 1)) and not area.holds(Point(5, 1))
    assert area.size == pytest.approx(18)
    assert area.share(Point(2, 2), Point(6, 2)) == pytest.approx(0.5)
    assert area.share(Point(9, 9), Point(9, 8)) == 0
    assert not Area([]).holds(Point(0, 0)) and Area([]).rings == []


def test_area__is_cut_by_another() -> None:
    cut = Area([SQUARE]).inside(Area([[Point(-1, 1), Point(9, 1), Point(9, 2), Point(-1, 2)]]))
    assert sorted(cut.rings[0]) == [(0, 1), (0, 2), (4, 1), (4, 2)]


def test_area__knows_how_much_of_another_lies_in_it() -> None:
    area = Area([SQUARE])
    assert area.part([Point(2, 1), Point(6, 1), Point(6, 3), Point(2, 3)]) == pytest.approx(0.5)
    assert area.part([Point(5, 5), Point(6, 5), Point(6, 6)]) == 0
    rest = area.without(Area([[Point(-1, -1), Point(5, -1), Point(5, 3), Point(-1, 3)]]))
    assert rest.size == pytest.approx(4) and not rest.holds(Point(1, 1))


def test_course__knows_what_crosses_it() -> None:
    course = Course([Point(-1, 2), Point(5, 2), Point(5, 9)])
    assert course.crosses(Point(1, 0), Point(1, 3)) and not course.crosses(Point(1, 0), Point(1, 1))
    assert course.inside(Area([SQUARE])) == [[Point(0, 2), Point(4, 2)]]
    assert course.distance(Point(2, 3.5)) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("ring", "fault"),
    [
        (SQUARE, ""),
        ([Point(0, 0), Point(1, 1), Point(0, 0)], "fewer than three different points"),
        ([Point(0, 0), Point(2, 2), Point(2, 0), Point(0, 2)], "the line crosses or touches itself"),
    ],
)
def test_ring__that_holds_no_area_is_told(ring: list[Point], fault: str) -> None:
    assert fault_of_ring(ring) == fault


def test_shapes__ask_for_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(MissingExtraError, match=r"extra 'maps' \(shapely is missing\).*railgym\[maps\]"):
        Area([SQUARE])


# --- chance -----------------------------------------------------------------------------------------------------------


def test_draw__is_even_and_depends_on_what_it_is_for() -> None:
    drawn = [draw(1, "mountain", i) for i in range(4000)]
    assert min(drawn) >= 0 and max(drawn) < 1
    assert sum(drawn) / 4000 == pytest.approx(0.5, abs=0.02)
    assert len(set(drawn)) == 4000
    assert draw(1, "mountain", 7) == drawn[7] != draw(2, "mountain", 7) != draw(1, "card", 7)


# --- YAML -------------------------------------------------------------------------------------------------------------


class Small(Section):
    """A model for these tests."""

    title: Name
    number: int = 0
    rivers: dict[Name, Line] = Field(default_factory=dict)


def read(folder: Path, text: str | bytes) -> Any:
    file = folder / "small.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    faults = Faults(folder, "the file")
    small = YamlFile(file, faults).read(Small)
    faults.stop()
    return small


def test_yaml__is_read_into_its_model(tmp_path: Path) -> None:
    small = read(tmp_path, "title: Here\nrivers:\n  Otter: [[1, 2], [3.5, 4]]\n")
    assert small == Small(title="Here", rivers={"Otter": ((1, 2), (3.5, 4))})


FAULTS: dict[str, tuple[str | bytes, list[str]]] = {
    "nothing": ("", ["small.yaml:1: the file is None: write keys with their values"]),
    "a list": ("- 1\n", ["small.yaml:1: the file is [1]: write keys with their values"]),
    "no YAML": ("title: [a\nnumber: 1\n", ["small.yaml:2: no YAML: a bracket that is not closed, or a comma left out"]),
    "odd characters": (b"title: a\x00b\n", ["small.yaml:1: no YAML: the character '\\x00' cannot stand there"]),
    "not UTF-8": ("title: Málaga".encode("latin-1"), ["small.yaml: the file is not in UTF-8"]),
    "no date": ("title: 2001-13-45\n", ["small.yaml:1: no YAML: no number or date that there is: mend it, or put"]),
    "too deep": ("title: " + "[" * 3000 + "]" * 3000, ["small.yaml: no YAML: too many brackets in each other"]),
    "too long": ("# " + "x" * 1_000_001, ["small.yaml: larger than 1,000,000 bytes: draw the lines with fewer points"]),
    "a tab": ("title:\n\tnumber: 1\n", ["small.yaml:2: no YAML: a tab: indent with spaces"]),
    "a quotation mark": ("title: 'a\nnumber: 1\n", ["small.yaml:3: no YAML: a quotation mark that is not closed"]),
    "a second colon": ("title: a: b\n", ["small.yaml:1: no YAML: a key where none can be: check how the line is"]),
    "a special character": ("title: @a\n", ["small.yaml:1: no YAML: a word that begins with a special character"]),
    "a tag": ("title: !a b\n", ["small.yaml:1: no YAML: a tag (!): leave it out"]),
    "alias": ("title: &a Here\nname: *a\n", ["small.yaml:2: an alias (*): write the value out"]),
    "key twice": (
        "title: a\nnumber: 1\ntitle: b\n",
        ["small.yaml:3: title is given twice, first in line 1: rename"],
    ),
    "missing": ("number: 1\n", ["small.yaml:1: title is missing: add it"]),
    "unknown": ("title: a\nnumbre: 1\n", ["small.yaml:2: numbre is unknown: did you mean number?"]),
    "not a name": ("title: ' a;b'\n", ["small.yaml:1: title is ' a;b': write words without commas"]),
    "two at once": (
        "number: many\nrivers:\n  Otter:\n    - [1, 2]\n    - [3, north]\n  Heron: [[1, 2]]\n",
        [
            "small.yaml:1: number is 'many': write a whole number",
            "small.yaml:1: title is missing: add it",
            "small.yaml:5: rivers.Otter.1.1 is 'north': write a number",
            "small.yaml:6: rivers.Heron is [[1, 2]]: write at least 2 of them",
        ],
    ),
    "not on the globe": (
        "title: a\nrivers: {Otter: [[190, 2], [.nan, 95], [1, true]]}\n",
        [
            "small.yaml:2: rivers.Otter.0.0 is 190: write a number from -180 to 180",
            "small.yaml:2: rivers.Otter.1.0 is nan: write a number",
            "small.yaml:2: rivers.Otter.1.1 is 95: write a number from -85 to 85",
            "small.yaml:2: rivers.Otter.2.1 is True: write a number",
        ],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_yaml__lists_all_faults_with_their_lines(tmp_path: Path, case: str) -> None:
    text, wanted = FAULTS[case]
    with pytest.raises(DataError) as error:
        read(tmp_path, text)
    head, *lines = str(error.value).split("\n  ")
    assert head.startswith(f"the file in {tmp_path} has ")
    assert len(lines) == len(wanted)
    assert [line for line, start in zip(lines, wanted, strict=True) if not line.startswith(start)] == []


def test_yaml__that_is_not_there_is_told(tmp_path: Path) -> None:
    faults = Faults(tmp_path, "the file")
    assert YamlFile(tmp_path / "none.yaml", faults).read(Small) is None
    with pytest.raises(DataError, match=r"none\.yaml: the file is missing"):
        faults.stop()
