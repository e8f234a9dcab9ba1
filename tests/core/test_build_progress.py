"""What the builder of libraries tells while it works."""

import subprocess
import sys
from typing import Any

import pytest

from railgym.build.__main__ import Builds

PACKAGES = ["railgym.envs.crayon_rails", "railgym.envs.rail_baron_cards"]


def test_builds__tell_a_file_each_library_that_is_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log that shows nothing for minutes looks like a builder that hangs."""
    start = subprocess.Popen

    def build_nothing(command: list[str], **keywords: Any) -> "subprocess.Popen[str]":
        return start([sys.executable, "-c", "print('1 1')"], **keywords)

    monkeypatch.setattr(subprocess, "Popen", build_nothing)
    Builds(PACKAGES, False, False).run()
    first, *built, last = capsys.readouterr().err.splitlines()
    assert first.startswith("railgym: building the rules of crayon_rails, rail_baron_cards: ")
    assert sorted(built) == ["railgym: built crayon_rails", "railgym: built rail_baron_cards"]
    assert last.startswith("railgym: built crayon_rails, rail_baron_cards in ")
