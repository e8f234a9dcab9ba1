"""No scripted bot goes bankrupt by its own choice: stopping is free, so it never owes more than it can raise."""

from collections import Counter

import numpy as np
import pytest
from reading import reading, view_of

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import BID, MOVE, PURCHASE
from tests.rail_baron_cards.bot_games import watch_games


def means(game: Game, state: Array, player: int) -> int:
    """Cash, and what the bank pays for all railroads of a seat."""
    prices = [line.price // 2 for line, owner in zip(game.board.railroads, state["owner"][0]) if owner == player]
    return int(state["scores"][0, player]) + sum(prices)


def due(state: Array) -> int:
    return int(state["due"].sum() + state["due_bank"][0])


def impoverished(game: Game, state: Array, rng: np.random.Generator) -> Array:
    """The same position with hardly any cash for who decides, and more railroads in the hands of players."""
    poor, lines = state.copy(), len(game.board.railroads)
    poor["scores"][0, int(state["current_player"][0])] = 500 * int(rng.choice([0, 1, 2, 4, 10, 20]))
    sold = rng.random(lines) < rng.choice([0, 0.3, 1])
    poor["owner"][0, :lines] = np.where(sold, rng.integers(0, game.num_players, lines), poor["owner"][0, :lines])
    return poor


@pytest.mark.parametrize("num_players", [2, 4, 6])
@pytest.mark.parametrize("code", ["planner", "greedy"])
def test_bot__owes_no_more_than_it_can_pay(code: str, num_players: int) -> None:
    """In positions of its games, and in the same with little cash and more owners: after every choice of the bot it is
    in the game and can pay what is due, unless it could not before."""
    game = make_game("rail_baron_cards_v0", num_players=num_players)
    bot, rng, seen = make_agent(code, game), np.random.default_rng(7), Counter[str]()
    for seed in range(4):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            player, phase = int(state["current_player"][0]), int(state["phase"][0])
            bot.reset(player, seed)
            for position in (impoverished(game, state, rng), state):
                if phase <= BID and position is not state:
                    continue
                mask = game.rules.legal(position)
                if not mask.any() or due(position) > means(game, position, int(position["mover"][0])):
                    continue
                action = bot.act(view_of(game, position, player))
                words = reading(game, position).action_words(action)
                game.rules.apply(position, action)
                seen[f"{phase}{' poor' * (position is not state)}"] += 1
                seen["stopped"] += words == "stop here"
                assert not position["out"][0, player], words
                if not position["terminated"][0] and position["mover"][0] == player:
                    assert due(position) <= means(game, position, player), words
    assert seen[f"{MOVE} poor"] > 100 and seen[f"{PURCHASE} poor"] > 10 and seen["stopped"] > 0, seen


def railroads_bought(extra_owner: str, seeds: int = 6) -> int:
    """The railroads that planners own at the end of some games for two."""
    game, bought = make_game("rail_baron_cards_v0", extra_owner=extra_owner), 0
    bot = make_agent("planner", game)
    for seed in range(seeds):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            player = int(state["current_player"][0])
            bot.reset(player, seed)
            game.rules.apply(state, bot.act(view_of(game, state, player)))
        bought += int(np.isin(state["owner"][0], (0, 1)).sum())
    return bought


def test_planner__buys_railroads_at_a_table_for_two_where_a_government_takes_them() -> None:
    """Without it, track of others is rare: planners for two buy none."""
    assert railroads_bought("none") == 0 < railroads_bought("government")


@pytest.mark.long
@pytest.mark.parametrize("games", [10_000])
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_planners__neither_go_bankrupt_nor_stand_still(num_players: int, games: int) -> None:
    """No ride causes a bankruptcy; at most one player of 10,000 stands still for ten rounds without the cash to
    ride."""
    counts = watch_games(make_game("rail_baron_cards_v0", num_players=num_players), "planner", np.arange(games))
    assert counts["bankruptcies"].sum() == 0
    assert (counts["idle"] >= 10).sum() <= games * num_players / 10_000
