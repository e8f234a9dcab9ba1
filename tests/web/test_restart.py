"""A server that is killed, and started again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import processes
import pytest
from web_server import Person
from websockets.sync.client import connect

from railgym.agents.human.web.store import Store
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError, ReplayError
from railgym.envs.core.recording import Recording

CARD = "ticket_to_ride_card_v0"


@contextmanager
def serve(games: Path, **options: Any) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server of its own, and its address."""
    command = [sys.executable, "-m", "railgym.cli", "serve", "--port", "0", "--games", str(games)]
    options |= {"stdout": subprocess.PIPE, "text": True, "env": os.environ | {"PYTHONUNBUFFERED": "1"}}
    with processes.started(command, **options) as process:
        found = re.search(r"http://([\d.:]+)/", process.stdout.readline())
        assert found
        yield process, found[1]


def test_game__survives_a_kill_at_the_very_same_position(tmp_path: Path) -> None:
    """Its position as the person saw it, its log, and the person's link."""
    import httpx

    seen = []
    link = ""
    for start in range(2):
        with serve(tmp_path) as (process, host):
            if not link:
                wish = {"game": CARD, "seats": ["human", "greedy"], "seed": 9, "minutes": 60}
                link = httpx.post(f"http://{host}/api/tables", json=wish, timeout=120).json()["seats"][0]
            with connect(f"ws://{host}/ws/{link.removeprefix('/t/')}", max_size=None) as socket:
                person = Person(socket)
                turn = person.turn()
                while start == 0 and turn["ply"] < 40:
                    person.ask(do="play", ply=turn["ply"], action=turn["moves"][-1]["id"])
                    turn = person.turn()
                log = [text for text in person.seen if '"type": "moves"' in text] if start else []
                picture = person.ask(do="see", ply=turn["ply"])["board"]
                seen.append((turn["ply"], turn["moves"], picture))
            process.send_signal(signal.SIGKILL)
    assert seen[0] == seen[1] and f'"ply": {seen[1][0] - 1},' in log[0]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--port", "99999"), "--port 99999: give a whole number from 0 to 65,535"),
        (("--host", "256.1.1.1"), "--port 0: cannot listen there: there is no such address; give --host an address"),
        (
            ("--host", "192.0.2.1"),
            "--host 192.0.2.1 --port 0: cannot listen there: Cannot assign requested address; give",
        ),
        (("--host", "x" * 99), "cannot listen there: there is no such address; give --host an address"),
        (("--games", "/dev/null"), "/dev/null"),
    ],
)
def test_serve__refuses_in_one_line(words: tuple[str, ...], reason: str) -> None:
    command = [sys.executable, "-m", "railgym.cli", "serve", "--port", "0", *words]
    done = processes.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and reason in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("number", "ignored", "codes"),
    [
        (signal.SIGINT, (), (0, 130)),
        (signal.SIGTERM, (), (143,)),
        (signal.SIGTERM, (signal.SIGINT, signal.SIGHUP), (143,)),  # as nohup and scripts start it in the background
    ],
)
def test_serve__ends_quietly_when_told_to(
    number: int, ignored: tuple[int, ...], codes: tuple[int, ...], tmp_path: Path
) -> None:
    with serve(tmp_path, ignored=ignored, stderr=subprocess.PIPE) as (process, _):
        process.send_signal(number)
        assert process.wait(60) in codes
        assert process.stderr and "Traceback" not in process.stderr.read()


def test_game__is_read_once_however_many_open_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second request must not write the file again from an older state."""
    with closing(Store(tmp_path)) as store:
        id = store.add(Recording(make_game(CARD), 1, ("human", "human"), "")).id
        store.put_away(id)
        first = store.open(id)
        monkeypatch.setattr(store, "_load", pytest.fail)
        assert store.open(id) is first


def test_folder__is_for_one_server_and_its_secrets_for_nobody_else(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "games")) as store:
        id = store.add(Recording(make_game(CARD), 1, ("human", "human"), "")).id
        with pytest.raises(OptionsError, match="another server keeps its games there"):
            Store(tmp_path / "games")
    assert (tmp_path / "games" / f"{id}.json").stat().st_mode & 0o077 == 0


def test_seats__that_are_not_those_of_the_game_are_refused(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        id = store.add(Recording(make_game(CARD), 1, ("human", "human"), "")).id
        store.put_away(id)
        (tmp_path / f"{id}.json").write_text('[{"code": "human"}]')
        with pytest.raises(ReplayError, match="the game has 2 seats, not 1"):
            store.open(id)


def test_game__that_is_over_stays_untouched(tmp_path: Path) -> None:
    recording = Recording(make_game(CARD, decks=1), 1, ("random", "random"), "")
    while not recording.position.is_over:
        recording.play(int(np.flatnonzero(recording.game.rules.legal(recording.position.record))[0]))
    with closing(Store(tmp_path)) as store:
        id = store.add(recording).id
        path = tmp_path / f"{id}.jsonl"
        written = path.stat().st_ino
        store.put_away(id)
        assert store.open(id).over and path.stat().st_ino == written
