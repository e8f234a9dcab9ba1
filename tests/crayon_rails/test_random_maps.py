"""Random maps of mileposts: sound, balanced in their goods, written as folders, and played to the end."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railgym.envs.core.geo.hexagons import distance
from railgym.envs.core.geo.worlds.settings import CLIMATES, SHAPES, SIZES, WorldSettings
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.loading import load_map, read_map
from railgym.envs.crayon_rails.maps.making import KIND
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.maps.random_map import PLANS, make_random_map


def check(text: str) -> Map:
    """A map, which the checks of all maps find sound: raises DataError otherwise."""
    settings = WorldSettings.parse(text)
    board, plan = make_random_map(settings)[0], PLANS[settings.size]
    assert abs(len(board.mileposts) - plan.places) <= 0.12 * plan.places
    assert len(board.cities) == sum(plan.cities) and len(board.majors) == plan.cities[0]
    assert len(board.cards) == plan.cards and len(board.goods) >= 0.7 * plan.goods
    assert all(1 <= len(sources) <= 4 for sources in board.sources)
    assert sum(len(sources) >= 2 for sources in board.sources) >= 0.9 * len(board.goods)
    nearest = min(board.distance(a, b) for a, b in combinations(board.majors, 2))
    assert nearest >= 6
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
    assert any(post.coast for post in board.mileposts) == (shape != "inland")
    assert {event.kind for event in board.events} >= {"derailment", "strike", "snow", "storm", "tax"}


def test_goods__come_from_land_that_suits_them() -> None:
    """Fish is landed at coasts; where there is coal or iron there are more mountains than elsewhere."""
    near_mines, near_all = [], []
    for seed in range(12):
        board = load_map(f"random:{seed}:size=small:shape=coast")
        coast = {i for i, city in enumerate(board.cities) for m in _around(board, i, 2) if board.mileposts[m].coast}
        peaks = [sum(board.mileposts[m].mountain for m in _around(board, i, 3)) for i in range(len(board.cities))]
        for good, sources in zip(board.goods, board.sources, strict=True):
            if good.name in ("Fish", "Salt"):
                assert coast.issuperset(sources)
            if good.name in ("Coal", "Iron"):
                near_mines += [peaks[i] for i in sources]
        near_all += peaks
    assert np.mean(near_mines) > 1.5 * np.mean(near_all)


def _around(board: Map, city: int, steps: int) -> list[int]:
    middle = board.mileposts[board.cities[city].mileposts[0]].hex
    return [m for m, post in enumerate(board.mileposts) if distance(middle, post.hex) <= steps]


def test_new__writes_a_folder_with_the_same_map(tmp_path: Path) -> None:
    settings = WorldSettings.parse("random:5:size=small")
    assert "mileposts" in KIND.new(settings, tmp_path / "made")
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
        ("random:0", "809b4160e4f6"),
        ("random:1:size=small", "8714f4dc5c73"),
        ("random:1000000:size=large", "697997d36b53"),
    ],
)
def test_map__is_the_same_on_every_machine(name: str, expected: str) -> None:
    assert load_map(name).digest == expected
