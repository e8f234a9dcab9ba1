"""Whether a run fits into the memory of this machine, asked before hours are spent on it."""

import torch

from railgym.envs.core.game import Game
from railgym.envs.core.host import free_memory
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.heads import others_size
from railgym.training.learn.league import has_peers
from railgym.training.learn.networks import make_network, shape_for, spaces_of

__all__ = ["check_memory", "memory_of_networks", "memory_of_rollouts"]

FLOAT = 4  # bytes; stable-baselines3 keeps masks as floats too
SCALARS = 8  # numbers of a decision beside observation and mask: action, value, advantage, ...
LEARNER = 4  # numbers of a learner for every weight: itself, its gradient, and two that Adam keeps
GIB = 1 << 30


def check_memory(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError if the rollouts and the networks of a run need more memory than is free."""
    rollouts, networks, free = memory_of_rollouts(config, game), memory_of_networks(config, game), free_memory()
    if free is None or rollouts + networks <= free:
        return
    decisions = config.num_envs * config.ppo.n_steps
    if rollouts > networks:
        need = f"num_envs x ppo.n_steps: rollouts of {decisions:,} decisions need {rollouts / GIB:,.1f} GiB"
        lower = f"lower num_envs ({config.num_envs:,}) or ppo.n_steps ({config.ppo.n_steps:,})"
    else:
        need = f"hidden: the learner and its league's networks need {networks / GIB:,.1f} GiB"
        lower = f"lower hidden ({', '.join(f'{size:,}' for size in config.hidden)}) or league.size"
    raise ConfigError(f"{need} and {free / GIB:,.1f} GiB of memory are free; {lower}")


def memory_of_rollouts(config: TrainConfig, game: Game) -> int:
    """Bytes of the games of a run and of a rollout, the largest part of which is copied once, to be shuffled; and of an
    exploiter's beside the learner's."""
    seen, made = spaces_of(game, shape_for(config, game))
    floats, actions = seen.shape[0] + others_size(config, game), int(made.n)
    environment = game.state_dtype.itemsize + 2 * FLOAT * floats + actions
    decision = FLOAT * (floats + actions + SCALARS + max(floats, actions))
    learners = 1 + has_exploiters(config, game)
    return learners * config.num_envs * (environment + config.ppo.n_steps * decision)


def memory_of_networks(config: TrainConfig, game: Game) -> int:
    """Bytes of the learner, of an exploiter that learns beside it, and of the networks of the league."""
    with torch.device("meta"):  # the shapes alone
        weights = sum(part.numel() for part in make_network(config, game).parameters())
    exploited, league = has_exploiters(config, game), config.league
    past = league.size if league.past and has_peers(config, game) else 0
    return FLOAT * weights * (LEARNER * (1 + exploited) + past + exploited * league.exploiters.size)


def has_exploiters(config: TrainConfig, game: Game) -> bool:
    """Whether exploiters are trained in the course of a run."""
    return bool(config.league.exploiters.every) and has_peers(config, game)
