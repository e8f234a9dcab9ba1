"""No planner is stuck, and almost none is ruined, with any number of players."""

import os

import pytest
from railways_of_the_world.bot_games import watch

from railgym.envs.catalog import make_game
from railgym.envs.railways_of_the_world.game import HexRailways

MOST_RUINED = 0.005  # of all seats: those that end with fewer points than bonds
GAMES = int(os.environ.get("RAILGYM_BOT_GAMES", "10000"))


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_planner__is_never_stuck_and_pays_for_its_bonds(seats: int) -> None:
    """``RAILGYM_BOT_GAMES`` says how many games are played; ``bot_games.py``, what is counted."""
    game = make_game("railways_of_the_world_v0", num_players=seats)
    assert isinstance(game, HexRailways)
    seen = watch(game, GAMES)
    assert seen.stuck == 0 and seen.ruined <= MOST_RUINED * GAMES * seats, seen
