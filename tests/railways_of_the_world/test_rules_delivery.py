"""Deliveries: the way of a cube, and what becomes of it; New Cities and western links, which make new ones."""

from typing import Any

import pytest
from given import given, play, written
from railways_of_the_world.games import about, changed, choices, have, links, player, railways

from railgym.envs.core.position import Position

COAST = links("Alvesta", "Hässleholm", "Malmö")
TILES = ("blue", "yellow", "purple", "black")  # the colors of New City tiles


def delivering(links: list[dict[str, Any]], engine: int = 8, **position: Any) -> Position:
    """Player 0 acts, with these links and an engine."""
    return given(railways(), **{"links": links, "players": [{"engine": engine}], **position})


def go_to(*cities: str) -> set[str]:
    return {f"go to {city}" for city in cities}


def test_cube__goes_over_as_many_links_as_the_engine_has_levels() -> None:
    """RW-6.1: or over fewer."""
    track = links("Kalmar", "Alvesta", "Hässleholm", "Malmö") + links("Alvesta", "Malmö")
    for engine in range(1, 9):
        position = delivering(track, engine, cubes={"Kalmar": {"black": 1}})
        assert ("load a black cube in Kalmar" in choices(position)) == (engine >= 2)
    position = delivering(track, 2, cubes={"Kalmar": {"black": 1}})
    play(position, "load a black cube in Kalmar", "go to Alvesta")
    assert choices(position) == go_to("Malmö")
    assert choices(have(position, engine=3)) == go_to("Malmö", "Hässleholm")


def test_cube__goes_to_no_city_twice() -> None:
    """RW-6.3: once around from Alvesta, and Malmö beyond."""
    around = links("Alvesta", "Hässleholm", "Halmstad", "Alvesta") + links("Halmstad", "Malmö")
    position = delivering(around, cubes={"Alvesta": {"black": 1}})
    play(position, "load a black cube in Alvesta")
    assert choices(position) == go_to("Hässleholm", "Halmstad")
    play(position, "go to Hässleholm")
    assert choices(position) == go_to("Halmstad")
    play(position, "go to Halmstad")
    assert choices(position) == go_to("Malmö")


def test_cube__is_delivered_to_a_city_of_its_color_only() -> None:
    """RW-6.4: whichever it meets first; New City tiles count."""
    position = delivering(COAST, cubes={"Alvesta": dict.fromkeys(("red", *TILES), 1)})
    loads = {color: f"load a {color} cube in Alvesta" for color in ("red", *TILES)}
    assert choices(position) & set(loads.values()) == {loads["black"]}
    position = changed(position, new_cities={"Hässleholm": "purple"})
    assert choices(position) & set(loads.values()) == {loads["black"], loads["purple"]}


def test_cube__of_the_color_of_its_own_city_is_delivered_elsewhere() -> None:
    """RW-6.5: and never where it lies."""
    position = delivering(links("Malmö", "Hässleholm", "Alvesta", "Malmö"), cubes={"Malmö": {"black": 1}})
    assert "load a black cube in Malmö" not in choices(position)
    position = changed(position, new_cities={"Alvesta": "black"})
    play(position, "load a black cube in Malmö", "go to Alvesta")
    assert position.phase == "take an action" and player(position)["delivered"] == {"black": 1}


def test_first_link__is_own_where_another_seat_has_one_there_too() -> None:
    """RW-6.2: over whose it goes is no question."""
    theirs, own = links("Hässleholm", "Malmö", owner="player_1"), links("Hässleholm", "Malmö")
    cubes = {"Hässleholm": {"black": 1}}
    assert "load a black cube in Hässleholm" not in choices(delivering(theirs, cubes=cubes))
    position = delivering(theirs + own, cubes=cubes)
    play(position, "load a black cube in Hässleholm", "go to Malmö")
    assert position.scores == (1, 0) and position.phase == "take an action"


def test_last_cube__leaves_an_empty_city_marker() -> None:
    """RW-6.9: and no cube before it."""
    position, marked = delivering(COAST, cubes={"Hässleholm": {"black": 2}}, actions=3), []
    for _ in range(2):
        play(position, "load a black cube in Hässleholm", "go to Malmö")
        marked.append((written(position)["empty_city_markers"], int(position.record["num_empty_markers"][0])))
    assert marked == [([], 0), (["Hässleholm"], 1)]


# --- New Cities ---------------------------------------------------------------------------------------------------


def test_new_city__is_made_of_a_gray_city_anywhere() -> None:
    """RW-4.1: no network is asked for; and of no colored city."""
    position = given(railways(), players=[{"cash": 12}], actions=2)
    gray = {f"urbanize {city.name}" for city in railways().board.cities if city.color == "gray"}
    assert {words for words in choices(position) if words.startswith("urbanize")} == gray
    play(position, "urbanize Røros", "make it blue")
    assert (player(position)["cash"], player(position)["bonds"]) == (2, 0)
    assert position.current_player == 0 and "urbanize Røros" not in choices(position)


def test_new_city__with_an_empty_city_marker_loses_it() -> None:
    """RW-4.2: for the two cubes that come out of the bag."""
    position = given(railways(), empty_city_markers=["Røros"])
    bag = sum(written(position)["bag"].values())
    told = play(position, "urbanize Røros", "make it blue")
    after = written(position)
    assert after["empty_city_markers"] == [] and int(position.record["num_empty_markers"][0]) == 0
    assert sum(after["cubes"]["Røros"].values()) == 2 and sum(after["bag"].values()) == bag - 2
    assert about(told, "Marker") == ["Røros loses its Empty City Marker"]


def test_new_cities__are_eight_two_of_each_color_but_red() -> None:
    """RW-4.3"""
    position = given(railways(), actions=9)
    assert written(position)["new_city_tiles"] == dict.fromkeys(TILES, 2)
    gray = [city.name for city in railways().board.cities if city.color == "gray"]
    for number, (name, color) in enumerate(zip(gray, TILES * 2, strict=False)):
        play(position, f"urbanize {name}")
        left = {f"make it {tile}" for tile in (TILES if number < 5 else TILES[number - 4 :])}
        assert choices(position) == left
        play(position, f"make it {color}")
        if number == 3:
            assert written(position)["new_city_tiles"] == dict.fromkeys(TILES, 1)
    position = changed(position, display=["new industry"])
    assert position.current_player == 0 and "pass" in choices(position)
    assert not any(words.startswith(("urbanize", "take card")) for words in choices(position))


# --- western links ------------------------------------------------------------------------------------------------

KANSAS = links("Kansas City", "Chicago")


def west(**position: Any) -> Position:
    """Kansas City - Chicago of player 0, who has built the western link of Kansas City, and acts again."""
    game = railways(map="eastern_us")
    first = given(game, **{"links": KANSAS, "players": [{"cash": 30}], "actions": 9, **position})
    play(first, "build the western link of Kansas City")
    return first


def test_western_link__costs_30_and_brings_four_red_cubes() -> None:
    """RW-4.4, RW-4.5, RW-R2: once, out of a city that own links reach."""
    position = west()
    assert written(position)["cubes"] == {"Kansas City": {"red": 4}}
    assert (player(position)["cash"], player(position)["bonds"]) == (0, 0)
    assert not any("western" in words for words in choices(position))  # none twice, and Des Moines is not reached
    position = changed(position, links=KANSAS + links("Des Moines", "Chicago"))
    assert {words for words in choices(position) if "western" in words} == {"build the western link of Des Moines"}
    position = changed(position, current_player="player_1")
    assert "pass" in choices(position) and not any("western" in words for words in choices(position))


@pytest.mark.parametrize(("bag", "cubes"), [(0, 0), (2, 2), (4, 4), (5, 4)])
def test_western_link__brings_as_many_red_cubes_as_the_bag_has(bag: int, cubes: int) -> None:
    """RW-4.5: of four; the others lie in Dallas here."""
    position = west(cubes={"Dallas": {"red": 25 - bag}})
    after, record = written(position), position.record[0]
    assert after["cubes"].get("Kansas City", {}) == ({"red": cubes} if cubes else {})
    assert after["bag"].get("red", 0) == bag - cubes and after["western_links"] == ["Kansas City"]
    assert (record["bag"] + record["cubes"].sum(0)).tolist() == [25] * 5


@pytest.mark.parametrize(
    ("color", "western", "more"), [("red", ["Kansas City"], 2), ("blue", ["Kansas City"], 0), ("red", [], 0)]
)
def test_red_cube__from_the_west_brings_two_to_chicago(color: str, western: list[str], more: int) -> None:
    """RW-4.6: one of another color does not, nor does a red one from elsewhere."""
    there = {"cubes": {"Kansas City": {color: 1}, "Chicago": {"black": 3}}, "new_cities": {"Chicago": color}}
    position = given(railways(map="eastern_us"), links=KANSAS, western_links=western, **there)
    play(position, f"load a {color} cube in Kansas City", "go to Chicago")
    assert sum(written(position)["cubes"]["Chicago"].values()) == 3 + more
