"""The functions that differ between operating systems, for each system."""

import os
import resource
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import processes
import pytest

from railgym.envs.core import host
from railgym.envs.core.host import Terminated, exit_code, peak_memory, terminable, usable_cores


@pytest.fixture(params=["linux", "darwin"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The system that this process seems to run on."""
    monkeypatch.setattr(sys, "platform", request.param)
    if request.param == "darwin":
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
        monkeypatch.setattr(host, "_text_of", lambda file: "")
    return str(request.param)


def test_cores__are_counted_on_every_system(system: str) -> None:
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


@pytest.mark.parametrize(("quota", "cores"), [("max 100000", 3), ("150000 100000", 2), ("50000 100000", 1), ("", 3)])
def test_cores__are_no_more_than_a_container_is_granted(
    quota: str, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 2, 5}, raising=False)
    monkeypatch.setattr(host, "_text_of", lambda file: quota if file.endswith("cpu.max") else "")
    assert usable_cores() == cores


def test_peak_memory__is_in_bytes_on_every_system(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux counts kibibytes, macOS bytes."""
    told = {"linux": 300_000, "darwin": 300_000 * 1024}[system]
    monkeypatch.setattr(resource, "getrusage", lambda who: SimpleNamespace(ru_maxrss=told))
    assert peak_memory() == 300_000 * 1024


def test_facts__are_told_or_left_out_on_every_system(system: str) -> None:
    assert host.cpu_name()
    free = host.free_memory()
    assert free is None if system == "darwin" else free is None or free > 0


def test_search__works_on_every_system(system: str) -> None:
    """Agents that search ask for the cores; none may be made on one system only."""
    from railgym.agents import make_agent
    from railgym.envs.catalog import make_game

    game = make_game("ticket_to_ride_card_v0")
    for code in ("mc", "mcts"):
        assert make_agent(code, game)


def test_lock__is_held_until_its_process_ends(tmp_path: Path) -> None:
    code = "import sys, time; from railgym.envs.core.host import lock; file = open(sys.argv[1], 'wb'); lock(file)"
    command = [sys.executable, "-c", f"{code}; print(1, flush=True); time.sleep(600)", str(tmp_path / "lock")]
    with (tmp_path / "lock").open("wb") as file:
        with processes.started(command, stdout=-1) as process:
            assert process.stdout.readline() == b"1\n"
            with pytest.raises(BlockingIOError):
                host.lock(file)
        host.lock(file)


def test_sigterm__is_raised_as_ctrl_c_is_and_only_inside() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated) as stop, terminable():
        signal.raise_signal(signal.SIGTERM)
    assert (exit_code(stop.value), exit_code(KeyboardInterrupt())) == (143, 130)
    assert signal.getsignal(signal.SIGTERM) is before
