"""The ladder: placing finds known strengths, rungs are those that were measured, and its command."""

import json

import numpy as np
import pytest

pytest.importorskip("onnxruntime")

from railgym.cli import main as command_line
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import ArtifactError
from railgym.envs.core.game import Array
from railgym.training.evaluate.ladder.command import place_agent
from railgym.training.evaluate.ladder.definition import LATEST, LadderGame, behaviour, load_ladder
from railgym.training.evaluate.ladder.placing import Placement, place
from railgym.training.evaluate.suite.definition import SuiteGame
from railgym.training.release.rungs import BEHAVIOUR_SEEDS, measure

CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"
RATINGS = np.array([0, 150, 300, 500, 600, 700, 800, 900, 1000, 1150.0])
WIDTH, MOST = 150.0, 400


def placed(strength: float, seed: int) -> Placement:
    """An agent of this strength, whose games are drawn by the Bradley-Terry model."""
    rng = np.random.default_rng(seed)

    def play(rung: int, numbers: Array) -> Array:
        chance = 1 / (1 + 10 ** ((RATINGS[rung] - strength) / 400))
        return (rng.random(2 * len(numbers)) < chance).astype(float)

    return place(RATINGS, play, 2, MOST, WIDTH)


# --- the sequential procedure -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [-200, 0, 420, 777, 1150, 1400])
def test_placing__covers_the_true_strength_nineteen_times_in_twenty(strength: float) -> None:
    """Also below and above all rungs, and although it stops as soon as the interval is narrow enough."""
    found = [placed(strength, seed).rating for seed in range(200)]
    assert np.mean([rating.low <= strength <= rating.high for rating in found]) > 0.9
    assert np.mean([rating.value for rating in found]) == pytest.approx(strength, abs=15)


def test_placing__stops_when_the_interval_is_narrow_or_the_games_are_spent() -> None:
    among = placed(777, 1)
    assert among.rating.high - among.rating.low <= WIDTH and among.games.sum() < MOST
    assert np.flatnonzero(among.games).min() > 0, "rungs far away are not played"
    above = place(RATINGS, lambda rung, numbers: np.ones(2 * len(numbers)), 2, 60, WIDTH)
    assert above.games.sum() == 60 and above.below == len(RATINGS) - 1
    assert np.isfinite(above.rating.value)


def test_placing__names_the_rungs_around_the_estimate() -> None:
    found = placed(420, 3)
    assert RATINGS[found.below] <= found.rating.value < RATINGS[found.below + 1]


# --- the rungs --------------------------------------------------------------------------------------------------------


def test_ladder__has_ten_rungs_a_game_on_one_scale() -> None:
    """The definition and the ratings name the same agents; none depends on what ships now."""
    suite, ladder = load_ladder(LATEST)
    assert ladder.suite == suite.digest and [game.game for game in ladder.games] == list(GAMES)
    for table, game in zip(suite.tables, ladder.games, strict=True):
        assert len(game.rungs) == 10 and {rung.agent for rung in game.rungs} == set(table.agents)
        assert not any("trained" in rung.agent for rung in game.rungs)
        assert game.rungs[0].agent == "random" and game.rungs[0].elo == 0
        assert (np.diff(game.ratings) >= 0).all()
        assert all(rung.elo_ci95[0] <= rung.elo <= rung.elo_ci95[1] for rung in game.rungs)


@pytest.mark.parametrize("id", GAMES)
def test_rungs__play_as_when_they_were_measured(id: str) -> None:
    """A bot that plays differently needs a new ladder. Search is left out, which takes seconds a game."""
    suite, ladder = load_ladder(LATEST)
    (table,) = [table for table in suite.tables if table.game == id]
    for rung in ladder.of(id).rungs:
        if not rung.agent.startswith("mcts"):
            assert behaviour(rung.agent, table.played, table.seeds[:BEHAVIOUR_SEEDS]) == rung.behaviour, rung.agent


def test_changed_weights__are_refused_in_one_line() -> None:
    rungs = load_ladder(LATEST)[1].of(CARD)
    game = make_game(CARD)
    rungs.check(game)
    changed = [rung.model_copy(update={"weights": "0" * 16}) if rung.weights else rung for rung in rungs.rungs]
    with pytest.raises(ArtifactError, match=r"^former:1\S* of ticket_to_ride_card_v0 has other weights [^\n]+$"):
        rungs.model_copy(update={"rungs": tuple(changed)}).check(game)


@pytest.mark.parametrize(("id", "seats"), [(CARD, 2), (SOLO, 1)])
def test_measuring__rates_the_stronger_higher(id: str, seats: int) -> None:
    """Ratings begin at 0 for the random bot, and all games of near pairs are counted."""
    agents = ("planner", "greedy", "random")
    table = SuiteGame(name="toy", game=id, seats=seats, agents=agents, paired_seeds=20, seed=1)
    found = measure(table)
    assert [rung.agent for rung in found.rungs] == ["random", "greedy", "planner"] and found.rungs[0].elo == 0
    assert np.sum(found.beaten) == 3 * 20 * seats


# --- an agent on it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [CARD, SOLO])
def test_agent__is_placed_where_its_rung_stands(id: str) -> None:
    """An agent that is a rung meets itself and its neighbours."""
    rungs: LadderGame = load_ladder(LATEST)[1].of(id)
    (rung,) = [rung for rung in rungs.rungs if rung.agent == "planner"]
    row = place_agent(make_game(id), rungs, "planner", 300, 120, seed=3)
    assert row["elo_ci95"][0] - 60 <= rung.elo <= row["elo_ci95"][1] + 60
    assert sum(met["games"] for met in row["rungs"]) == row["games"] <= 300
    assert row["below"]["elo"] <= row["elo"] <= row["above"]["elo"]
    assert row["points"] == pytest.approx(100 * row["elo"] / rungs.rungs[-1].elo, abs=0.2)


def test_command__prints_the_place_and_what_to_cite(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "greedy", "--game", CARD, SOLO, "--games", "20", "--seed", "7"]
    assert command_line(words) == 0
    told = capsys.readouterr().out
    assert "mean over 2 games: " in told and "cite: ladder-1, railgym 0." in told and "between " in told
    assert f"railgym ladder greedy --game {CARD} {SOLO} --games 20 --seed 7" in told
    assert command_line([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["mean"]["points"] == pytest.approx(np.mean([row["points"] for row in report["games"]]), abs=0.1)
    assert command_line([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == report["games"], "the seed decides everything"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gredy"], "unknown agent 'gredy'; did you mean greedy?"),
        (["human"], "'human' cannot play a benchmark"),
        (["greedy,planner"], "'greedy,planner' names 2 agents: the ladder rates one at a time"),
        (["greedy", "--game", "chess"], "unknown game 'chess'; there are: "),
        (["greedy", "--games", "1"], f"--games 1: {CARD} needs at least 2"),
        (["greedy", "--ladder", "ladder-0"], "no ladder 'ladder-0'; did you mean ladder-1?"),
        (["file:nowhere/{game}"], f"nowhere/{CARD}: no trained agent here"),
    ],
)
def test_bad_input__is_refused_in_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line(["ladder", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"railgym: {message}") and told.count("\n") == 1
