"""The learner: MaskablePPO, and a first phase that imitates an expert."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from torch import nn
from torch.nn import functional as F

from railgym.training.bench.timing import Stopwatch
from railgym.training.learn.config import Imitation, RewardWeights
from railgym.training.learn.dataset import Dataset
from railgym.training.learn.networks import PolicyNetwork
from railgym.training.learn.training_env import TrainingEnv
from railgym.training.learn.vec_env import pay

__all__ = ["Learner", "imitation_loss"]


class AdvisedBuffer(MaskableRolloutBuffer):
    """A rollout buffer that keeps the expert's choice beside every decision."""

    next_advice: np.ndarray[Any, Any] | None = None
    """The expert's choices for the decisions that ``add`` stores next; None once the imitation is over."""

    def reset(self) -> None:
        super().reset()
        self.advice = np.zeros((self.buffer_size, self.n_envs), np.int64)

    def add(self, *args: Any, **kwargs: Any) -> None:
        if self.next_advice is not None:
            self.advice[self.pos] = self.next_advice
        super().add(*args, **kwargs)

    def demonstrations(self, batch_size: int, epochs: int) -> Iterator[tuple[torch.Tensor, ...]]:
        """Shuffled batches of observations, masks, the expert's actions and returns."""
        n = self.buffer_size * self.n_envs
        order = torch.cat([torch.randperm(n) for _ in range(epochs)]).numpy()
        observations = self.observations.reshape(n, -1)
        masks, advice, returns = self.action_masks.reshape(n, -1), self.advice.reshape(n), self.returns.reshape(n)
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            yield tuple(map(torch.from_numpy, (observations[rows], masks[rows], advice[rows], returns[rows])))


class Learner(MaskablePPO):
    """MaskablePPO whose first decisions (``imitation.timesteps``) are spent imitating an expert.

    The learner plays (so that it learns what to do in positions of its own making), the expert is asked what it would
    have done, and policy and value head are fitted to its choices and to the returns.
    """

    imitation: Imitation = Imitation(timesteps=0)
    half: bool = False
    """Whether matrices are multiplied in half precision."""
    imitating: bool = False
    """Whether the present rollout belongs to the imitation."""
    ent_coefs: tuple[float, float] = (0.0, 0.0)
    """The entropy bonus at the beginning and at the end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.playing, self.learning = Stopwatch(), Stopwatch()
        super().__init__(*args, **kwargs)

    def collect_rollouts(self, env: Any, callback: Any, rollout_buffer: Any, *args: Any, **kwargs: Any) -> bool:
        if isinstance(rollout_buffer, AdvisedBuffer):
            self.imitating = self.num_timesteps < self.imitation.timesteps
            env.on_step = (lambda: self._ask_expert(env, rollout_buffer)) if self.imitating else None
            rollout_buffer.next_advice = None
        with self.playing:
            return super().collect_rollouts(env, callback, rollout_buffer, *args, **kwargs)

    def _ask_expert(self, env: TrainingEnv, buffer: AdvisedBuffer) -> None:
        buffer.next_advice = env.advice()

    def train(self) -> None:
        with self.learning:
            self._update()

    def _update(self) -> None:
        if not self.imitating:
            first, last = self.ent_coefs
            self.ent_coef = last + max(0.0, self._current_progress_remaining) * (first - last)
            self.logger.record("train/ent_coef", self.ent_coef)
            super().train()
            return
        buffer: Any = self.rollout_buffer
        loss, agreement = self._imitate(buffer.demonstrations(self.imitation.batch_size, self.imitation.n_epochs))
        self._n_updates += 1
        self.logger.record("train/learning_rate", self._imitation_rate())
        self.logger.record("train/imitation_loss", loss)
        self.logger.record("train/agreement_with_expert", agreement)

    def clone(self, dataset: Dataset, reward: RewardWeights, seed: int) -> tuple[float, float]:
        """Fit policy and value to the decisions and returns of a dataset.

        Returns the loss and the agreement with the expert in the last pass."""
        rng = np.random.default_rng([seed, 2])
        for _ in range(self.imitation.passes):
            batches = dataset.batches(self.imitation.batch_size, rng)
            found = self._imitate(self._demonstrations(columns, reward) for columns in batches)
        return found

    def _demonstrations(self, columns: dict[str, Any], reward: RewardWeights) -> tuple[torch.Tensor, ...]:
        paid = pay(reward, columns["payoffs"], columns["wins"], columns["margins"]) * self.gamma ** columns["left"]
        arrays = (columns["observations"], columns["masks"], columns["actions"].astype(np.int64))
        if reader := cast(TrainingEnv, self.env).reader:
            arrays = reader.observe(arrays[0]), reader.mask(arrays[1]), reader.places[arrays[2]]
        return tuple(map(torch.from_numpy, (*arrays, paid.astype(np.float32))))

    def _imitate(self, batches: Iterable[tuple[torch.Tensor, ...]]) -> tuple[float, float]:
        """Fit policy and value to batches of observations, masks, the expert's actions and returns; returns the mean
        loss and how often the expert was followed."""
        self.policy.set_training_mode(True)
        for group in self.policy.optimizer.param_groups:
            group["lr"] = self._imitation_rate()
        losses, hits, network = [], [], self.network
        for batch in batches:
            observations, masks, advice, returns = (part.to(self.device) for part in batch)
            with self._half():
                _, logits, values = network.parts(observations)
            logits = logits.float().masked_fill(masks == 0, -1e8)
            missed = imitation_loss(logits, masks, advice, self.imitation.smoothing)
            loss = missed + self.vf_coef * F.mse_loss(values.float(), returns)
            self.policy.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            losses.append(loss.item())
            hits.append((logits.argmax(1) == advice).float().mean().item())
        return float(np.mean(losses)), float(np.mean(hits))

    def _imitation_rate(self) -> float:
        """The learning rate of imitation, which changes linearly."""
        first, last = self.imitation.learning_rate, self.imitation.final_learning_rate
        done = min(1.0, self.num_timesteps / max(1, self.imitation.timesteps))
        return first if last is None else first + (last - first) * done

    def _half(self) -> torch.autocast:
        """Matrix products in half precision, if ``half``."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.half)

    def extra_state(self) -> dict[str, Any]:
        """What a checkpoint keeps beside the policy and its optimizer."""
        return {}

    def load_extra_state(self, state: dict[str, Any]) -> None:
        """Go back to an :meth:`extra_state`."""

    @property
    def network(self) -> PolicyNetwork:
        """The present policy and value: layers of the learner's own, no copy."""
        policy = self.policy
        own_layers = None if policy.share_features_extractor else policy.vf_features_extractor
        return PolicyNetwork(policy.pi_features_extractor, policy.action_net, policy.value_net, own_layers)

    def freeze(self, with_value: bool = False) -> PolicyNetwork:
        """A copy of the present policy as a network that learns no more."""
        return self.network.frozen(with_value)


def imitation_loss(logits: torch.Tensor, masks: torch.Tensor, advice: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross entropy of masked logits (N, A) to the expert's choices (N,), of which ``smoothing`` is spread evenly over
    the legal actions."""
    log_chances = F.log_softmax(logits, dim=1)
    spread = (log_chances * masks).sum(1) / masks.sum(1)
    return (1 - smoothing) * F.nll_loss(log_chances, advice) - smoothing * spread.mean()
