"""The zoo: its members, the worst case, the rating over the pool, and its command."""

import json
from typing import Any

import pytest

pytest.importorskip("onnxruntime")

from railgym.agents.roles import check_role_option
from railgym.cli import main as command_line
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.envs.core.nonsense import DISTURBED, NONSENSE
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.zoo import count_games, measure_zoo, opponents

CARD = "ticket_to_ride_card_v0"


@pytest.mark.parametrize(
    ("id", "options", "role", "bots"),
    [
        (CARD, {}, "player", {"random", "greedy", "planner"}),
        ("empire_builder_v0", {"num_players": 4}, "player", {"random", "greedy", "planner"}),
        ("railbot_v0", {"railbot": "agent"}, "player", {"random", "railbot:kind", "railbot:heuristic"}),
        ("railbot_v0", {"railbot": "agent"}, "railbot", {"random", "greedy", "planner"}),
    ],
)
def test_members__are_nonsense_scripted_bots_and_disturbed_planners(
    id: str, options: dict[str, Any], role: str, bots: set[str]
) -> None:
    """In games with roles, those of the role opposite."""
    assert {*NONSENSE, *DISTURBED, *bots} <= set(opponents(make_game(id, **options), role))


def test_report__has_what_evaluate_says_the_worst_first() -> None:
    """Rates are those of `railgym evaluate --seats` with the same seed; the rating of the random bot is 0."""
    game = make_game(CARD)
    played: list[int] = []
    report = measure_zoo(game, "planner", "player", 40, 3, progress=played.append)
    assert sum(played) == count_games(game, opponents(game, "player"), 40)
    rates = [row["win_rate"] for row in report["against"]]
    assert rates == sorted(rates) and report["worst"] == report["against"][0]
    for row in report["against"]:
        if row["opponent"] in ("greedy", "lowest"):
            there = evaluate(game, ("planner", row["opponent"]), 20, 3)["agents"][0]
            assert row["win_rate"] == pytest.approx(there["win_rate"]) and row["games"] == 40
    elo = {row["agent"]: row["elo"] for row in report["ratings"]}
    assert elo["random"] == 0 and elo["planner"] > elo["greedy"] > 0


def test_table_of_four__seats_the_agent_among_copies_of_a_member() -> None:
    """An agent of the same strength wins a quarter of the games."""
    report = measure_zoo(make_game(CARD, num_players=4), "random", "player", 400, 3)
    rates = {row["opponent"]: row["win_rate"] for row in report["against"]}
    assert rates["random"] == pytest.approx(0.25, abs=0.09) and rates["planner"] < 0.05


def test_game_for_one__has_no_zoo() -> None:
    with pytest.raises(OptionsError, match="is a game for one, without opponents; use: railgym evaluate --seats"):
        measure_zoo(make_game("ticket_to_ride_card_solo_v0"), "planner", "player", 2, 1)
    with pytest.raises(OptionsError, match="--seats; for a seat of the railbot, give --option railbot=agent"):
        measure_zoo(make_game("railbot_v0"), "planner", "player", 2, 1)


def test_role_without_a_seat__names_the_option_that_adds_it() -> None:
    with pytest.raises(UnknownNameError, match="has player; for that role, give --option railbot=agent"):
        check_role_option(make_game("railbot_v0"), "railbot")


def test_command__prints_the_worst_case_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", CARD, "--zoo", "greedy", "--games", "20", "--seed", "7"]
    assert command_line(words) == 0
    told = capsys.readouterr().out
    assert "worst case: " in told and "sticky" in told and "rating over the pool" in told
    assert command_line([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert command_line([*words, "--also", "mc:2", "--json"]) == 0
    assert "mc:2" in {row["opponent"] for row in json.loads(capsys.readouterr().out)["against"]}
    assert report["version"] == 2 and report["agent"] == "greedy" and report["command"].startswith("railgym evaluate")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "give --seats, as in --seats trained,planner, or --zoo, as in --zoo trained"),
        (["--zoo", "greedy", "--seats", "greedy,random"], "give --seats"),
        (["--seats", "greedy,random", "--role", "player"], "--role belongs to --zoo"),
        (["--zoo", "greedy", "--role", "railbot"], f"--role railbot: {CARD} with these options has player"),
        (["--zoo", "gredy"], "did you mean greedy?"),
        (["--zoo", "greedy", "--also", "plannr"], "did you mean planner?"),
        (["--seats", "greedy,random", "--also", "planner"], "--also belongs to --zoo"),
        (["--zoo", "former:77"], "no former:77 for "),
        (["--zoo", "former:x"], "write the number of a version, as in former:1"),
    ],
)
def test_command__refuses_what_it_cannot_measure(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line(["evaluate", CARD, *words]) != 0
    assert told in capsys.readouterr().err
