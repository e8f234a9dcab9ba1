"""One learner at tables of several kinds, such as those for three and for four players."""

from itertools import chain
from typing import Any

import numpy as np

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Array, Game
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.league import LeagueTable
from railgym.training.learn.training_env import TrainingEnv
from railgym.training.learn.vec_env import LeagueVecEnv

__all__ = ["SeveralTables", "check_tables", "make_training_env"]


class SeveralTables(TrainingEnv):
    """The games of several environments, one after the other in every row of numbers. All draw their opponents from one
    league, which counts results without regard to the table."""

    def __init__(self, parts: list[LeagueVecEnv], table: LeagueTable) -> None:
        super().__init__(parts[0].game, sum(part.num_envs for part in parts), table)
        self.parts, self.ends = parts, np.cumsum([part.num_envs for part in parts])
        for part in parts:
            part.games, part.answers = self.games, self.answers

    def reset(self) -> Array:
        return np.concatenate([part.reset() for part in self.parts])

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        steps = []
        for part, actions in zip(self.parts, np.split(self._actions, self.ends[:-1]), strict=True):
            part.step_async(actions)
            steps.append(part.step_wait())
        observations, rewards, dones, infos = zip(*steps, strict=True)
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), list(chain(*infos))

    def action_masks(self) -> Array:
        return np.concatenate([part.action_masks() for part in self.parts])

    @property
    def observations(self) -> Array:
        return np.concatenate([part.observations for part in self.parts])

    def observe_others(self) -> Array:
        return np.concatenate([part.observe_others() for part in self.parts])

    def advice(self) -> Array:
        return np.concatenate([part.advice() for part in self.parts])

    def drop_opponent(self, number: int) -> None:
        for part in self.parts:
            part.drop_opponent(number)

    def snapshot(self) -> dict[str, Any]:
        return {"parts": [part.snapshot() for part in self.parts]}

    def restore(self, saved: dict[str, Any]) -> None:
        for part, state in zip(self.parts, saved["parts"], strict=True):
            part.restore(state)


def make_training_env(config: TrainConfig, game: Game, table: LeagueTable, expert: str | None) -> TrainingEnv:
    """What the learner of a run plays in: ``num_envs`` games, shared out among all its tables."""
    games = [game, *(game_at(config, changes) for changes in config.other_tables)]
    sizes = [len(part) for part in np.array_split(np.arange(config.num_envs), len(games))]
    parts = [
        LeagueVecEnv(at, size, config.seed + 1_000_003 * k, table, config.reward, config.threads, expert, config.role)
        for k, (at, size) in enumerate(zip(games, sizes, strict=True))
    ]
    return SeveralTables(parts, table) if config.other_tables else parts[0]


def game_at(config: TrainConfig, changes: dict[str, Any]) -> Game:
    """The game of a run with some options changed."""
    return make_game(config.game, **(config.options | changes)).encoded_by(config.encoder)


def check_tables(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError for another table that the learner could not play at as it plays at the first one."""
    if len(config.other_tables) >= config.num_envs:
        raise ConfigError(f"other_tables: {config.num_envs} games cannot be shared out; raise num_envs")
    for number, changes in enumerate(config.other_tables, start=1):
        key = f"other_tables: number {number}"
        try:
            other = game_at(config, changes)
        except RailgymError as error:
            raise ConfigError(f"{key}: {error}") from None
        seen = (other.observation_layout.hash, other.actions.plans_hash, other.symmetric_seats)
        if seen != (game.observation_layout.hash, game.actions.plans_hash, game.symmetric_seats):
            raise ConfigError(f"{key}: {changes} changes what a network sees or plays; train another agent for that")
        if config.critic == "privileged" or config.auxiliary.hidden:
            raise ConfigError(f"{key}: seats differ in number; leave out critic: privileged and auxiliary.hidden")
