"""Railways of the World and the Railbot in the forms that their properties are tested in, and positions of them."""

from functools import cache, partial
from typing import Any

import sampling
from hypothesis import settings
from railways_of_the_world import eager_play

from railgym.envs.catalog import make_game
from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["FORMS", "QUICK", "game_of", "play_on", "positions"]

SEVERAL, SOLO = "railways_of_the_world_v0", "railbot_v0"
SMALL = {"map": "south_sweden"}
EASY = {"cash": 5, "target": 110, "exhaust": -1}
HARD = {"fewer_cards": 2, "display": 3, "exhaust": 1, "target": 135, "fewer_markers": 2}
AGENT = {"railbot": "agent", "railbot_power": "slot", "duel_barons": True}
FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "two, Mexico": (SEVERAL, {}),
    "three, Mexico, steps": (SEVERAL, {"num_players": 3, "actions": ("full", "plans", "full")}),
    "four, East": (SEVERAL, {"num_players": 4, "barons": False}),
    "five, Nordic, steps": (SEVERAL, {"num_players": 5, "map": "nordic", "actions": "full"}),
    "six, East, steps": (SEVERAL, {"num_players": 6, "actions": "full"}),
    "two, small, steps": (SEVERAL, {**SMALL, "actions": "full"}),
    "six, small": (SEVERAL, {**SMALL, "num_players": 6, "markers": 7, "max_turns": 15}),
    "three, small, steps, first to pass": (
        SEVERAL,
        {**SMALL, "num_players": 3, "bidding": "first_to_pass", "actions": "full"},
    ),
    "two, first to pass": (SEVERAL, {"bidding": "first_to_pass"}),
    "four, Nordic, worst is first": (SEVERAL, {"map": "nordic", "num_players": 4, "bidding": "worst_is_first"}),
    "solo, Nordic": (SOLO, {}),
    "solo, small, steps": (SOLO, {**SMALL, "actions": "full"}),
    "solo, easy": (SOLO, {**SMALL, **EASY, "actions": "full"}),
    "solo, hard": (SOLO, {"map": "mexico", **HARD}),
    "solo, harder": (SOLO, {**SMALL, "fewer_cards": 1, "display": 4, "fewer_markers": 1, "duel_barons": True}),
    "solo, agent, Nordic, steps": (SOLO, {**AGENT, "actions": "full"}),
    "solo, agent, small": (SOLO, {**SMALL, **AGENT, **HARD}),
    "solo, agent, East, cards": (SOLO, {"map": "eastern_us", "railbot": "agent", "actions": "full"}),
}
QUICK = settings(max_examples=30, deadline=None)


@cache
def game_of(form: str) -> HexRailways:
    id, options = FORMS[form]
    game = make_game(id, **options)
    assert isinstance(game, HexRailways)
    return game


play_on = partial(sampling.play_on, eager=eager_play.pick)
positions = partial(sampling.positions, FORMS, game_of, eager_play.pick)
