"""A faster learner: the same PPO as stable-baselines3's, and what that does not have.

It differs from :class:`railgym.training.learn.learner.Learner` in how it computes, not in what: observations stay in
one tensor (in bfloat16 with ``precision: bfloat16``), masks are booleans, and no distribution objects are made. Beyond
PPO it can be pulled towards a moving average of its own weights (the magnet), estimate advantages with a critic that
sees everything, and train auxiliary heads. None of these is part of the exported agent.
"""

import copy
from typing import Any, cast

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from railgym.envs.core.game import Array
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.heads import Heads, reward_channels
from railgym.training.learn.learner import Learner
from railgym.training.learn.networks import PolicyNetwork
from railgym.training.learn.rollout import Batch, Rollout
from railgym.training.learn.training_env import TrainingEnv

__all__ = ["FastLearner"]

FORBIDDEN = -1e8  # the logit of an illegal action


class FastLearner(Learner):
    """PPO over a :class:`Rollout`. ``heads``: a privileged critic and auxiliary heads, as far as the config has them;
    ``magnet``: the moving average of the policy, where the config pulls towards one."""

    config: TrainConfig
    heads: Heads
    magnet: PolicyNetwork | None = None
    figures: dict[str, list[float]]

    def equip(self, config: TrainConfig, env: TrainingEnv) -> None:
        """Add what the config asks for beyond PPO; called once, before training."""
        self.config, self.half = config, config.precision == "bfloat16"
        self.heads = Heads(config, env, self.policy.pi_features_extractor.features_dim).to(self.device)
        if extra := list(self.heads.parameters()):
            self.policy.optimizer.add_param_group({"params": extra})
        if config.ppo.magnet:
            self.magnet = self.freeze().to(self.device)

    # --- rollouts -----------------------------------------------------------------------------------------------------

    def collect_rollouts(self, env: Any, callback: Any, rollout_buffer: Any, *args: Any, **kwargs: Any) -> bool:
        self.imitating = self.num_timesteps < self.imitation.timesteps
        with self.playing:
            return self._play(env, callback, rollout_buffer, self.n_steps)

    def _play(self, env: TrainingEnv, callback: Any, rollout: Rollout, steps: int) -> bool:
        self.policy.set_training_mode(False)
        callback.on_rollout_start()
        rollout.reset()
        network, channels = self.network, reward_channels(self.config)
        for t in range(steps):
            others = self.heads.observe_others(env)
            rollout.observations[t] = torch.from_numpy(self._last_obs)
            rollout.masks[t] = torch.from_numpy(env.action_masks() > 0)
            rollout.others[t] = others
            if self.imitating:
                rollout.advice[t] = torch.from_numpy(env.advice())
            log_chances, values = self._predict(network, rollout.observations[t], rollout.masks[t], others)
            actions = sample(log_chances)
            rollout.actions[t] = actions
            rollout.log_chances[t] = log_chances.gather(1, actions[:, None])[:, 0]
            rollout.values[t] = values
            observations, rewards, dones, infos = env.step(actions.numpy())
            self._last_obs = cast(Array, observations)
            rollout.rewards[t] = channels(rewards, infos)
            rollout.ends[t] = dones
            self.num_timesteps += env.num_envs
            callback.update_locals({"infos": infos})
            if not callback.on_step():
                return False
        seen = torch.from_numpy(self._last_obs).to(rollout.observations.dtype)
        masks = torch.from_numpy(env.action_masks() > 0)
        rollout.finish(self._predict(network, seen, masks, self.heads.observe_others(env))[1])
        callback.on_rollout_end()
        return True

    def _predict(
        self, network: PolicyNetwork, observations: torch.Tensor, masks: torch.Tensor, others: torch.Tensor
    ) -> tuple[torch.Tensor, np.ndarray[Any, Any]]:
        """Logarithms of the chances of actions (N, A), and values of all channels (N, K)."""
        with torch.inference_mode(), self._half():
            observations, others = observations.to(self.device), others.to(self.device)
            features, logits, value = network.parts(observations)
            values = self.heads.values(features, value, observations, others)
        return log_softmax(logits.cpu(), masks), values.float().cpu().numpy()

    # --- updates ------------------------------------------------------------------------------------------------------

    def _update(self) -> None:
        if self.imitating:
            super()._update()
            return
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        first, last = self.ent_coefs
        left = max(0.0, self._current_progress_remaining)
        self.ent_coef = last + left * (first - last)
        rollout, self.figures = self.rollout_buffer, {}
        assert isinstance(rollout, Rollout)
        weights = [weight for group in self.policy.optimizer.param_groups for weight in group["params"]]
        for _ in range(self.n_epochs):
            if not all(self._step(batch, weights, left) for batch in rollout.batches(self.batch_size, self.device)):
                break
        self._n_updates += self.n_epochs
        self._move_magnet()
        for name, values in self.figures.items():
            self.logger.record(f"train/{name}", float(np.mean(values)))
        self.logger.record("train/ent_coef", self.ent_coef)
        missed = (rollout.returns[..., 0] - torch.from_numpy(rollout.values[..., 0])).var()
        self.logger.record("train/explained_variance", float(1 - missed / rollout.returns[..., 0].var()))

    def _step(self, batch: Batch, weights: list[nn.Parameter], left: float) -> bool:
        """One gradient step; whether the policy is still near enough to that of the rollout (``target_kl``)."""
        with self._half():
            features, logits, value = self.network.parts(batch.observations)
            extra = self.heads.losses(features, value, batch)
        log_chances = log_softmax(logits, batch.masks)
        ratio_log = log_chances.gather(1, batch.actions[:, None])[:, 0] - batch.log_chances
        policy_loss = self._policy_loss(batch.advantages, ratio_log)
        entropy = -(log_chances.exp() * log_chances).sum(1).mean()
        losses = {"policy_gradient_loss": policy_loss, "entropy_loss": -entropy, **extra}
        loss = policy_loss - self.ent_coef * entropy + sum(self.heads.weights[name] * extra[name] for name in extra)
        if self.magnet:
            losses["magnet_loss"] = self._distance_to_magnet(batch, log_chances)
            loss = loss + self.config.ppo.magnet * left * losses["magnet_loss"]
        divergence = ((ratio_log.exp() - 1) - ratio_log).mean().item()
        self._note(
            {name: part.item() for name, part in losses.items()} | {"loss": loss.item(), "approx_kl": divergence}
        )
        if self.target_kl is not None and divergence > 1.5 * self.target_kl:
            return False
        self.policy.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, self.max_grad_norm)
        self.policy.optimizer.step()
        return True

    def _policy_loss(self, advantages: torch.Tensor, ratio_log: torch.Tensor) -> torch.Tensor:
        clip: float = self.clip_range(1.0)  # type: ignore[operator]
        ratio, scaled = ratio_log.exp(), (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        self._note({"clip_fraction": ((ratio - 1).abs() > clip).float().mean().item()})
        return -torch.min(scaled * ratio, scaled * ratio.clamp(1 - clip, 1 + clip)).mean()

    def _distance_to_magnet(self, batch: Batch, log_chances: torch.Tensor) -> torch.Tensor:
        """The divergence of the policy from its moving average."""
        assert self.magnet
        with torch.no_grad(), self._half():
            there = log_softmax(self.magnet.parts(batch.observations)[1], batch.masks)
        return (log_chances.exp() * (log_chances - there)).sum(1).mean()

    def _move_magnet(self) -> None:
        if self.magnet:
            for old, new in zip(self.magnet.parameters(), self.network.parameters(), strict=False):
                old.lerp_(new.detach(), 1 - self.config.ppo.magnet_decay)

    def _note(self, figures: dict[str, float]) -> None:
        for name, value in figures.items():
            self.figures.setdefault(name, []).append(value)

    # --- checkpoints --------------------------------------------------------------------------------------------------

    def extra_state(self) -> dict[str, Any]:
        """The weights that are not in the policy."""
        return {
            "heads": self.heads.state_dict(),
            "magnet": copy.deepcopy(self.magnet.state_dict()) if self.magnet else None,
        }

    def load_extra_state(self, state: dict[str, Any]) -> None:
        """Go back to an :meth:`extra_state`."""
        self.heads.load_state_dict(state["heads"])
        if self.magnet:
            self.magnet.load_state_dict(state["magnet"])


def log_softmax(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Logarithms of the chances of actions, float32 (N, A); illegal ones have no chance worth mentioning."""
    return F.log_softmax(logits.float().masked_fill(~masks, FORBIDDEN), 1)


def sample(log_chances: torch.Tensor) -> torch.Tensor:
    """An action a row, int64 (N,), by Gumbel's trick."""
    noise = torch.empty_like(log_chances).exponential_().clamp_(min=torch.finfo(torch.float32).tiny).log_()
    return (log_chances - noise).argmax(1)
