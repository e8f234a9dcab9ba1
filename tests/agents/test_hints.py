"""Hints: the best three moves of any agent, with what it thinks of them (the promise of `hint [AGENT]`)."""

from typing import Any

import numpy as np
import pytest
from reading import reading

from railgym.agents import make_agent
from railgym.agents.human.hints import make_adviser, top_moves, value_to_string
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game

CARD = "ticket_to_ride_card_v0"


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game(CARD)


def hint(game: Game, code: str, n: int = 3) -> tuple[Any, Any]:
    """What an agent advises once the first tickets are chosen, after which there are many moves."""
    state = game.rules.new_state(3)
    while int(state["phase"][0]) == 0 or np.count_nonzero(game.rules.legal(state)) < 4:
        game.rules.apply(state, int(np.flatnonzero(game.rules.legal(state))[0]))
    seat = int(state["current_player"][0])
    agent = make_agent(code, game)
    agent.reset(seat, 5)
    view = game.rules.view(state, seat)
    moves, value = top_moves(agent, reading(game, view), n)
    assert all(game.rules.legal(view)[move.action] for move in moves)
    assert moves[0].action == _again(code, game, seat).act(reading(game, view))
    return moves, value


def _again(code: str, game: Game, seat: int) -> Any:
    agent = make_agent(code, game)
    agent.reset(seat, 5)
    return agent


def test_hint__of_a_trained_agent_has_chances_and_a_value(game: Game) -> None:
    moves, value = hint(game, "trained")
    shares = [move.share for move in moves]
    assert len(moves) == 3 and shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.0001
    assert -1 <= value <= 1


@pytest.mark.parametrize("code", ["mcts:40", "mcts:16:trained"])
def test_hint__of_a_tree_has_shares_and_what_moves_are_worth(game: Game, code: str) -> None:
    moves, value = hint(game, code)
    assert moves[0].share >= moves[-1].share > 0
    assert all(-1 <= move.worth <= 1 for move in moves)
    assert value is None


def test_hint__of_flat_search_has_what_moves_are_worth(game: Game) -> None:
    moves, _ = hint(game, "mc:40")
    worths = [move.worth for move in moves]
    assert worths == sorted(worths, reverse=True) and len(moves) == 3
    assert {move.share for move in moves} == {None}


@pytest.mark.parametrize("code", ["planner", "random"])
def test_hint__of_a_bot_is_its_move(game: Game, code: str) -> None:
    moves, value = hint(game, code)
    assert [(move.share, move.worth) for move in moves] == [(None, None)]
    assert value is None


def test_adviser__is_the_trained_agent_or_the_best_bot(game: Game) -> None:
    """By default a trained agent gives hints, or the best bot if none fits. A person never does."""
    assert make_adviser(game, "player").code == "trained"
    assert make_adviser(make_game("empire_builder_v0", borrow=True), "player").code == "planner"
    with pytest.raises(UnknownNameError, match="gives no hints"):
        make_adviser(game, "player", "human")


def test_value__is_told_as_a_chance_or_as_a_place() -> None:
    """The meaning of a payoff from -1 to 1 depends on the table: with four players, ranks are paid."""
    assert value_to_string(make_game(CARD), 0.24) == "expects to win 62 %"
    four = make_game(CARD, num_players=4)
    assert value_to_string(four, 1) == "expects place 1.0 of 4 on average"
    assert value_to_string(four, -1 / 3) == "expects place 3.0 of 4 on average"
