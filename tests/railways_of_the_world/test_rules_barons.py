"""Universal Rail Barons: each is met, missed and, if it asks for the most of something, shared."""

from collections.abc import Callable

import pytest
from railways_of_the_world.tables import Table, of, railways

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.state import NO_CARD

BLACK = 4
Setting = Callable[[Table, int], None]


def reveal(baron: str, *settings: tuple[int, Setting]) -> int:
    """The points that seat 0 gains by a baron at the end, once seats have had something done for them."""
    table = Table(railways())
    table["last_year"], table["last_why"] = int(table["year"]), 1
    table["round"], table["first"] = 2, 0
    for player, setting in settings:
        setting(table, player)
    table.act(1)
    table.seat(0)["barons"], table.seat(1)["barons"] = (UNIVERSAL_BARONS.index(baron), NO_CARD), NO_CARD
    before = int(table["scores"][0])
    (revealed,) = of(table.play("pass"), event_kinds.REVEALED)
    assert int(table["scores"][0]) == before + revealed[2] - int(table.seat(0)["bonds"])
    return revealed[2]


def seat(field: str, value: int) -> Setting:
    def change(table: Table, player: int) -> None:
        table.seat(player)[field] = value

    return change


def delivered(color: int, number: int) -> Setting:
    def change(table: Table, player: int) -> None:
        table.seat(player)["delivered"][color] = number

    return change


def hotels(*cities: str) -> Setting:
    def change(table: Table, player: int) -> None:
        for city in cities:
            table["hotel"][table.city(city)] = player

    return change


def links(*names: str, tiles: int = 1) -> Setting:
    def change(table: Table, player: int) -> None:
        table.link(player, *names)
        table["link_tiles"][: int(table["num_links"])] = tiles

    return change


def tile(number: int, ridge: bool = False) -> Setting:
    """Straight tiles, in hills or across ridges between two hexes without a city."""

    def change(table: Table, player: int) -> None:
        left, board = number, table.board
        for i, here in enumerate(board.hexes):
            beyond = board.beside[i][1]
            if (
                left == 0
                or beyond < 0
                or table["owner"][[i, beyond], 0].max() >= 0
                or here.city >= 0
                or board.hexes[beyond].city >= 0
            ):
                continue
            if ridge and board.ridges[i][1] and not board.ridges[i][4] and not board.ridges[beyond][1]:
                table["track"][[i, beyond], 0], table["owner"][[i, beyond], 0] = 1, player  # east and west
                left -= 1
            elif not ridge and here.terrain == "hill":
                table["track"][i, 0], table["owner"][i, 0] = 1, player
                left -= 1
        assert left == 0

    return change


LEADS: dict[str, tuple[int, Setting, Setting]] = {  # points, what leads, what is as much
    "most links": (5, links("Oslo", "Hamar", "Røros"), links("Malmö", "Hässleholm", "Alvesta")),
    "most own links in one delivery": (5, seat("most_own", 3), seat("most_own", 3)),
    "most money": (4, seat("cash", 7), seat("cash", 7)),
    "most hotels": (5, hotels("Oslo"), hotels("Göteborg")),
    "most major lines": (5, seat("lines", 0b101), seat("lines", 0b11000)),
    "most red cubes delivered": (5, delivered(0, 2), delivered(0, 2)),
    "most blue cubes delivered": (5, delivered(1, 2), delivered(1, 2)),
    "most yellow cubes delivered": (5, delivered(2, 2), delivered(2, 2)),
    "most purple cubes delivered": (5, delivered(3, 2), delivered(3, 2)),
    "most black cubes delivered": (5, delivered(4, 2), delivered(4, 2)),
    "most cities joined by own links": (6, links("Oslo", "Hamar", "Røros"), links("Malmö", "Hässleholm", "Alvesta")),
    "most tiles in hills": (4, tile(2), tile(2)),
    "most ridges crossed": (5, tile(2, ridge=True), tile(2, ridge=True)),
}


@pytest.mark.parametrize("baron", LEADS)
def test_baron__of_the_most_is_for_the_leader_and_halved_for_two(baron: str) -> None:
    """RW-11.2, RW-10.3: nobody leads with nothing."""
    points, leads, equals = LEADS[baron]
    assert reveal(baron, (0, leads)) == points
    assert reveal(baron, (0, leads), (1, equals)) == points // 2
    assert reveal(baron, (1, leads)) == 0
    assert reveal(baron) == 0


def test_baron__of_the_fewest_bonds_may_have_none() -> None:
    """RW-11.2"""
    assert reveal("fewest bonds", (1, seat("bonds", 1))) == 6
    assert reveal("fewest bonds") == 3
    assert reveal("fewest bonds", (0, seat("bonds", 1))) == 0


def deliveries(*ways: tuple[str, ...]) -> Setting:
    """Cubes that are brought along cities, each of the color of the last."""

    def change(table: Table, player: int) -> None:
        table.seat(player)["engine"], table["shown"] = 8, 0
        for way in ways:
            color = table.board.cities[table.city(way[-1])].color
            table.cubes(way[0], **{color: 1})
            table.act(player, 2)
            table.play(f"load a {color} cube in {way[0]}", *(f"go to {city}" for city in way[1:]))

    return change


def test_delivery__counts_its_own_links_for_a_baron() -> None:
    """RW-11.2: the most in one delivery, neither the last nor all together; those of others are none of them."""
    baron, west = "most own links in one delivery", ("Jönköping", "Alvesta", "Hässleholm", "Malmö")
    north = ("Åndalsnes", "Røros", "Hamar", "Oslo")
    tracks = (0, links(*west)), (1, links(*north[1:])), (0, links(*north[:2]))
    two, three, far = deliveries(west[1:]), deliveries(west, west[2:], west[1:]), deliveries(north)
    assert reveal(baron, *tracks, (0, two)) == 5
    assert reveal(baron, *tracks, (0, three), (1, deliveries(north[1:]))) == 5
    assert reveal(baron, *tracks, (0, two), (1, deliveries(north[1:]))) == 5 // 2
    assert reveal(baron, *tracks, (0, far), (1, deliveries(north[1:]))) == 0
    assert reveal(baron, *tracks, (0, deliveries(west[2:], west[2:])), (1, deliveries(north[1:]))) == 0


def test_delivery__serves_the_city_that_it_ends_in_for_a_baron() -> None:
    """RW-11.3: eight different cities, whoever's links lead there."""
    baron, ways = "deliveries to eight cities", [("Skien", city) for city in EIGHT]
    tracks = [(0, links(*way)) for way in ways[:7]] + [(1, links("Skien", "Fredrikstad", EIGHT[7]))]
    last = ("Oslo", "Skien", "Fredrikstad", EIGHT[7])
    assert reveal(baron, *tracks, (0, deliveries(*ways[:7], last))) == 5
    assert reveal(baron, *tracks, (0, deliveries(*ways[:7], ways[3], ways[4]))) == 0
    assert reveal(baron, *tracks, (0, deliveries(*ways[:7])), (1, deliveries(("Skien", *last[2:])))) == 0


def test_points__of_a_baron_come_to_those_less_bonds() -> None:
    """RW-10.3: one sum decides: 20 and 5 less 3, to 21."""
    table = Table(railways())
    table["last_year"], table["last_why"], table["round"] = int(table["year"]), 1, 2
    table.link(0, "Oslo", "Hamar")
    table["scores"][:2], table.seat(0)["bonds"], table.seat(0)["cash"] = (20, 21), 3, 50
    table.seat(0)["barons"], table.seat(1)["barons"] = (UNIVERSAL_BARONS.index("most links"), NO_CARD), NO_CARD
    table.act(1)
    happened = table.play("pass")
    assert of(happened, event_kinds.REVEALED)[0][:3] == (0, UNIVERSAL_BARONS.index("most links"), 5)
    assert table["scores"][:2].tolist() == [22, 21] and table["payoff"][:2].tolist() == [1, -1]


def ever_8(table: Table, player: int) -> None:
    """Both have engines of level 8; this player was first."""
    for p in (player, 1 - player):
        table.act(p)
        table.seat(p)["engine"] = 7
        table["round"] = 0
        table.play("upgrade the engine")
        table.seat(p)["cash"] = 100
    table["round"] = 2


def served(*cities: str) -> Setting:
    def change(table: Table, player: int) -> None:
        table.seat(player)["served"] = sum(1 << table.city(city) for city in cities)

    return change


def new_cities(*cities: str) -> Setting:
    def change(table: Table, player: int) -> None:
        for city in cities:
            table["color"][table.city(city)] = BLACK

    return change


def nothing(table: Table, player: int) -> None:
    """Nothing at all."""


def apart(*pairs: tuple[str, ...]) -> Setting:
    """Several networks."""

    def change(table: Table, player: int) -> None:
        for names in pairs:
            table.link(player, *names)

    return change


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
    "deliveries to eight cities": (5, nothing, served(*EIGHT), served(*EIGHT[:7])),
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
    for name in ("mexico", "eastern_us", "nordic", "south_sweden"):
        state = railways(map=name, barons=True, num_players=3).rules.new_state(1)
        assert (state["players"]["barons"][0][:3] < 24).all()
