"""Building a map from a geography file: what comes of it, and every fault with its line."""

import sys
from pathlib import Path

import pytest
from map_edits import Edit, faults_of_geography, line_of, swap, write_geography

from railgym.envs.core.data_files import write_files
from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.core.geo.offset import Cell, distance
from railgym.envs.railways_of_the_world.maps.build import build_map
from railgym.envs.railways_of_the_world.maps.loading import DATA, load_map, read_map
from railgym.envs.railways_of_the_world.maps.model import Map

SMALL = (DATA / "south_sweden" / GEOGRAPHY).read_text(encoding="utf-8")
HILLS = "hills:\n  Småland: [[13.5, 56.5], [15.5, 56.5], [15.5, 57.9], [13.5, 57.9]]\n\n"
CRESTS = "crests:\n  Ridge: [[13, 57.3], [16, 57.3]]\n\n"


def at(words: str) -> int:
    """The line of the geography that contains some words."""
    return line_of(SMALL, words)


def build(folder: Path, *changes: Edit) -> Map:
    return build_map(write_geography(SMALL, folder, *changes)).board


def cell(board: Map, name: str) -> Cell:
    return board.hexes[board.cities[board.city_of[name]].hex].cell


# --- what comes of it -------------------------------------------------------------------------------------------------


def test_build__writes_what_it_made(tmp_path: Path) -> None:
    (tmp_path / GEOGRAPHY).write_text(SMALL, encoding="utf-8")
    built = build_map(tmp_path / GEOGRAPHY)
    write_files(built.files, tmp_path / "made" / "here")
    assert read_map(tmp_path / "made" / "here").digest == built.board.digest == load_map("south_sweden").digest


def test_build__asks_for_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(MissingExtraError, match=r"install it with: pip install 'railgym\[maps\]'"):
        build(tmp_path)


def test_terrain__follows_hills_rivers_and_shores(tmp_path: Path) -> None:
    plain = build(tmp_path)
    hilly = build(tmp_path, swap("rivers:", HILLS + "rivers:"))
    changed = {there.cell for there, other in zip(plain.hexes, hilly.hexes, strict=True) if there != other}
    assert len(changed) >= 6
    assert {there.terrain for there in hilly.hexes if there.cell in changed} == {"hill"}
    wet = build(tmp_path, swap("  Lagan:", "  Inland: [[13.6, 57.3], [15.8, 57.3]]\n  Lagan:"))
    water = {there.cell for there in wet.hexes if there.terrain == "water"}
    assert water > {there.cell for there in plain.hexes if there.terrain == "water"}


def test_lake__leaves_a_hole(tmp_path: Path) -> None:
    """Where it leaves no land, there is no hex, as in the sea."""
    lake = "lakes:\n  Great: [[13.2, 57.0], [15.4, 57.0], [15.4, 57.6], [13.2, 57.6]]\n"
    assert len(build(tmp_path, swap("lakes:\n", lake)).hexes) == len(build(tmp_path).hexes) - 3


def test_crests__become_ridges_where_lines_between_hexes_cross_them(tmp_path: Path) -> None:
    board = build(tmp_path, swap("rivers:", CRESTS + "rivers:"))
    rows = {tuple(sorted((board.hexes[a].row, board.hexes[b].row))) for a, b in board.ridge_pairs}
    assert len(board.ridge_pairs) >= 6
    assert len(rows) <= 2  # a level crest runs between two rows, here and there beside one


def test_cities__keep_a_hex_between_them(tmp_path: Path) -> None:
    """Two at the same place: the first stays, the other moves."""
    board = build(tmp_path, swap("lat: 56.16, lon: 13.77", "lat: 56.9, lon: 14.56"))
    assert cell(board, "Alvesta") == cell(load_map("south_sweden"), "Alvesta")
    assert distance(cell(board, "Alvesta"), cell(board, "Hässleholm")) == 2


def test_land_abroad__is_no_part_of_the_map(tmp_path: Path) -> None:
    abroad = "abroad:\n  Zealand: [[11.2, 55.2], [12.4, 55.2], [12.4, 56.0], [11.2, 56.0]]\n\nlakes:"
    board, plain = build(tmp_path, swap("lakes:", abroad)), build(tmp_path)
    assert board.hexes == plain.hexes
    assert board.outlines.frame != plain.outlines.frame


# --- what is wrong with it --------------------------------------------------------------------------------------------

CASES: dict[str, tuple[Edit, int, str]] = {
    "kind": (swap("kind: railways", "kind: tram"), at("kind: railways"), "kind is 'tram': write 'railways'"),
    "no title": (swap("title: Southern Sweden\n", ""), 1, "title is missing: add it"),
    "unknown": (swap("lakes:", "lake:"), at("lakes:"), "lake is unknown: did you mean lakes"),
    "players": (swap("[2, 3]", "[3, 2]"), at("players:"), "players is [3, 2]: write the lowest number of players"),
    "seats": (swap("[2, 3]", "[2, 7]"), at("players:"), "players.1 is 7: write a whole number from 2 to 6"),
    "spacing": (swap("spacing: 42.11", "spacing: wide"), at("spacing:"), "spacing is 'wide': write a number"),
    "parallel": (swap("parallel: 59.37", "parallel: 95"), at("parallel:"), "projection.parallel is 95: write a number"),
    "latitude": (swap("59.45]", "99]"), at("frame:"), "frame.0.1 is 99: write a number from -85 to 85"),
    "key twice": (swap("  Lagan:", "  Mälaren:"), at("  Mälaren:"), "rivers.Mälaren is given twice, first in line"),
    "crossed ring": (
        swap("[14.6, 58.7], [14.9, 58.7], [14.4, 57.8]", "[14.9, 58.7], [14.1, 58.7], [14.9, 57.8]"),
        at("  Vättern:"),
        "lakes.Vättern: the line crosses or touches itself: draw it round the area, point by point",
    ),
    "no land": (swap("frame: [", "frame: [[1, 1], [2, 1], [2, 2]]  # ["), at("land:"), "land: none of it is inside"),
    "too fine": (swap("spacing: 42.11", "spacing: 2"), at("spacing:"), "spacing: about"),
    "a little too fine": (swap("spacing: 42.11", "spacing: 11.3"), at("spacing:"), "spacing: 1"),
    "dry river": (
        swap("[[12.9, 56.5], [13.9, 57]]", "[[1, 1], [2, 1]]"),
        at("  Lagan:"),
        "rivers.Lagan runs through no hex: lengthen or remove it",
    ),
    "hills at sea": (
        swap("rivers:", "hills:\n  Far: [[1, 1], [2, 1], [1, 2]]\n\nrivers:"),
        at("rivers:") + 1,
        "hills.Far make no hex a hill: enlarge or remove them",
    ),
    "crest at sea": (
        swap("rivers:", "crests:\n  Far: [[1, 1], [2, 1]]\n\nrivers:"),
        at("rivers:") + 1,
        "crests.Far runs between no two hexes: lengthen or remove it",
    ),
    "color": (swap("color: black", "color: green"), at("city: Malmö"), "color is 'green': write red or blue or"),
    "cubes": (swap("cubes: 5", "cubes: 50"), at("city: Stockholm"), "cubes is '50': write a whole number from 0 to 9"),
    "cubes in words": (swap("cubes: 5", "cubes: five"), at("city: Stockholm"), "cities.0.cubes is 'five': write a"),
    "in play": (swap("cubes: 5", "cubes: 5, in_play: 1"), at("city: Stockholm"), "cities.0.in_play is 1: "),
    "city twice": (swap("city: Kalmar, c", "city: Malmö, c"), at("city: Malmö, c"), "city 'Malmö' is in line"),
    "city at sea": (
        swap("lat: 59.33, lon: 18.06", "lat: 57, lon: 19.4"),
        at("city: Stockholm"),
        "cities.0: no room for Stockholm within 3 hexes: widen the land there, or move the city",
    ),
    "line": (swap("[Stockholm, Malmö]", "[Stockholm, Malmo]"), at("[Stockholm, Malmö]"), "unknown city_b 'Malmo': did"),
    "points": (swap("points: 8", "points: 80"), at("points: 8"), "points is '80': write a whole number from 1 to 20"),
    "operation": (swap("kind: new_train", "kind: train"), at("kind: new_train"), "kind is 'train': write land_grant"),
    "no start card": (
        swap("  - {kind: new_train, points: 4}\n", ""),
        at("operations:"),
        "0 cards new_train, but a map has one: correct their count",
    ),
    "hotel": (swap("hotel, city: Göteborg", "hotel, city: Gotham"), at("hotel, city: Göteborg"), "unknown city 'Goth"),
    "slot": (swap("SS01, slot: 1", "SS01, slot: 4"), at("SS01"), "slot is '4': write a whole number from 1 to 3"),
    "slots": (swap("SS01, slot: 1", "SS01, slot: 2"), at("railbot:"), "7 cards of slot 1, but 8 of a map's cards have"),
    "Railbot": (swap("SS02, slot: 1, cities: [Kalmar", "SS02, slot: 1, cities: [Kalmr"), at("SS02"), "unknown cities"),
    "too few": (swap("  - {id: SS10", "#  - {id: SS10"), at("railbot:"), "13 rows, but a map needs 14: add some"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_build__names_a_fault_with_its_line(tmp_path: Path, case: str) -> None:
    change, line, fault = CASES[case]
    found = faults_of_geography(build_map, write_geography(SMALL, tmp_path, change))
    assert any(told.startswith(f"geography.yaml:{line}: {fault}") for told in found), found


def test_build__lists_all_faults_at_once(tmp_path: Path) -> None:
    changes = (
        swap("[14.6, 58.7], [14.9, 58.7], [14.4, 57.8]", "[14.9, 58.7], [14.1, 58.7], [14.9, 57.8]"),
        swap("color: black", "color: green"),
        swap("points: 8", "points: 80"),
        swap("SS01, slot: 1", "SS01, slot: 4"),
    )
    found = faults_of_geography(build_map, write_geography(SMALL, tmp_path, *changes))
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == [at(words) for words in ("  Vättern:", "city: Malmö", "points: 8", "SS01")]
