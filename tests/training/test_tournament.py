"""``railgym tournament``: ratings, who beats whom, and the files it writes."""

import csv
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from railgym.cli import main

CARD = "ticket_to_ride_card_v0"


def report_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main(["tournament", *words, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    report: dict[str, Any] = json.loads(out)
    return report


def test_ratings__put_the_better_agent_first(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, CARD, "--agents", "random,greedy,random", "--games", "60", "--seed", "2")
    assert (report["games"], report["seats"], report["seed"]) == (180, 2, 2)
    best, *others = report["ratings"]
    assert best["agent"] == "greedy" and best["win_rate"] > 0.8 and best["games"] == 120
    assert {r["agent"] for r in others} == {"random", "random#2"}
    assert sum(r["elo"] for r in report["ratings"]) == pytest.approx(0, abs=0.2)
    for r in report["ratings"]:
        assert r["elo_ci95"][0] <= r["elo_ci95"][1] and r["win_rate_ci95"][0] <= r["win_rate"] <= r["win_rate_ci95"][1]
    assert best["mu"] > max(r["mu"] for r in others)
    assert best["elo_ci95"][0] > max(r["elo_ci95"][1] for r in others)


def test_payoffs__are_what_one_wins_and_the_other_loses(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, CARD, "--agents", "random,greedy,random,greedy", "--seats", "3", "--games", "30")
    payoffs = report["payoffs"]
    assert report["games"] == 120 and len(payoffs) == 4
    for i, row in enumerate(payoffs):
        assert row[i] is None
        assert all(row[j] == pytest.approx(-payoffs[j][i]) for j in range(4) if j != i)
    assert min(payoffs[0][2], payoffs[0][3], payoffs[1][2], payoffs[1][3]) > 0.5  # both greedy above both random


def test_result__can_be_had_again_by_the_command_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    words = (CARD, "--agents", "random,greedy", "--games", "20", "--seed", "9", "--option", "edition=published")
    first = report_of(capsys, *words, "--threads", "2")
    assert report_of(capsys, *shlex.split(first["command"])[2:]) == first


def test_out__writes_every_file_with_its_origin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "cup"
    assert main(["tournament", CARD, "--agents", "random,greedy", "--games", "20", "--out", str(folder)]) == 0
    shown = capsys.readouterr().out
    report = json.loads((folder / "tournament.json").read_text())
    assert report["command"] in shown and "greedy" in shown
    for name, rows in (("ratings", 2), ("payoffs", 2)):
        lines = (folder / f"{name}.csv").read_text().splitlines()
        assert lines[0] == f"# {report['command']}" and lines[1].startswith("# railgym 0.")
        table = list(csv.DictReader(lines[2:]))
        assert len(table) == rows and table[0]["agent"] == "greedy"
    assert float(next(csv.DictReader((folder / "ratings.csv").read_text().splitlines()[2:]))["elo_low"]) > 0
    assert (folder / "tournament.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--agents", "random"), "2 seats need at least 2 agents, got 1"),
        (("--agents", "random,greedy", "--seats", "5"), "has 2-4 seats, not 5"),
        (("--agents", "random,random,random", "--seats", "1"), "has 2-4 seats, not 1"),
        (("--agents", "random,human"), "'human' cannot play a benchmark"),
        (("--agents", "random,nobody"), "unknown agent 'nobody'"),
    ],
)
def test_mistake__gives_one_line(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", CARD, *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("railgym: ") and err.count("\n") == 1 and message in err


def test_tournament__has_as_many_seats_as_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Six may sit at Rail Baron; what is refused is one of them."""
    agents = ",".join([*["random"] * 5, "nobody"])
    assert main(["tournament", "rail_baron_cards_v0", "--agents", agents, "--seats", "6"]) == 2
    assert "unknown agent 'nobody'" in capsys.readouterr().err


def test_wrong_agent__is_refused_before_anything_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", CARD, "--agents", "random,nobody", "--out", str(tmp_path / "cup")]) == 2
    assert "unknown agent 'nobody'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_missing_packages__are_named_with_their_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "railgym.training.plots", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ["tournament", CARD, "--agents", "random,greedy", "--games", "4", "--out", str(tmp_path)]
    assert main(words) == 2
    assert "pip install 'railgym[eval]'" in capsys.readouterr().err
