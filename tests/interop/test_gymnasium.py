"""Whole games of every environment run through Gymnasium's vector environments and wrappers in both autoreset modes."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers
from playing import RandomAgent
from small_games import small_tables

import railgym  # noqa: F401 (registers the ids)
from railgym.envs.catalog import GAMES, make_game

pytestmark = pytest.mark.interop


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@small_tables
def test_gymnasium__plays_whole_games_at_every_table(id: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    """A learner who is out of the game has finished it. ``info`` has the mask that wrappers take from observations."""

    def make() -> Any:
        """An environment with opponents in Python."""
        opponents = [RandomAgent() for _ in range(make_game(id, **options).num_players - 1)]
        return gymnasium.make(GAMES[id].gym_id, opponents=opponents, **options)

    env: Any = wrappers.RecordEpisodeStatistics(SyncVectorEnv([make] * 3, autoreset_mode=mode))
    if mode is AutoresetMode.NEXT_STEP:
        env = wrappers.FilterObservation(env, filter_keys=["observation"])
        env = wrappers.NormalizeObservation(wrappers.FlattenObservation(env))
    observations, infos = env.reset(seed=0)
    rng, returns = np.random.default_rng(0), []
    while len(returns) < 6:
        assert observations in env.observation_space
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
        observations, _, _, _, infos = env.step(actions)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert all(-1 <= total <= 1 for total in returns) and any(returns)
