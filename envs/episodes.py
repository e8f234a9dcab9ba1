"""What all environments share: when they may be used, their seeds, and the position of one game."""

from copy import deepcopy
from typing import Any, NoReturn

import gymnasium

from railgym.envs.core import boundary
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.rewards import REWARDS, Reward, RewardTracker

__all__ = ["CLOSED", "NotReadyError", "OneGame", "valid_seed"]

CLOSED = "the environment is closed; make another"


class NotReadyError(RailgymError, gymnasium.error.ResetNeeded, AttributeError):
    """An environment was used before ``reset()`` or after ``close()``. Nothing was changed."""


def valid_seed(seed: int) -> int:
    """Convert any integer to the range 0 .. 2**63-1 of seeds; seeds in that range do not change. Raises
    ArgumentError."""
    return boundary.action("reset", seed, "seed") & (2**63 - 1)


class OneGame:
    """The position of an environment for one game at a time, and its rewards."""

    game: Game

    def _set_up(self, game: Game, reward: Reward) -> None:
        boundary.choice("reward", reward, REWARDS)
        self.game = game
        self._position: Position | None = None
        self._missing = "call reset() first"  # why there is no position
        self._rewards = RewardTracker(game, reward)

    @property
    def position(self) -> Position:  # a step reads `_position or position`, which saves a call
        """The position, which changes as the environment steps; copy it to keep it. Raises NotReadyError before
        ``reset()`` and after ``close()``."""
        return self._position or self._refuse_use()

    def _check_dealt(self) -> None:
        """Raise NotReadyError before ``reset()`` and after ``close()``."""
        if self._position is None:
            self._refuse_use()

    def _refuse_use(self) -> NoReturn:
        raise NotReadyError(self._missing)

    def _check_open(self) -> None:
        if self._missing == CLOSED:
            raise NotReadyError(CLOSED)

    def _deal(self, seed: int) -> Position:
        """Begin the game that ``game.new_position(seed)`` deals."""
        self._check_open()
        if self._position is None:
            self._position = Position.deal(self.game, seed, observing=True)
        else:
            self._position.deal_again(seed)
        self._rewards.restart()
        return self._position

    def _end_use(self) -> None:
        self._missing, self._position = CLOSED, None

    def _ending(self) -> dict[str, Any]:
        """How a finished game ended, for infos: ``scores`` int32 (P,) and ``end_reason``."""
        scores = self.position.record["scores"][0][: self.game.num_players].copy()
        return {"scores": scores, "end_reason": self.position.end_reason}

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """An independent environment in the same position; the game with its compiled rules is shared."""
        memo[id(self.game)] = self.game
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update(deepcopy(self.__dict__, memo))
        return twin
