"""The page about the benchmark: its agent and its suite work as they stand there."""

import re
from pathlib import Path

import pytest

from railgym.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "benchmark.md").read_text(encoding="utf-8")


def test_benchmark_page__own_agent_plays_its_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The class and the file of the page, in an empty folder, with fewer paired seeds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for language in ("python", "yaml"):
        name, text = re.findall(rf"```{language}\n# (\S+)\n(.*?)```", PAGE, re.S)[0]
        Path(name).write_text(text.replace("paired_seeds: 50", "paired_seeds: 2"))
    assert main(["suite", "run", "mine.yaml", "--out", "runs/mine", "--workers", "1"]) == 0
    assert "py:my_agents:Lowest" in capsys.readouterr().out
