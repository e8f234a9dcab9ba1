"""The scripted bots of every game: strength, legality, and that they know nothing but their view."""

from typing import Any

import numpy as np
import pytest
from reading import reading, view_of

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_matches
from railgym.envs.core.game import Game
from railgym.training.evaluate.matches import play_games

CARD, SOLO, BARON = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0", "rail_baron_cards_v0"
EMPIRE, ORDERS = "empire_builder_v0", "resourceful_rails_v0"
SMALL = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 40}
BOTS = ("greedy", "planner")
FORMS: list[tuple[str, dict[str, Any]]] = [
    (CARD, {"num_players": 2}),
    (CARD, {"num_players": 3, "edition": "published"}),
    (CARD, {"num_players": 4, "memory": "human"}),
    (CARD, {"num_players": 4, "edition": "published", "memory": "human"}),
    (CARD, {"edition": "tiny"}),
    (SOLO, {}),
    (SOLO, {"edition": "published", "memory": "human"}),
    (BARON, {"num_players": 2}),
    (BARON, {"num_players": 6, "board": "small", "goal": 50_000, "actions": "full"}),
    (BARON, {"num_players": 4, "bids": "first", "purchases_per_arrival": 1, "reshuffle_cards": 10}),
    (EMPIRE, {"num_players": 6, "max_rounds": 15}),
    (EMPIRE, {"num_players": 3, "actions": "full", "borrow": True, **SMALL}),
    (ORDERS, {"num_players": 2}),
    (ORDERS, {"num_players": 4, "events": True, "extra_starting_cards": True, **SMALL}),
]


def share_won(game: Game, bot: str, rival: str, num_seeds: int) -> float:
    """The share of games that ``bot`` wins at a table for two, every seed played in both seats."""
    bots = scripted_bots(game)
    pair = [bots.number(bot), bots.number(rival)]
    results = run_matches(game, bots, np.repeat(np.arange(num_seeds), 2), np.array([pair, pair[::-1]] * num_seeds))
    payoffs = np.where(np.arange(2 * num_seeds) % 2 == 0, results["payoff"][:, 0], results["payoff"][:, 1])
    return float(payoffs.mean() + 1) / 2


@pytest.fixture(scope="module", params=[CARD, BARON])
def two(request: pytest.FixtureRequest) -> Game:
    return make_game(request.param)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: "-".join(map(str, (form[0], *form[1].values()))))
@pytest.mark.parametrize("code", BOTS)
def test_bots__play_whole_games_of_every_form_legally(code: str, form: tuple[str, dict[str, Any]]) -> None:
    """A bot needs no luck: whatever it is dealt, in any form of the game, its choice is in the mask."""
    game = make_game(form[0], **form[1])
    agent = make_agent(code, game)
    for seed in range(4):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            seat = int(state["current_player"][0])
            agent.reset(seat, seed)
            view = game.rules.view(state, seat)
            mask = game.rules.legal(view)
            action = agent.act(reading(game, view))
            assert mask[action]
            game.rules.apply(state, action)


@pytest.mark.parametrize("id", [CARD, BARON, EMPIRE, ORDERS])
@pytest.mark.parametrize("code", BOTS)
def test_bots__decide_alike_whatever_is_hidden(id: str, code: str) -> None:
    """A bot sees a view only: hidden cards permuted, and its choice is the same."""
    game = make_game(id)
    agent = make_agent(code, game)
    state = game.rules.new_state(5)
    while not state["terminated"][0]:
        seat = int(state["current_player"][0])
        agent.reset(seat, 5)
        view = game.rules.view(state, seat)
        action = agent.act(reading(game, view))
        other_world = game.rules.determinize(view, seat, int(state["ply"][0]))
        assert agent.act(view_of(game, other_world, seat)) == action
        game.rules.apply(state, action)


@pytest.mark.parametrize("players", [4, 6])
def test_planner__holds_its_own_among_those_who_buy_all_railroads(players: int) -> None:
    """Greedy bots buy until no way round their track is left; the planner then buys its own way in."""
    game = make_game(BARON, num_players=players)
    bots = scripted_bots(game)
    seats = np.full((240, players), bots.number("greedy"))
    places = np.arange(240) % players
    seats[np.arange(240), places] = bots.number("planner")
    results = run_matches(game, bots, np.arange(240) // players, seats)
    assert (results["payoff"][np.arange(240), places] > 0).mean() > 1.2 / players


def test_greedy__beats_random(two: Game) -> None:
    """The greedy bot wins nearly every game against random play."""
    assert share_won(two, "greedy", "random", 200) > 0.95


def test_planner__beats_greedy(two: Game) -> None:
    """The planner is clearly the stronger one."""
    assert share_won(two, "planner", "greedy", 200) > 0.85


@pytest.mark.parametrize(("players", "share"), [(3, 0.85), (4, 0.6)])
def test_planner__beats_greedy_at_larger_tables(players: int, share: float) -> None:
    """Alone among greedy bots; and planners among themselves leave each other something, instead of hoarding cards."""
    game = make_game(CARD, num_players=players)
    bots = scripted_bots(game)
    seats, places = np.full((240, players), bots.number("greedy")), np.arange(240) % players
    seats[np.arange(240), places] = bots.number("planner")
    results = run_matches(game, bots, np.arange(240), seats)
    assert (results["payoff"][np.arange(240), places] == 1).mean() > share
    planners = run_matches(game, bots, np.arange(240), np.full((240, players), bots.number("planner")))
    assert planners["scores"][:, :players].mean() > 70


def test_planner__beats_random(two: Game) -> None:
    """The planner does not overfit to rivals who plan."""
    assert share_won(two, "planner", "random", 100) > 0.9


@pytest.mark.parametrize("code", BOTS)
def test_bots__play_solo_better_than_chance(code: str) -> None:
    """Solo, the bots score clearly more than random play."""
    game = make_game(SOLO)
    bots = scripted_bots(game)
    seeds = np.arange(200)
    scores = {
        name: run_matches(game, bots, seeds, np.full((200, 1), bots.number(name)))["scores"][:, 0].mean()
        for name in ("random", code)
    }
    assert scores[code] > scores["random"] + 20


def test_skill_levels__order_a_planner_by_strength() -> None:
    """From random play to the planner itself; each level is repeatable, in one game and in many at once."""
    game = make_game(SOLO)
    seeds = np.arange(60)
    codes = ("planner:0", "planner:0.5", "planner:0.9")
    scores = [play_games(game, (code,), seeds, np.zeros((60, 1), int))["scores"][:, 0] for code in codes]
    assert scores[0].mean() < scores[1].mean() < scores[2].mean()
    again = play_games(game, codes[1:2], seeds, np.zeros((60, 1), int))["scores"][:, 0]
    assert (again == scores[1]).all()


def test_skill_level__plays_that_share_of_decisions() -> None:
    """At 1 the planner decides everything; at 0.5 it decides about a half, and the choices are always legal."""
    game = make_game(CARD)
    planner, half, whole = (make_agent(code, game) for code in ("planner", "planner:0.5", "planner:1"))
    for agent in (planner, half, whole):
        agent.reset(0, 5)
    position, same = game.new_position(3), []
    while not position.is_over:
        view = position.view()
        if view.player == 0 and len(view.legal_actions) > 1:
            wish, choice = planner.act(view), half.act(view)
            assert whole.act(view) == wish and choice in view.legal_actions
            same.append(wish == choice)
        position.play(view.legal_actions[0] if view.player else planner.act(view))
    assert 0.4 < np.mean(same) < 0.85
