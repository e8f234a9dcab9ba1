"""Whole games of every environment run through TorchRL's ``PettingZooWrapper``."""

from typing import Any

import pytest
from small_games import BARONS, eliminations, small_tables

from railgym.envs.aec import make_env

torch = pytest.importorskip("torch")
envs = pytest.importorskip("torchrl.envs")

pytestmark = [
    pytest.mark.interop,
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version"),
]


def games(id: str, seeds: range, **options: Any) -> tuple[int, int]:
    """Play a random game of each seed; returns how many were played and how many agents were eliminated in them."""
    aec = make_env(id, **options)
    env = envs.PettingZooWrapper(aec, use_mask=True)
    out = 0
    for seed in seeds:
        env.set_seed(seed)
        rollout = env.rollout(100_000)
        state = aec.unwrapped.position.record[0]
        assert state["terminated"] and rollout["next", "done"][-1] and not rollout["next", "done"][:-1].any()
        for seat, agent in enumerate(aec.possible_agents):
            assert rollout["next", agent, "reward"].sum().item() == pytest.approx(state["payoff"][seat])
        out += eliminations(aec)
    return len(seeds), out


@small_tables
def test_torchrl__rolls_out_whole_games(id: str, options: dict[str, Any]) -> None:
    """Every agent's rewards are the payoff of its seat, also of agents that were eliminated on the way."""
    _, out = games(id, range(3), eliminated="stay", **options)
    assert (out > 0) == (options.get("num_players", 1) > 2 and "board" in options)


def test_torchrl__needs_eliminated_agents_to_stay() -> None:
    """The page of libraries says so: without it the agent that is out has no action to draw."""
    with pytest.raises(RuntimeError, match="multinomial"):
        games("rail_baron_cards_v0", range(8), num_players=4, **BARONS)


def test_torchrl__checks_the_specs() -> None:
    env = envs.PettingZooWrapper(make_env("ticket_to_ride_card_v0", eliminated="stay"), use_mask=True)
    envs.check_env_specs(env, seed=1)
