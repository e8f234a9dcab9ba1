"""stable-baselines3 as the engine of a run: trains in this process."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from railgym.training.bench.timing import Stopwatch
from railgym.training.learn.checkpoint import restore_checkpoint, save_checkpoint
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.exploiters import train_exploiter
from railgym.training.learn.league import EXPLOITER, LeagueTable, has_peers
from railgym.training.learn.learner import Learner
from railgym.training.learn.networks import PolicyNetwork
from railgym.training.learn.run_logger import RunLogger
from railgym.training.learn.training_env import TrainingEnv

__all__ = ["Trainer"]


class EnoughError(Exception):
    """The evaluation opponents are beaten: stable-baselines3 knows no other way to end before another step is taken."""


class Trainer(BaseCallback):
    """Trains a learner and logs the run; ``prelude``: another engine continues afterwards, and writes the checkpoints.

    It acts between the update of one rollout and the start of the next, because only there can a run be resumed
    exactly.
    """

    def __init__(
        self, config: TrainConfig, env: TrainingEnv, learner: Learner, run_logger: RunLogger, prelude: bool = False
    ) -> None:
        super().__init__()
        self.config, self.env, self.learner, self.run_logger, self.prelude = config, env, learner, run_logger, prelude
        self.exploited, self.resumed = 0, False
        self.books = Stopwatch()

    def resume(self, checkpoint: dict[str, Any]) -> None:
        """Continue the run from a checkpoint."""
        self.learner._last_obs = self.env.reset()  # shapes only; the checkpoint overwrites everything
        restore_checkpoint(checkpoint, self.config, self.learner, self.env)
        self.num_timesteps, self.resumed = self.learner.num_timesteps, True
        self.exploited = self.num_timesteps // (self.config.league.exploiters.every or self.num_timesteps + 1)

    def train(self, until: int) -> None:
        """Train up to ``until`` decisions in all."""
        left = until - self.num_timesteps
        with suppress(EnoughError):
            self.learner.learn(left, callback=self, reset_num_timesteps=not self.resumed, tb_log_name="run")

    # --- for the run logger ---------------------------------------------------------------------------------------

    @property
    def imitating(self) -> bool:
        return self.learner.imitating

    @property
    def seconds(self) -> dict[str, float]:
        env, learner, books = self.env, self.learner, self.books.seconds
        parts = {"games": env.games.seconds, "opponents": env.answers.seconds, "books": books}
        return parts | {"policy": learner.playing.seconds - sum(parts.values()), "learning": learner.learning.seconds}

    @property
    def table(self) -> LeagueTable:
        return self.env.table

    def freeze(self, with_value: bool = False) -> PolicyNetwork:
        return self.learner.freeze(with_value)

    def add_opponent(self, name: str, network: PolicyNetwork, kind: str) -> None:
        self.env.add_opponent(name, network, kind)

    def save(self, file: Path) -> None:
        save_checkpoint(file, self.config, self.learner, self.env)

    # --- what stable-baselines3 calls -----------------------------------------------------------------------------

    def _on_training_start(self) -> None:
        self.run_logger.begin(self.num_timesteps)

    def _on_step(self) -> bool:
        self.run_logger.scores += [info["score"] for info in self.locals["infos"] if "score" in info]
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps > self.run_logger.start_steps:
            with self.books:
                self._after_update()
            self.run_logger.stop_key.check()
            if self.run_logger.reached:
                raise EnoughError
        if self.num_timesteps:
            self._change_maps()

    def _change_maps(self) -> None:
        """Replace the oldest random map. Its games are cut off here: the value of the last position estimates the rest
        of each game."""
        replaced = self.env.renew()
        if replaced.any():
            assert isinstance(self.learner._last_obs, np.ndarray) and self.learner._last_episode_starts is not None
            self.learner._last_obs = self.env.observations.copy()
            self.learner._last_episode_starts[replaced] = True

    def _on_training_end(self) -> None:
        self._after_update(last=not self.prelude or self.num_timesteps >= self.config.timesteps)

    def _after_update(self, last: bool = False) -> None:
        self.run_logger.take_snapshot(self)
        exploiters = self.config.league.exploiters
        if exploiters.every and self.num_timesteps // exploiters.every > self.exploited:
            self.exploited = self.num_timesteps // exploiters.every
            self._add_exploiter()
        self.run_logger.after_update(self, last, checkpoints=not self.prelude)
        self.logger.dump(self.num_timesteps)

    def _add_exploiter(self) -> None:
        """Train one against the learner as it is now, where others can sit in its seats."""
        if not has_peers(self.config, self.env.game):
            return
        seed = self.config.seed + 1000 * self.exploited
        network, rate = train_exploiter(self.config, self.env.game, self.learner, seed)
        if rate is not None:
            self.logger.record("train/exploiter_wins", rate)
        self.run_logger.note_exploiter(self.num_timesteps, rate)
        self.add_opponent(f"exploiter-{self.num_timesteps}", network, EXPLOITER)
