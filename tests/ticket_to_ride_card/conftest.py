"""The card game in several forms, each compiled once a session."""

import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game


@pytest.fixture(scope="session")
def two() -> Game:
    """The standard game for two, edition of the manual."""
    return make_game("ticket_to_ride_card_v0")


@pytest.fixture(scope="session")
def three() -> Game:
    return make_game("ticket_to_ride_card_v0", num_players=3)


@pytest.fixture(scope="session")
def four() -> Game:
    return make_game("ticket_to_ride_card_v0", num_players=4)


@pytest.fixture(scope="session")
def published() -> Game:
    """The published edition for two: eight colours, one deck."""
    return make_game("ticket_to_ride_card_v0", edition="published")


@pytest.fixture(scope="session")
def solo() -> Game:
    return make_game("ticket_to_ride_card_solo_v0")
