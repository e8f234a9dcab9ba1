"""The common part of environments of many games: batch, spaces, and the checks of calls and actions."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space

from railgym.envs.config import EnvConfig
from railgym.envs.core import boundary
from railgym.envs.core.batch import MOST_ENVS, Batch
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position
from railgym.envs.episodes import CLOSED, NotReadyError
from railgym.envs.rewards import BatchRewards
from railgym.envs.single_seat import action_space, observation_space

__all__ = ["ManyGames", "Observations"]

Observations = dict[str, Array]


class ManyGames:
    """N games that are stepped in one compiled call."""

    num_envs: int
    closed: bool
    single_observation_space: gymnasium.Space[Any]
    single_action_space: gymnasium.Space[Any]

    def _set_up(self, game: Game, num_envs: int, config: EnvConfig, bots: ScriptedBots) -> None:
        """Make the batch and the spaces. Raises ArgumentError unless ``num_envs`` is from 1 to ``MOST_ENVS``."""
        self.num_envs = boundary.whole_number(type(self).__name__, "num_envs", num_envs, 1, MOST_ENVS)
        self.game = game.encoded_by(config.encoder)
        self.copy, self.reward = bool(config.copy), config.reward
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.batch = Batch(self.game, self.num_envs, 0, config.threads, bots)
        self._rewards = BatchRewards(self.game, config.reward, self.num_envs)
        self._rows = np.arange(self.num_envs)
        self._dealt = False

    def position(self, index: int) -> Position:
        """A copy of the position of one environment, with all that is hidden: for searches, pictures and debugging."""
        self._check_ready()
        name = f"{type(self).__name__}.position"
        index = boundary.whole_number(name, "index", index, 0, self.num_envs - 1)
        return self._position(index)

    def _position(self, index: int) -> Position:
        return Position.unchecked(self.game, self.batch.states[index : index + 1].copy())

    def _legal(self, actions: Array) -> Array:
        """Whether each environment's action is legal, bool (N,)."""
        masks = self.batch.masks
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal: Array = inside & (masks[self._rows, np.where(inside, actions, 0)] != 0)
        return legal

    def _refusal(self, index: int, action: int) -> str:
        """Why the action is illegal in that environment."""
        return str(self._position(index).refuse(action))

    def _check_open(self) -> None:
        if self.closed:
            raise NotReadyError(CLOSED)

    def _check_ready(self) -> None:
        self._check_open()
        if not self._dealt:
            raise NotReadyError("call reset() first")
