"""Reinforcement-learning environments of railway board games: train an agent, benchmark it, play against it.

Importing this package registers every game with Gymnasium and, where it has a registry, with PettingZoo. Only names
are registered: a game is imported when the first environment of it is made.
"""

import gymnasium
import pettingzoo

from railgym.envs.catalog import GAMES

__all__ = ["__version__"]

__version__ = "0.1.0"


def _register() -> None:
    for game in GAMES.values():
        gymnasium.register(
            game.gym_id,
            entry_point="railgym.agents.gymnasium_entry:make_single_seat",
            vector_entry_point="railgym.agents.gymnasium_entry:make_vector",
            kwargs={"game": game.id},
        )
        if hasattr(pettingzoo, "register"):  # since PettingZoo 1.27
            pettingzoo.register("aec", f"railgym/{game.id}", entry_point=f"railgym.envs.{game.id}:env")


_register()
