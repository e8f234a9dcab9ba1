"""`railgym play` in its own process: pipes, a closed input, and signals."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import processes
import pytest

from railgym.envs.core.replay import load_replay

CARD = "ticket_to_ride_card_v0"
COMMAND = [sys.executable, "-m", "railgym.cli", "play", CARD, "--seats", "human,random", "--seed", "3"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def saved() -> list[Path]:
    return sorted(Path().glob("*.jsonl"))


def test_process__plays_from_a_pipe_and_from_nothing() -> None:
    """Standard input may be a pipe with anything in it, or closed: no traceback, and nothing is lost."""
    done = processes.run(COMMAND, input=b"1\n\xff\xfe\n1\n", capture_output=True, check=False)
    assert done.returncode == 0
    assert b"no such move" in done.stdout
    assert b"the game is saved, go on with:" in done.stdout
    assert len(load_replay(saved()[0]).moves) == 2
    done = processes.run(["sh", "-c", f"{' '.join(COMMAND)} <&-"], capture_output=True, check=False)
    assert (done.returncode, b"the input has ended; nothing to save" in done.stdout) == (0, True)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "ignored", "code"),
    [
        (signal.SIGINT, (), 130),
        (signal.SIGTERM, (), 143),
        (signal.SIGTERM, (signal.SIGINT, signal.SIGHUP), 143),  # as nohup and scripts start it in the background
    ],
)
def test_process__saves_when_interrupted(number: int, ignored: tuple[int, ...], code: int) -> None:
    """Ctrl-C or SIGTERM at the prompt: saved, the signal's exit code, no traceback."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with processes.started(COMMAND, ignored=ignored, bufsize=0, **pipes) as process:
        process.stdin.write(b"1\n")
        shown = b""
        while shown.count(b"your move") < 2:
            piece = os.read(process.stdout.fileno(), 1 << 16)
            assert piece, "it ended before it asked for a move"
            shown += piece
        process.send_signal(number)
        rest, errors = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == code
    assert b"interrupted; the game is saved" in rest
    assert b"Traceback" not in errors
    assert len(load_replay(saved()[0]).moves) == 1
