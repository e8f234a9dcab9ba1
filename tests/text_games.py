"""Positions for the tests of games as text: those of games of bots, at every table."""

from collections.abc import Iterator

import numpy as np

import railgym
from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import GAMES
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

__all__ = ["TABLES", "bot_positions", "table_name"]

TABLES = [(id, seats) for id, entry in GAMES.items() for seats in range(entry.fewest, entry.most + 1)]


def table_name(table: tuple[str, int]) -> str:
    return f"{table[0].removesuffix('_v0')}-{table[1]}"


def game_of_table(table: tuple[str, int]) -> Game:
    """The game with so many seats; that of the Railbot has its second seat by an option."""
    id, seats = table
    if id == "railbot_v0":
        return railgym.make_game(id, **({"railbot": "agent"} if seats == 2 else {}))
    return railgym.make_game(id, num_players=seats) if GAMES[id].most > 1 else railgym.make_game(id)


def bot_positions(game: Game, seed: int, number: int) -> Iterator[Position]:
    """Some positions from all over a game of the game's best bots, each drawn at random among so many."""
    bots = [railgym.make_agent(scripted_bots(game).playing_as(role)[-1], game, role) for role in game.roles]
    position, plies = game.new_position(seed), list[Position]()
    for seat, bot in enumerate(bots):
        bot.reset(seat, seed)
    while not position.is_over and len(plies) < 2_000:
        plies.append(position.copy())
        position.play_id(bots[position.current_player].act(position.view()))
    chosen = np.random.default_rng(seed).choice(len(plies), min(number, len(plies)), replace=False)
    yield from (plies[int(i)] for i in sorted(chosen))
