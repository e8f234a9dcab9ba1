"""The library plays as the same rules do when Numba compiles them in this process."""

import pytest
from built import check_library

from railgym.envs.catalog import make_game


@pytest.mark.slow
def test_library__plays_as_the_rules_compiled_here() -> None:
    assert check_library(make_game("empire_builder_v0", num_players=3, map="test", max_rounds=12), steps=150) > 1_000
