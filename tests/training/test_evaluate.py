"""``railgym evaluate``: what it prints, and that it can be had again."""

import json
import shlex
from typing import Any

import pytest

from railgym.cli import main
from railgym.envs.core.game import Game
from railgym.training.arguments import distinct_names
from railgym.training.evaluate.command import evaluate

CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["evaluate", *words])
    return code, *capsys.readouterr()


def report_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, out, err = run(capsys, *words, "--json")
    assert code == 0, err
    report: dict[str, Any] = json.loads(out)
    return report


def test_json__is_one_object_of_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, CARD, "--seats", "greedy,random", "--games", "40", "--seed", "7")
    assert (report["game"], report["seed"], report["games"]) == (CARD, 7, 40)
    assert report["options"]["num_players"] == 2
    assert [agent["agent"] for agent in report["agents"]] == ["greedy", "random"]
    for agent in report["agents"]:
        assert set(agent) == {"agent", "win_rate", "ci95", "mean_score"}
        low, high = agent["ci95"]
        assert 0 <= low <= agent["win_rate"] <= high <= 1
    assert sum(agent["win_rate"] for agent in report["agents"]) == pytest.approx(1)
    assert report["agents"][0]["win_rate"] > 0.8
    assert report["agents"][0]["mean_score"] > report["agents"][1]["mean_score"]
    [difference] = report["differences"]
    assert difference["agents"] == ["greedy", "random"]
    assert difference["win_rate"] == pytest.approx(2 * report["agents"][0]["win_rate"] - 1)
    assert difference["score_ci95"][0] > 0


def test_result__can_be_had_again_by_the_command_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    words = (CARD, "--option", "edition=published", "--option", "decks=2", "--games=30", "--seats", "greedy,random")
    first = report_of(capsys, *words, "--seed", "3", "--threads", "2")
    program, command, *again = shlex.split(first["command"])
    assert (program, command) == ("railgym", "evaluate")
    assert report_of(capsys, *again, "--threads", "1") == first
    assert first["options"]["edition"] == "published" and first["options"]["decks"] == 2
    assert report_of(capsys, *words, "--seed", "4")["agents"] != first["agents"]


def test_table__names_command_seed_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, CARD, "--seats", "random,random", "--games", "10", "--seed", "5")
    assert code == 0
    for word in (
        "random#2",
        "seed 5",
        "railgym 0.",
        f"railgym evaluate {CARD} --seats random,random --games 10 --seed 5",
    ):
        assert word in out


def test_odd_number_of_games__is_rounded_up_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, CARD, "--seats", "random,random,greedy", "--games", "10", "--json")
    assert code == 0 and json.loads(out)["games"] == 12
    assert "10 games are rounded up to 12: 4 seeds in 3 rotations" in err


def test_equal_agents__win_equally_often(game: Game) -> None:
    """On rotated seats of the same seeds, the same bot has the same luck."""
    for agent in evaluate(game, ("random", "random"), 50, 1)["agents"]:
        assert agent["win_rate"] == 0.5
    rates = [a["win_rate"] for a in evaluate(game, ("random", "py:players:Lowest"), 5, 1)["agents"]]
    assert sum(rates) == pytest.approx(1)


@pytest.mark.parametrize("seats", [3, 4])
def test_equal_agents__win_equally_often_at_larger_tables(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, CARD, "--seats", ",".join(["greedy"] * seats), "--games", str(200 * seats))
    assert report["options"]["num_players"] == seats
    assert [a["agent"] for a in report["agents"]] == ["greedy", *(f"greedy#{k}" for k in range(2, seats + 1))]
    assert sum(a["win_rate"] for a in report["agents"]) == pytest.approx(1, abs=1e-5)
    for agent in report["agents"]:
        assert agent["win_rate"] == pytest.approx(1 / seats, abs=0.06)


def test_solo__counts_positive_payoffs(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, SOLO, "--seats", "planner", "--games", "60")
    [agent] = report["agents"]
    assert report["games"] == 60 and report["differences"] == []
    assert 0 <= agent["ci95"][0] <= agent["win_rate"] <= agent["ci95"][1] <= 1


def test_solo__compares_agents_seed_by_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """In a game for one, every agent plays every seed; results are the same together and alone."""
    report = report_of(capsys, SOLO, "--seats", "planner,greedy", "--games", "61")
    assert report["games"] == 61
    alone = [report_of(capsys, SOLO, "--seats", code, "--games", "61")["agents"][0] for code in ("planner", "greedy")]
    assert [(a["win_rate"], a["mean_score"]) for a in report["agents"]] == [
        (a["win_rate"], a["mean_score"]) for a in alone
    ]
    [difference] = report["differences"]
    assert difference["win_rate"] == pytest.approx(alone[0]["win_rate"] - alone[1]["win_rate"], abs=1e-5)


def test_names__number_equal_codes() -> None:
    assert distinct_names(("a", "b", "a", "a")) == ("a", "b", "a#2", "a#3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seats", "random"), "has 2-4 seats, not 1"),
        (("--seats", "random," * 4 + "random"), "has 2-4 seats, not 5"),
        (("--seats", "randon,random"), "unknown agent 'randon'; did you mean random"),
        (("--seats", "human,random"), "'human' cannot play a benchmark"),
        (
            ("--seats", "random,random", "--zoo", "random"),
            "--seats and --zoo cannot be used together: give --seats",
        ),
        (("--zoo", "greedy,random"), "--zoo takes one agent, not 2; name more opponents with --also"),
        ((), "railgym: give --seats, as in --seats trained,planner, or --zoo"),
        (("--seats", "random,"), "empty name"),
        (("--seats", "random,random", "--games", "0"), "--games 0: give a whole number from 1 to 10,000,000"),
        (("--seats", "random,random", "--seed", "-1"), "--seed -1"),
        (("--seats", "random,random", "--threads", "0"), "--threads 0"),
        (("--seats", "random,random", "--option", "editon=manual"), "did you mean edition"),
        (("--seats", "random,random", "--option", "num_players=3"), "num_players"),
    ],
)
def test_mistake__gives_one_line(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, CARD, *words)
    assert code == 2 and out == ""
    assert err.startswith("railgym: ") and err.count("\n") == 1 and message in err


@pytest.mark.parametrize(("games", "warned"), [(2, True), (38, True), (40, False)])
def test_few_games__are_said_to_be_too_few(games: int, warned: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A bootstrap interval over one paired seed is as narrow as over a thousand that end alike."""
    code, _, err = run(capsys, CARD, "--seats", "greedy,random", "--games", str(games))
    assert (code, "too few for reliable intervals; write --games 40" in err) == (0, warned)
