"""Random maps of hexes: sound, with decks that name all cities, and written as folders."""

from itertools import pairwise
from pathlib import Path

import pytest

from railgym.envs.core.geo.worlds.settings import CLIMATES, SHAPES, SIZES, WorldSettings
from railgym.envs.railways_of_the_world.maps.drawing import draw_map
from railgym.envs.railways_of_the_world.maps.links import shortest_links
from railgym.envs.railways_of_the_world.maps.loading import load_map, read_map
from railgym.envs.railways_of_the_world.maps.making import KIND
from railgym.envs.railways_of_the_world.maps.model import COMMON_CARDS, Map
from railgym.envs.railways_of_the_world.maps.random_map import PLANS, make_random_map


def check(text: str) -> Map:
    """A map, which the checks of all maps find sound: raises DataError otherwise."""
    settings = WorldSettings.parse(text)
    board, plan = make_random_map(settings)[0], PLANS[settings.size]
    assert abs(len(board.hexes) - plan.places) <= 0.15 * plan.places
    assert len(board.cities) == sum(plan.cities)
    assert len(board.lines) >= plan.lines - 1
    colors = {city.color for city in board.cities}
    assert colors == {"red", "blue", "yellow", "purple", "black", "gray"}
    assert max(plan.markers) <= len(board.cities)
    return board


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_maps__are_sound(size: str) -> None:
    for seed in range(100):
        check(f"random:{1_000_000 + seed}:size={size}")


@pytest.mark.long
def test_maps__are_sound_by_thousands() -> None:
    for seed in range(3_000):
        check(f"random:{seed}")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_maps__of_every_shape_and_climate_are_sound(shape: str, climate: str) -> None:
    board = check(f"random:3:size=small:shape={shape}:climate={climate}")
    assert {there.terrain for there in board.hexes} >= {"open", "hill", "city"}


def test_railbot__builds_chains_of_cities_near_each_other() -> None:
    """Its 14 cards name nearly all cities, and links of one turn join the cities of a card."""
    for seed in range(6):
        board = load_map(f"random:{seed}")
        cards = board.railbot[COMMON_CARDS:]
        assert sorted(card.slot for card in cards) == [1] * 8 + [2] * 3 + [3] * 3
        assert sorted(len(card.cities) for card in cards) == [3] * 10 + [4] * 4
        assert len({city for card in cards for city in card.cities}) >= 0.8 * len(board.cities)
        near = {i: shortest_links(board, i) for i in range(len(board.cities))}
        pairs = [pair for card in cards for pair in pairwise(card.cities)]
        assert sum(b in near[a] for a, b in pairs) >= 0.85 * len(pairs)


def test_lines__pay_more_the_longer_they_are() -> None:
    board = load_map("random:2")
    points = [line.points for line in board.lines]
    assert min(points) >= 3 and max(points) <= 20 and points[-1] > 2 * points[0]


def test_new__writes_a_folder_with_the_same_map(tmp_path: Path) -> None:
    settings = WorldSettings.parse("random:5:size=small")
    assert "hexes" in KIND.new(settings, tmp_path / "made")
    made = read_map(tmp_path / "made")
    assert made.digest == load_map(str(settings)).digest
    assert made.outlines == load_map(str(settings)).outlines


def test_picture__shows_every_city() -> None:
    board = load_map("random:5:size=small")
    picture = draw_map(board)
    assert board.title in picture and all(f">{city.name}</text>" in picture for city in board.cities)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random:0", "d81cf7d90e48"),
        ("random:1:size=small", "6cb6e4daccf2"),
        ("random:1000000:size=large", "47349da64836"),
    ],
)
def test_map__is_the_same_on_every_machine(name: str, expected: str) -> None:
    assert load_map(name).digest == expected
