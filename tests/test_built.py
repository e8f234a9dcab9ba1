"""The library of every game package gives the same bytes as its rules compiled otherwise."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from built import check_library, compiled_here, unoptimised
from toy_game.game import NightMail

from railgym.envs.catalog import make_game

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "ticket_to_ride_card_v0": ({"num_players": 3}, 60),
    "rail_baron_cards_v0": ({"num_players": 3, "board": "small"}, 150),
    "empire_builder_v0": ({"num_players": 3, "map": "test", "max_rounds": 12}, 150),
    "railways_of_the_world_v0": ({"num_players": 3, "map": "south_sweden"}, 120),
}


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_library__plays_as_its_code_before_optimisation(id: str, tmp_path: Path) -> None:
    options, steps = GAMES[id]
    assert check_library(make_game(id, **options), steps, partial(unoptimised, folder=tmp_path)) > 1_000


def test_library__of_night_mail_plays_as_the_rules_compiled_here() -> None:
    assert check_library(NightMail(num_players=3), 120, compiled_here) > 300


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
def test_library__plays_as_the_rules_compiled_here(id: str) -> None:
    options, steps = GAMES[id]
    assert check_library(make_game(id, **options), steps, compiled_here) > 1_000
