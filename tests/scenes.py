"""Positions of all games in which every kind of action can be taken."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from railgym.envs.core.game import Array, Game

__all__ = ["IN_WORDS", "TABLES", "actions_by_block", "play", "scenes"]

SMALL_MAP = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 12, "actions": "full"}
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("ticket_to_ride_card_v0", {"num_players": 2}),
    "four": ("ticket_to_ride_card_v0", {"num_players": 4, "memory": "human"}),
    "solo": ("ticket_to_ride_card_solo_v0", {}),
    "barons on the small board": ("rail_baron_cards_v0", {"num_players": 3, "board": "small", "goal": 50_000}),
    "six barons in steps": ("rail_baron_cards_v0", {"num_players": 6, "actions": "full"}),
    "barons with dice for destinations": (
        "rail_baron_cards_v0",
        {"num_players": 4, "board": "small", "preset": "base_game", "home_swap": True},
    ),
    "builders in steps": ("empire_builder_v0", {"num_players": 3, "borrow": True, **SMALL_MAP}),
    "six builders": ("empire_builder_v0", {"num_players": 6}),
    "two with orders": ("resourceful_rails_v0", {"num_players": 2, "events": True, "extra_starting_cards": True}),
    "companies in steps": ("railways_of_the_world_v0", {"num_players": 3, "actions": "full"}),
    "six companies": ("railways_of_the_world_v0", {"num_players": 6, "map": "eastern_us"}),
    "Railbot in steps": (
        "railbot_v0",
        {"map": "south_sweden", "actions": "full", "railbot": "agent", "railbot_power": "slot", "duel_barons": True},
    ),
    "alone": ("railbot_v0", {"map": "nordic", "actions": "full"}),
}
IN_WORDS = {"pass", "stop", "done", "bid", "discard", "borrow"}  # blocks of actions that are about nothing to be seen
SEEN = 3  # positions in which a block is looked at


def actions_by_block(game: Game, state: Array) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for action in np.flatnonzero(game.rules.legal(state)).tolist():
        found.setdefault(game.actions.block_of(action).name, []).append(action)
    return found


def play(game: Game, seed: int, plies: int) -> Iterator[Array]:
    """The positions of a game in which kinds of actions are chosen at random, rare kinds as often as others."""
    rng, state = np.random.default_rng(seed), game.rules.new_state(seed)
    for _ in range(plies):
        yield state.copy()
        if state["terminated"][0]:
            return
        blocks = actions_by_block(game, state)
        lively = [name for name in blocks if name not in IN_WORDS]
        names = lively if lively and rng.random() < 0.9 else list(blocks)
        game.rules.apply(state, int(rng.choice(blocks[str(rng.choice(names))])))


def scenes(game: Game, plies: int = 700) -> Iterator[Array]:
    """Positions in which every kind of action that comes up can be taken."""
    seen = Counter[str]()
    for seed in range(3):
        for state in play(game, seed, plies):
            new = {name for name in actions_by_block(game, state) if seen[name] < SEEN}
            seen.update(new)
            if new:
                yield state
