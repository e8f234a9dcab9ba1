"""The decisions of one rollout as tensors, and their advantages and returns."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

__all__ = ["Batch", "Rollout", "lambda_returns"]


class Batch(NamedTuple):
    """B decisions for one gradient step."""

    observations: torch.Tensor
    """Float32 or bfloat16 (B, F)."""
    others: torch.Tensor
    """What the other seats observe, for a privileged critic: (B, M); M is 0 without one."""
    masks: torch.Tensor
    """Bool (B, A)."""
    actions: torch.Tensor
    """Int64 (B,)."""
    log_chances: torch.Tensor
    """The logarithm of the probability with which each action was chosen, float32 (B,)."""
    advantages: torch.Tensor
    """Float32 (B,)."""
    returns: torch.Tensor
    """Float32 (B, K): of the reward, and of each auxiliary reward."""


class Rollout:
    """The rollout buffer of :class:`railgym.training.learn.ppo.FastLearner`: T decisions in each of N environments.

    stable-baselines3 constructs it. ``channels`` K: the reward, and auxiliary rewards; ``others`` M: the size of what
    the other seats observe. Observations are kept in bfloat16 if matrices are multiplied in it.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: Any,
        action_space: Any,
        device: Any,
        gae_lambda: float,
        gamma: float,
        n_envs: int,
        *,
        channels: int = 1,
        others: int = 0,
        half: bool = False,
    ) -> None:
        self.buffer_size, self.n_envs, self.gae_lambda, self.gamma = buffer_size, n_envs, gae_lambda, gamma
        shape, seen = (buffer_size, n_envs), torch.bfloat16 if half else torch.float32
        self.observations = torch.zeros((*shape, observation_space.shape[0]), dtype=seen)
        self.others = torch.zeros((*shape, others), dtype=seen)
        self.masks = torch.zeros((*shape, action_space.n), dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.advice = torch.zeros(shape, dtype=torch.int64)
        self.log_chances = torch.zeros(shape)
        self.values = np.zeros((*shape, channels), np.float32)
        self.rewards = np.zeros((*shape, channels), np.float32)
        self.ends = np.zeros(shape, bool)  # whether the decision was the last of its game
        self.reset()

    def reset(self) -> None:
        """Begin the next rollout."""
        self.pos, self.full = 0, False

    def finish(self, last_values: np.ndarray[Any, Any]) -> None:
        """Compute advantages and returns. ``last_values`` (N, K): of the positions after the last decisions."""
        returns = lambda_returns(self.rewards, self.values, self.ends, last_values, self.gamma, self.gae_lambda)
        self.returns = torch.from_numpy(returns)
        self.advantages = torch.from_numpy(returns[..., 0] - self.values[..., 0])
        self.full = True

    def batches(self, size: int, device: torch.device) -> Iterator[Batch]:
        """All decisions once, in random order, on a device."""
        names = Batch._fields
        flat = [getattr(self, name).flatten(0, 1) for name in names]
        for rows in torch.randperm(self.buffer_size * self.n_envs).split(size):
            yield Batch(*(part[rows].to(device) for part in flat))

    def demonstrations(self, size: int, epochs: int) -> Iterator[tuple[torch.Tensor, ...]]:
        """Shuffled batches of observations, masks, the expert's actions and returns."""
        parts = [self.observations, self.masks, self.advice, self.returns[..., 0]]
        flat = [part.flatten(0, 1) for part in parts]
        for _ in range(epochs):
            for rows in torch.randperm(self.buffer_size * self.n_envs).split(size):
                yield tuple(part[rows] for part in flat)


def lambda_returns(
    rewards: np.ndarray[Any, Any],
    values: np.ndarray[Any, Any],
    ends: np.ndarray[Any, Any],
    last_values: np.ndarray[Any, Any],
    gamma: float,
    gae_lambda: float,
) -> np.ndarray[Any, Any]:
    """The lambda-returns of generalised advantage estimation: (T, N, K), from rewards and values (T, N, K), the ends of
    games (T, N), and the values after the last decisions (N, K)."""
    returns = np.empty_like(rewards)
    ahead = np.zeros_like(last_values)
    for t in reversed(range(len(rewards))):
        after = last_values if t + 1 == len(rewards) else values[t + 1]
        going = (~ends[t])[:, None]
        error = rewards[t] + gamma * after * going - values[t]
        ahead = error + gamma * gae_lambda * going * ahead
        returns[t] = ahead + values[t]
    return returns
