"""The Monte-Carlo players: legal play, decisions from the view alone, and more rollouts that make them stronger."""

import numpy as np
import pytest
from reading import reading, view_of

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
    state = game.rules.new_state(seed)
    for seat, agent in enumerate(agents):
        agent.reset(seat, seed)
    while not state["terminated"][0]:
        seat = int(state["current_player"][0])
        view = game.rules.view(state, seat)
        mask = game.rules.legal(view)
        action = agents[seat].act(reading(game, view))
        assert mask[action]
        game.rules.apply(state, action)
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
    state = two.rules.new_state(3)
    while state["ply"][0] < 60:
        seat = int(state["current_player"][0])
        agent.reset(seat, 3)
        view = two.rules.view(state, seat)
        action = agent.act(reading(two, view))
        other_world = two.rules.determinize(view, seat, int(state["ply"][0]))
        assert agent.act(view_of(two, other_world, seat)) == action
        two.rules.apply(state, action)


@pytest.mark.parametrize("code", ["mc", "mcts"])
def test_search__grows_stronger_with_rollouts(two: Game, code: str) -> None:
    """Two hundred rollouts per decision beat five, each seed played in both seats."""
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


@pytest.mark.parametrize("code", ["mcts:200:planner", "mcts:200:nobody", "mc:200:trained", "mcts:200:trained:0.5"])
def test_search__refuses_a_policy_that_is_none(two: Game, code: str) -> None:
    """What a search is guided by is a trained agent at full strength, and only a tree can be guided."""
    with pytest.raises(UnknownNameError):
        make_agent(code, two)


def test_search__plays_on_where_other_seats_have_roles() -> None:
    """A tree holds the decisions of one role; the other seats are played by their bots."""
    game = make_game("railbot_v0", railbot="agent")
    state = game.rules.new_state(1)
    agent = make_agent("mcts:8", game)
    agent.reset(0, 1)
    while state["current_player"][0] != 0:
        game.rules.apply(
            state, int(np.flatnonzero(game.rules.legal(game.rules.view(state, int(state["current_player"][0]))))[0])
        )
    view = game.rules.view(state, 0)
    mask = game.rules.legal(view)
    assert mask[agent.act(reading(game, view))]


def test_search__depends_on_its_seed_alone(two: Game) -> None:
    """A budget of iterations and the same seed give the same choices: leaves come in batches of a fixed size, whatever
    the number of cores."""
    first, second = make_agent("mcts:40", two), make_agent("mcts:40", two)
    state = two.rules.new_state(5)
    for _ in range(20):
        seat = int(state["current_player"][0])
        view = two.rules.view(state, seat)
        first.reset(seat, 9)
        second.reset(seat, 9)
        action = first.act(reading(two, view))
        assert second.act(reading(two, view)) == action
        two.rules.apply(state, action)


def test_search__is_guided_by_a_policy_from_the_view_alone() -> None:
    """With a trained agent's priors and values the choices are legal and the same whatever is hidden, to the end."""
    game = make_game("ticket_to_ride_card_solo_v0")
    agent = make_agent("mcts:20:trained", game)
    agent.reset(0, 4)
    state = game.rules.new_state(4)
    while not state["terminated"][0]:
        view = game.rules.view(state, 0)
        mask = game.rules.legal(view)
        action = agent.act(reading(game, view))
        assert mask[action]
        other_world = game.rules.determinize(view, 0, int(state["ply"][0]))
        assert agent.act(view_of(game, other_world, 0)) == action
        game.rules.apply(state, action)
