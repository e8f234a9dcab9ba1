"""RLlib's PPO, set up as a training config says."""

from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import torch
from ray.exceptions import RayError
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from railgym.envs.core.game import Game
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.league import has_peers
from railgym.training.learn.rllib.cluster import ClusterError
from railgym.training.learn.rllib.module import MaskedModule, spaces_for
from railgym.training.learn.rllib.runner import LEARNER, LeagueRunner, module_of, slot_name

__all__ = ["build_algorithm"]


class Learner(PPOTorchLearner):  # type: ignore[misc]  # ray is not typed
    """PPO with the optimizer that the other engine has."""

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        parameters = self.get_parameters(self._module[module_id])
        optimizer = torch.optim.Adam(parameters, eps=1e-5)
        self.register_optimizer(
            module_id=module_id, optimizer=optimizer, params=parameters, lr_or_lr_schedule=config.lr
        )


def build_algorithm(config: TrainConfig, game: Game, runners: int, done: int, until: int) -> PPO:
    """PPO for a run that has come to ``done`` decisions and goes on to ``until``; its runners have been started."""
    p, num_envs = config.ppo, -(-config.num_envs // runners)
    rollout = runners * num_envs * p.n_steps
    settings = {
        "config": config,
        "game": partial(type(game).rebuilt, *game.__reduce__()[1]),
        "num_envs": num_envs,
        "begun": done,
        "precision": torch.get_float32_matmul_precision(),
    }
    modules = [LEARNER, *map(slot_name, range(config.league.size if has_peers(config, game) else 0))]
    seen, made = spaces_for(config, game)
    shape = {"config": config, "game": settings["game"]}
    spec = RLModuleSpec(module_class=MaskedModule, model_config=shape, observation_space=seen, action_space=made)
    fall = partial(falling, done=done, until=until)
    setup = (
        PPOConfig()
        .environment(
            env_config=settings,
            observation_space=gymnasium.spaces.Dict(dict.fromkeys(modules, seen)),
            action_space=gymnasium.spaces.Dict(dict.fromkeys(modules, made)),
        )
        .env_runners(
            env_runner_cls=LeagueRunner,
            num_env_runners=runners,
            num_envs_per_env_runner=num_envs,
            rollout_fragment_length=p.n_steps,
            create_local_env_runner=False,
            sample_timeout_s=None,
        )
        .fault_tolerance(restart_failed_env_runners=True, delay_between_env_runner_restarts_s=1)
        .multi_agent(policies=set(modules), policy_mapping_fn=module_of, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(modules, spec)))
        .learners(num_learners=0, learner_class=Learner)
        .training(
            train_batch_size_per_learner=rollout,
            minibatch_size=min(p.batch_size, rollout),
            num_epochs=p.n_epochs,
            lr=fall(p.learning_rate, p.final_learning_rate),
            entropy_coeff=fall(p.ent_coef, p.ent_coef if p.final_ent_coef is None else p.final_ent_coef),
            gamma=p.gamma,
            lambda_=p.gae_lambda,
            clip_param=p.clip_range,
            vf_clip_param=float("inf"),
            vf_loss_coeff=p.vf_coef,
            use_kl_loss=False,
            grad_clip=p.max_grad_norm,
            grad_clip_by="global_norm",
        )
        .reporting(min_time_s_per_iteration=0)
        .debugging(log_level="CRITICAL", seed=config.seed)
    )
    try:
        algorithm = setup.build_algo()
    except (IndexError, RayError):  # RLlib fails to ask the first of no runners, and keeps the cause to itself
        raise ClusterError("no runner starts; is railgym installed on every machine? Ray's logs tell more") from None
    Path(algorithm.logdir).rmdir()  # RLlib makes one for results, which go elsewhere
    return algorithm


def falling(first: float, last: float, done: int, until: int) -> list[list[float]]:
    """What falls from ``first`` to ``last`` in a whole run, as RLlib's schedule over the decisions that are left."""
    return [[0, last + (1 - done / until) * (first - last)], [until - done, last]]
