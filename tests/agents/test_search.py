"""The Monte-Carlo players: legal play, decisions from the view alone, and more rollouts that make them stronger."""

import numpy as np
import pytest

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game


@pytest.fixture(scope="module")
def two() -> Game:
    """One short deck for two."""
    return make_game("ticket_to_ride_card_v0", edition="published")


def play(game: Game, agents: list[Agent], seed: int) -> np.ndarray:
    """Play one game with one agent a seat, every choice checked against the mask; returns the payoffs."""
    state = game.new_state(seed)
    for seat, agent in enumerate(agents):
        agent.reset(seat, seed)
    while not state["terminated"][0]:
        seat = int(state["current"][0])
        view = game.view(state, seat)
        mask = game.legal(view)
        action = agents[seat].act(view, mask)
        assert mask[action]
        game.apply_unchecked(state, action)
    payoff: np.ndarray = state["payoff"][0]
    return payoff


@pytest.mark.parametrize("code", ["mc:20", "mcts:20", "mcts:1ms"])
def test_search__plays_legally(two: Game, code: str) -> None:
    """Whatever the budget, a search chooses among the legal actions, from the first ply to the last."""
    payoffs = play(two, [make_agent(code, two), make_agent("random", two)], 0)
    assert payoffs[0] == -payoffs[1]


@pytest.mark.parametrize("code", ["mc:30", "mcts:30"])
def test_search__decides_alike_whatever_is_hidden(two: Game, code: str) -> None:
    """A search samples worlds from its view: hidden cards permuted, and its choice is the same."""
    agent = make_agent(code, two)
    state = two.new_state(3)
    while state["ply"][0] < 60:
        seat = int(state["current"][0])
        agent.reset(seat, 3)
        view = two.view(state, seat)
        mask = two.legal(view)
        action = agent.act(view, mask)
        other_world = two.determinize(view, seat, int(state["ply"][0]))
        assert agent.act(two.view(other_world, seat), mask) == action
        two.apply_unchecked(state, action)


@pytest.mark.parametrize("code", ["mc", "mcts"])
def test_search__grows_stronger_with_rollouts(two: Game, code: str) -> None:
    """Two hundred rollouts a decision beat five, each deal played in both seats."""
    strong, weak = make_agent(f"{code}:200", two), make_agent(f"{code}:5", two)
    won = 0.0
    for seed in range(2):
        won += play(two, [strong, weak], seed)[0] + play(two, [weak, strong], seed)[1]
    assert won > 0


@pytest.mark.parametrize("code", ["mc:0", "mc:many", "mcts:-5ms", "mcts:ms"])
def test_search__refuses_a_budget_that_is_none(two: Game, code: str) -> None:
    """A budget is a whole number of iterations or milliseconds."""
    with pytest.raises(UnknownNameError, match="as in"):
        make_agent(code, two)
