"""The cache of compiled rules: found by the next process, and never stale."""

import os
import shutil
import sys
from pathlib import Path

import numba
import numpy as np
import processes
import pytest
import toy_game
from toy_game import bots
from toy_game.game import NightMail

from railgym.envs.core import doors
from railgym.envs.core.kernel import source_stamp
from railgym.envs.core.simulate import decide_randomly

DEAL = "from toy_game.game import NightMail; print(NightMail().new_state(1)['players']['hand_size'][0].tolist())"
COMPILING = "railgym: compiling this use of the rules"


def deal(folder: Path) -> tuple[str, bool]:
    """Deal a game of the copy in ``folder`` in a new process: what it printed, and whether it had to compile."""
    environment = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache")}
    inherited = os.environ.get("PYTHONPATH")
    if inherited:
        environment["PYTHONPATH"] += os.pathsep + inherited
    done = processes.run([sys.executable, "-c", DEAL], env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip(), COMPILING in done.stderr


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_cache__is_found_by_the_next_process_and_noticed_to_be_stale(tmp_path: Path) -> None:
    """Rules are compiled once, again when a function that the entry point calls is edited, and not for mere words."""
    copy = tmp_path / "toy_game"
    shutil.copytree(Path(toy_game.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert deal(tmp_path) == ("[3, 3, 0]", True)
    assert deal(tmp_path) == ("[3, 3, 0]", False)
    edit(copy / "words.py", "is shuffled", "is shuffled anew")
    assert deal(tmp_path) == ("[3, 3, 0]", False)
    edit(copy / "rules" / "setup.py", "hand_size = 3", "hand_size = 4")
    assert deal(tmp_path) == ("[4, 4, 0]", True)


def test_stamp__hangs_on_rules_and_data_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_rules"
    package.mkdir()
    for name in ("__init__.py", "rules.py", "cards.csv", "words.py", "README.md"):
        (package / name).write_text("# one\n")
    monkeypatch.syspath_prepend(tmp_path)

    def stamp() -> str:
        source_stamp.cache_clear()
        return source_stamp("some_rules")

    stamps = [stamp()]
    for name in ("words.py", "README.md", "rules.py", "cards.csv"):
        (package / name).write_text("# two\n")
        stamps.append(stamp())
    source_stamp.cache_clear()
    assert stamps[0] == stamps[1] == stamps[2]
    assert len(set(stamps)) == 3


def test_entry_points__work_on_plain_arrays(two: NightMail) -> None:
    """A door is bound to one game's kernels and takes one-element record arrays."""
    state = np.zeros(1, two.state_dtype)
    two._reset(two.params, state, 9)
    assert state.tobytes() == two.new_state(9).tobytes()


def test_entry_points__of_one_package_tell_their_kernels_apart(two: NightMail) -> None:
    """The same template with another kernel of the same sources is other code in the cache."""
    view, work, mask = two.view(two.new_state(4), 0), np.zeros(1, two.work_dtype), two.legal(two.new_state(4))
    types = two.record_types
    signature = (types["params"], types["states"], types["works"], numba.int8[::1], numba.int64, numba.int64)
    chosen = []
    for decide in (bots.decide, decide_randomly):
        door = two.bind(doors.decide_door, *signature, numba.uint64, decide=decide)
        chosen.append({int(door(two.params, view, work, mask, 0, bots.HASTY, np.uint64(i) << 58)) for i in range(64)})
    assert len(chosen[0]) == 1 < len(chosen[1])
