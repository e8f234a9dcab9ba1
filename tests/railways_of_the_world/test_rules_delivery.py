"""Deliveries: the way of a cube, and what becomes of it; New Cities and western links, which make new ones."""

import pytest
from railways_of_the_world.tables import Table, of, railways

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules import phases

RED, BLUE, PURPLE, BLACK = 0, 1, 3, 4


def go_to(*cities: str) -> set[str]:
    return {f"go to {city}" for city in cities}


def test_cube__goes_over_as_many_links_as_the_engine_has_levels() -> None:
    """RW-6.1: or over fewer."""
    table = Table(railways())
    table.link(0, "Kalmar", "Alvesta", "Hässleholm", "Malmö")
    table.link(0, "Alvesta", "Malmö")
    table.cubes("Kalmar", black=1)
    for engine in range(1, 9):
        table.seat(0)["engine"] = engine
        assert ("load a black cube in Kalmar" in table.legal) == (engine >= 2)
    table.seat(0)["engine"] = 2
    table.play("load a black cube in Kalmar", "go to Alvesta")
    assert table.legal == go_to("Malmö")
    table.seat(0)["engine"] = 3
    assert table.legal == go_to("Malmö", "Hässleholm")


def test_cube__goes_to_no_city_twice() -> None:
    """RW-6.3: once around from Alvesta, and Malmö beyond."""
    table = Table(railways())
    table.link(0, "Alvesta", "Hässleholm", "Halmstad", "Alvesta")
    table.link(0, "Halmstad", "Malmö")
    table.cubes("Alvesta", black=1)
    table.seat(0)["engine"] = 8
    table.play("load a black cube in Alvesta")
    assert table.legal == go_to("Hässleholm", "Halmstad")
    table.play("go to Hässleholm")
    assert table.legal == go_to("Halmstad")
    table.play("go to Halmstad")
    assert table.legal == go_to("Malmö")


def test_cube__is_delivered_to_a_city_of_its_color_only() -> None:
    """RW-6.4: whichever it meets first; New City tiles count."""
    table = Table(railways())
    table.link(0, "Alvesta", "Hässleholm", "Malmö")
    table.seat(0)["engine"] = 8
    table.cubes("Alvesta", red=1, blue=1, yellow=1, purple=1, black=1)
    loads = {color: f"load a {color} cube in Alvesta" for color in ("red", "blue", "yellow", "purple", "black")}
    assert table.legal & set(loads.values()) == {loads["black"]}
    table["color"][table.city("Hässleholm")] = PURPLE
    assert table.legal & set(loads.values()) == {loads["black"], loads["purple"]}


def test_cube__of_the_color_of_its_own_city_is_delivered_elsewhere() -> None:
    """RW-6.5: and never where it lies."""
    table = Table(railways())
    table.link(0, "Malmö", "Hässleholm", "Alvesta", "Malmö")
    table.seat(0)["engine"] = 8
    table.cubes("Malmö", black=1)
    assert "load a black cube in Malmö" not in table.legal
    table["color"][table.city("Alvesta")] = BLACK
    table.play("load a black cube in Malmö", "go to Alvesta")
    assert int(table["phase"]) == phases.ACTION and table.seat(0)["delivered"].tolist() == [0, 0, 0, 0, 1]


def test_first_link__is_own_where_another_seat_has_one_there_too() -> None:
    """RW-6.2: over whose it goes is no question."""
    table = Table(railways())
    table.link(1, "Hässleholm", "Malmö")
    table.cubes("Hässleholm", black=1)
    table["shown"] = 0
    assert "load a black cube in Hässleholm" not in table.legal
    table.link(0, "Hässleholm", "Malmö")
    table.play("load a black cube in Hässleholm", "go to Malmö")
    assert table["scores"][:2].tolist() == [1, 0] and int(table["phase"]) == phases.ACTION


def test_last_cube__leaves_an_empty_city_marker() -> None:
    """RW-6.9: and no cube before it."""
    table = Table(railways())
    table.link(0, "Hässleholm", "Malmö")
    table.cubes("Hässleholm", black=2)
    table["shown"] = 0
    city, marked = table.city("Hässleholm"), []
    for _ in range(2):
        table.act()
        table.play("load a black cube in Hässleholm", "go to Malmö")
        marked.append((int(table["marker"][city]), int(table["markers"])))
    assert marked == [(0, 0), (1, 1)]


# --- New Cities ---------------------------------------------------------------------------------------------------


def test_new_city__is_made_of_a_gray_city_anywhere() -> None:
    """RW-4.1: no network is asked for; and of no colored city."""
    table = Table(railways())
    gray = {f"urbanize {city.name}" for city in table.board.cities if city.color == "gray"}
    assert {words for words in table.legal if words.startswith("urbanize")} == gray
    table.seat(0)["cash"] = 12
    table.play("urbanize Røros", "make it blue")
    assert int(table.seat(0)["cash"]) == 2 and int(table.seat(0)["bonds"]) == 0
    table.act()
    assert "urbanize Røros" not in table.legal


def test_new_city__with_an_empty_city_marker_loses_it() -> None:
    """RW-4.2: for the two cubes that come out of the bag."""
    table = Table(railways())
    table.cubes("Røros")
    table["marker"][table.city("Røros")], table["markers"] = 1, 1
    bag = int(table["bag"].sum())
    happened = table.play("urbanize Røros", "make it blue")
    assert int(table["marker"][table.city("Røros")]) == 0 == int(table["markers"])
    assert int(table["cubes"][table.city("Røros")].sum()) == 2 and int(table["bag"].sum()) == bag - 2
    assert of(happened, event_kinds.FILLED) == [(-1, table.city("Røros"), 0, 0, 0)]


def test_new_cities__are_eight_two_of_each_color_but_red() -> None:
    """RW-4.3"""
    table = Table(railways())
    assert table["tiles"].tolist() == [0, 2, 2, 2, 2]
    gray = [city.name for city in table.board.cities if city.color == "gray"]
    for name, color in zip(gray, ("blue", "yellow", "purple", "black") * 2, strict=False):
        table.act()
        table.play(f"urbanize {name}")
        assert f"make it {color}" in table.legal and "make it red" not in table.legal
        table.play(f"make it {color}")
        if int(table["tiles"].sum()) == 4:
            assert table["tiles"].tolist() == [0, 1, 1, 1, 1]
        if int(table["tiles"].sum()) == 3:
            table.act()
            table.play(f"urbanize {gray[8]}")
            assert table.legal == {"make it yellow", "make it purple", "make it black"}
            table["phase"] = phases.ACTION
    table.act()
    assert not any(words.startswith("urbanize") for words in table.legal)
    table.show("new industry")
    assert not any(words.startswith("take card") for words in table.legal)


# --- western links ------------------------------------------------------------------------------------------------


def west() -> Table:
    """Kansas City - Chicago of seat 0, which has built the western link of Kansas City."""
    table = Table(railways(map="eastern_us"))
    table.link(0, "Kansas City", "Chicago")
    table.cubes("Kansas City")
    table.seat(0)["cash"] = 30
    table.play("build the western link of Kansas City")
    table.act()
    return table


def test_western_link__costs_30_and_brings_four_red_cubes() -> None:
    """RW-4.4, RW-4.5, RW-R2: once, out of a city that own links reach."""
    table = west()
    assert table["cubes"][table.city("Kansas City")].tolist() == [4, 0, 0, 0, 0]
    assert int(table.seat(0)["cash"]) == 0 == int(table.seat(0)["bonds"])
    assert not any("western" in words for words in table.legal)  # none twice, and Des Moines is not reached
    table.link(0, "Des Moines", "Chicago")
    assert {words for words in table.legal if "western" in words} == {"build the western link of Des Moines"}
    table["current"] = 1
    table.seat(1)["actions"] = 1
    assert not any("western" in words for words in table.legal)


@pytest.mark.parametrize(("bag", "cubes"), [(0, 0), (2, 2), (4, 4), (5, 4)])
def test_western_link__brings_as_many_red_cubes_as_the_bag_has(bag: int, cubes: int) -> None:
    """RW-4.5: of four; the others lie in Dallas here."""
    table = Table(railways(map="eastern_us"))
    table.link(0, "Kansas City", "Chicago")
    table.cubes("Kansas City")
    there = table["cubes"][table.city("Dallas")]
    there[RED], table["bag"][RED] = int(there[RED]) + int(table["bag"][RED]) - bag, bag
    table.play("build the western link of Kansas City")
    assert table["cubes"][table.city("Kansas City")].tolist() == [cubes, 0, 0, 0, 0]
    assert int(table["bag"][RED]) == bag - cubes and int(table["western"][table.city("Kansas City")]) == 1
    assert (table["bag"] + table["cubes"].sum(0)).tolist() == [25] * 5


def test_red_cube__from_the_west_brings_two_to_chicago() -> None:
    """RW-4.6: one of another color does not, nor does a red one from elsewhere."""
    table = west()
    table["color"][table.city("Chicago")] = RED
    cubes = int(table["cubes"][table.city("Chicago")].sum())
    table.play("load a red cube in Kansas City", "go to Chicago")
    assert int(table["cubes"][table.city("Chicago")].sum()) == cubes + 2
    table.act()
    table["color"][table.city("Chicago")] = BLUE
    table.cubes("Kansas City", blue=1, red=1)
    table.play("load a blue cube in Kansas City", "go to Chicago")
    assert int(table["cubes"][table.city("Chicago")].sum()) == cubes + 2
    table.act()
    table["color"][table.city("Chicago")] = RED
    table["western"][table.city("Kansas City")] = 0
    table.play("load a red cube in Kansas City", "go to Chicago")
    assert int(table["cubes"][table.city("Chicago")].sum()) == cubes + 2
