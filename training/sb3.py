"""An adapter from railgym's vector environments to those of stable-baselines3.

``railgym train`` has an environment of its own, :class:`railgym.training.learn.vec_env.LeagueVecEnv`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from railgym.envs.core import boundary
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array
from railgym.envs.vector import VectorGameEnv
from railgym.training.evaluate.statistics import win_shares

__all__ = ["GamesVecEnv", "SB3VecEnv"]


class GamesVecEnv(VecEnv):
    """A VecEnv without an object for each game: ``env_method`` can only call ``action_masks``."""

    render_mode = None

    def action_masks(self) -> Array:
        """The legal actions of all games, (N, A)."""
        raise NotImplementedError

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return self.action_masks()

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("all games share their attributes; make another environment")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing to close."""

    def get_images(self) -> Sequence[Array | None]:
        return [None] * self.num_envs


class SB3VecEnv(GamesVecEnv):
    """One VecEnv of one or more environments that ``gymnasium.make_vec("railgym/...")`` returned.

    The environments are of one game and may differ in their opponents: the learner then plays against all of them.
    Observations are float32 (N, F), for ``MlpPolicy``; ``MaskablePPO`` reads the masks itself. At the end of a game,
    ``infos[i]`` has ``terminal_observation``, ``episode`` and ``is_success``, the learner's share of the win.
    stable-baselines3 logs its mean over the last 100 games as ``rollout/success_rate``.
    """

    def __init__(self, *envs: VectorGameEnv) -> None:
        if not envs:
            raise OptionsError("SB3VecEnv: give at least one environment")
        for env in envs:
            boundary.instance("SB3VecEnv", "environment", env, VectorGameEnv, 'gymnasium.make_vec("railgym/...", N)')
            if env.autoreset_mode is not AutoresetMode.SAME_STEP:
                raise OptionsError("SB3VecEnv: leave out autoreset_mode; stable-baselines3 resets in the same step")
        if len({id(env) for env in envs}) < len(envs):
            raise OptionsError("SB3VecEnv: the same environment is given twice; make one for each part")
        spaces = [(env.single_observation_space, env.single_action_space) for env in envs]
        if any(other != spaces[0] for other in spaces):
            raise OptionsError("SB3VecEnv: the environments have different observations or actions")
        self.envs, self.starts = envs, np.cumsum([0, *(env.num_envs for env in envs)])
        observations: Any = spaces[0][0]
        super().__init__(int(self.starts[-1]), observations["observation"], spaces[0][1])
        self._returns, self._lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, int)

    def close(self) -> None:
        """Close the environments: all later calls raise NotReadyError."""
        for env in self.envs:
            env.close()

    def action_masks(self) -> Array:
        """The legal actions of all games, bool (N, A)."""
        return np.concatenate([env.action_masks() for env in self.envs])

    def reset(self) -> Array:
        self._returns[:], self._lengths[:] = 0, 0
        seeds = [self._seeds[start] for start in self.starts[:-1]]
        self._reset_seeds()
        return _joined(env.reset(seed=seed)[0] for env, seed in zip(self.envs, seeds))

    def step_async(self, actions: Array) -> None:
        self._actions = np.split(actions, self.starts[1:-1])

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        learners = [env.batch.envs["learner"].copy() for env in self.envs]
        steps = [env.step(actions) for env, actions in zip(self.envs, self._actions)]
        rewards, dones = np.concatenate([step[1] for step in steps]), np.concatenate([step[2] for step in steps])
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for start, env, seats, step in zip(self.starts, self.envs, learners, steps):
            for i in np.flatnonzero(step[2]).tolist():
                infos[start + i] = self._ending(start + i, step[4]["final_obs"][i]["observation"])
                infos[start + i]["is_success"] = _win(env, i, seats[i], step[4])
        self._returns[dones], self._lengths[dones] = 0, 0
        return _joined(step[0] for step in steps), rewards.astype(np.float32), dones, infos

    def _ending(self, i: int, observation: Array) -> dict[str, Any]:
        episode = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0}
        return {"terminal_observation": observation, "episode": episode}


def _joined(observations: Any) -> Array:
    return np.concatenate([found["observation"] for found in observations])


def _win(env: VectorGameEnv, i: int, seat: int, infos: dict[str, Any]) -> float:
    """The learner's share of the win in a game that ended; 0 if it ended with an illegal action."""
    if infos["final_info"]["_illegal_action"][i]:
        return 0.0
    return float(win_shares(env.batch.envs["result"]["payoff"][i, : env.game.num_players])[seat])
