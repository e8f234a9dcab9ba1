"""``railgym bench all``: every layer beside other libraries, and a baseline that tells what has become slower."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from railgym.cli import main
from railgym.training.bench import baseline
from railgym.training.bench.all_games import BenchAllArgs
from railgym.training.bench.baseline import Baseline, BaselineError, load_baseline
from railgym.training.bench.peers import PEERS
from railgym.training.bench.timing import Rate, Stopwatch

CARD = "ticket_to_ride_card_v0"
QUICK = ("--games", CARD, "--repeats", "1", "--seconds", "0", "--num-envs", "8")
NEEDED = {
    "PettingZoo connect four": ["pygame"],
    "PettingZoo hold'em": ["pygame", "rlcard"],
    "OpenSpiel connect four": ["pyspiel"],
    "OpenSpiel gin rummy": ["pyspiel"],
    "RLCard hold'em": ["rlcard"],
    "RLCard gin rummy": ["rlcard"],
}

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def without_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No package of a peer but PettingZoo's connect four is installed."""
    for module in ("pyspiel", "rlcard", "pettingzoo.classic.texas_holdem_v4"):
        monkeypatch.setitem(sys.modules, module, None)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything runs at 100 a second."""

    def measure(scratches: Mapping[str, Any], repeats: int, seconds: float) -> dict[str, Rate]:
        return dict.fromkeys(scratches, Rate(100.0, 90.0))

    monkeypatch.setattr("railgym.training.bench.all_games.measure", measure)


@pytest.fixture
def kept(tmp_path: Path, rates: None, capsys: Capture) -> Path:
    """A baseline of the kernel's rate."""
    file = tmp_path / "speed.json"
    assert run("--save", str(file)) == 0
    capsys.readouterr()
    return file


def run(*words: str) -> int:
    return main(["bench", "all", *QUICK, "--layers", "kernel", *words])


def change(file: Path, rate: float | None = None, **parts: Any) -> str:
    """Write another rate or other parts into a baseline; returns its name."""
    content = json.loads(file.read_text()) | parts
    if rate is not None:
        content["games"][CARD]["kernel"] = rate
    file.write_text(json.dumps(content))
    return str(file)


def test_json__has_every_layer_and_its_ratios(without_peers: None, capsys: Capture) -> None:
    pytest.importorskip("pygame")
    assert main(["bench", "all", *QUICK, "--threads", "1", "1000", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for part in (report, report["median"]):
        assert set(part["games"]) == {CARD} and set(part["peers"]) == {"PettingZoo connect four"}
        assert set(part["games"][CARD]) == {"kernel", "batch.1", "vector", "selfplay", "raw_env", "env", "frames"}
        assert min(part["games"][CARD].values()) > 0
    ratio = report["games"][CARD]["raw_env"] / report["peers"]["PettingZoo connect four"]
    assert report["ratios"][CARD] == {"PettingZoo connect four": pytest.approx(ratio, rel=1e-2)}
    assert set(report["skipped"]) == {"batch.1000", *PEERS} - {"PettingZoo connect four"}
    assert "pip install 'railgym[peers]'" in report["skipped"]["OpenSpiel gin rummy"]
    assert report["command"].startswith(f"railgym bench all --games {CARD} --num-envs 8 --threads 1 1000")


def test_tables__have_ratios_and_say_what_is_missing(without_peers: None, rates: None, capsys: Capture) -> None:
    pytest.importorskip("pygame")
    assert main(["bench", "all", *QUICK, "--layers", "batch", "raw_env", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "batch, 1 thr." in out and "their actions/s" in out and "1.00" in out
    assert "not measured: OpenSpiel connect four, OpenSpiel gin rummy: this needs the extra 'peers' (pyspiel is" in out


@pytest.mark.parametrize("name", PEERS)
def test_peers__play_whole_games(name: str) -> None:
    for module in NEEDED[name]:
        pytest.importorskip(module)
    scratch, watch = PEERS[name](3), Stopwatch()
    assert sum(scratch(watch) for _ in range(5)) >= 5 and watch.seconds > 0


def test_check__warns_of_what_is_a_third_slower(kept: Path, capsys: Capture) -> None:
    for rate, slower in ((129.0, 0), (130.0, 1)):
        assert run("--check", change(kept, rate)) == 0
        lines = capsys.readouterr().err.splitlines()
        assert lines[0] == f"railgym: {slower} of 1 rates are at least 1.3 times slower than in {kept}"
        assert len(lines) == 1 + slower
    assert lines[1] == f"railgym: {CARD}: kernel is 1.3 times slower: 100 a second, 130 in the baseline"


def test_strict_check__fails(kept: Path, capsys: Capture) -> None:
    assert run("--check", change(kept, 129), "--strict") == 0
    capsys.readouterr()
    assert run("--check", change(kept, 300), "--strict", "--json") == 3
    slower = {"game": CARD, "layer": "kernel", "before": 300, "now": 100}
    assert json.loads(capsys.readouterr().out)["slower"] == [slower]


def test_check__remarks_on_another_machine_and_on_what_is_new(kept: Path, capsys: Capture) -> None:
    system = json.loads(kept.read_text())["system"] | {"cpu": "Z80"}
    assert run("--check", change(kept, system=system, games={CARD: {"env": 9}}), "--strict") == 0
    other, new, count = capsys.readouterr().err.splitlines()
    assert f"{kept} is of another machine or of other versions: cpu Z80, here " in other
    assert new.endswith(f"not compared: {CARD} kernel") and "0 of 0 rates" in count


def test_check__without_a_file_takes_the_one_of_railgym(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(baseline, "files", lambda package: kept.parent)
    assert run("--check") == 2
    assert "railgym: --check: none comes with railgym; give one made with" in capsys.readouterr().err
    (kept.parent / "bench").mkdir()
    kept.rename(kept.parent / "bench" / "baseline.json")
    assert run("--check") == 0
    assert "0 of 1 rates are at least 1.3 times slower" in capsys.readouterr().err


def test_baseline_of_railgym__fits_the_command() -> None:
    try:
        assert isinstance(load_baseline(None, BenchAllArgs().num_envs)[1], Baseline)
    except BaselineError as error:
        assert "none comes with railgym" in str(error)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "this is no baseline (Invalid JSON"),
        (b"\xff\xfe", "this is no baseline (Invalid JSON"),
        (b'{"system": {}, "num_envs": 8}', "this is no baseline (games: Field required); make one with: railgym bench"),
        (b'{"system": {}, "num_envs": 8, "games": {"a": {"b": 0}}}', "(games.a.b: Input should be greater than 0)"),
        (b'{"system": {}, "num_envs": 9, "games": {}}', "was measured with 9; compare with --num-envs 9"),
    ],
)
def test_no_baseline__is_refused_in_a_line(content: bytes, message: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "speed.json"
    file.write_bytes(content)
    assert run("--check", str(file)) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and str(file) in err and message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--strict", "--strict goes with --check"),
        ("--check a b", "--check a b: give one baseline"),
        ("--check no/such.json", "no/such.json: No such file"),
        ("--save no/such.json", "no/such.json: No such file"),
        ("--save .", ".: Is a directory"),
        ("--threads 0", "--threads 0: give a whole number from 1 to 1,024"),
    ],
)
def test_wrong_input__gets_one_line_and_measures_nothing(words: str, message: str, capsys: Capture) -> None:
    assert run(*words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
