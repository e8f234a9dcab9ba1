"""Agents that are eliminated before the end of the game leave or stay, and get the same rewards."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test
from playing import DICTIONARY_WARNINGS, no_warnings, pick, play_on

from railgym.envs import rail_baron_cards_v0
from railgym.envs.core.errors import OptionsError
from railgym.envs.rewards import REWARDS

SMALL = {"board": "small", "goal": 50_000, "max_rounds": 60}


def out(env: Any) -> list[str]:
    """The agents that are out of the running game."""
    flags = env.unwrapped.position.record["out"][0]
    return [agent for seat, agent in enumerate(env.possible_agents) if flags[seat]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_stay__keeps_who_is_out_to_the_end_and_never_selects_them(players: int) -> None:
    """All agents are there, and the selected one has legal actions, until the last step pays and ends them all."""
    env = rail_baron_cards_v0.env(num_players=players, eliminated="stay", **SMALL)
    met, rng = 0, np.random.default_rng(players)
    for seed in range(4):
        env.reset(seed=seed)
        while not env.unwrapped.position.is_over:
            assert env.agents == env.possible_agents and not any(env.terminations.values())
            assert not any(env.rewards.values())
            met += bool(out(env))
            observation, reward, terminated, _, _ = env.last()
            assert env.agent_selection not in out(env) and not terminated and reward == 0
            env.step(pick(observation["action_mask"], rng))
        assert all(env.terminations.values())
        assert list(env.rewards.values()) == env.unwrapped.position.record["payoff"][0][:players].tolist()
        last = {agent: reward for agent, _, _, reward, _, _ in play_on(env, rng)}
        assert list(last) == env.possible_agents and sum(last.values()) == pytest.approx(0)
        assert env.agents == []
    assert met or players == 2  # of two players the bankruptcy of one ends the game


def totals(
    reward: str, eliminated: str, seed: int, max_cycles: int | None
) -> tuple[dict[str, float], dict[str, Any], bool]:
    """What every agent is paid in a game, how its part ended, and whether one was out of the game before its end."""
    env = rail_baron_cards_v0.env(num_players=4, reward=reward, eliminated=eliminated, max_cycles=max_cycles, **SMALL)
    env.reset(seed=seed)
    paid, ends = dict.fromkeys(env.possible_agents, 0.0), {}
    for agent, _, _, earned, terminated, truncated in play_on(env, np.random.default_rng(seed)):
        paid[agent] += earned
        ends[agent] = terminated, truncated
    return paid, ends, len(out(env)) > 0


@pytest.mark.parametrize("max_cycles", [None, 300])
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards__sum_up_to_the_same_whether_agents_leave_or_stay(reward: str, max_cycles: int | None) -> None:
    """Agent by agent, also where the game is cut short: agents that were out terminate, the others are truncated."""
    eliminations = 0
    for seed in range(3):
        leave, ends, eliminated = totals(reward, "leave", seed, max_cycles)
        stay, same_ends, _ = totals(reward, "stay", seed, max_cycles)
        assert stay == pytest.approx(leave)
        assert same_ends == ends
        eliminations += eliminated
    assert eliminations


@pytest.mark.parametrize("make", [rail_baron_cards_v0.env, rail_baron_cards_v0.raw_env], ids=["env", "raw_env"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_stay__passes_pettingzoos_api_test(make: Any, players: int) -> None:
    with no_warnings(*DICTIONARY_WARNINGS):
        api_test(make(num_players=players, eliminated="stay", **SMALL), num_cycles=400)


def test_eliminated__is_one_of_two_words() -> None:
    with pytest.raises(OptionsError, match="option eliminated='remain': choose 'leave' or 'stay'"):
        rail_baron_cards_v0.env(eliminated="remain")
