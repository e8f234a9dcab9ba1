"""The maps that come with the game: what they hold, and that nothing on them is out of reach."""

import sys
from collections import Counter
from math import asin, cos, dist, radians, sin, sqrt
from pathlib import Path

import processes
import pytest
import yaml

from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.core.geo.offset import DIRECTIONS, Cell, centre, distance, neighbours
from railgym.envs.core.geo.projection import EARTH, MILE
from railgym.envs.railways_of_the_world.maps.build import build_map
from railgym.envs.railways_of_the_world.maps.links import shortest_links
from railgym.envs.railways_of_the_world.maps.loading import DATA, MAPS, load_map
from railgym.envs.railways_of_the_world.maps.model import (
    BAG,
    COLORS,
    MAX_CUBES,
    MAX_HEXES,
    MAX_LINES,
    MAX_RAILBOT,
    OPERATIONS,
    START_CARDS,
    Map,
)

FULL = ("eastern_us", "great_britain", "mexico", "nordic", "western_europe", "western_us")
NAMES = (*FULL[:4], "south_sweden", *FULL[4:])
FAR = {"Tapachula": 5, "Tulsa": 5, "Wick": 5}  # cities whose nearest one is more than four tiles away


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


# --- what there is ----------------------------------------------------------------------------------------------------


def test_names__are_those_of_the_folders() -> None:
    assert MAPS.names == NAMES
    with pytest.raises(OptionsError, match=f"no map 'x': there are {', '.join(NAMES)}, random:SEED. Or"):
        load_map("x")
    with pytest.raises(OptionsError, match=r"no map 'nordc': did you mean nordic\? Or give the path of a folder"):
        load_map("nordc")


@pytest.mark.parametrize(
    ("name", "hexes", "cities", "cubes", "ridges", "lines", "exhaust", "limit"),
    [
        ("eastern_us", 919, 52, 110, 72, 8, 3, 18),
        ("great_britain", 497, 44, 93, 65, 8, 2, 16),
        ("mexico", 525, 34, 71, 91, 8, 2, 14),
        ("nordic", 399, 34, 78, 29, 8, 2, 14),
        ("south_sweden", 87, 10, 24, 0, 4, 2, 5),
        ("western_europe", 788, 55, 111, 100, 8, 3, 18),
        ("western_us", 860, 50, 101, 111, 8, 3, 18),
    ],
)
def test_maps__are_as_large_as_they_were_planned(
    name: str, hexes: int, cities: int, cubes: int, ridges: int, lines: int, exhaust: int, limit: int
) -> None:
    board = load_map(name)
    assert (len(board.hexes), len(board.ridge_pairs), len(board.cities)) == (hexes, ridges, cities)
    assert (sum(city.cubes for city in board.cities), len(board.lines)) == (cubes, lines)
    assert (board.base_exhaust, board.empty_limit) == (exhaust, limit)


PLAYERS = {
    "eastern_us": (4, 6),
    "great_britain": (2, 4),
    "mexico": (2, 3),
    "nordic": (2, 4),
    "western_europe": (2, 6),
    "western_us": (2, 5),
}


@pytest.mark.parametrize(("name", "players"), PLAYERS.items())
def test_maps__are_for_so_many_players(name: str, players: tuple[int, int]) -> None:
    """RW-1.8, RW-R2"""
    assert load_map(name).players == players
    assert load_map(name).markers == (10, 12, 14, 16, 18)


def test_eastern_us__has_the_colors_and_cubes_of_the_board() -> None:
    """RW-R2"""
    board = load_map("eastern_us")
    cubes = Counter({color: sum(c.cubes for c in board.cities if c.color == color) for color in COLORS})
    assert cubes == {"red": 13, "blue": 20, "yellow": 20, "purple": 12, "black": 10, "gray": 35}
    assert Counter(city.color for city in board.cities)["gray"] == 29
    assert {city.name for city in board.cities if city.western} == {"Kansas City", "Des Moines"}
    assert not any(city.western for name in FULL[1:] for city in load_map(name).cities)


def test_names__are_written_as_they_are_where_the_cities_lie() -> None:
    assert {"Norrköping", "Malmö", "Göteborg", "Åndalsnes", "Røros", "Västerås"} <= load_map("nordic").city_of.keys()
    assert {"Ciudad Juárez", "León", "Querétaro", "Torreón"} <= load_map("mexico").city_of.keys()


@pytest.mark.parametrize("name", FULL)
def test_operations__are_those_of_a_deck(name: str) -> None:
    """RW-1.7"""
    there = Counter(card.kind for card in load_map(name).operations)
    assert there == {
        "land_grant": 2,
        "new_industry": 4,
        "railroad_executive": 2,
        "perfect_engineering": 2,
        "city_growth": 3,
        **dict.fromkeys(START_CARDS, 1),
        "hotel": 4,
        "service_bounty": 6,
    }
    assert set(there) == set(OPERATIONS)


def test_railbot__has_25_cards_of_even_slots(board: Map) -> None:
    """RS-1.1, RS-2.4, RS-6.1, RW-R3: twelve of slot 1, six of each other; the final evaluation has none."""
    assert len(board.railbot) == MAX_RAILBOT == len({card.id for card in board.railbot})
    assert Counter(card.slot for card in board.railbot) == {0: 1, 1: 12, 2: 6, 3: 6}
    kinds = Counter(card.kind for card in board.railbot)
    assert kinds == {
        "final_evaluation": 1,
        "exhaust": 5,
        "taxation": 2,
        "deadhead": 2,
        "deadhead_taxation": 1,
        "building_links": 14,
    }
    assert {card.color for card in board.railbot if card.kind == "exhaust"} == set(COLORS[:-1])
    assert next(card.slot for card in board.railbot if card.color == "purple") == 2
    assert sum(card.line for card in board.railbot) == 5
    assert sum(card.baron for card in board.railbot) == 3
    assert all(card.slot > 1 for card in board.railbot if card.line or card.baron)
    assert all(3 <= len(card.cities) <= 4 for card in board.railbot if card.kind == "building_links")


# --- what holds together ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_build__makes_the_files_that_are_there(name: str) -> None:
    """To the byte, and nothing else is there but the geography."""
    built = build_map(DATA / name / GEOGRAPHY)
    there = {file.name: file.read_text(encoding="utf-8") for file in (DATA / name).iterdir()}
    assert there.keys() - built.files.keys() == {GEOGRAPHY}
    assert [file for file, text in built.files.items() if there[file] != text] == []
    assert built.board == load_map(name)


def test_beside__is_symmetric_and_as_the_grid_is(board: Map) -> None:
    number = {there.cell: h for h, there in enumerate(board.hexes)}
    for h, around in enumerate(board.beside):
        cells = neighbours(board.hexes[h].cell)
        assert [number.get(cell, -1) for cell in cells] == list(around)
        for d, other in enumerate(around):
            assert other < 0 or board.beside[other][(d + 3) % len(DIRECTIONS)] == h


def test_ridges__lie_between_neighbours_and_on_both_hexes(board: Map) -> None:
    for h, ridges in enumerate(board.ridges):
        for d, ridge in enumerate(ridges):
            assert not ridge or board.ridges[board.beside[h][d]][(d + 3) % 6]
    for a, b in board.ridge_pairs:
        assert a < b and b in board.beside[a]


def test_cities__have_a_hex_each_and_none_beside_another(board: Map) -> None:
    for i, city in enumerate(board.cities):
        assert board.hexes[city.hex].city == i
        assert board.hexes[city.hex].terrain == "city"
        assert all(board.hexes[other].city < 0 for other in board.beside[city.hex] if other >= 0)
    assert sum(there.terrain == "city" for there in board.hexes) == len(board.cities)
    assert all(there.city < 0 for there in board.hexes if there.terrain != "city")


def test_cubes__leave_room_in_the_bag(board: Map) -> None:
    assert sum(city.cubes for city in board.cities) <= MAX_CUBES < BAG
    assert all(2 <= city.cubes <= 5 if city.color != "gray" else 1 <= city.cubes <= 2 for city in board.cities)


def test_cities__have_another_one_within_four_tiles(board: Map) -> None:
    """All but those that are known to lie far out."""
    far = {}
    for i, city in enumerate(board.cities):
        nearest = min(shortest_links(board, i).values())
        if nearest > 4:
            far[city.name] = nearest
    assert far == {name: tiles for name, tiles in FAR.items() if name in board.city_of}


def test_cards_and_lines__name_cities_in_play(board: Map) -> None:
    """RS-2.3: and all cities can be joined, which the loader checks: so can every pair of a card or line."""
    named = [city for card in board.railbot for city in card.cities]
    named += [city for line in board.lines for city in (line.a, line.b)]
    named += [card.city for card in board.operations if card.city >= 0]
    assert all(board.cities[city].in_play for city in named)
    assert all(line.in_play and line.a != line.b for line in board.lines)
    assert len(board.lines) <= MAX_LINES and len(board.hexes) <= MAX_HEXES


def test_south_sweden__is_a_cut_of_nordic() -> None:
    """Fourteen rows down and eight columns to the right; only cities and the hexes of other ones differ."""
    small, nordic = load_map("south_sweden"), load_map("nordic")
    terrain = {there.cell: there.terrain for there in nordic.hexes}
    other = []
    for there in small.hexes:
        found = terrain[Cell(there.row + 14, there.col + 8)]
        if found != there.terrain and "city" not in (found, there.terrain):
            other.append(there)
    assert len(other) <= 1  # a sliver of Zealand
    assert small.city_of.keys() < nordic.city_of.keys()


def test_hasseholm__lies_between_alvesta_and_malmo() -> None:
    """The manual's example of a card joins the two by two links."""
    board = load_map("nordic")
    alvesta, between, malmo = (board.city_of[name] for name in ("Alvesta", "Hässleholm", "Malmö"))
    direct = shortest_links(board, alvesta)[malmo]
    assert shortest_links(board, alvesta)[between] + shortest_links(board, between)[malmo] < direct


@pytest.mark.parametrize("name", FULL)
def test_cities__lie_as_on_the_globe(name: str) -> None:
    """Distances between neighbouring cities, from their coordinates alone."""
    board = load_map(name)
    geography = yaml.safe_load((DATA / name / GEOGRAPHY).read_text(encoding="utf-8"))
    places = [(radians(place["lat"]), radians(place["lon"])) for place in geography["cities"]]
    middles = [centre(board.hexes[city.hex].cell) for city in board.cities]
    for i, (a, b) in enumerate(places):
        for j, (c, d) in enumerate(places[:i]):
            drawn = geography["spacing"] * dist(middles[i], middles[j])
            if drawn < 600:
                angle = 2 * asin(sqrt(sin((c - a) / 2) ** 2 + cos(a) * cos(c) * sin((d - b) / 2) ** 2))
                assert drawn == pytest.approx(EARTH * MILE * angle, abs=0.15 * drawn + 2 * geography["spacing"])


def test_load__needs_no_shapely() -> None:
    """A game is played, and a map drawn, without the library that builds maps."""
    code = (
        "import sys; from railgym.envs.railways_of_the_world.maps.loading import load_map;"
        "from railgym.envs.railways_of_the_world.maps.drawing import draw_map;"
        "draw_map(load_map('south_sweden')); print('shapely' in sys.modules)"
    )
    done = processes.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_digest__is_that_of_the_content(board: Map) -> None:
    assert len({load_map(name).digest for name in NAMES}) == len(NAMES)
    assert Path(DATA / board.name).is_dir()


# --- links ------------------------------------------------------------------------------------------------------------


def test_links__are_straight_or_gently_curved_and_pass_no_city() -> None:
    board = load_map("south_sweden")
    links = {board.cities[i].name: tiles for i, tiles in shortest_links(board, board.city_of["Jönköping"]).items()}
    assert links["Norrköping"] == 3 and links["Göteborg"] == 2 and links["Alvesta"] == 2
    assert "Jönköping" not in links
    few = shortest_links(board, board.city_of["Jönköping"], most=2)
    assert set(few.values()) <= {1, 2} and few.keys() < set(board.city_of.values())


def test_links__are_as_long_from_either_end(board: Map) -> None:
    links = [shortest_links(board, city, most=6) for city in range(len(board.cities))]
    assert all(links[b][a] == tiles for a in range(len(links)) for b, tiles in links[a].items())
    for a, there in enumerate(links):
        for b, tiles in there.items():
            one, other = (board.hexes[board.cities[city].hex].cell for city in (a, b))
            assert tiles >= distance(one, other) - 1
