"""The library plays as the same rules do when Numba compiles them in this process."""

import pytest
from built import check_library

from railgym.envs.catalog import make_game


@pytest.mark.slow
def test_library__plays_as_the_rules_compiled_here() -> None:
    assert check_library(make_game("ticket_to_ride_card_v0", num_players=3), steps=60) > 1_000
