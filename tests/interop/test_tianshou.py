"""Whole games of every environment run through Tianshou's ``PettingZooEnv``."""

from typing import Any

import numpy as np
import pytest
from playing import pick
from small_games import BARONS, eliminations, small_tables

from railgym.envs.aec import make_env

env_module = pytest.importorskip("tianshou.env")
pytestmark = pytest.mark.interop


@small_tables
def test_tianshou__plays_whole_games(id: str, options: dict[str, Any]) -> None:
    """The selected agent always has an action, and the last rewards are the payoffs of all seats."""
    aec = make_env(id, eliminated="stay", **options)
    env, rng, out = env_module.PettingZooEnv(aec), np.random.default_rng(0), 0
    for seed in range(5):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            observation, rewards, terminated, truncated, _ = env.step(pick(np.array(observation["mask"]), rng))
            over = terminated or truncated
        state = aec.unwrapped.position.record[0]
        assert state["terminated"] and rewards == state["payoff"][: len(rewards)].tolist()
        out += eliminations(aec)
    assert (out > 0) == (options.get("num_players", 1) > 2 and "board" in options)


@pytest.mark.parametrize("players", [2, 4])
def test_tianshou__collects_whole_games_of_several_agents(players: int) -> None:
    """The collector of several games at once, with an algorithm for every agent."""
    algorithm, data = pytest.importorskip("tianshou.algorithm"), pytest.importorskip("tianshou.data")

    def make() -> Any:
        return env_module.PettingZooEnv(
            make_env("rail_baron_cards_v0", num_players=players, eliminated="stay", **BARONS)
        )

    env = make()
    agents = [algorithm.MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    together = algorithm.MultiAgentOffPolicyAlgorithm(algorithms=agents, env=env)
    collector = data.Collector(
        together, env_module.DummyVectorEnv([make, make]), data.VectorReplayBuffer(20_000, buffer_num=2)
    )
    collector.reset()
    found = collector.collect(n_episode=6)
    assert found.n_collected_episodes == 6 and min(found.lens) > 0
    assert found.returns.shape == (6, players) and abs(found.returns.sum(1)).max() == pytest.approx(0)
