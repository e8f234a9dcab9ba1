"""Renaming rivers, lakes and inlets by requests: everything that has the name follows."""

import json
from pathlib import Path

import pytest
from map_requests import Json, cells, post, rows
from web_server import Server

from railgym.envs.crayon_rails.maps.loading import read_map


def shown_names(shown: Json, kind: str) -> set[str]:
    """The names of the sides of a kind on the board."""
    return {side["name"] for side in shown["grid"]["sides"]["rows"] if side["kind"] == kind}


def test_river__gets_a_new_name_in_all_files(served: Server, wax: Path) -> None:
    """Its sides, its floods and their titles, and its line under the map."""
    before = read_map(wax)
    old = rows(post(served, "wax"), "rivers.csv")[0]["river"]
    saved = post(served, "wax/save", cells("rivers.csv", 0, river="Long Brook, upper"))
    assert (saved["faults"], saved["saved"]) == ([], ["events.csv", "outlines.json", "rivers.csv", "waters.csv"])
    assert old not in shown_names(saved, "river") and "Long Brook, upper" in shown_names(saved, "river")
    after = read_map(wax)
    assert (after.rivers[0], after.rivers[1:]) == ("Long Brook, upper", before.rivers[1:])
    assert (after.edges, after.outlines) == (before.edges, before.outlines)
    assert [event.river for event in after.events] == [event.river for event in before.events]
    assert not [file.name for file in wax.glob("*.[cj]s*") if old in file.read_text(encoding="utf-8")]


def test_rivers__can_exchange_their_names(served: Server, wax: Path) -> None:
    """By way of a third name. The lines under the map go with them."""
    lines = json.loads((wax / "outlines.json").read_text(encoding="utf-8"))["rivers"]
    one, other = (row["river"] for row in rows(post(served, "wax"), "rivers.csv")[:2])
    names = [(0, "Ford"), (1, one), (0, other)]
    saved = post(served, "wax/save", *(cells("rivers.csv", index, river=name) for index, name in names))
    assert saved["faults"] == []
    after = json.loads((wax / "outlines.json").read_text(encoding="utf-8"))["rivers"]
    assert (after[one], after[other]) == (lines[other], lines[one])


@pytest.mark.parametrize(("kind", "file"), [("lake", "lakes"), ("inlet", "inlets")])
def test_water_without_a_file__gets_a_new_name(served: Server, wax: Path, kind: str, file: str) -> None:
    """Lakes and inlets have their names in the table of waters alone."""
    assert [row[kind] for row in rows(post(served, "wax"), file)] == [*shown_names(post(served, "wax"), kind)]
    saved = post(served, "wax/save", cells(file, 0, **{kind: "Mere"}))
    assert (saved["faults"], saved["saved"]) == ([], ["waters.csv"])
    assert rows(saved, file)[0] == {kind: "Mere"} and "Mere" in shown_names(saved, kind)
    assert "Mere" in saved["grid"]["sides"]["kinds"][kind]


def test_river_that_is_deleted__takes_its_sides_and_floods(served: Server) -> None:
    before = post(served, "wax")
    river = rows(before, "rivers.csv")[0]["river"]
    after = post(served, "wax", {"do": "drop", "file": "rivers.csv", "index": 0})
    assert after["faults"] == [] and river not in shown_names(after, "river")
    assert len(rows(after, "events.csv")) == len(rows(before, "events.csv")) - 1


def test_lake__that_is_no_longer_drawn_has_no_row(served: Server) -> None:
    shown = post(served, "wax")
    ends = [side["ends"] for side in shown["grid"]["sides"]["rows"] if side["kind"] == "lake"]
    pairs = [{"row": a[0], "col": a[1], "to_row": b[0], "to_col": b[1]} for a, b in ends]
    assert rows(post(served, "wax", *({"do": "side", **pair, "on": False} for pair in pairs)), "lakes") == []


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (cells("rivers.csv", 0, river=""), "'' cannot be the river: write 1 to 40 characters"),
        (cells("rivers.csv", 0, river=" Ash"), "' Ash' cannot be the river: write 1 to 40 characters"),
        (cells("rivers.csv", 0, river="Heron"), "there is a river Heron already: choose another name"),
        (cells("lakes", 0, lake=""), "'' cannot be the lake: write 1 to 40 characters"),
        (cells("outlines.json", 0, river="Ash"), "outlines.json has no rows to edit in a form"),
        ({"do": "add", "file": "lakes"}, "no rows can be added to lakes in a form: draw on the map"),
    ],
)
def test_bad_names__are_refused_in_a_line(served: Server, edit: Json, words: str) -> None:
    refused = post(served, "wax", edit)["refused"]
    assert words in refused and "\n" not in refused


def test_city__that_gets_a_new_name_has_it_in_titles_of_events(served: Server) -> None:
    """Only as a whole word, and only on cards that name the city."""
    shown = post(served, "wax")
    index = [row["city"] for row in rows(shown, "cities.csv")].index("Birch")
    titles = [row["title"] for row in rows(post(served, "wax", cells("cities.csv", index, city="Bir")), "events.csv")]
    assert "Derailments around Bir and Gorse" in titles
    assert sum("Bir" in title for title in titles) == 1
