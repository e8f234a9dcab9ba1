"""Whole games of every environment run through the SuperSuit wrappers that support action masks."""

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict
from playing import play_on
from small_games import eliminations, small_tables

from railgym.envs.aec import make_env

supersuit = pytest.importorskip("supersuit")
pytestmark = pytest.mark.interop


def halved(observation: Any, space: Any) -> Any:
    return {**observation, "observation": observation["observation"] / 2}


def halved_space(space: Dict) -> Dict:
    box = space["observation"]
    assert isinstance(box, Box)
    return Dict({**space, "observation": Box(box.low / 2, box.high / 2, dtype=np.float32)})


@pytest.mark.parametrize("eliminated", ["leave", "stay"])
@small_tables
def test_supersuit__plays_whole_games(id: str, options: dict[str, Any], eliminated: str) -> None:
    """A stack of wrappers pays what the game pays, doubled."""
    aec = make_env(id, eliminated=eliminated, **options)
    env = supersuit.observation_lambda_v0(aec, halved, halved_space)
    env = supersuit.clip_reward_v0(supersuit.pad_action_space_v0(env))
    env = supersuit.reward_lambda_v0(supersuit.nan_random_v0(env), lambda reward: 2 * reward)
    out = 0
    for seed in range(4):
        env.reset(seed=seed)
        assert env.last()[0] in env.observation_space(env.agent_selection)
        paid = {agent: reward for agent, *_, reward, _, _ in play_on(env, np.random.default_rng(seed))}
        state = aec.unwrapped.position.record[0]
        payoffs = state["payoff"][: len(paid)].astype(float)
        assert state["terminated"] and [paid[agent] / 2 for agent in aec.possible_agents] == pytest.approx(payoffs)
        out += eliminations(aec)
    assert (out > 0) == (options.get("num_players", 1) > 2 and "board" in options)
