"""What the tests of the environments share."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from railgym.envs.catalog import GAMES
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import View

SMALL = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 40}
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("ticket_to_ride_card_v0", {"num_players": 2}),
    ("ticket_to_ride_card_v0", {"num_players": 3}),
    ("ticket_to_ride_card_v0", {"num_players": 4}),
    ("ticket_to_ride_card_solo_v0", {}),
    ("rail_baron_cards_v0", {"num_players": 3, "board": "small", "goal": 50_000}),
    ("rail_baron_cards_v0", {"num_players": 6, "actions": "full"}),
    ("rail_baron_cards_v0", {"num_players": 3, "preset": "base_game", "home_swap": True}),
    ("empire_builder_v0", {"num_players": 3, "actions": "full", **SMALL}),
    ("resourceful_rails_v0", {"num_players": 2, **SMALL}),
    ("railbot_v0", {"map": "south_sweden", "railbot": "agent"}),
]
NAMES = [
    "two",
    "three",
    "four",
    "solo",
    "barons on the small board",
    "six barons",
    "barons with dice for destinations",
    "empire builders",
    "two with orders",
    "a player and the Railbot",
]

GAMES_TRIED = [*TABLES, *((id, {}) for id in GAMES)]
NAMES_TRIED = [*NAMES, *(f"{id} as it comes" for id in GAMES)]
POSITIONS = 30  # of a game, in which every action is tried

# What PettingZoo says of every dictionary observation, its own classics included.
DICTIONARY_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)


@contextmanager
def no_warnings(*allowed: str) -> Iterator[None]:
    """Make every warning an error, but for those that begin as said."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in allowed:
            warnings.filterwarnings("ignore", message=message)
        yield


class RandomAgent:
    """Plays any legal action; remembers what it was shown."""

    code = "test"

    def __init__(self) -> None:
        self.masks: list[Array] = []
        self.last_ply = -1

    def reset(self, seat: int, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        assert view.player == view.current_player == self.seat
        self.masks.append(view.action_mask)
        self.last_ply = view.ply
        return int(self.rng.choice(view.legal_actions))


def pick(mask: Array, rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def play_on(env: Any, rng: np.random.Generator, plies: int = 10**6) -> list[tuple[Any, ...]]:
    """Play random actions; returns what every agent was shown: (agent, observation, mask, reward, flags)."""
    seen = []
    for agent in env.agent_iter(plies):
        observation, reward, terminated, truncated, _ = env.last()
        mask = observation["action_mask"]
        seen.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, terminated, truncated))
        env.step(None if terminated or truncated else pick(mask, rng))
    return seen


def sampled_positions(game: Game, seed: int) -> list[Array]:
    """Positions of random games: the first of every phase that comes, and then some from all over."""
    rng = np.random.default_rng(seed)
    firsts: dict[int, Array] = {}
    others: list[Array] = []
    state = game.rules.new_state(seed)
    for ply in range(1_500):
        if state["terminated"][0]:
            state = game.rules.new_state(seed + ply)
        if int(state["phase"][0]) not in firsts:
            firsts[int(state["phase"][0])] = state.copy()
        elif rng.random() < 0.05:
            others.append(state.copy())
        game.rules.apply(state, pick(game.rules.legal(state), rng))
    return [*firsts.values(), *others][:POSITIONS]
