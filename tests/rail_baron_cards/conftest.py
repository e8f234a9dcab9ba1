"""Rail Baron in several forms, each compiled once a session."""

import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game


@pytest.fixture(scope="session")
def two() -> Game:
    """The standard board for two."""
    return make_game("rail_baron_cards_v0")


@pytest.fixture(scope="session")
def three() -> Game:
    return make_game("rail_baron_cards_v0", num_players=3)


@pytest.fixture(scope="session")
def four() -> Game:
    return make_game("rail_baron_cards_v0", num_players=4)


@pytest.fixture(scope="session")
def full() -> Game:
    """The standard board for two who may ride section by section."""
    return make_game("rail_baron_cards_v0", actions="full")


@pytest.fixture(scope="session")
def small() -> Game:
    """The small board for two."""
    return make_game("rail_baron_cards_v0", board="small")


@pytest.fixture(scope="session")
def small_three() -> Game:
    return make_game("rail_baron_cards_v0", board="small", num_players=3)


@pytest.fixture(scope="session")
def small_four() -> Game:
    return make_game("rail_baron_cards_v0", board="small", num_players=4)


@pytest.fixture(scope="session")
def small_full() -> Game:
    """The small board for two who may ride section by section."""
    return make_game("rail_baron_cards_v0", board="small", actions="full")


@pytest.fixture(scope="session")
def small_full_three() -> Game:
    return make_game("rail_baron_cards_v0", board="small", num_players=3, actions="full")
