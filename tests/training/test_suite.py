"""``railgym suite run``: the same games however they are played, results that outlive interruptions, and agents that
misbehave."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railgym.cli import main
from railgym.envs.core.game import Game
from railgym.training.evaluate.matches import FORFEITED, by_agent
from railgym.training.evaluate.suite import schedule
from railgym.training.evaluate.suite.definition import Suite, load_suite, shipped_suites
from railgym.training.evaluate.suite.fingerprints import prints
from railgym.training.evaluate.suite.folder import ResultsError, ResultsFolder
from railgym.training.evaluate.suite.schedule import WorkerError, play_missing
from railgym.training.evaluate.suite.sequential import radius
from railgym.training.evaluate.suite.summary import summarize
from railgym.training.evaluate.suite.units import Played, play_unit, units_of
from railgym.training.learn.rllib.cluster import Cluster

CARD = "ticket_to_ride_card_v0"
WHOLE = (1, 1)
UNCHANGED = """
class Lowest:
    def __init__(self, game): pass
    def reset(self, seat, seed): pass
    def act(self, view): return view.legal_actions[0]
"""
DEADLY = """
import os

class Deadly:
    def __init__(self, game): pass
    def reset(self, seat, seed): pass
    def act(self, view): os._exit(1)
"""


def suite_of(*agents: str, seeds: int = 40, seats: int = 2, game: str = CARD, limit: float = 10.0) -> Suite:
    table = {"name": "table", "game": game, "seats": seats, "agents": agents, "paired_seeds": seeds, "seed": 5}
    return Suite.model_validate({"name": "test", "version": 1, "limit": limit, "tables": [table]})


def here(suite: Suite, units: Any) -> Any:
    """Play units one after the other in this process."""
    return ((unit, play_unit(suite, unit)) for unit in units)


def played(suite: Suite, path: Path, play: Any = here, shard: tuple[int, int] = WHOLE, until: bool = False) -> Any:
    """Play what is missing, and the summary without its times."""
    folder = ResultsFolder(path)
    folder.begin(suite, "a command")
    play_missing(suite, folder, play, shard, until, lambda units: None)
    summary = summarize(suite, folder)
    for table in summary["tables"]:
        del table["games_per_second"]
        for rating in table["ratings"]:
            rating.pop("ms_per_decision", None)
    return summary


# --- playing ------------------------------------------------------------------------------------------------------


def test_run__goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Stopped in the middle of the units, a suite gives the same results as one that was never stopped."""
    suite = suite_of("random", "greedy", "planner")

    def stops(suite: Suite, units: Any) -> Any:
        yield from list(here(suite, units))[:3]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(suite, tmp_path / "stopped", stops)
    kept = sorted((tmp_path / "stopped" / "games").rglob("*.npz"))
    times = [file.stat().st_mtime_ns for file in kept]
    assert len(kept) == 3
    assert played(suite, tmp_path / "stopped") == played(suite, tmp_path / "whole")
    assert [file.stat().st_mtime_ns for file in kept] == times  # nothing was played twice


def test_run__needs_no_order_of_shards_nor_workers(tmp_path: Path) -> None:
    """Two shards in two processes give what one process gives."""
    suite = suite_of("random", "greedy", "planner")
    whole = played(suite, tmp_path / "whole")
    played(suite, tmp_path / "shards", shard=(2, 2))
    assert played(suite, tmp_path / "shards", schedule.on_processes(2), shard=(1, 2)) == whole


def test_run__on_a_cluster_gives_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed (make test-distributed)")
    suite = suite_of("random", "greedy", "planner")
    whole = played(suite, tmp_path / "whole")
    with Cluster(runners=1).connected():
        assert played(suite, tmp_path / "cluster", schedule.on_ray()) == whole


def test_run__names_what_failed_on_a_cluster(tmp_path: Path) -> None:
    """A process that dies is started again three times; then the run ends in a line, and keeps what it has."""
    pytest.importorskip("ray", reason="Ray is not installed (make test-distributed)")
    (tmp_path / "deadly.py").write_text(DEADLY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        patch.syspath_prepend(tmp_path)
        suite = suite_of("random", "py:deadly:Deadly", seeds=2)
        with Cluster(runners=1).connected(), pytest.raises(WorkerError, match="give the same command to go on"):
            played(suite, tmp_path / "cluster", schedule.on_ray())


def test_run__plays_the_trained_as_it_is_evaluated(game: Game, tmp_path: Path) -> None:
    """An agent that is asked for many games at once takes part, and its decisions are counted."""
    table = played(suite_of("trained", "random", seeds=4), tmp_path / "out")["tables"][0]
    best = table["ratings"][0]
    assert best["agent"] == "trained" and best["win_rate"] == 1.0 and best["decisions"] > 100
    assert table["games"] == table["planned"] == 8


def test_run__compares_agents_alone_on_the_same_seeds(tmp_path: Path) -> None:
    """In a game for one, agents are compared by their scores on the same seeds."""
    solo = suite_of("greedy", "planner", "random", seats=1, game="ticket_to_ride_card_solo_v0")
    table = played(solo, tmp_path / "out")["tables"][0]
    assert [rating["agent"] for rating in table["ratings"]] == ["planner", "greedy", "random"]
    assert table["payoffs"][0][0] is None and table["payoffs"][0][2] > 0.9
    assert (
        table["ratings"][0]["lead_iqm"][1] <= table["ratings"][0]["lead_iqm"][0] <= table["ratings"][0]["lead_iqm"][2]
    )


def test_significance__stops_what_is_clear_and_plays_what_is_not(tmp_path: Path) -> None:
    """Greedy beats random on every second seed, so their line-up ends early; two random bots play to the end."""
    clear = played(suite_of("random", "greedy", seeds=400), tmp_path / "clear", until=True)["tables"][0]
    even = played(suite_of("py:players:Planner", "planner", seeds=60), tmp_path / "even", until=True)["tables"][0]
    assert clear["games"] < clear["planned"] / 4
    assert even["games"] == even["planned"]


def test_significance__errs_as_seldom_as_it_promises() -> None:
    """Tested after every seed from the 20th to the 400th, intervals of 90 % miss a mean of 0 in a tenth of the
    sequences at most."""
    rng = np.random.default_rng(1)
    missed = 0
    for _ in range(200):
        values = rng.choice([-1.0, 0.0, 1.0], 400)
        missed += any(abs(values[:n].mean()) > radius(values[:n], 0.1) for n in range(20, 401, 5))
    assert missed <= 20 + 2 * np.sqrt(200 * 0.1 * 0.9)


# --- what comes out -----------------------------------------------------------------------------------------------


def test_summary__names_who_beats_whom_in_a_circle(tmp_path: Path) -> None:
    """Stone, scissors and paper: a cycle is named once, and almost every bootstrap sample has it."""
    suite = suite_of("random", "greedy", "planner", seeds=20)
    folder = ResultsFolder(tmp_path / "out")
    folder.begin(suite, "a command")
    for unit in units_of(suite):
        games = play_unit(suite, unit)
        first, second = suite.tables[0].lineups[unit.lineup]
        winner = {(0, 1): 0, (1, 2): 1, (0, 2): 2}[first, second]
        games.results["payoff"][:, :2] = np.where(games.seating == winner, 1, -1)
        folder.save(suite, unit, games)
    table = summarize(suite, folder)["tables"][0]
    assert table["cycles"] == [{"agents": ["random", "greedy", "planner"], "support": 1.0}]
    assert [rating["win_rate"] for rating in table["ratings"]] == [0.5] * 3
    assert [round(seat[0], 6) for seat in table["seats_win"]] == [0.5, 0.5]


# --- agents that misbehave ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Cheat", "is illegal"),
        ("Crashes", "KeyError: 'no such city'"),
        ("CannotBegin", "reset: RuntimeError: no chair"),
        ("Sleeps", "took more than 0.2 s for a decision"),
        ("Quits", "SystemExit: I have had enough"),
        ("AllWrong", "answered (1,) for"),
        ("MeddlesTogether", "is illegal"),
    ],
)
def test_referee__lets_whoever_misbehaves_forfeit(name: str, reason: str, tmp_path: Path) -> None:
    """An agent that breaks the rules, raises an error or takes too long loses the game at once, the others win it, the
    reason is told, and the suite goes on."""
    suite = suite_of(f"py:players:{name}", "greedy", seeds=2, limit=0.2)
    table = played(suite, tmp_path / "out")["tables"][0]
    bad = next(rating for rating in table["ratings"] if rating["agent"].startswith("py:"))
    assert table["games"] == 4 and bad["forfeits"] == sum(row["games"] for row in table["faults"]) == 4
    assert bad["win_rate"] == 0 and all(reason in fault["reason"] for fault in table["faults"])
    unit = next(units_of(suite))
    games = ResultsFolder(tmp_path / "out").load(suite, unit)
    assert isinstance(games, Played) and (games.results["end_reason"] == FORFEITED).all()
    assert (by_agent(games.results["payoff"][:, :2], games.seating)[..., 0] == -1).all()


def test_referee__ranks_who_forfeits_alone_below_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where random play ends below zero, too."""
    (tmp_path / "faulty.py").write_text("class Faulty:\n def __init__(s, game): pass\n def reset(s, a, b): pass\n")
    with (tmp_path / "faulty.py").open("a") as file:
        file.write(" def act(s, view): raise ValueError\n")
    monkeypatch.syspath_prepend(tmp_path)
    suite = suite_of("random", "py:faulty:Faulty", seeds=20, seats=1, game="ticket_to_ride_card_solo_v0")
    best, worst = played(suite, tmp_path / "out")["tables"][0]["ratings"]
    assert (best["agent"], best["forfeits"]) == ("random", 0) and worst["forfeits"] == 20
    assert best["elo"] > worst["elo"]


def test_referee__shows_an_agent_a_copy(tmp_path: Path) -> None:
    """An agent that writes into its view and its mask plays the same games as one that does not."""
    meddles = played(suite_of("py:players:Meddles", "greedy", seeds=3), tmp_path / "one")["tables"][0]
    lowest = played(suite_of("py:players:Lowest", "greedy", seeds=3), tmp_path / "two")["tables"][0]
    assert not meddles["faults"]
    assert [r["mean_score"] for r in meddles["ratings"]] == [r["mean_score"] for r in lowest["ratings"]]


# --- bad input ----------------------------------------------------------------------------------------------------


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a refused command says."""
    assert main(["suite", "run", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "Traceback" not in err
    return err


def test_run__refuses_what_it_cannot_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A suite or an agent that is not there, a key that is none, a shard that is none: one line each, and no folder."""
    file, out = tmp_path / "mine.yaml", tmp_path / "out"
    text = "name: mine\nversion: 1\ntables:\n  - {name: t, game: ticket_to_ride_card_v0, agents: [planer, greedy], "
    file.write_text(text + "paired_seeds: 1, seed: 1}\n")
    assert "did you mean planner" in refusal(capsys, str(file), "--out", str(out))
    file.write_text(text + "paired_seeds: -1, seed: 1}\n")
    assert "mine.yaml:4: " in refusal(capsys, str(file), "--out", str(out))
    alone = tmp_path / "alone.yaml"
    table = "{name: t, game: ticket_to_ride_card_solo_v0, seats: 1, agents: [greedy], paired_seeds: 2, seed: 1}"
    alone.write_text(f"name: alone\nversion: 1\ntables:\n  - {table}\n")
    assert "table t: name at least two agents" in refusal(capsys, str(alone), "--out", str(out))
    alone.write_text(alone.read_text().replace("seats: 1, ", ""))
    assert "has one seat, not 2; write seats: 1" in refusal(capsys, str(alone), "--out", str(out))
    text = text.replace("planer", "planner, random")
    file.write_text(text + "paired_seeds: 1, seed: 1, options: {num_players: 3}}\n")
    assert "options.num_players: leave it out, and write seats: 3" in refusal(capsys, str(file), "--out", str(out))
    assert "'standrd.yaml'; did you mean standard.yaml" in refusal(capsys, "standrd", "--out", str(out))
    assert "write I/N" in refusal(capsys, "smoke", "--shard", "3/2", "--out", str(out))
    assert "add --engine ray" in refusal(capsys, "smoke", "--address", "192.0.2.1:6379", "--out", str(out))
    assert not out.exists()


def test_folder__is_of_one_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with games of other paired seeds, or of another format, is named and left alone."""
    file, out = tmp_path / "mine.yaml", tmp_path / "out"
    text = "name: mine\nversion: 1\ntables:\n  - {name: t, game: ticket_to_ride_card_v0, agents: [random, greedy], "
    file.write_text(text + "paired_seeds: 2, seed: 1}\n")
    assert main(["suite", "run", str(file), "--out", str(out), "--workers", "1"]) == 0
    capsys.readouterr()
    file.write_text(text + "paired_seeds: 2, seed: 2}\n")
    assert "table t: seed 1, not 2" in refusal(capsys, str(file), "--out", str(out))
    run = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(run | {"format": 0}))
    assert "results of format 0" in refusal(capsys, str(file), "--out", str(out))


def test_former_names__are_accepted_in_suites_and_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before paired seeds were called so, files said ``deals``. Both names have the same digest and the same games."""
    file, out = tmp_path / "mine.yaml", tmp_path / "out"
    text = f"name: mine\nversion: 1\ntables:\n  - {{name: t, game: {CARD}, agents: [random, greedy], seed: 1"
    file.write_text(f"{text}, deals: 2}}\n")
    former = load_suite(str(file))
    assert capsys.readouterr().err == f"{file}:4: deals is called paired_seeds now\n"
    file.write_text(f"{text}, paired_seeds: 2}}\n")
    assert load_suite(str(file)) == former and load_suite(str(file)).digest == former.digest
    summary = played(former, out)
    (games,) = out.glob("games/*/*.npz")
    with np.load(games) as data:
        arrays = {"deals" if name == "seed_numbers" else name: data[name] for name in data.files}
    np.savez_compressed(games, **arrays)
    assert played(former, out) == summary and not list(out.glob("games/*/*.broken"))


def test_folder__is_of_the_same_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder cannot be continued with a changed agent, nor with another version or commit of railgym."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "drafted.py").write_text(UNCHANGED)
    suite, out = suite_of("random", "py:drafted:Lowest", seeds=1), tmp_path / "out"
    played(suite, out)
    played(suite, out)
    (tmp_path / "drafted.py").write_text(UNCHANGED.replace("legal_actions[0]", "legal_actions[-1]"))
    with pytest.raises(ResultsError, match="py:drafted:Lowest has changed since its first games"):
        played(suite, out)
    (tmp_path / "drafted.py").write_text(UNCHANGED)
    run = json.loads((out / "run.json").read_text())
    for name, before in {"railgym": "0.0.3", "commit": "0a1b2c3d"}.items():
        (out / "run.json").write_text(json.dumps(run | {name: before}))
        with pytest.raises(ResultsError, match=f"was begun by {name} {before}, this is {name} "):
            played(suite, out)
    (out / "run.json").write_text("[]")
    with pytest.raises(ResultsError, match=r"run\.json is damaged"):
        played(suite, out)


def test_prints__find_an_agent_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As agents are found there; also one that a search asks."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "policy.onnx").write_bytes(b"1")
    suite = suite_of("random", "file:~/mine", "mcts:50:file:~/mine")
    before = prints(suite)
    (tmp_path / "mine" / "policy.onnx").write_bytes(b"2")
    assert set(before) == set(suite.tables[0].agents[1:])
    assert all(before[code] != digest for code, digest in prints(suite).items())


@pytest.mark.parametrize("broken", [lambda whole, other: whole[:100], lambda *_: b"", lambda whole, other: other])
def test_folder__plays_a_broken_unit_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: Callable[[bytes, bytes], bytes]
) -> None:
    """A file that was cut off, or belongs elsewhere, is named in a line and played again; all others are kept."""
    suite = suite_of("random", "greedy")
    whole = played(suite, tmp_path / "out")
    file, other = sorted((tmp_path / "out" / "games").rglob("*.npz"))[:2]
    file.write_bytes(broken(file.read_bytes(), other.read_bytes()))
    assert played(suite, tmp_path / "out") == whole
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and file.name in err


@pytest.mark.parametrize("name", shipped_suites())
def test_shipped_suites__can_be_played(name: str) -> None:
    """Every game, option and agent that a shipped suite names is there."""
    suite = load_suite(name)
    suite.check()
    assert suite.name == name
