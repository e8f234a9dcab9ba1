"""The crayon-rail games on the small map, for seats that may move and build milepost by milepost."""

import pytest

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails


@pytest.fixture(scope="session")
def two() -> CrayonRails:
    """Empire Builder on the small map for two."""
    return EmpireBuilder(map="test", actions="full")


@pytest.fixture(scope="session")
def three() -> CrayonRails:
    return EmpireBuilder(map="test", num_players=3, actions="full")


@pytest.fixture(scope="session")
def four() -> CrayonRails:
    return EmpireBuilder(map="test", num_players=4, actions="full")


@pytest.fixture(scope="session")
def six() -> CrayonRails:
    return EmpireBuilder(map="test", num_players=6, actions="full")


@pytest.fixture(scope="session")
def orders() -> CrayonRails:
    """Resourceful Rails on the small map for two, in the order of the seats."""
    return ResourcefulRails(map="test", order="seats", actions="full")


@pytest.fixture(scope="session")
def america() -> CrayonRails:
    """Empire Builder for two as its rules say, but milepost by milepost."""
    return EmpireBuilder(actions="full")


@pytest.fixture(scope="session")
def northwest() -> CrayonRails:
    """Resourceful Rails for two as its rules say."""
    return ResourcefulRails()
