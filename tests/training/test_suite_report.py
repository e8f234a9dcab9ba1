"""``railgym suite report``: one page and one file that say all that came out of a suite, and where it comes from."""

import re
from pathlib import Path

import pytest

from railgym.cli import main

TABLES = """name: mine
version: 3
tables:
  - {name: two, game: ticket_to_ride_card_v0, agents: [random, greedy, "py:players:Cheat"], paired_seeds: 6, seed: 1}
  - {name: alone, game: ticket_to_ride_card_solo_v0, seats: 1, agents: [random, greedy], paired_seeds: 6, seed: 2}
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite that was played, with an agent that cheats."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "mine.yaml").write_text(TABLES)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent))
        assert main(["suite", "run", str(folder / "mine.yaml"), "--out", str(folder / "out"), "--workers", "1"]) == 0
    return folder / "out"


def test_report__says_everything_in_both_files(results: Path, tmp_path: Path) -> None:
    """Tables, agents, seats, forfeits with their reason, commands and versions: in the page and in the Markdown."""
    assert main(["suite", "report", str(results), "--out", str(tmp_path)]) == 0
    page, text = (tmp_path / "report.html").read_text(), (tmp_path / "report.md").read_text()
    for part in ("railgym suite mine, version 3", "## two", "## alone", "py:players:Cheat forfeited 24 games: action"):
        assert part in text and part.strip("# ") in page
    for words in ("railgym suite run", "railgym suite report", "numpy", "Wins by seat", "row against column"):
        assert words in text and words in page
    cheat = next(line for line in text.splitlines() if line.startswith("| py:players:Cheat"))
    assert cheat.endswith("| 24 |")  # two rivals, six seeds, two seats


def test_report__needs_no_other_file(results: Path, tmp_path: Path) -> None:
    """The page holds its pictures and its style, and loads nothing."""
    main(["suite", "report", str(results), "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 4
    assert not re.search(r'(src|href)="(?!#|data:)', page) and "<script" not in page and "@import" not in page


def test_report__is_the_same_again(results: Path, tmp_path: Path) -> None:
    """The same games give the same files, so that a committed report changes only with what was played."""
    for folder in ("one", "two"):
        main(["suite", "report", str(results), "--out", str(tmp_path / folder)])
    for name in ("report.html", "report.md"):
        assert (tmp_path / "one" / name).read_text() == (tmp_path / "two" / name).read_text()


def test_report__refuses_what_holds_no_results(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of something else, that of a training run, and a run without metrics: one line each."""
    trained = tmp_path / "trained"
    trained.mkdir()
    (trained / "run.json").write_text('{"command": "railgym train demo.yaml", "railgym": "0.2"}', encoding="utf-8")
    for words, said in (
        ((str(tmp_path),), "holds no results of a suite"),
        ((str(trained),), "trained holds the results of another command: 'railgym train demo.yaml'"),
        ((str(results), "--runs", str(tmp_path)), "metrics.jsonl is missing; name a run, or one of its"),
    ):
        capsys.readouterr()
        assert main(["suite", "report", *words]) == 2
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1
