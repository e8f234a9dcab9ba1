"""What a learner plays in: a VecEnv whose other seats belong to a league."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from railgym.envs.core.game import Array, Game
from railgym.envs.core.map_shape import MapReader, MapShape
from railgym.training.bench.timing import Stopwatch
from railgym.training.learn.league import CURRENT, PAST, LeagueTable, Opponent
from railgym.training.learn.networks import spaces_of
from railgym.training.sb3 import GamesVecEnv

__all__ = ["TrainingEnv"]


class TrainingEnv(GamesVecEnv):
    """``num_envs`` games side by side, with one learning seat each. ``reader`` converts the observations of the game to
    those of a network over tables; None for a plain one. ``games`` and ``answers`` are the time spent in compiled games
    and in the networks of opponents; ``on_step`` is called before every step, with the positions still in place."""

    def __init__(self, game: Game, num_envs: int, table: LeagueTable, shape: MapShape | None) -> None:
        self.game, self.table = game, table
        self.reader = MapReader(game, shape) if shape else None
        self.games, self.answers = Stopwatch(), Stopwatch()
        self.on_step: Callable[[], None] | None = None
        super().__init__(num_envs, *spaces_of(game, shape))

    def reset(self) -> Array:
        """Deal new games everywhere; returns what the learners see, float32 (N, F)."""
        raise NotImplementedError

    def step_async(self, actions: Array) -> None:
        if self.on_step:
            self.on_step()
        self._actions = actions

    def add_opponent(self, name: str, network: torch.nn.Module, kind: str = PAST) -> None:
        """Take in a snapshot or an exploiter; if there are too many of its kind, drop the easiest one."""
        before = list(self.table.opponents)
        self.table.add(name, network, kind)
        for number, opponent in enumerate(before):
            if opponent not in self.table.opponents:
                self.drop_opponent(number)

    def add_current(self, network: torch.nn.Module) -> None:
        """Let the policy meet itself as it learns: ``network`` has the layers of the learner."""
        weight = self.table.config.current
        self.table.opponents.append(Opponent.fresh(CURRENT, weight, self.table.seats, network, CURRENT))

    @property
    def observations(self) -> Array:
        """What the learners see now: float32 (N, F)."""
        raise NotImplementedError

    def observe_others(self) -> Array:
        """What the other seats observe, through the encoder that costs least: float32 (N, M)."""
        raise NotImplementedError

    def advice(self) -> Array:
        """The choice of the expert in every environment: int64 (N,)."""
        raise NotImplementedError

    def renew(self) -> Array:
        """Replace the oldest random map, if any, between two rollouts; bool (N,): whether a game was replaced."""
        return np.zeros(self.num_envs, bool)

    def drop_opponent(self, number: int) -> None:
        """Replace opponent ``number``, dropped from the table, by the newest one, also in games in progress."""
        raise NotImplementedError

    def snapshot(self) -> dict[str, Any]:
        """Everything that stepping depends on, as plain arrays (networks of the league left out)."""
        raise NotImplementedError

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a :meth:`snapshot`; raises ArtifactError if its positions are not laid out as ours."""
        raise NotImplementedError
