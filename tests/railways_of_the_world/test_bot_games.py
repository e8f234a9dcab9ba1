"""No planner ruins itself, and none is stuck, however many games it plays."""

import os

import pytest
from railways_of_the_world.bot_games import watch

from railgym.envs.catalog import make_game
from railgym.envs.railways_of_the_world.game import HexRailways

GAMES = int(os.environ.get("RAILGYM_BOT_GAMES", "10000"))


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_planner__ruins_no_seat_and_is_never_stuck(seats: int) -> None:
    """``RAILGYM_BOT_GAMES`` says how many games are played."""
    game = make_game("railways_of_the_world_v0", num_players=seats)
    assert isinstance(game, HexRailways)
    seen = watch(game, GAMES)
    assert seen.ruined == 0 and seen.stuck == 0, seen
