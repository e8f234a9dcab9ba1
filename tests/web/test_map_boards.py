"""Editing a board of Rail Baron: prices, numbers of cards, dots and sections."""

import re
import shutil
from pathlib import Path

import pytest
from map_requests import Json, cells

from railgym.agents.human.web.map_files import Edits, MapFolder
from railgym.envs.catalog import make_game
from railgym.envs.maps import NewArgs, main
from railgym.envs.rail_baron_cards.board import DATA, read_board

BOARD = read_board(DATA / "small")


@pytest.fixture
def maps(baron: Path) -> MapFolder:
    return MapFolder(baron.parent)


def look(maps: MapFolder, *edits: Json) -> Json:
    return maps.look("baron", Edits.model_validate({"edits": edits}))


def test_board__is_shown_with_its_dots_and_lines(maps: MapFolder) -> None:
    shown = look(maps)
    assert (maps.names(), shown["title"], shown["faults"]) == (["baron"], BOARD.title, [])
    assert [place["dot"] for place in shown["dots"]["places"]] == [dot.name for dot in BOARD.dots]
    assert len(shown["dots"]["rows"]) == len(BOARD.sections)
    assert [field["column"] for field in shown["forms"][1]["fields"][2:]] == [one.abbreviation for one in BOARD.regions]


@pytest.mark.parametrize("source", ["small", "random:3"])
def test_ground__is_that_of_the_board_in_the_game(tmp_path: Path, source: str) -> None:
    """The coasts of the United States, or those of the file of outlines: the same layers in the same colours."""
    folder = tmp_path / "maps" / "board"
    if source == "small":
        shutil.copytree(DATA / source, folder)
    else:
        assert main(NewArgs("rail_baron", seed=3, out=folder)) == 0
    shown = MapFolder(folder.parent).look("board", Edits())["dots"]
    picture = make_game("rail_baron_cards_v0", board=str(folder)).new_position(1).view().board_svg()
    drawn = re.findall(r"<path d='[^']+' fill='([^']+)' stroke='([^']+)' stroke-width='0?[.]9'", picture)
    land = [(layer["fill"], layer["edge"]) for layer in shown["ground"] if layer["fill"] != "none"]
    assert land and drawn[: len(land)] == land
    assert f"fill='{shown['water']}'" in picture


def test_prices_and_numbers__are_written(maps: MapFolder, baron: Path) -> None:
    """A number of a card is in the column of a region."""
    region = next(i for i, value in enumerate(BOARD.cities[0].values) if value)
    card = cells("cards.csv", 0, **{BOARD.regions[region].abbreviation: "33"})
    edits = [cells("railroads.csv", 0, price="99000"), card, cells("railroads.csv", 0, abbreviation="XYZ")]
    saved = maps.save("baron", Edits.model_validate({"edits": edits}))
    assert saved["saved"] == ["cards.csv", "railroads.csv", "sections.csv"] and saved["faults"] == []
    board = read_board(baron)
    assert (board.railroads[0].abbreviation, board.railroads[0].price) == ("XYZ", 99_000)
    assert board.cities[0].values[region] == 33


def test_dot_that_is_deleted__takes_its_cities_their_cards_and_its_sections(maps: MapFolder) -> None:
    city = BOARD.cities[0]
    shown = look(maps, {"do": "drop", "file": "dots.csv", "index": city.dot})
    dot = BOARD.dots[city.dot].name
    assert all(dot not in row["ends"] for row in shown["dots"]["rows"])
    assert not [form for form in shown["forms"] if city.name in [row.get("city") for row in form["rows"]]]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (cells("dots.csv", 0, latitude="91"), "latitude is '91': write a number from -90 to 90"),
        (cells("dots.csv", 0, latitude="north"), "latitude is 'north': write a number"),
        (cells("railroads.csv", 0, price="free"), "price is 'free': write a whole number from 1000 to 1000000"),
        (cells("railroads.csv", 0, colour="red"), "colour is 'red': write it like #2b2b2b"),
        (cells("regions.csv", 0, abbreviation="XX"), "it cannot be changed here"),
        (
            {"do": "drop", "file": "regions.csv", "index": 0},
            "rows of regions.csv cannot be deleted here",
        ),
        (cells("cities.csv", 0, region="XX"), "there is no 'XX' in regions.csv"),
        ({"do": "add", "file": "sections.csv", "cells": {"dot_a": "nowhere"}}, "there is no 'nowhere' in dots.csv"),
        ({"do": "paint", "row": 0, "col": 0, "value": "hill"}, "this map has no grid of hexagons"),
    ],
)
def test_bad_edits__are_refused_in_a_line(maps: MapFolder, edit: Json, words: str) -> None:
    refused = look(maps, edit)["refused"]
    assert words in refused and "\n" not in refused
