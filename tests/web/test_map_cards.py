"""Making new cards for an edited map by requests: from the tables as they are after the edits before it."""

import json
from pathlib import Path

import pytest
from map_requests import Json, cells, post, rows
from web_server import Server

from railgym.agents.human.web.map_files import Edits, MapFolder
from railgym.envs.crayon_rails.maps.cards import cards_of_folder
from railgym.envs.crayon_rails.maps.loading import read_map
from railgym.envs.rail_baron_cards.board import read_board
from railgym.envs.railways_of_the_world.maps.loading import read_map as read_railways_map


def make(seed: str = "") -> Json:
    return {"do": "make_cards", "seed": seed}


def test_demand_cards__name_the_cities_and_goods_that_there_are_now(served: Server, wax: Path) -> None:
    """EB-R3: the new city has demands, and payouts follow the goods. What is saved is what the seed in the head of the
    map gives."""
    shown = post(served, "wax")
    index, old = next((i, row["city"]) for i, row in enumerate(rows(shown, "cities.csv")) if row["size"] == "small")
    place = next(place for place in shown["grid"]["places"] if place.get("city") == old)
    new = {"do": "add_city", "row": place["row"], "col": place["col"], "name": "Oxford"}
    goods = cells("cities.csv", 1, goods="Tools")
    edits = [goods, {"do": "drop", "file": "cities.csv", "index": index}, new]
    stale = post(served, "wax", *edits)
    assert "Oxford" not in str(rows(stale, "cards.csv")) and old not in str(rows(stale, "cards.csv"))
    saved = post(served, "wax/save", *edits, make("8"))
    assert saved["faults"] == [] and saved["cards"] == {"words": "demand cards", "seed": "8"}
    board = read_map(wax)
    assert len(board.cards) == 36
    assert board.cards == cards_of_folder(wax)[1]
    assert "Oxford" in {board.cities[demand.city].name for card in board.cards for demand in card.demands}
    assert json.loads((wax / "map.json").read_text(encoding="utf-8"))["seed"] == 8


def test_demand_cards__of_an_unchanged_map_are_the_same(served: Server, wax: Path) -> None:
    """Until there is another seed; with the first one, no file changes."""
    assert post(served, "wax")["cards"]["seed"] == "1"
    assert post(served, "wax/save", make(), make("1"))["saved"] == []
    assert post(served, "wax/save", make("8"), make("1"))["saved"] == []
    assert post(served, "wax/save", make("8"))["saved"] == ["cards.csv", "map.json"]


def test_cards__can_be_edited_after_they_were_made(served: Server) -> None:
    """Edits are made in their order."""
    shown = post(served, "wax", make("8"), cells("cards.csv", 0, payout_1="44"))
    assert rows(shown, "cards.csv")[0]["payout_1"] == "44"
    again = post(served, "wax", make("8"), cells("cards.csv", 0, payout_1="44"), make("8"))
    assert rows(again, "cards.csv")[0]["payout_1"] != "44"


def test_cards__of_a_file_with_faults_are_replaced(served: Server, wax: Path) -> None:
    (wax / "cards.csv").write_text("city_1\nNowhere\n", encoding="utf-8")
    assert "cards.csv" not in post(served, "wax")["names"]
    saved = post(served, "wax/save", make())
    assert saved["faults"] == [] and len(rows(saved, "cards.csv")) == 36


def test_railbot_cards__name_the_cities_that_there_are_now(served: Server, iron: Path) -> None:
    """RW-R3: fourteen cards of the map, of which three have slot 2 and three slot 3. Other operations cards stay."""
    before = rows(post(served, "iron"), "operations.csv")
    rename, drop = cells("cities.csv", 1, city="Uxbridge"), {"do": "drop", "file": "cities.csv", "index": 0}
    saved = post(served, "iron/save", rename, drop, make())
    assert not [fault for fault in saved["faults"] if "railbot" in fault["text"] or "operations" in fault["text"]]
    cities = {row["city"] for row in rows(saved, "cities.csv")}
    cards = rows(saved, "railbot.csv")
    assert set(";".join(row["cities"] for row in cards).split(";")) == cities and len(cards) == 14
    kept = [row for row in before if not row["city"]]
    assert rows(saved, "operations.csv")[: len(kept)] == kept
    assert saved["cards"] == {"words": "Railbot cards, hotels and bounties", "seed": None}
    assert len(read_railways_map(iron, cards=False).cities) == len(cities) or saved["faults"]


def test_destination_cards__are_made_for_new_cities(baron: Path) -> None:
    """RB-2.4: a number for each other region. The copies of the cards that were there stay."""
    maps, board = MapFolder(baron.parent), read_board(baron)
    copies = {city.name: city.copies for city in board.cities}
    city, dot = board.cities[0], next(dot for dot in board.dots if not dot.city)
    cell = {"city": "Oxford", "abbreviation": "OXF", "region": board.regions[city.region].abbreviation, "dot": dot.name}
    edits = [{"do": "add", "file": "cities.csv", "cells": cell}, make()]
    saved = maps.save("baron", Edits.model_validate({"edits": edits}))
    assert saved["faults"] == []
    new = {each.name: each for each in read_board(baron).cities}
    assert {name: each.copies for name, each in new.items()} == copies | {"Oxford": 1}
    assert all((value == 0) is (region == city.region) for region, value in enumerate(new["Oxford"].values))


@pytest.mark.parametrize(
    ("name", "edits", "words"),
    [
        ("wax", [make("x")], "seed is 'x': write a whole number from 0 to 4294967295"),
        ("wax", [make("4294967296")], "seed is '4294967296': write a whole number from 0 to"),
        ("iron", [make("8")], "seed 8: the Railbot cards, hotels and bounties of this map have no seed"),
        (
            "wax",
            [cells("goods.csv", 0, good="Silk"), {"do": "drop", "file": "goods.csv", "index": 0}, make()],
            "no demand cards can be made: ",
        ),
    ],
)
def test_cards_that_cannot_be_made__are_refused_in_a_line(
    served: Server, name: str, edits: list[Json], words: str
) -> None:
    refused = post(served, name, *edits)["refused"]
    assert words in refused and "\n" not in refused


def test_deck_that_cannot_be__is_refused_with_what_to_do(served: Server, wax: Path) -> None:
    (wax / "map.json").write_text('{"kind": "crayon", "title": "Far", "deck": {"nearest": 15}}', encoding="utf-8")
    said = "no demand cards can be made: map.json: no deck was found that keeps its rules: lower nearest or number"
    assert post(served, "wax", make())["refused"].startswith(said)
