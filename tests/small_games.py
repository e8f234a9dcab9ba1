"""A small game of every environment. Environments that eliminate players have one for every number of seats."""

from typing import Any

import pytest
from playing import SMALL

from railgym.envs.catalog import GAMES

BARONS = {"board": "small", "goal": 50_000, "max_rounds": 60}
SMALL_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("ticket_to_ride_card_v0", {"num_players": 3}),
    ("ticket_to_ride_card_solo_v0", {}),
    *(("rail_baron_cards_v0", {"num_players": players, **BARONS}) for players in range(2, 7)),
    ("empire_builder_v0", {"num_players": 2, **SMALL, "max_rounds": 8}),
    ("resourceful_rails_v0", {"num_players": 2, **SMALL, "max_rounds": 8}),
    ("railways_of_the_world_v0", {"num_players": 2, "map": "south_sweden", "max_turns": 3}),
    ("railbot_v0", {"map": "south_sweden", "railbot": "agent", "max_turns": 3}),
]
# pytest-xdist runs the games of one package in one process, which loads the library once.
small_tables = pytest.mark.parametrize(
    ("id", "options"),
    [
        pytest.param(
            id,
            options,
            id=f"{id.removesuffix('_v0')}-{options.get('num_players', 1)}",
            marks=pytest.mark.xdist_group(GAMES[id].where.partition(":")[0]),
        )
        for id, options in SMALL_GAMES
    ],
)


def eliminations(env: Any) -> int:
    """How many agents of a finished game were out before its end."""
    return int(env.unwrapped.position.record["out"].sum()) if len(env.possible_agents) > 2 else 0
