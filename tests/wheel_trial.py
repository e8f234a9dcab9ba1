"""Uses the wheel as a user does, in a read-only environment without a compiler and Numba:
``python tests/wheel_trial.py DIST CONSTRAINTS``. Stops at the first failure."""

import os
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path

import processes

MOST = 200 * 2**20  # bytes of everything that the base needs
GAMES = ("ticket_to_ride_card_v0", "rail_baron_cards_v0", "empire_builder_v0", "railways_of_the_world_v0")
FIRST = """
import sys, time
began = time.perf_counter()
from importlib import import_module
env = import_module("railgym.envs." + sys.argv[1]).raw_env()
env.reset(seed=0)
env.last()
print(f"{sys.argv[1]}: first observation after {time.perf_counter() - began:.2f} s")
assert not {"numba", "llvmlite"} & sys.modules.keys()
"""


def main(dist: Path, constraints: Path) -> None:
    wheel = max(dist.glob("*.whl"), key=lambda file: file.stat().st_mtime).absolute()
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        python = room / "venv" / "bin" / "python"
        venv.create(room / "venv", with_pip=True)
        pip = [python, "-m", "pip"]
        run([*pip, "install", "-q", "-c", constraints.absolute(), wheel])
        tools = {"pip", "setuptools", "wheel", "__pycache__"}
        parts = [part for part in packages(python).iterdir() if part.name.partition("-")[0] not in tools]
        size = sum(file.stat().st_size for part in parts for file in (part, *part.rglob("*")) if file.is_file())
        print(f"{wheel.name}: {wheel.stat().st_size / 2**20:.1f} MB; with all that it needs {size / 2**20:.0f} MB")
        assert size <= MOST, "the base needs more than 200 MB"
        before = lock(room / "venv")
        use_base(room, python)
        assert lock(room / "venv") == before, "files of the installation changed"
        run(["chmod", "-R", "u+w", room / "venv"])
        run([*pip, "install", "-q", "-c", constraints.absolute(), f"{wheel}[play,train]"])
        before = lock(room / "venv")
        use_extras(room, python)
        assert lock(room / "venv") == before, "files of the installation changed"
        run(["chmod", "-R", "u+w", room / "venv"])
    print("the wheel works")


def use_base(room: Path, python: Path) -> None:
    """First observations, a game between bots, and a tournament."""
    for game in GAMES:
        trial(room, [python, "-c", FIRST, game])
    railgym = python.with_name("railgym")
    trial(room, [railgym, "list"])
    trial(room, [railgym, "play", GAMES[0], "--seats", "planner,greedy", "--seed", "1", "--quiet"])
    trial(room, [railgym, "stats", GAMES[2], "--games", "20"])


def use_extras(room: Path, python: Path) -> None:
    """Training and evaluation of its agent, and a server that answers."""
    railgym = python.with_name("railgym")
    train = [railgym, "train", "demo.yaml", "--out", room / "run", "--override", "timesteps=8192"]
    trial(room, train)
    trial(room, [railgym, "evaluate", GAMES[0], "--seats", f"file:{room / 'run' / 'agent'},random", "--games", "20"])
    serve = [railgym, "serve", "--port", "0", "--games", room / "games"]
    options = {"env": poor(room), "cwd": room, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with processes.started([str(word) for word in serve], limit=60, **options) as server:
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert b"railgym" in answer.read()
        print(f"serve answers at {address}")


def poor(room: Path) -> dict[str, str]:
    """Environment variables without a compiler, Numba and a home folder."""
    (room / "bin").mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name in ("LANG", "TERM")}
    return kept | {"PATH": str(room / "bin"), "HOME": "/nonexistent", "XDG_DATA_HOME": str(room / "data")}


def trial(room: Path, command: list[str | Path]) -> None:
    print("$", *(Path(word).name if "/" in str(word) else word for word in command if "\n" not in str(word)))
    run(command, env=poor(room), cwd=room)


def run(command: list[str | Path], **arguments: object) -> None:
    processes.run([str(word) for word in command], check=True, **arguments)


def packages(python: Path) -> Path:
    return next(python.parents[1].glob("lib/python*/site-packages"))


def lock(folder: Path) -> list[tuple[str, int]]:
    """Make a folder read-only (root can still write); returns its files and the times of their last changes."""
    run(["chmod", "-R", "a-w", folder])
    files = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    return sorted((str(file), file.stat().st_mtime_ns) for file in files)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
