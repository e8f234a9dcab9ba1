from pathlib import Path

import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game


@pytest.fixture(scope="session")
def game() -> Game:
    """The card game for two."""
    return make_game("ticket_to_ride_card_v0")


@pytest.fixture(autouse=True)
def own_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """``py:players:Class`` finds the agents beside this file."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
