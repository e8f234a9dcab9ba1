"""``railgym stats``: what it counts is what happened in the games that it names."""

import json
import shlex
from typing import Any

import numpy as np
import pytest
from reading import view_of

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.cli import main
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_matches
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.event_kinds import ARRIVED, BOUGHT
from railgym.training.evaluate.matches import paired_seeds
from railgym.training.evaluate.stats import collect_statistics

BARON = "rail_baron_cards_v0"


@pytest.fixture(scope="module")
def small() -> Game:
    return make_game(BARON, board="small", num_players=3)


def tables_of(game: Game, code: str, games: int, seed: int) -> dict[str, dict[Any, tuple[Any, ...]]]:
    """The findings by title and first entry of a row."""
    tables = collect_statistics(game, code, games, seed).tables()
    return {table.title: {row[0]: tuple(row[1:]) for row in table.rows} for table in tables}


def test_statistics__counts_the_games_that_evaluations_play(game: Game) -> None:
    bots, seeds = scripted_bots(game), paired_seeds(5, 40)
    results = run_matches(game, bots, seeds, np.full((40, 2), bots.number("greedy")))
    found = tables_of(game, "greedy", 40, 5)
    assert found["a game"]["decisions"][0] == pytest.approx(results["plies"].mean())
    assert found["a game"]["turns"][0] == pytest.approx(results["turns"].mean())
    for p, (wins, score) in enumerate(found["by seat"].values()):
        assert wins == pytest.approx(((1 + results["payoff"][:, p]) / 2).mean())
        assert score == pytest.approx(results["scores"][:, p].mean())
    assert sum(share for (share,) in found["how games end"].values()) == pytest.approx(1)


def test_statistics__of_rail_baron_agrees_with_a_game_played_step_by_step(small: Game) -> None:
    state, bots = small.rules.new_state(int(paired_seeds(3, 1)[0])), [make_agent("greedy", small) for _ in range(3)]
    payouts, bought = [], 0
    while not state["terminated"][0]:
        seat = int(state["current_player"][0])
        bots[seat].reset(seat, 0)
        for event in small.rules.apply(state, bots[seat].act(view_of(small, state, seat))):
            if event.kind == ARRIVED:
                payouts.append(event.data[1])
            bought += event.kind == BOUGHT
    found = tables_of(small, "greedy", 1, 3)
    winner = int(state["payoff"][0].argmax())
    assert found["a game"]["rounds"] == (state["round"][0],)
    assert found["runs"]["mean payout"][0] == pytest.approx(np.mean(payouts))
    assert found["a game"]["railroads a player buys"][0] == pytest.approx(bought / 3)
    for i, railroad in enumerate(small.board.railroads):
        owner = int(state["owner"][0][i])
        expected = (1.0, float(owner == winner)) if owner >= 0 else None
        assert found["railroads"].get(railroad.name) == expected
    place = state["order"][0].tolist().index(winner) + 1
    assert found["by place in the order of play"][place] == (1.0,)


def test_statistics__of_a_game_for_one_counts_games_that_are_won() -> None:
    game = make_game("ticket_to_ride_card_solo_v0")
    bots = scripted_bots(game)
    results = run_matches(game, bots, paired_seeds(1, 30), np.full((30, 1), bots.number("planner")))
    [(wins, _)] = tables_of(game, "planner", 30, 1)["by seat"].values()
    assert wins == pytest.approx((results["payoff"][:, 0] > 0).mean()) and 0 < wins < 1


def test_command__prints_tables_and_the_same_again_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["stats", BARON, "--agent", "greedy", "--games", "20", "--seed", "3", "--option", "board=small"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert f"{BARON}: 20 games of greedy in all 2 seats, seed 3" in out and "its owner wins" in out
    assert shlex.join(["railgym", *words]) in out
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["game"], report["agent"], report["games"]) == (BARON, "greedy", 20)
    assert [row["seat"] for row in report["by seat"]] == ["player_0", "player_1"]
    assert sum(row["wins"] for row in report["by seat"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--agent", "mc:200"],
            "--agent mc:200: statistics are of scripted bots: random, greedy, planner, planner:saver, "
            "planner:monopolist, planner:landlord, planner:bidder",
        ),
        (["--games", "0"], "--games 0: give a whole number from 1 to 10,000,000"),
    ],
)
def test_command__refuses_in_one_line(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["stats", BARON, *words]) == 2
    assert capsys.readouterr().err == f"railgym: {message}\n"
