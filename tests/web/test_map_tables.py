"""Editing the tables of a map by requests: names stay the same in all tables, and bad cells are refused in one line."""

from pathlib import Path

import pytest
from map_requests import Json, cells, number_of_places, post, rows
from web_server import Server

from railgym.envs.core.geo.hexagons import STEPS
from railgym.envs.crayon_rails.maps.loading import read_map
from railgym.envs.railways_of_the_world.maps.loading import read_map as read_railways_map


def ground(shown: Json) -> Json:
    """Row and column of a place with open ground whose neighbours below are open ground, too."""
    places = {(place["row"], place["col"]): place for place in shown["grid"]["places"]}

    def is_open(row: int, col: int) -> bool:
        place = places.get((row, col), {})
        return place.get("terrain") in ("clear", "open") and not place["city"]

    row, col = next(there for there in places if is_open(*there) and is_open(there[0] + 2, there[1]))
    return {"row": row, "col": col}


def test_new_name_of_a_city__is_written_in_all_tables(served: Server, folder: Path) -> None:
    """The map is as sound as before."""
    for name, read in (("wax", read_map), ("iron", read_railways_map)):
        old = rows(post(served, name), "cities.csv")[0]["city"]
        saved = post(served, f"{name}/save", cells("cities.csv", 0, city="Uxbridge"))
        assert saved["faults"] == [] and "cities.csv" in saved["saved"]
        assert read(folder / name).cities[0].name == "Uxbridge"
        assert not [file.name for file in (folder / name).glob("*.csv") if old in file.read_text(encoding="utf-8")]


def test_only_changed_files__are_written(served: Server, folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in (folder / "wax").iterdir()}
    saved = post(served, "wax/save", cells("goods.csv", 0, chips="7"))
    changed = [file.name for file in (folder / "wax").iterdir() if file.read_bytes() != before[file.name]]
    assert saved["saved"] == changed == ["goods.csv"] and saved["folder"] == str(folder / "wax")


def test_city_that_grows__takes_the_places_around_it(served: Server) -> None:
    """A major city has seven mileposts, and gives six of them back when it shrinks. Without room it cannot grow."""
    shown = post(served, "wax")
    free = {(place["row"], place["col"]) for place in shown["grid"]["places"] if place.get("city") == ""}
    roomy, narrow = (
        next((row, col) for row, col in free if all((row + r, col + c) in free for r, c in STEPS) is room)
        for room in (True, False)
    )
    index = len(rows(shown, "cities.csv"))
    sizes = [cells("cities.csv", index, size=size) for size in ("major", "medium")]
    for edits, places in ((sizes[:1], 7), (sizes, 1)):
        new = {"do": "add_city", "name": "Uxbridge", "row": roomy[0], "col": roomy[1]}
        answer = post(served, "wax", new, *edits)
        assert sum(place.get("city") == "Uxbridge" for place in answer["grid"]["places"]) == places
    refused = post(served, "wax", new | {"row": narrow[0], "col": narrow[1]}, sizes[0])["refused"]
    assert refused.startswith("Uxbridge does not fit there: ")


def test_city_that_is_deleted__leaves_its_place_and_all_tables(served: Server) -> None:
    """Its lines and cards go with it; a list of cities only loses the name."""
    for name in ("wax", "iron"):
        before = post(served, name)
        city = rows(before, "cities.csv")[0]["city"]
        after = post(served, name, {"do": "drop", "file": "cities.csv", "index": 0})
        assert all(place.get("city") != city for place in after["grid"]["places"])
        assert number_of_places(after) == number_of_places(before)
        for form in after["forms"]:
            assert not [row for row in form["rows"] if city in ";".join(row.values()).split(";")]
    assert len(rows(after, "railbot.csv")) == len(rows(before, "railbot.csv"))


def test_water__is_between_two_neighbours_until_it_is_removed(served: Server) -> None:
    shown = post(served, "wax")
    there = ground(shown)
    pair = {**there, "to_row": there["row"] + 2, "to_col": there["col"]}
    draw = {"do": "side", **pair, "kind": "lake", "name": "Mere", "on": True}
    drawn = post(served, "wax", {"do": "side", **pair, "on": False}, draw, draw)
    assert sum(side["name"] == "Mere" for side in drawn["grid"]["sides"]["rows"]) == 1 and drawn["faults"] == []
    assert "Mere" in drawn["grid"]["sides"]["kinds"]["lake"]
    dry = post(served, "wax", draw, {"do": "side", **pair, "on": False})
    ends = [[there["row"], there["col"]], [there["row"] + 2, there["col"]]]
    assert not [side for side in dry["grid"]["sides"]["rows"] if sorted(side["ends"]) == ends]


def test_kind_of_a_card__determines_its_cells(served: Server) -> None:
    """Cells that the new kind lacks are emptied."""
    index = len(rows(post(served, "iron"), "operations.csv"))
    add, change = {"do": "add", "file": "operations.csv"}, cells("operations.csv", index, kind="land_grant")
    added, changed = post(served, "iron", add), post(served, "iron", add, change)
    assert rows(added, "operations.csv")[index]["kind"] == "hotel" and added["faults"] == []
    assert rows(changed, "operations.csv")[index] == {"kind": "land_grant", "city": "", "points": "", "count": "1"}


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (cells("cities.csv", 0, city=""), "'' cannot be the city: write 1 to 40 characters"),
        (cells("cities.csv", 0, city="a;b"), "'a;b' cannot be the city"),
        (cells("cities.csv", 0, city="x" * 60), "cannot be the city"),
        (cells("cities.csv", 0, size="huge"), "size is 'huge': choose small or medium or major"),
        (cells("cities.csv", 0, goods="Moonstone"), "there is no 'Moonstone' in goods.csv: add it there first"),
        (cells("cities.csv", 0, colour="red"), "cities.csv has no column 'colour' to edit"),
        (cells("cities.csv", 900, size="small"), "cities.csv has no row 900"),
        (cells("goods.csv", 0, chips="ten"), "chips is 'ten': write a whole number from 1 to 9"),
        (cells("waters.csv", 0, name="Mere"), "waters.csv has no rows to edit in a form"),
        (cells("../../secret.csv", 0, name="Mere"), "../../secret.csv has no rows to edit in a form"),
        ({"do": "add", "file": "ferries.csv"}, "no rows can be added to ferries.csv in a form"),
        ({"do": "drop", "file": "cards.csv", "index": 999}, "cards.csv has no row 999"),
        ({"do": "add_city", "row": 998, "col": 998, "name": "Far"}, "there is no place: paint its terrain first"),
        ({"do": "paint", "row": 0, "col": 0, "column": "border", "value": "wall"}, "there is no border 'wall'"),
        ({"do": "paint", "row": 0, "col": 0, "column": "city", "value": "Far"}, "there is no city 'Far'"),
        ({"do": "join", "row": 998, "col": 998, "to_row": 0, "to_col": 0}, "there is no place at row 998, column 998"),
        (
            {"do": "side", "row": 0, "col": 0, "to_row": 8, "to_col": 8, "kind": "river", "name": "Ox", "on": True},
            "row 0, column 0 and row 8, column 8 are not side by side",
        ),
        (
            {"do": "side", "row": 0, "col": 0, "to_row": 2, "to_col": 0, "kind": "canal", "name": "Ox", "on": True},
            "there is no 'canal' to draw: choose river or lake or inlet",
        ),
    ],
)
def test_bad_cells_and_places__are_refused_in_a_line(served: Server, edit: Json, words: str) -> None:
    """And nothing is written when such an edit is saved."""
    for path in ("wax", "wax/save"):
        refused = post(served, path, edit)["refused"]
        assert words in refused and "\n" not in refused


def test_taken_names__are_refused(served: Server) -> None:
    shown = post(served, "wax")
    taken = rows(shown, "cities.csv")[1]["city"]
    for edit in (cells("cities.csv", 0, city=taken), {"do": "add_city", "name": taken, **ground(shown)}):
        assert post(served, "wax", edit)["refused"] == f"there is a city {taken} already: choose another name"


def test_conflict__names_the_file_that_changed(served: Server, folder: Path) -> None:
    """Whichever of the tables it is; nothing is written."""
    shown = post(served, "wax")
    events = folder / "wax" / "events.csv"
    events.write_text(events.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    before = (folder / "wax" / "goods.csv").read_bytes()
    answer = post(served, "wax/save", cells("goods.csv", 0, chips="7"), versions=shown["versions"])
    assert answer["refused"].startswith("events.csv of ") and "reload this page first" in answer["refused"]
    assert (folder / "wax" / "goods.csv").read_bytes() == before


def test_table_that_cannot_be_read__is_left_alone(served: Server, folder: Path) -> None:
    """Its fault is shown, and edits of it are refused; the rest can be edited."""
    (folder / "wax" / "goods.csv").write_text("good,pieces\nOre,2\n", encoding="utf-8")
    shown = post(served, "wax")
    assert "goods.csv" not in [form["file"] for form in shown["forms"]]
    assert any("column 'chips' is missing" in fault["text"] for fault in shown["faults"])
    assert "goods.csv cannot be edited" in post(served, "wax", cells("goods.csv", 0, chips="2"))["refused"]
    assert post(served, "wax/save", cells("cards.csv", 0, payout_1="44"))["saved"] == ["cards.csv"]
