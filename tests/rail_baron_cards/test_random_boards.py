"""Random boards: sound, with fares by distance, and written as folders."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railgym.envs.core.geo.worlds.settings import CLIMATES, SHAPES, SIZES, WorldSettings
from railgym.envs.core.picture import Box
from railgym.envs.rail_baron_cards.board import Board, load_board, read_board
from railgym.envs.rail_baron_cards.board_sketch import sketch
from railgym.envs.rail_baron_cards.random_board import KIND, PLANS, make_random_board
from railgym.envs.rail_baron_cards.track import track_of


def check(text: str) -> Board:
    """A board, which the checks of all boards find sound: raises DataError otherwise."""
    settings = WorldSettings.parse(text)
    board, plan = make_random_board(settings)[0], PLANS[settings.size]
    assert len(board.cities) == sum(plan.cities)
    assert (len(board.regions), len(board.railroads)) == (plan.regions, plan.railroads)
    for i in range(plan.regions):
        assert sum(city.region == i for city in board.cities) >= 2
    prices = [railroad.price for railroad in board.railroads]
    assert min(prices) >= 4_000 and prices[0] > 1.5 * prices[-1]
    return board


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_boards__are_sound(size: str) -> None:
    for seed in range(100):
        check(f"random:{1_000_000 + seed}:size={size}")


@pytest.mark.long
def test_boards__are_sound_by_thousands() -> None:
    for seed in range(3_000):
        check(f"random:{seed}")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_boards__of_every_shape_and_climate_are_sound(shape: str, climate: str) -> None:
    check(f"random:3:size=small:shape={shape}:climate={climate}")


@pytest.mark.parametrize("seed", range(3))
def test_payout__is_about_a_thousand_a_dot(seed: int) -> None:
    board = load_board(f"random:{seed}")
    away = track_of(board).from_cities
    runs = [(a, b) for a, b in combinations(range(len(board.cities)), 2) if board.payout(a, b)]
    miss = [abs(board.payout(a, b) / 1000 - away[a][board.cities[b].dot]) for a, b in runs]
    assert np.mean(miss) < 2.5


def test_new__writes_a_folder_with_the_same_board(tmp_path: Path) -> None:
    settings = WorldSettings.parse("random:5:size=small")
    assert "railroads" in KIND.new(settings, tmp_path / "made")
    made = read_board(tmp_path / "made")
    assert made.digest == load_board(str(settings)).digest
    assert made.outlines == load_board(str(settings)).outlines is not None


def test_picture__shows_land_and_every_city() -> None:
    board = load_board("random:5:size=small")
    drawn = sketch(board, Box(0, 0, 900, 600))
    assert all(city.name in drawn.stops for city in board.cities)
    assert drawn.ground.count("<path") >= 3


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random:0", "feac26e5949c"),
        ("random:1:size=small", "fd66a5dcf1d7"),
        ("random:1000000:size=large", "581561032415"),
    ],
)
def test_board__is_the_same_on_every_machine(name: str, expected: str) -> None:
    assert load_board(name).digest == expected
