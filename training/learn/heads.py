"""What a learner has only in training: a critic that sees everything, and auxiliary heads.

========== =========================================================== =======================================
key        predicts                                                    from
========== =========================================================== =======================================
``critic`` the return, from which advantages are computed              what all seats observe
``win``    the share of the win                                        the features of the policy
``margin`` the score margin                                            the features of the policy
``hidden`` what the other seats observe, and so their hidden cards     the features of the policy
========== =========================================================== =======================================
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from railgym.envs.core.game import Array, Game
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.networks import layers
from railgym.training.learn.rollout import Batch
from railgym.training.learn.training_env import TrainingEnv
from railgym.training.learn.vec_env import CHEAPEST

__all__ = ["Heads", "auxiliary_rewards", "others_size", "reward_channels"]


def auxiliary_rewards(config: TrainConfig) -> list[str]:
    """The rewards whose returns are predicted besides the reward itself."""
    return [name for name in ("win", "margin") if getattr(config.auxiliary, name)]


def others_size(config: TrainConfig, game: Game) -> int:
    """How many numbers the other seats observe together; 0 if nothing reads them."""
    wanted = config.critic == "privileged" or config.auxiliary.hidden > 0
    return (game.num_players - 1) * game.encoders[CHEAPEST].size if wanted else 0


def reward_channels(config: TrainConfig) -> Callable[[Array, list[dict[str, Any]]], Array]:
    """The function (rewards (N,), infos) -> (N, K): the reward, and the auxiliary ones."""
    names = auxiliary_rewards(config)

    def channels(rewards: Array, infos: list[dict[str, Any]]) -> Array:
        found = np.zeros((len(rewards), 1 + len(names)), np.float32)
        found[:, 0] = rewards
        if names:
            for i in np.flatnonzero([bool(info) for info in infos]):
                margin = np.clip(infos[i]["margin"] / config.reward.margin_scale, -2, 2)
                values = {"win": infos[i]["win"], "margin": margin}
                found[i, 1:] = [values[name] for name in names]
        return found

    return channels


class Heads(nn.Module):
    """The critic and the heads that a config has. ``features``: the size of the policy's features."""

    def __init__(self, config: TrainConfig, env: TrainingEnv, features: int) -> None:
        super().__init__()
        self.names, self.size = auxiliary_rewards(config), others_size(config, env.game)
        self.weights = {"value_loss": config.ppo.vf_coef, "critic_loss": config.ppo.vf_coef}
        self.weights |= {f"{name}_loss": weight for name, weight in config.auxiliary}
        self.auxiliary = nn.Linear(features, len(self.names)) if self.names else None
        self.hidden = nn.Linear(features, self.size) if config.auxiliary.hidden else None
        self.critic: nn.Module | None = None
        if config.critic == "privileged":
            assert env.observation_space.shape
            seen = env.observation_space.shape[0] + self.size
            self.critic = nn.Sequential(layers((seen, *config.hidden)), nn.Linear(config.hidden[-1], 1))

    def observe_others(self, env: TrainingEnv) -> torch.Tensor:
        """What the other seats observe: (N, M)."""
        return torch.from_numpy(env.observe_others()) if self.size else torch.zeros(env.num_envs, 0)

    def values(
        self, features: torch.Tensor, value: torch.Tensor, observations: torch.Tensor, others: torch.Tensor
    ) -> torch.Tensor:
        """The values of all channels, (N, K). The first is the critic's, if there is one."""
        own = self._criticise(observations, others) if self.critic else value
        return torch.cat([own[:, None], *([self.auxiliary(features)] if self.auxiliary else [])], 1)

    def losses(self, features: torch.Tensor, value: torch.Tensor, batch: Batch) -> dict[str, torch.Tensor]:
        """The losses of all values and predictions by name."""
        found = {"value_loss": F.mse_loss(value.float(), batch.returns[:, 0])}
        if self.critic:
            found["critic_loss"] = F.mse_loss(
                self._criticise(batch.observations, batch.others).float(), batch.returns[:, 0]
            )
        if self.auxiliary:
            predicted = self.auxiliary(features).float()
            for k, name in enumerate(self.names):
                found[f"{name}_loss"] = F.mse_loss(predicted[:, k], batch.returns[:, 1 + k])
        if self.hidden:
            found["hidden_loss"] = F.mse_loss(self.hidden(features).float(), batch.others.float())
        return found

    def _criticise(self, observations: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        assert self.critic
        values: torch.Tensor = self.critic(torch.cat([observations, others.to(observations.dtype)], 1)).squeeze(1)
        return values
