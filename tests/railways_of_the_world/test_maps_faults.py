"""Maps of one's own: they load, and every fault in their tables is named with its place and what to do."""

import re
from pathlib import Path

import pytest
from map_edits import Edit, add, copy_tables, drop, edit, faults_of_map, swap

from railgym.envs.railways_of_the_world.maps.loading import DATA, load_map, read_map

SMALL = DATA / "south_sweden"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the small map, to be changed."""
    return copy_tables(SMALL, tmp_path)


def faults(folder: Path) -> list[str]:
    return faults_of_map(read_map, folder)


def test_load__reads_a_folder_of_ones_own(copy: Path) -> None:
    own = load_map(str(copy))
    assert own.name == "copy"
    assert own.digest == load_map("south_sweden").digest
    assert load_map(str(copy)) is own


def test_digest__changes_with_the_rules_and_not_with_the_looks(copy: Path) -> None:
    digest = load_map("south_sweden").digest
    edit(copy, "map.json", swap("Southern Sweden", "Another"))
    (copy / "outlines.json").write_text("{}")
    assert read_map(copy).digest == digest
    edit(copy, "ridges.csv", add("0,5,0,6"))
    assert read_map(copy).digest != digest


def test_ridge__lies_on_both_hexes(copy: Path) -> None:
    edit(copy, "ridges.csv", add("0,6,0,5"))
    board = read_map(copy)
    assert board.ridge_pairs == ((0, 1),)
    assert board.ridges[0][1] and board.ridges[1][4]


def test_city__out_of_play_is_scenery(copy: Path) -> None:
    """RS-2.2, RS-2.3: it needs no link, and none runs to it."""
    edit(copy, "cities.csv", swap("Karlskrona,gray,1,yes", "Karlskrona,gray,1,no"))
    edit(copy, "lines.csv", swap("Halmstad,Karlskrona,3,yes", "Halmstad,Karlskrona,3,no"))
    board = read_map(copy)
    assert not board.cities[board.city_of["Karlskrona"]].in_play and not board.lines[-1].in_play


def far(number: int) -> list[str]:
    return [f"{20 + k // 50},{k % 50},open," for k in range(number)]


BREAKS: dict[str, tuple[str, Edit, str]] = {
    "title": ("map.json", swap("title", "name"), "map.json:1: title is missing: add it"),
    "kind": ("map.json", swap('"railways"', '"tram"'), "map.json:1: kind is 'tram': write 'railways'"),
    "JSON": ("map.json", swap("{", "["), "map.json:2: no JSON"),
    "players": ("map.json", swap("    2,\n    3", "    3,\n    2"), "map.json:1: players is [3, 2]: write the lowest"),
    "markers": ("map.json", swap("    4,\n", ""), "map.json:1: markers.4 is missing: add it"),
    "exhaust": ("map.json", swap('"base_exhaust": 2', '"base_exhaust": 1'), "map.json:1: base_exhaust is 1: write a"),
    "outline": ("outlines.json", swap("frame", "fram"), "outlines.json:1: fram is unknown: did you mean frame?"),
    "column": ("lines.csv", swap("points", "point"), "lines.csv:1: column 'points' is missing; needed once each are"),
    "comma": ("hexes.csv", swap("0,5,open,", "0,5,open"), "hexes.csv:2: 3 cells under 4 columns: check the commas"),
    # hexes and ridges
    "terrain": ("hexes.csv", swap("0,5,open", "0,5,sea"), "hexes.csv:2: terrain is 'sea': write open or water or hill"),
    "row": ("hexes.csv", swap("0,5,open", "x,5,open"), "hexes.csv:2: row is 'x': write a whole number from 0 to 99"),
    "hex twice": ("hexes.csv", swap("0,6,", "0,5,"), "hexes.csv:3: row 0, column 5 is in line 2 already: remove one"),
    "too many hexes": ("hexes.csv", add(*far(1000)), "hexes.csv: 1087 rows, but no more than 1024 fit: remove some"),
    "city nowhere": ("hexes.csv", swap("0,5,open,", "0,5,city,Kiruna"), "hexes.csv:2: unknown city 'Kiruna': add it"),
    "city without name": ("hexes.csv", swap("0,5,open", "0,5,city"), "hexes.csv:2: terrain is 'city' and city is ''"),
    "city on a hill": ("hexes.csv", swap("city,Malmö", "hill,Malmö"), "terrain is 'hill' and city is 'Malmö': name a"),
    "ridge apart": ("ridges.csv", add("0,5,0,7"), "ridges.csv:2: row 0, column 5 and row 0, column 7 are not nei"),
    "ridge at sea": ("ridges.csv", add("0,5,0,4"), "ridges.csv:2: no hex at row 0, column 4: add it to hexes.csv, or"),
    "ridge twice": ("ridges.csv", add("0,5,0,6", "0,6,0,5"), "ridges.csv:3: this ridge is in line 2 already: remove"),
    # cities
    "city twice": ("cities.csv", add("Malmö,red,1,yes,no"), "cities.csv:12: city 'Malmö' is in line 6 already"),
    "color": ("cities.csv", swap("Malmö,black", "Malmö,green"), "cities.csv:6: color is 'green': write red or blue or"),
    "cubes": ("cities.csv", swap("black,3", "black,30"), "cities.csv:6: cubes is '30': write a whole number from 0 to"),
    "in play": ("cities.csv", swap("black,3,yes", "black,3,1"), "cities.csv:6: in_play is '1': write no or yes"),
    "no hex": ("cities.csv", add("Kiruna,gray,1,yes,no"), "cities.csv:12: 0 hexes of Kiruna, but a city has one"),
    "two hexes": ("hexes.csv", swap("0,5,open,", "0,5,city,Malmö"), "cities.csv:6: 2 hexes of Malmö, but a city has o"),
    "beside": ("hexes.csv", swap("1,8,open,", "1,8,city,Norrköping"), "Norrköping is beside Stockholm: leave a hex"),
    # lines
    "line to itself": ("lines.csv", add("Malmö,Malmö,3,yes"), "lines.csv:6: a line from Malmö to itself: write two"),
    "line twice": ("lines.csv", add("Malmö,Stockholm,3,yes"), "lines.csv:6: Malmö and Stockholm are in line 2 already"),
    "line's city": ("lines.csv", add("Malmo,Kalmar,3,yes"), "lines.csv:6: unknown city_a 'Malmo': did you mean Malmö?"),
    "points": ("lines.csv", swap("Malmö,8", "Malmö,80"), "lines.csv:2: points is '80': write a whole number from 1 to"),
    "too many lines": ("lines.csv", add(*["Malmö,Kalmar,3,yes"] * 5), "lines.csv: 9 rows, but no more than 8 fit"),
    "line out of play": (
        "cities.csv",
        swap("Malmö,black,3,yes", "Malmö,black,3,no"),
        "lines.csv:2: Malmö is not in play: then the line is not, either",
    ),
    # operations
    "operation": ("operations.csv", swap("land_grant", "grant"), "operations.csv:2: kind is 'grant': write land_grant"),
    "hotel nowhere": ("operations.csv", swap("hotel,Stockholm", "hotel,"), "operations.csv:10: unknown city ''"),
    "grant's city": ("operations.csv", swap("land_grant,", "land_grant,Malmö"), "operations.csv:2: city is 'Malmö': l"),
    "grant's points": ("operations.csv", swap("grant,,,2", "grant,,3,2"), "operations.csv:2: points is '3': leave it"),
    "no start card": ("operations.csv", drop("new_train"), "operations.csv: 0 cards new_train, but a map has one"),
    "two start cards": ("operations.csv", swap("new_train,,4,1", "new_train,,4,2"), "operations.csv: 2 cards new_trai"),
    "too many cards": ("operations.csv", add(*["hotel,Malmö,1,9"] * 6), "operations.csv: 72 operations cards, but no"),
    # the Railbot's cards
    "too few": ("railbot.csv", drop("SS14"), "railbot.csv: 13 rows, but a map needs 14: add some"),
    "slots": ("railbot.csv", swap("Kalmar,,1,", "Kalmar,,2,"), "railbot.csv: 7 cards of slot 1, but 8 of a map's card"),
    "slot": ("railbot.csv", swap("Kalmar,,1,", "Kalmar,,4,"), "railbot.csv:2: slot is '4': write a whole number from"),
    "id twice": ("railbot.csv", swap("SS02", "SS01"), "railbot.csv:3: id 'SS01' is in line 2 already: rename or remov"),
    "Railbot's kind": ("railbot.csv", swap("building_links", "build"), "railbot.csv:2: kind is 'build': write final_"),
    "Railbot's city": ("railbot.csv", swap("Norrköping;", "Norköping;"), "railbot.csv:2: unknown cities 'Norköping':"),
    "city again": ("railbot.csv", swap("Norrköping;", "Stockholm;"), "railbot.csv:2: cities is 'Stockholm;Stockholm;"),
    "one city": ("railbot.csv", swap("Stockholm;Norrköping;", ""), "railbot.csv:2: cities is 'Kalmar': name 3 or 4, w"),
    "two cities": ("railbot.csv", swap("Stockholm;", ""), "cities is 'Norrköping;Kalmar': name 3 or 4, with semi"),
    "five cities": ("railbot.csv", swap("Kalmar,", "Kalmar;Malmö;Alvesta,"), "Malmö;Alvesta': name 3 or 4, with semi"),
    "color of none": ("railbot.csv", swap("Kalmar,,1,", "Kalmar,red,1,"), "railbot.csv:2: color is 'red': write nothi"),
    "exhaust's cities": ("railbot.csv", swap("building_links", "exhaust"), "railbot.csv:2: cities is 'Stockholm;Norr"),
}  # fmt: skip


@pytest.mark.parametrize("what", BREAKS)
def test_fault__is_named_with_its_place(copy: Path, what: str) -> None:
    """RS-6.1: cards of three or four cities, among others."""
    file, change, message = BREAKS[what]
    edit(copy, file, change)
    found = faults(copy)
    assert any(message in line for line in found), found


def test_cubes__leave_room_in_the_bag(copy: Path) -> None:
    edit(copy, "cities.csv", lambda text: re.sub(r",\d,yes", ",9,yes", text))
    for i in range(4):
        edit(copy, "cities.csv", add(f"Town {i},red,9,yes,no"))
    assert "cities.csv: 126 cubes in all, but no more than 115 may be set out: lower some" in faults(copy)


def test_city__without_another_one_near_is_a_fault(copy: Path) -> None:
    """Stockholm behind a gap that no track crosses."""
    edit(copy, "hexes.csv", drop(r"(0,[5-8]|1,[4-8]|2,[4-8]|3,8),"))
    assert faults(copy) == [
        "cities.csv: no links of 12 tiles can join Stockholm and Göteborg: add hexes or a city between",
        "cities.csv:2: no link of 5 tiles leads from Stockholm to another city: add hexes or a city between",
    ]


def test_faults__are_all_listed_at_once(copy: Path) -> None:
    edit(copy, "operations.csv", drop("new_train"))
    edit(copy, "cities.csv", swap("Malmö,black", "Malmö,green"))
    edit(copy, "lines.csv", swap("Malmö,8", "Malmö,80"))
    edit(copy, "ridges.csv", add("0,5,0,7"))
    files = [line.split(":")[0] for line in faults(copy)]
    assert files == ["cities.csv", "lines.csv", "operations.csv", "ridges.csv"]


def test_missing_file__is_named(copy: Path) -> None:
    (copy / "ridges.csv").unlink()
    assert faults(copy) == ["ridges.csv: the file is missing: add it with the columns row_a, col_a, row_b, col_b"]
