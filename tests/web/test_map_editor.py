"""Editing maps by requests: what moves, what is refused, what is written, and who may."""

import shutil
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from map_requests import cells, free_place, number_of_places, post
from web_server import Server

from railgym.agents.human.web.map_files import Edits, MapFolder
from railgym.agents.human.web.map_routes import MapRoutes
from railgym.envs.core.errors import OptionsError
from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.crayon_rails.maps.loading import read_map


def city_at(shown: dict[str, Any], city: str) -> tuple[int, int]:
    """The first place of a city, of a major one the middle."""
    places = [place for place in shown["grid"]["places"] if place.get("city") == city]
    first = min(places, key=lambda place: place["part"])
    return first["row"], first["col"]


def test_map__is_shown_with_its_places_and_summary(served: Server) -> None:
    assert served.http.get("/api/maps").json() == {"maps": ["iron", "wax"]}
    wax, iron = post(served, "wax"), post(served, "iron")
    board = read_map(CRAYON / "test")
    assert (wax["title"], wax["faults"], wax["grid"]["terrains"]) == (board.title, [], ["clear", "mountain"])
    assert f"{len(board.mileposts)} mileposts" in wax["summary"]
    assert number_of_places(wax) == len(board.mileposts)
    assert {side["kind"] for side in wax["grid"]["sides"]["rows"]} == {"river", "lake", "inlet"}
    assert (iron["faults"], iron["grid"]["terrains"]) == ([], ["open", "water", "hill"])


@pytest.mark.parametrize("name", ["wax", "iron"])
def test_city__exchanges_its_place_with_the_one_it_moves_to(served: Server, name: str) -> None:
    """The other files stay as they are, and a city never gets the terrain that was there."""
    shown = post(served, name)
    place = free_place(shown)
    small = next(p["city"] for p in shown["grid"]["places"] if p.get("city") and p["part"] == "")
    row, col = city_at(shown, small)
    move = {"do": "move", "row": row, "col": col, "to_row": place["row"], "to_col": place["col"]}
    after = post(served, name, move, versions=shown["versions"])
    assert city_at(after, small) == (place["row"], place["col"])
    left = next(p for p in after["grid"]["places"] if (p["row"], p["col"]) == (row, col))
    assert (left["terrain"], left["city"]) == (place["terrain"], "")
    assert city_at(post(served, name), small) == (row, col)  # nothing is written yet


def test_major_city__moves_with_all_its_parts(served: Server, folder: Path) -> None:
    """By one step and back: the file holds the same map again."""
    shown = post(served, "wax")
    major = next(place for place in shown["grid"]["places"] if place.get("part") == "0")
    for down, right in ((2, 0), (-2, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        there = {"to_row": major["row"] + down, "to_col": major["col"] + right}
        after = post(served, "wax", {"do": "move", "row": major["row"], "col": major["col"], **there})
        if "refused" not in after:
            break
    assert city_at(after, major["city"]) == (there["to_row"], there["to_col"])
    assert sum(place.get("city") == major["city"] for place in after["grid"]["places"]) == 7
    assert number_of_places(after) == number_of_places(shown)


def test_terrain__is_painted_added_and_taken_away(served: Server, folder: Path) -> None:
    """What is saved is what was shown; a place that rivers refer to shows as a fault at that place."""
    shown = post(served, "wax")
    place = free_place(shown)
    there = {"row": place["row"], "col": place["col"]}
    assert post(served, "wax", {"do": "paint", **there, "value": "mountain"})["faults"] == []
    new = next(p for p in shown["grid"]["places"] if "terrain" not in p)
    paint = {"do": "paint", "row": new["row"], "col": new["col"], "value": "clear"}
    saved = post(served, "wax/save", paint, versions=shown["versions"])
    assert f"{new['row']},{new['col']},clear,,," in (folder / "wax" / "mileposts.csv").read_text(encoding="utf-8")
    assert saved["versions"] != shown["versions"] and not list((folder / "wax").glob(".*"))
    assert post(served, "wax", versions=shown["versions"])["refused"].startswith("mileposts.csv of ")
    cut = (folder / "wax" / "waters.csv").read_text(encoding="utf-8").splitlines()[1].split(",")
    row, col = int(cut[0]), int(cut[1])
    faults = post(served, "wax", {"do": "paint", "row": row, "col": col, "value": ""}).get("faults", [])
    assert any((fault.get("row"), fault.get("col")) == (row, col) for fault in faults)


def test_download__is_the_edited_folder(served: Server, folder: Path) -> None:
    """Files without edits are the same to the byte."""
    edits = [cells("cities.csv", 0, cubes="4")]
    content = ZipFile(BytesIO(served.http.post("/api/maps/iron/zip", json={"edits": edits}).content))
    assert content.read("iron/hexes.csv") == (folder / "iron" / "hexes.csv").read_bytes()
    assert content.read("iron/cities.csv") != (folder / "iron" / "cities.csv").read_bytes()


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"do": "move", "row": 900, "col": 0, "to_row": 0, "to_col": 0}, "there is no city at row 900, column 0"),
        ({"do": "paint", "row": 0, "col": 1, "value": "clear"}, "row 0, column 1 is not a place of the grid"),
        (
            {"do": "paint", "row": 0, "col": 0, "value": "lava"},
            "there is no terrain 'lava': choose clear or",
        ),
        ({"do": "paint", "row": -1, "col": 0, "value": ""}, "edits.0.paint.row: Input should be greater than"),
        ({"do": "burn"}, "edits.0: Input tag 'burn'"),
    ],
)
def test_wrong_edits__are_refused_in_a_line(served: Server, edit: dict[str, Any], words: str) -> None:
    answer = post(served, "wax", edit)
    error = answer.get("refused") or answer["error"]
    assert words in error and "\n" not in error


@pytest.mark.parametrize("name", ["none", "..", "%2e%2e%2fgames", "wax%2f..", "wax%5c.."])
def test_names__reach_no_other_folder(served: Server, name: str) -> None:
    answer = served.http.post(f"/api/maps/{name}", json={})
    assert answer.status_code in (400, 404, 405) and "places" not in answer.text


def test_links__to_files_elsewhere_are_not_followed(served: Server, folder: Path, tmp_path: Path) -> None:
    """Neither a map that is a link to another folder nor a table that is a link is opened."""
    shutil.move(folder / "wax" / "mileposts.csv", tmp_path / "own.csv")
    (folder / "wax" / "mileposts.csv").symlink_to(tmp_path / "own.csv")
    (folder / "far").symlink_to(CRAYON / "test")
    assert "is a link to another folder" in post(served, "wax")["error"]
    assert served.http.get("/api/maps").json() == {"maps": ["iron", "wax"]}


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("map.json", "[", "map.json:1: no JSON"),
        ("map.json", '{"kind": "wood"}', "there is no kind of map 'wood'"),
        ("mileposts.csv", "row,col\n1,1\n", "mileposts.csv:1: columns 'terrain', 'city', 'part', 'border' are missing"),
        (
            "mileposts.csv",
            "row,col,terrain,city,part,border\nx,1,clear,,,\n",
            "mileposts.csv:2: row 'x', col '1' is",
        ),
        ("mileposts.csv", "row,col,terrain,city,part,border\n1,1,,,,\n1,1,,,,\n", "is not a place, or is listed twice"),
        ("mileposts.csv", "row,col,terrain,city,part,border\n", "mileposts.csv: it lists no places"),
    ],
)
def test_malformed_files__give_one_line(served: Server, folder: Path, file: str, text: str, words: str) -> None:
    (folder / "wax" / file).write_text(text, encoding="utf-8")
    error = post(served, "wax")["error"]
    assert words in error and "\n" not in error


def test_faults__of_other_files_are_shown(served: Server, folder: Path) -> None:
    """A fault in the cities is shown at the city's place; one of a whole file has none."""
    cities = folder / "wax" / "cities.csv"
    cities.write_text(cities.read_text(encoding="utf-8").replace("Iron", "Irn"), encoding="utf-8")
    (folder / "wax" / "goods.csv").write_text("good,chips\nOre,0\n", encoding="utf-8")
    faults = post(served, "wax")["faults"]
    assert any("unknown goods" in fault["text"] and "row" in fault for fault in faults)


def test_other_machines__are_refused() -> None:
    """Only the loopback address may look or save, whatever the server listens to."""
    import asyncio

    from starlette.requests import Request

    routes = MapRoutes(MapFolder(CRAYON), lambda request: asyncio.sleep(0, b"{}"))
    request = Request({"type": "http", "client": ("192.0.2.7", 9), "path_params": {"name": "test"}})
    for _, _, answer in routes.all():
        with pytest.raises(OptionsError, match="maps can be edited only on the server's own machine"):
            asyncio.run(answer(request))


def test_folder__that_is_a_map_is_the_only_one(folder: Path) -> None:
    assert MapFolder(folder / "wax").names() == ["wax"]
    assert MapFolder(folder / "wax").look("wax", Edits())["faults"] == []
    with pytest.raises(OptionsError, match=r"--maps .*: there is no such folder"):
        MapFolder(folder / "none")
