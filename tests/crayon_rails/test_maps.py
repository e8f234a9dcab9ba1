"""The maps that come with the crayon games: their size, what they hold together, and that they follow the globe."""

import sys
from collections import Counter
from itertools import combinations
from math import asin, cos, dist, radians, sin, sqrt
from pathlib import Path

import processes
import pytest
import yaml

from railgym.envs.core.geo.geography import Surface, read_geography
from railgym.envs.core.geo.hexagons import centre, neighbours
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.core.geo.projection import EARTH
from railgym.envs.crayon_rails.maps.build import build_map
from railgym.envs.crayon_rails.maps.geography import Geography, check_geography
from railgym.envs.crayon_rails.maps.loading import DATA, MAPS, load_map
from railgym.envs.crayon_rails.maps.model import LIMITS, Map

FULL = ("europe", "india", "north_america", "pacific_northwest")
NAMES = (*FULL, "test")
# The 22 goods of Resourceful Rails that have a source in its program.
USABLE = {
    "Aircraft Parts", "Apples", "Beef", "Cattle", "Coal", "Computer Hardware", "Copper", "Dairy", "Gold", "Hazelnuts",
    "Heavy Machinery", "Integrated Circuits", "Lentils", "Medical Supplies", "Minerals", "Potatoes", "Seafood",
    "Semiconductors", "Spacecraft Parts", "Vehicle Parts", "Wheat", "Wine",
}  # fmt: skip


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


@pytest.fixture
def america() -> Map:
    return load_map("north_america")


@pytest.fixture
def northwest() -> Map:
    return load_map("pacific_northwest")


def sizes(board: Map) -> Counter[str]:
    return Counter(city.size for city in board.cities)


def names(board: Map, size: str) -> set[str]:
    return {city.name for city in board.cities if city.size == size}


def city(board: Map, name: str) -> int:
    return [city.name for city in board.cities].index(name)


def on_border(board: Map, name: str) -> tuple[bool, bool]:
    """Whether a city is on the coast, and on a frontier."""
    posts = [board.mileposts[m] for m in board.cities[city(board, name)].mileposts]
    return any(post.coast for post in posts), any(post.frontier for post in posts)


# --- what there is ----------------------------------------------------------------------------------------------------


def test_names__are_those_of_the_folders() -> None:
    assert MAPS.names == NAMES


def test_north_america__has_the_size_of_the_game(america: Map) -> None:
    """EB-R1."""
    assert 2_000 <= len(america.mileposts) < 2_100
    assert sizes(america) == {"major": 7, "medium": 14, "small": 41}
    assert names(america, "major") == {
        "Atlanta", "Chicago", "Kansas City", "Los Angeles", "Mexico City", "New York", "Seattle",
    }  # fmt: skip
    assert (len(america.goods), sum(good.chips for good in america.goods)) == (29, 100)
    chips = {good.name: good.chips for good in america.goods}
    assert (chips["Oil"], chips["Wheat"]) == (4, 3)
    assert len(america.rivers) == 23
    assert {"Superior", "Michigan", "Huron", "Erie", "Ontario"} < set(america.lakes)


def test_north_america__has_its_goods_where_they_are(america: Map) -> None:
    at = {city.name: {america.goods[good].name for good in city.goods} for city in america.cities}
    assert at["Cincinnati"] == {"Coal", "Machinery"}
    assert at["San Francisco"] == {"Fruit", "Imports", "Sugar"}
    single = {america.goods[good].name for good, sources in enumerate(america.sources) if len(sources) == 1}
    assert single == {"Bauxite", "Coffee", "Silver", "Sugar"}
    assert {name for name, goods in at.items() if not goods} == {
        "Atlanta", "Culiacan", "Kansas City", "Las Vegas", "Los Angeles", "Mexico City", "Seattle", "Washington DC",
    }  # fmt: skip


def test_pacific_northwest__has_the_size_of_the_game(northwest: Map) -> None:
    """RR-R2."""
    assert 1_600 <= len(northwest.mileposts) < 1_800
    assert sizes(northwest) == {"major": 7, "medium": 11, "small": 30}
    assert names(northwest, "major") == {
        "Casper", "Denver", "Missoula", "Portland", "Redding", "Salt Lake City", "Seattle",
    }  # fmt: skip
    assert {"Columbia", "Snake", "Willamette", "Yellowstone", "Missouri", "Green", "Colorado"} < set(northwest.rivers)


def test_pacific_northwest__has_thirty_goods_three_chips_each(northwest: Map) -> None:
    """RR-R3."""
    goods = {good.name for good in northwest.goods}
    assert (len(goods), len(goods - USABLE)) == (30, 8)
    assert goods > USABLE
    assert {good.chips for good in northwest.goods} == {3}
    assert max(len(city.goods) for city in northwest.cities) == 3


@pytest.mark.parametrize(
    ("name", "mileposts", "majors", "cities", "goods", "rivers"),
    [("europe", 1209, 7, 64, 31, 30), ("india", 1270, 6, 49, 30, 17)],
)
def test_maps_of_our_own__are_as_large_as_they_were_planned(
    name: str, mileposts: int, majors: int, cities: int, goods: int, rivers: int
) -> None:
    board = load_map(name)
    assert (len(board.mileposts), len(board.majors), len(board.cities)) == (mileposts, majors, cities)
    assert (len(board.goods), len(board.rivers)) == (goods, rivers)
    assert all(board.sources)


def test_europe__is_the_continent_without_islands() -> None:
    """No track leads to Great Britain, Scandinavia, Sicily or across the Bosporus."""
    board = load_map("europe")
    assert on_border(board, "Istanbul") == (True, False)
    assert not {"London", "Stockholm", "Palermo"} & {there.name for there in board.cities}


def test_test_map__is_twelve_by_ten() -> None:
    """EB-R2."""
    small = load_map("test")
    assert {post.col for post in small.mileposts} == set(range(12))
    assert {post.row // 2 for post in small.mileposts} == set(range(10))
    assert 110 <= len(small.mileposts) <= 120
    assert (sizes(small)["major"], len(small.cities), len(small.goods)) == (3, 10, 6)
    assert small.closed and small.lakes and small.rivers
    assert {event.kind for event in small.events} == {"flood", "derailment", "strike", "snow", "storm", "tax"}


def test_mountains__are_a_fifth_or_more(america: Map, northwest: Map) -> None:
    for board in (america, northwest):
        assert 0.22 <= sum(post.mountain for post in board.mileposts) / len(board.mileposts) <= 0.4


def test_load__needs_no_shapely() -> None:
    """A game is played, and a map drawn, without the library that builds maps."""
    code = (
        "import sys; from railgym.envs.crayon_rails.maps.loading import load_map;"
        "from railgym.envs.crayon_rails.maps.drawing import draw_map;"
        "draw_map(load_map('north_america')); print('shapely' in sys.modules)"
    )
    done = processes.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", NAMES)
def test_build__makes_the_files_that_are_there(name: str) -> None:
    """To the byte, and nothing else is there but the geography."""
    built = build_map(DATA / name / GEOGRAPHY)
    there = {file.name: file.read_text(encoding="utf-8") for file in (DATA / name).iterdir()}
    assert there.keys() - built.files.keys() == {GEOGRAPHY}
    assert [file for file, text in built.files.items() if there[file] != text] == []
    assert built.board == load_map(name)


# --- what holds together ----------------------------------------------------------------------------------------------


def test_mileposts__are_one_map(board: Map) -> None:
    around: list[list[int]] = [[] for _ in board.mileposts]
    for edge in board.edges:
        around[edge.a].append(edge.b)
        around[edge.b].append(edge.a)
    reached, queue = {0}, [0]
    for m in queue:
        new = set(around[m]) - reached
        reached |= new
        queue += new
    assert len(reached) == len(board.mileposts)


def test_edges__join_all_neighbours_that_no_inlet_keeps_apart(board: Map) -> None:
    number = {post.hex: m for m, post in enumerate(board.mileposts)}
    pairs = {(m, number[place]) for place_of, m in number.items() for place in neighbours(place_of) if place in number}
    pairs = {(a, b) for a, b in pairs if a < b}
    closed = {(a, b) for a, b, _ in board.closed}
    edges = [(edge.a, edge.b) for edge in board.edges]
    assert edges == sorted(pairs - closed) and closed <= pairs
    for m, row in enumerate(board.beside):
        for place, e in zip(neighbours(board.mileposts[m].hex), row, strict=True):
            other = number.get(place, -1)
            assert (e >= 0) == ((min(m, other), max(m, other)) in set(edges[e : e + 1] if e >= 0 else ()))


def test_majors__are_seven_mileposts_joined_by_everyones_track(board: Map) -> None:
    for i in board.majors:
        middle, *ring = (board.mileposts[m].hex for m in board.cities[i].mileposts)
        assert tuple(ring) == neighbours(middle)
        inside = [edge for edge in board.edges if edge.city == i]
        assert len(inside) == 12
        assert not any(edge.rivers or edge.lakes for edge in inside)
    assert all(len(city.mileposts) == 1 for city in board.cities if city.size != "major")


def test_cities__are_apart_and_can_be_entered_by_all_who_may(board: Map) -> None:
    """EB-R8.4: two players into a small city, three into a medium one."""
    assert LIMITS == {"small": 2, "medium": 3, "major": 6}
    for i, there in enumerate(board.cities):
        ends = [(edge.a, edge.b) for edge in board.edges]
        outside = [(set(pair) - set(there.mileposts)) for pair in ends if set(pair) & set(there.mileposts)]
        outside = [other for other in outside if other]
        assert len(outside) >= LIMITS[there.size]
        assert {board.mileposts[m].city for other in outside for m in other} == {-1}, i


def test_borders__are_where_the_sea_and_frontiers_are(america: Map, northwest: Map) -> None:
    """EB-R13.4."""
    for name in ("Los Angeles", "New York", "Tampa", "Boston", "San Francisco", "Veracruz"):
        assert on_border(america, name)[0], name
    for name in ("Juarez", "Detroit", "Buffalo", "Winnipeg", "Vancouver"):
        assert on_border(america, name)[1], name
    for name in ("Denver", "Chicago", "Kansas City", "Atlanta", "Chihuahua", "Regina", "Duluth", "Toronto"):
        assert not on_border(america, name)[0], name
    assert on_border(northwest, "Newport") == (True, False)
    for name in ("Denver", "Glendive", "Grand Junction", "Boise", "Spokane"):
        assert on_border(northwest, name) == (False, False), name


def test_rivers__can_be_crossed(board: Map) -> None:
    crossed = Counter(river for edge in board.edges for river in edge.rivers)
    assert min(crossed[river] for river in range(len(board.rivers))) >= 4
    assert all(len(edge.rivers) <= 2 for edge in board.edges)


def test_confluence__crosses_two_rivers_at_once(america: Map) -> None:
    both = [{america.rivers[river] for river in edge.rivers} for edge in america.edges if len(edge.rivers) == 2]
    assert {"Mississippi", "Ohio"} in both


@pytest.mark.parametrize("name", FULL)
def test_cities__lie_as_on_the_globe(name: str) -> None:
    """Distances between cities, from their coordinates alone."""
    board = load_map(name)
    geography = yaml.safe_load((DATA / name / GEOGRAPHY).read_text(encoding="utf-8"))
    places = [(radians(place["lat"]), radians(place["lon"])) for place in geography["cities"]]
    middles = [centre(board.mileposts[there.mileposts[0]].hex) for there in board.cities]
    for i, j in combinations(range(len(places)), 2):
        (a, b), (c, d) = places[i], places[j]
        miles = 2 * EARTH * asin(sqrt(sin((c - a) / 2) ** 2 + cos(a) * cos(c) * sin((d - b) / 2) ** 2))
        drawn = geography["spacing"] * dist(middles[i], middles[j])
        assert drawn == pytest.approx(miles, abs=0.08 * miles + 2.6 * geography["spacing"]), (i, j)


@pytest.mark.parametrize("name", FULL)
def test_cities__keep_their_order(name: str) -> None:
    """A city at most eight mileposts from another lies on the same side of it as on the globe, to the east and to the
    south, if it lies at least a milepost to that side."""
    board = load_map(name)
    plan, _ = read_geography(DATA / name / GEOGRAPHY, Geography, check_geography)
    surface = Surface(plan.projection, plan.spacing)
    lie = [surface.point((there.lon, there.lat)) for there in plan.cities]
    stand = [centre(board.mileposts[there.mileposts[0]].hex) for there in board.cities]
    compared = 0
    for i, j in combinations(range(len(lie)), 2):
        for axis in (0, 1):
            far = lie[i][axis] - lie[j][axis]
            if dist(lie[i], lie[j]) < 8 and abs(far) >= 1:
                compared += 1
                assert far * (stand[i][axis] - stand[j][axis]) > 0, (plan.cities[i].name, plan.cities[j].name)
    assert compared > 100


# --- events -----------------------------------------------------------------------------------------------------------


def test_events__are_twenty_of_every_kind() -> None:
    """EB-R4.1."""
    for board in map(load_map, FULL):
        kinds = Counter(event.kind for event in board.events)
        assert kinds == {"flood": 7, "derailment": 5, "strike": 3, "snow": 3, "storm": 1, "tax": 1}
        assert {event.border for event in board.events if event.kind == "strike"} == {"border", "coast", "drawer"}
        assert all(len(event.cities) == 2 for event in board.events if event.kind == "derailment")
        assert len({event.river for event in board.events if event.kind == "flood"}) == 7


def test_derailment__strikes_within_three_mileposts_of_its_cities(america: Map) -> None:
    """EB-R13.2."""
    event = next(event for event in america.events if "Chicago" in event.title)
    assert event.radius == 3
    zone = set(america.zone(event))
    chicago, buffalo = (america.cities[city(america, name)].mileposts for name in ("Chicago", "Buffalo"))
    assert zone >= {*chicago, *buffalo}
    near = set(chicago)
    for _ in range(3):
        near |= {end for edge in america.edges if {edge.a, edge.b} & near for end in (edge.a, edge.b)}
    assert near <= zone
    assert city(america, "Detroit") not in {america.mileposts[m].city for m in zone}


def test_strike__is_where_the_border_is(board: Map) -> None:
    """EB-R13.4: on the coast or a frontier, or within so many mileposts of the coast."""
    strikes = {event.border: board.zone(event) for event in board.events if event.kind == "strike"}
    posts = board.mileposts
    assert strikes["border"] == tuple(m for m, post in enumerate(posts) if post.coast or post.frontier)
    assert strikes["drawer"] == ()
    if "coast" in strikes:
        assert set(strikes["coast"]) > {m for m, post in enumerate(posts) if post.coast}


def test_digest__is_that_of_the_content(board: Map) -> None:
    assert len({load_map(name).digest for name in NAMES}) == len(NAMES)
    assert board.digest == load_map(board.name).digest
    assert Path(DATA / board.name).is_dir()
