"""The measurement of skill levels, and the experiment with bots in the place of the person."""

import json
import shutil
from importlib.resources import as_file
from pathlib import Path

import numpy as np
import pytest

from railgym.agents.learned.artifact import read_card, shipped_agents, shipped_folder
from railgym.cli import main
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.training.evaluate.adapt import COLUMNS, WITHOUT
from railgym.training.release import skill_levels
from railgym.training.release.skill_levels import evaluation_opponents, measure_skill_levels, ratings_of

pytest.importorskip("onnxruntime")

CARD = "ticket_to_ride_card_v0"


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings__are_found_from_rates_of_wins(seats: int) -> None:
    """However many rivals of a kind sit at the table."""
    settings, rivals = np.array([-0.5, 0.5, 2.0]), np.array([-1.0, 0.0, 1.0])
    odds = np.exp(settings[:, None] - rivals)
    assert ratings_of(odds / (odds + seats - 1), 10_000, seats, zero=1) == pytest.approx([-1, 0, 1.5], abs=0.02)


def test_ratings__stay_finite_where_everything_is_won() -> None:
    found = ratings_of(np.array([[0.5, 0.0], [1.0, 1.0]]), 100, 2, zero=0)
    assert found[0] == 0 and 3 < found[1] < 20


def test_evaluation__is_of_whoever_sits_opposite() -> None:
    assert evaluation_opponents(make_game(CARD), "player") == ("random", "greedy", "planner")
    assert evaluation_opponents(make_game("ticket_to_ride_card_solo_v0"), "player") == ()
    assert evaluation_opponents(make_game("railbot_v0", railbot="agent"), "railbot") == ("planner", "trained")


def test_skill_levels__is_measured_at_every_setting_against_every_rival(game: Game) -> None:
    measured = measure_skill_levels(game, shipped_agents()["ticket_to_ride_card"], 20, seed=1)
    assert [level.skill for level in measured.levels] == [0, 0.25, 0.5, 0.75, 0.9, 1]
    weakest, strongest = measured.levels[0], measured.levels[-1]
    assert measured.games == 20 and list(strongest.against) == ["random", "greedy", "planner"]
    assert weakest.rating == 0 and strongest.rating is not None and strongest.rating > 3
    assert strongest.win_rate == pytest.approx(np.mean(list(strongest.against.values())), abs=1e-3)
    assert strongest.win_rate > weakest.win_rate + 0.4


def test_skill_levels__of_a_level_that_never_wins_has_an_interval() -> None:
    """Against the Railbot, random moves win no game; they might win one of the next."""
    game = make_game("railbot_v0", num_players=1)
    weakest = measure_skill_levels(game, shipped_agents()["railbot"], 10, seed=1).levels[0]
    assert weakest.win_rate == 0 and weakest.ci95 == pytest.approx((0, 1 - 0.025 ** (1 / 10)), abs=1e-4)


def test_skill_levels__of_another_exponent_takes_the_place_of_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was measured with the old share of decisions no longer holds."""
    name = "ticket_to_ride_card"
    with as_file(shipped_folder(name)) as shipped:
        folder = shutil.copytree(shipped, tmp_path / name)
    card = read_card(folder)
    (first,) = card.skill_levels
    second = first.model_copy(update={"options": first.options | {"num_players": 3}})
    (folder / "agent.json").write_text(card.model_copy(update={"skill_levels": (first, second)}).model_dump_json())
    monkeypatch.setattr(skill_levels, "shipped_folder", lambda _: folder)
    skill_levels.main(skill_levels.SkillLevelArgs((name,), games=2, exponent=0.25))
    card = read_card(folder)
    (measured,) = card.skill_levels
    assert card.exponent == 0.25 and measured.options == first.options
    assert measured.command.endswith("--games 2 --seed 21 --exponent 0.25")


@pytest.mark.parametrize(
    ("name", "exponent", "message"),
    [("ticket_to_ride_card", 0.0, "write a number above 0"), ("railbot_choices", 0.25, "which has none")],
)
def test_skill_levels__of_an_exponent_that_cannot_be_is_refused(name: str, exponent: float, message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        skill_levels.main(skill_levels.SkillLevelArgs((name,), exponent=exponent))


WORDS = ("--stand-ins", "random,planner", "--games", "4", "--then", "6", "--ends", "8", "--seed", "3")


def test_adapt__tells_what_stand_ins_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapt", CARD, *WORDS, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    random, planner = report["rows"]
    assert (random["stand_in"], planner["stand_in"]) == ("random", "planner")
    assert random["target"] == 0.5 and random["without_role"] is None
    assert planner["strongest"] < planner["weakest"] and planner["in_reach"]
    assert planner["ci95"][0] <= planner["win_rate"] <= planner["ci95"][1]
    assert main(["adapt", CARD, *WORDS]) == 0
    shown = capsys.readouterr().out
    assert "planner" in shown and f"railgym adapt {CARD}" in shown


def test_adapt__has_the_columns_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "results" / "adaptive.md").read_text(encoding="utf-8")
    heads = {tuple(line.strip("| ").split(" | ")) for line in page.splitlines() if line.startswith("| stand-in |")}
    assert heads == {COLUMNS, (*COLUMNS, WITHOUT)}


def test_adapt__aims_at_the_middle_when_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapt", CARD, *WORDS, "--json", "--target", "middle"]) == 0
    for row in json.loads(capsys.readouterr().out)["rows"]:
        assert row["in_reach"] and row["target"] == pytest.approx((row["weakest"] + row["strongest"]) / 2, abs=1e-3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((CARD, "--target", "50"), "--target 50.0: give a number from 0.05 to 0.95"),
        ((CARD, "--then", "0"), "--then 0: give a whole number from 1 to 10,000,000"),
        ((CARD, "--stand-ins", "human"), "'human' cannot play a benchmark"),
        (("railbot_v0",), "'deck' is for 1 seat, not 2"),
        (("ticket_to_ride_card_solo_v0",), "has 1 seat, not 2"),
    ],
)
def test_adapt__refuses_in_one_line(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapt", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
