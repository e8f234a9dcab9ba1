"""Whether a run fits into the memory of this machine, asked before hours are spent on it."""

from railgym.envs.core.game import Game
from railgym.training.config import ConfigError, TrainConfig
from railgym.training.system import free_memory

__all__ = ["check_memory", "memory_of_run"]

FLOAT = 4  # bytes; stable-baselines3 keeps masks as floats too
SCALARS = 8  # numbers of a decision beside observation and mask: action, value, advantage, ...
GIB = 1 << 30


def check_memory(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError if the rollouts of a run need more memory than is free."""
    needed, free = memory_of_run(config, game), free_memory()
    if free is not None and needed > free:
        rollout = config.lanes * config.ppo.n_steps
        raise ConfigError(
            f"lanes x ppo.n_steps: rollouts of {rollout:,} decisions need {needed / GIB:,.1f} GiB and "
            f"{free / GIB:,.1f} GiB of memory are free; lower lanes ({config.lanes:,}) or ppo.n_steps "
            f"({config.ppo.n_steps:,})"
        )


def memory_of_run(config: TrainConfig, game: Game) -> int:
    """Bytes of the games of a run and of a rollout; the largest part of the rollout is copied once, to be shuffled."""
    floats, actions = game.observation_layout.size, len(game.actions)
    lane = game.state_dtype.itemsize + 2 * FLOAT * floats + actions
    decision = FLOAT * (floats + actions + SCALARS + max(floats, actions))
    return config.lanes * (lane + config.ppo.n_steps * decision)
