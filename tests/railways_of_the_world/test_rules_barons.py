"""Universal Rail Barons: each is met, missed and, if it asks for the most of something, shared."""

from collections.abc import Callable
from typing import Any

import pytest
from given import given, play, written
from railways_of_the_world.games import about, changed, have, player, railways
from railways_of_the_world.games import links as made

from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world.maps.loading import MAPS
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS

Setting = Callable[[Position, int], Position]
LAST = {"last_year": 1, "ends_because": "all Empty City Markers were on the map", "rounds_played": 2}


def reveal(baron: str, *settings: tuple[int, Setting]) -> int:
    """The points that player 0 gains by a baron at the end, once players have had something done for them."""
    position = given(railways(), **LAST)
    for number, setting in settings:
        position = setting(position, number)
    position = changed(have(position, 0, barons=[baron]), current_player="player_1", actions=1, first="player_0")
    before = position.scores[0]
    (revealed,) = about(play(position, "pass"), "player_0 reveals the baron for", baron)
    gained = int(revealed.rpartition(": ")[2].split()[0])
    assert position.scores[0] == before + gained - player(position)["bonds"]
    return gained


def seat(**entries: Any) -> Setting:
    return lambda position, number: have(position, number, **entries)


def hotels(*cities: str) -> Setting:
    def change(position: Position, number: int) -> Position:
        return changed(position, hotels=written(position)["hotels"] | dict.fromkeys(cities, f"player_{number}"))

    return change


def tracks(*links: dict[str, Any]) -> Setting:
    """Links beside those that there are."""

    def change(position: Position, number: int) -> Position:
        new = [{**link, "owner": f"player_{number}"} for link in links]
        return changed(position, links=written(position)["links"] + new)

    return change


def links(*cities: str, tiles: int = 1) -> Setting:
    return tracks(*made(*cities, tiles=tiles))


HILLS = (  # a tile in the hills each
    {"cities": ["Trondheim", "Røros"], "way": ["south-east", "straight on", "straight on"]},
    {"cities": ["Hamar", "Røros"], "way": ["north-east", "straight on", "straight on", "left", "straight on"]},
    {"cities": ["Stavanger", "Skien"], "way": ["east", "straight on", "straight on", "left", "right", "straight on"]},
    {"cities": ["Östersund", "Røros"], "way": ["south-west", "right", "straight on", "left", "right", "straight on"]},
)
RIDGES = (  # a ridge each, between two hexes without a city
    {"cities": ["Trondheim", "Røros"], "way": ["south-east", "right", "left", "left"]},
    {"cities": ["Östersund", "Røros"], "way": ["west", *["straight on"] * 3, "left", "straight on"]},
    {"cities": ["Røros", "Åndalsnes"], "way": ["south-west", "right", "straight on", "straight on", "right", "left"]},
    {"cities": ["Trondheim", "Røros"], "way": ["east", "straight on", "right", "straight on", "right", "right"]},
)
LINES = ("Stockholm - Malmö", "Oslo - Bergen", "Oslo - Göteborg", "Stockholm - Göteborg")
LEADS: dict[str, tuple[int, Setting, Setting]] = {  # points, what leads, what is as much
    "most links": (5, links("Oslo", "Hamar", "Røros"), links("Malmö", "Hässleholm", "Alvesta")),
    "most own links in one delivery": (5, seat(most_own_links=3), seat(most_own_links=3)),
    "most money": (4, seat(cash=7), seat(cash=7)),
    "most hotels": (5, hotels("Oslo"), hotels("Göteborg")),
    "most major lines": (5, seat(major_lines=LINES[:2]), seat(major_lines=LINES[2:4])),
    "most red cubes delivered": (5, seat(delivered={"red": 2}), seat(delivered={"red": 2})),
    "most blue cubes delivered": (5, seat(delivered={"blue": 2}), seat(delivered={"blue": 2})),
    "most yellow cubes delivered": (5, seat(delivered={"yellow": 2}), seat(delivered={"yellow": 2})),
    "most purple cubes delivered": (5, seat(delivered={"purple": 2}), seat(delivered={"purple": 2})),
    "most black cubes delivered": (5, seat(delivered={"black": 2}), seat(delivered={"black": 2})),
    "most cities joined by own links": (6, links("Oslo", "Hamar", "Røros"), links("Malmö", "Hässleholm", "Alvesta")),
    "most tiles in hills": (4, tracks(*HILLS[:2]), tracks(*HILLS[2:])),
    "most ridges crossed": (5, tracks(*RIDGES[:2]), tracks(*RIDGES[2:])),
}


@pytest.mark.parametrize("baron", LEADS)
def test_baron__of_the_most_is_for_the_leader_and_halved_for_two(baron: str) -> None:
    """RW-11.2, RW-10.3: a player with none of it does not lead."""
    points, leads, equals = LEADS[baron]
    assert reveal(baron, (0, leads)) == points
    assert reveal(baron, (0, leads), (1, equals)) == points // 2
    assert reveal(baron, (1, leads)) == 0
    assert reveal(baron) == 0


def test_baron__of_the_fewest_bonds_may_have_none() -> None:
    """RW-11.2"""
    assert reveal("fewest bonds", (1, seat(bonds=1))) == 6
    assert reveal("fewest bonds") == 3
    assert reveal("fewest bonds", (0, seat(bonds=1))) == 0


def deliveries(*ways: tuple[str, ...]) -> Setting:
    """Cubes that are brought along cities, each of the color of the last."""

    def change(position: Position, number: int) -> Position:
        position = have(position, number, engine=8)
        for way in ways:
            color = next(city.color for city in railways().board.cities if city.name == way[-1])
            cubes = {way[0]: {color: 1}}
            position = changed(position, cubes=cubes, current_player=f"player_{number}", actions=2)
            play(position, f"load a {color} cube in {way[0]}", *(f"go to {city}" for city in way[1:]))
        return position

    return change


def test_delivery__counts_its_own_links_for_a_baron() -> None:
    """RW-11.2: the most in one delivery, neither the last nor all together; those of others are none of them."""
    baron, west = "most own links in one delivery", ("Jönköping", "Alvesta", "Hässleholm", "Malmö")
    north = ("Åndalsnes", "Røros", "Hamar", "Oslo")
    built = (0, links(*west)), (1, links(*north[1:])), (0, links(*north[:2]))
    two, three, far = deliveries(west[1:]), deliveries(west, west[2:], west[1:]), deliveries(north)
    assert reveal(baron, *built, (0, two)) == 5
    assert reveal(baron, *built, (0, three), (1, deliveries(north[1:]))) == 5
    assert reveal(baron, *built, (0, two), (1, deliveries(north[1:]))) == 5 // 2
    assert reveal(baron, *built, (0, far), (1, deliveries(north[1:]))) == 0
    assert reveal(baron, *built, (0, deliveries(west[2:], west[2:])), (1, deliveries(north[1:]))) == 0


def test_delivery__serves_the_city_that_it_ends_in_for_a_baron() -> None:
    """RW-11.3: eight different cities, over links of any owner."""
    baron, ways = "deliveries to eight cities", [("Skien", city) for city in EIGHT]
    built = [(0, links(*way)) for way in ways[:7]] + [(1, links("Skien", "Fredrikstad", EIGHT[7]))]
    last = ("Oslo", "Skien", "Fredrikstad", EIGHT[7])
    assert reveal(baron, *built, (0, deliveries(*ways[:7], last))) == 5
    assert reveal(baron, *built, (0, deliveries(*ways[:7], ways[3], ways[4]))) == 0
    assert reveal(baron, *built, (0, deliveries(*ways[:7])), (1, deliveries(("Skien", *last[2:])))) == 0


def test_points__of_a_baron_come_to_those_less_bonds() -> None:
    """RW-10.3: one sum decides: 20 and 5 less 3, to 21."""
    rich = {"bonds": 3, "cash": 50, "barons": ["most links"]}
    last = {**LAST, "current_player": "player_1", "links": made("Oslo", "Hamar"), "scores": [20, 21]}
    position = given(railways(), **last, players=[rich])
    told = play(position, "pass")
    assert "player_0 reveals the baron for most links: 5 points" in told
    assert position.scores == (22, 21) and position.payoffs == (1, -1)


def ever_8(position: Position, number: int) -> Position:
    """Both have engines of level 8; this player was first."""
    for p in (number, 1 - number):
        acting = {"current_player": f"player_{p}", "actions": 1, "rounds_played": 0}
        position = changed(have(position, p, engine=7), **acting)
        play(position, "upgrade the engine")
        position = have(position, p, cash=100)
    return changed(position, rounds_played=2)


def new_cities(*cities: str) -> Setting:
    return lambda position, number: changed(position, new_cities=dict.fromkeys(cities, "black"))


def nothing(position: Position, number: int) -> Position:
    """Nothing at all."""
    return position


def apart(*networks: tuple[str, ...]) -> Setting:
    """Several networks."""
    return tracks(*(link for cities in networks for link in made(*cities)))


FIVE = ("Stockholm", "Göteborg", "Bergen", "Örebro", "Malmö")
GRAY = ("Alvesta", "Hässleholm", "Halmstad", "Karlskrona", "Jönköping", "Uppsala")
EIGHT = ("Oslo", "Bergen", "Malmö", "Kalmar", "Falun", "Gävle", "Odense", "Aarhus")
REACHED: dict[str, tuple[int, Setting, Setting, Setting]] = {  # points, what comes before, what is enough, what is not
    "three cities of each of two colors joined by own links": (
        6,
        nothing,
        links("Copenhagen", "Göteborg", "Gävle", "Bergen", "Aarhus", "Kalmar"),
        apart(("Copenhagen", "Göteborg", "Gävle", "Bergen"), ("Aarhus", "Kalmar")),
    ),
    "cities of all five colors joined by own links": (4, nothing, links(*FIVE), apart(FIVE[:3], FIVE[3:])),
    "two red cities joined by own links": (
        5,
        nothing,
        links("Oslo", "Karlstad", "Stockholm"),
        apart(("Oslo", "Karlstad"), ("Stockholm", "Uppsala")),
    ),
    "own links at six gray cities": (
        4,
        nothing,
        apart(*((gray, "Oslo") for gray in GRAY)),
        apart(*((gray, "Oslo") for gray in GRAY[1:])),
    ),
    "two New Cities joined by own links": (
        4,
        new_cities("Alvesta", "Skien"),
        links("Alvesta", "Oslo", "Skien"),
        apart(("Alvesta", "Oslo"), ("Malmö", "Skien")),
    ),
    "a link of six tiles": (
        4,
        nothing,
        links("Oslo", "Hamar", tiles=6),
        links("Oslo", "Hamar", "Røros", "Trondheim", tiles=5),
    ),
    "own links over 60 % of the map from north to south": (
        6,
        nothing,
        links("Malmö", "Östersund"),
        apart(("Malmö", "Alvesta"), ("Östersund", "Røros")),
    ),
    "own links over 60 % of the map from east to west": (
        6,
        nothing,
        links("Bergen", "Stockholm"),
        apart(("Bergen", "Oslo"), ("Stockholm", "Uppsala")),
    ),
    "deliveries to eight cities": (5, nothing, seat(delivered_to=list(EIGHT)), seat(delivered_to=list(EIGHT[:7]))),
}


@pytest.mark.parametrize("baron", REACHED)
def test_baron__of_a_goal_is_for_whoever_reaches_it(baron: str) -> None:
    """RW-11.3, RW-R8: cities are joined over own links, in one network."""
    points, before, enough, short = REACHED[baron]
    assert reveal(baron, (0, before), (0, enough)) == points
    assert reveal(baron, (0, before), (0, enough), (1, enough)) == points
    assert reveal(baron, (0, before), (0, short)) == 0
    assert reveal(baron, (0, before), (1, enough)) == 0


def test_baron__of_the_first_engine_of_level_8() -> None:
    """RW-11.3"""
    assert reveal("first engine of level 8", (0, ever_8)) == 6
    assert reveal("first engine of level 8", (1, ever_8)) == 0


def test_barons__are_24_for_any_map() -> None:
    """RW-11.1, RW-R3, RS-1.5, RS-12.1: each is tested here, and asks for nothing that only one map has."""
    alone = {"fewest bonds", "first engine of level 8"}
    assert set(LEADS) | set(REACHED) | alone == set(UNIVERSAL_BARONS) and len(UNIVERSAL_BARONS) == 24
    for name in MAPS.names:
        dealt = written(railways(map=name, barons=True, num_players=3).new_position(1))
        assert all(set(player["barons"]) <= set(UNIVERSAL_BARONS) for player in dealt["players"])
