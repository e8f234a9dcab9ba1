"""Night Mail (tests/toy_game/) represents every game."""

import pytest
from toy_game.game import NightMail


@pytest.fixture(scope="session")
def two() -> NightMail:
    return NightMail()


@pytest.fixture(scope="session")
def three() -> NightMail:
    return NightMail(num_players=3)
