"""Nonsense bots: what each of them chooses, in every game, alone and in batches."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railgym.agents import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch, run_matches
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Game
from railgym.envs.core.nonsense import NONSENSE
from railgym.envs.core.simulate import CALLER

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("ticket_to_ride_card_v0", {"num_players": 3}),
    ("ticket_to_ride_card_solo_v0", {}),
    ("rail_baron_cards_v0", {"board": "small", "max_rounds": 20}),
    ("empire_builder_v0", {"map": "test", "max_rounds": 10}),
    ("resourceful_rails_v0", {"max_rounds": 6}),
    ("railways_of_the_world_v0", {"max_turns": 6}),
    ("railbot_v0", {"railbot": "agent", "max_turns": 6}),
]
games = pytest.mark.parametrize(("id", "options"), GAMES, ids=[id for id, _ in GAMES])


def choices(game: Game, code: str, seed: int = 5) -> list[tuple[tuple[int, ...], int]]:
    """The legal actions and the choice of a bot at every decision of a game that it plays against itself."""
    position = game.new_position(seed)
    agents = [make_agent(code, game, role) for role in game.roles]
    for seat, agent in enumerate(agents):
        agent.reset(seat, 6 + seed)
    found = []
    while not position.is_over:
        view = position.view(position.current_player)
        action = agents[position.current_player].act(view)
        found.append((tuple(view.legal_actions), action))
        position.play_id(action)
    return found


@games
@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("lowest", lambda legal: 0),
        ("highest", lambda legal: legal - 1),
        ("middle", lambda legal: (legal - 1) // 2),
        ("second", lambda legal: min(1, legal - 1)),
    ],
)
def test_place__of_the_choice_among_the_legal_actions(
    id: str, options: dict[str, Any], code: str, place: Callable[[int], int]
) -> None:
    for legal, action in choices(make_game(id, **options), code):
        assert action == sorted(legal)[place(len(legal))]


@games
def test_either__takes_the_first_and_the_last_about_equally_often(id: str, options: dict[str, Any]) -> None:
    chosen = [
        (sorted(legal), action) for legal, action in choices(make_game(id, **options), "either") if len(legal) > 1
    ]
    assert all(action in (legal[0], legal[-1]) for legal, action in chosen)
    assert 0.3 < np.mean([action == legal[0] for legal, action in chosen]) < 0.7


@games
def test_fraction__is_the_same_in_a_game_and_another_in_the_next(id: str, options: dict[str, Any]) -> None:
    """One fraction explains all choices of a game: place p of n means that it lies between p / n and (p + 1) / n."""
    found = set()
    for seed in range(4):
        played = [(sorted(legal), action) for legal, action in choices(make_game(id, **options), "fraction", seed)]
        least = max(legal.index(action) / len(legal) for legal, action in played)
        most = min((legal.index(action) + 1) / len(legal) for legal, action in played)
        assert least < most + 1e-9
        found.add(round(least, 3))
    assert len(found) > 1


@games
def test_sticky__keeps_one_order_in_a_game(id: str, options: dict[str, Any]) -> None:
    """An action that was preferred to another is preferred to it whenever both are legal."""
    better: set[tuple[int, int]] = set()
    for legal, action in choices(make_game(id, **options), "sticky"):
        better |= {(action, other) for other in legal if other != action}
    assert better and not any((b, a) in better for a, b in better)


@pytest.mark.parametrize(("id", "options"), [GAMES[0], GAMES[5]])
def test_hurry__ends_games_sooner_than_hoard(id: str, options: dict[str, Any]) -> None:
    """In a game that the rules end, not a limit of rounds."""
    game = make_game(id, **{name: value for name, value in options.items() if name != "max_turns"})
    bots, seeds = scripted_bots(game), np.arange(40)
    turns = {}
    for name in ("hurry", "hoard"):
        seats = np.full((40, game.num_players), bots.number("planner"))
        seats[:, 0] = bots.number(name)
        turns[name] = run_matches(game, bots, seeds, seats)["turns"].mean()
    assert turns["hurry"] < turns["hoard"]


@games
@pytest.mark.parametrize("code", NONSENSE)
def test_batch__plays_whole_games_of_nonsense_bots_in_every_role(id: str, options: dict[str, Any], code: str) -> None:
    """All games end, and games of the same seeds are the same."""
    game = make_game(id, **options)
    bots = scripted_bots(game)
    seats = np.full((6, game.num_players), bots.number(code))
    results = [run_matches(game, bots, np.arange(6), seats, threads) for threads in (1, 2)]
    assert (results[0]["end_reason"] > 0).all() and (results[0] == results[1]).all()


def test_batch__seats_nonsense_bots_beside_the_caller() -> None:
    game = make_game("ticket_to_ride_card_v0")
    bots = scripted_bots(game)
    batch = Batch(game, 4, 1, 1, bots)
    seats = np.array([[CALLER, bots.number(code)] for code in ("lowest", "middle", "sticky", "hoard")])
    batch.seat_next(np.arange(4), np.zeros(4, np.int64), seats)
    batch.start()
    for _ in range(60):
        batch.step(batch.masks.argmax(1))
    assert (batch.envs["seat"] == 0).all()
    with pytest.raises(ArgumentError, match="run_matches: seats: a caller cannot play"):
        run_matches(game, bots, np.arange(4), seats)
