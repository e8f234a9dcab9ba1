"""Builds the learner that a config asks for."""

from typing import Any

from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.heads import auxiliary_rewards, others_size
from railgym.training.learn.learner import AdvisedBuffer, Learner
from railgym.training.learn.networks import policy_of
from railgym.training.learn.ppo import FastLearner
from railgym.training.learn.rollout import Rollout
from railgym.training.learn.training_env import TrainingEnv

__all__ = ["check_learner", "make_learner"]


def make_learner(config: TrainConfig, env: TrainingEnv, tensorboard: str | None) -> Learner:
    """A fresh learner for ``config``: the faster one, or that of sb3-contrib."""
    p, fast = config.ppo, config.ppo.implementation == "railgym"
    policy, arguments = policy_of(config, env.game)
    learner = (FastLearner if fast else Learner)(
        policy,
        env,
        n_steps=p.n_steps,
        batch_size=p.batch_size,
        n_epochs=p.n_epochs,
        learning_rate=lambda left: p.final_learning_rate + max(0.0, left) * (p.learning_rate - p.final_learning_rate),
        gamma=p.gamma,
        gae_lambda=p.gae_lambda,
        clip_range=p.clip_range,
        ent_coef=p.ent_coef,
        vf_coef=p.vf_coef,
        max_grad_norm=p.max_grad_norm,
        target_kl=p.target_kl,
        seed=config.seed,
        device=config.device,
        tensorboard_log=tensorboard,
        rollout_buffer_class=Rollout if fast else AdvisedBuffer if config.imitation else None,
        rollout_buffer_kwargs=rollout_arguments(config, env) if fast else None,
        policy_kwargs={
            **arguments,
            "share_features_extractor": config.value_layers == "shared",
            "net_arch": [],
            "optimizer_kwargs": {"eps": 1e-5},
        },
    )
    learner.ent_coefs = p.ent_coef, p.ent_coef if p.final_ent_coef is None else p.final_ent_coef
    if config.imitation:
        learner.imitation = config.imitation
    if isinstance(learner, FastLearner):
        learner.equip(config, env)
    return learner


def rollout_arguments(config: TrainConfig, env: TrainingEnv) -> dict[str, Any]:
    """The size of a rollout beyond what stable-baselines3 knows."""
    return {
        "channels": 1 + len(auxiliary_rewards(config)),
        "others": others_size(config, env.game),
        "half": config.precision == "bfloat16",
    }


def check_learner(config: TrainConfig, fast: bool) -> None:
    """Raise ConfigError for a key that only railgym's own learner can honour, where it does not learn."""
    for key, there in (
        ("ppo.magnet", config.ppo.magnet),
        ("critic", config.critic if config.critic != "public" else None),
        *((f"auxiliary.{name}", weight) for name, weight in config.auxiliary),
    ):
        if there and not fast:
            raise ConfigError(
                f"{key} is {there}: only railgym's own PPO can do that; leave out ppo.implementation and --engine"
            )
