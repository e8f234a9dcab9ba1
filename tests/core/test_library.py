"""Libraries of compiled rules: loaded, built if missing or stale, and refused with a message that names them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import processes
import pytest
import toy_game
from toy_game.game import NightMail

from railgym.envs.core import entry_points, library
from railgym.envs.core.errors import LibraryError
from railgym.envs.core.host import PLATFORM
from railgym.envs.core.library import EntryPoint, Library, fault_of

DEAL = "from toy_game.game import NightMail; print(NightMail().rules.new_state(1)['players']['hand_size'][0].tolist())"
WITHOUT = "import sys; sys.modules.update(numba=None, llvmlite=None); "
BUILDING = "building it"


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    NightMail().rules.new_state(1)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the toy game with its library, in a folder of its own."""
    folder = tmp_path / "toy_game"
    shutil.copytree(Path(toy_game.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(copy: Path, code: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a new process that finds the copy."""
    return processes.run(
        [sys.executable, "-c", code], env=environment(copy, **settings), capture_output=True, text=True, check=False
    )


def environment(copy: Path, **settings: str) -> dict[str, str]:
    paths = [str(copy.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | settings


def manifest(copy: Path) -> Path:
    return copy / "built" / f"{PLATFORM}.json"


def binary(copy: Path) -> Path:
    return manifest(copy).parent / json.loads(manifest(copy).read_text())["file"]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def change(copy: Path, **values: Any) -> None:
    """Change what the manifest says."""
    manifest(copy).write_text(json.dumps(json.loads(manifest(copy).read_text()) | values))


# --- finding and building -------------------------------------------------------------------------------------------


def test_library__is_found_without_numba(copy: Path) -> None:
    done = run(copy, WITHOUT + DEAL)
    assert (done.stdout, done.stderr) == ("[3, 3, 0]\n", "")


@pytest.mark.slow
def test_edited_rule__is_built_once_and_words_are_not(copy: Path) -> None:
    """The next use builds the library and says so; other processes that need it wait."""
    edit(copy / "display.py", "discarded", "thrown away")
    assert BUILDING not in run(copy, DEAL).stderr
    edit(copy / "rules.py", "FIRST_HAND, FULL_HAND = 3, 5", "FIRST_HAND, FULL_HAND = 4, 5")
    settings = {"env": environment(copy), "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", DEAL]
    with processes.started(command, **settings) as first, processes.started(command, **settings) as second:
        told = [process.communicate(timeout=120) for process in (first, second)]
    assert [out for out, _ in told] == ["[4, 4, 0]\n"] * 2
    assert "older than rules.py" in told[0][1] and BUILDING in told[0][1]
    after = run(copy, DEAL)
    assert (after.stdout, after.stderr) == ("[4, 4, 0]\n", "")
    assert [file.suffix for file in sorted(manifest(copy).parent.iterdir())] in ([".so", ".json"], [".dylib", ".json"])


@pytest.mark.slow
def test_object_file__is_loaded_where_there_is_no_linker(copy: Path, tmp_path: Path) -> None:
    edit(copy / "rules.py", "FIRST_HAND, FULL_HAND = 3, 5", "FIRST_HAND, FULL_HAND = 5, 5")
    (tmp_path / "empty").mkdir()
    done = run(copy, DEAL, PATH=str(tmp_path / "empty"))
    assert done.stdout == "[5, 5, 0]\n"
    assert binary(copy).suffix == ".o"
    assert run(copy, DEAL).stdout == "[5, 5, 0]\n"


@pytest.mark.slow
def test_rule_that_does_not_compile__is_named_with_the_whole_message_in_a_file(copy: Path) -> None:
    edit(copy / "rules.py", "hand_size += 1", "hand_size += 'one'")
    done = run(copy, DEAL)
    last = done.stderr.strip().splitlines()[-1]
    line = (copy / "rules.py").read_text().splitlines().index("    seat.hand_size += 'one'") + 1
    assert f"cannot be built: toy_game: rules.py:{line}: TypingError: No implementation of function" in last
    assert "rules.py" in (copy / "built" / "build.log").read_text()


# --- refusals -------------------------------------------------------------------------------------------------------


def truncate(copy: Path) -> None:
    binary(copy).write_bytes(binary(copy).read_bytes()[:1000])


def remove_library(copy: Path) -> None:
    binary(copy).unlink()


def mangle_manifest(copy: Path) -> None:
    manifest(copy).write_text(manifest(copy).read_text()[:200])


def empty_manifest(copy: Path) -> None:
    manifest(copy).write_text("[]")


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "truncated": (truncate, "is damaged"),
    "no library": (remove_library, "is not built"),
    "half a manifest": (mangle_manifest, "is damaged"),
    "no manifest": (lambda copy: manifest(copy).unlink(), "is not built"),
    "a list": (empty_manifest, "is damaged"),
    "no folder": (lambda copy: shutil.rmtree(copy / "built"), "is not built"),
    "another build's": (lambda copy: change(copy, digest="0" * 64), "is damaged"),
    "another format": (lambda copy: change(copy, format=0), "is of another version or platform"),
    "another platform": (lambda copy: change(copy, platform="linux-s390x"), "is of another version or platform"),
    "another game's": (lambda copy: change(copy, package="railgym.envs.chess"), "is of another version or platform"),
    "another CPU's": (lambda copy: change(copy, cpu="native 0123456789ab"), "was built for another CPU"),
    "older than the rules": (lambda copy: append(copy / "state.py"), "is older than state.py"),
}


def append(file: Path) -> None:
    with file.open("a") as text:
        text.write("\n# edited\n")


@pytest.mark.parametrize("case", BROKEN)
def test_library__is_refused_by_name(copy: Path, case: str) -> None:
    """Without Numba, the error is one line that says what is wrong and what to do."""
    damage, words = BROKEN[case]
    damage(copy)
    done = run(copy, WITHOUT + DEAL)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last.startswith("railgym.envs.core.errors.LibraryError: the library of toy_game ") and words in last
    assert "python -m railgym.build" in last


def test_library_for_all_cpus__is_refused_where_a_native_one_is_asked_for(copy: Path) -> None:
    done = run(copy, WITHOUT + DEAL, RAILGYM_CPU="native")
    assert "the library of toy_game was built for all CPUs of this architecture" in done.stderr


def test_missing_symbol__is_named(copy: Path) -> None:
    """A library that lacks an entry point which its manifest lists."""
    entries = json.loads(manifest(copy).read_text())["entries"]
    change(copy, entries=entries | {"no_such_door": "P[1]"})

    def no_such_door(params: Any) -> None: ...

    vars(no_such_door).update(arguments="P[1]", records={})
    with pytest.raises(LibraryError, match="lacks the entry point no_such_door"):
        Library(manifest(copy)).entry_point(no_such_door, NightMail.record_types())
    vars(no_such_door)["arguments"] = "S[1]"
    with pytest.raises(LibraryError, match="has no entry point no_such_door"):
        Library(manifest(copy)).entry_point(no_such_door, NightMail.record_types())


def test_unknown_cpu_level__is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILGYM_CPU", "pentium")
    with pytest.raises(LibraryError, match="RAILGYM_CPU=pentium: write native"):
        library.cpu_level()


# --- builds that end early ------------------------------------------------------------------------------------------


def builder(copy: Path, **options: Any) -> Any:
    """A process that builds the copy again."""
    command = [sys.executable, "-m", "railgym.build", "toy_game", "--force"]
    settings = {"env": environment(copy), "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return processes.started(command, **settings, **options)


@pytest.fixture
def one_line() -> Iterator[Callable[[str], str]]:
    def last(told: str) -> str:
        lines = [line for line in told.replace("\r", "\n").splitlines() if line.strip()]
        assert "Traceback" not in told
        return lines[-1]

    yield last


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_build__leaves_what_was_there(copy: Path, number: int, one_line: Callable[[str], str]) -> None:
    before = binary(copy).read_bytes()
    with builder(copy) as building:
        time.sleep(2)
        os.killpg(building.pid, number)
        _, told = building.communicate(timeout=60)
    assert one_line(told) == "railgym: stopped; libraries that were built before are kept"
    assert binary(copy).read_bytes() == before
    assert len(list(manifest(copy).parent.iterdir())) == 2
    assert run(copy, WITHOUT + DEAL).stdout == "[3, 3, 0]\n"


@pytest.mark.slow
def test_full_disk__is_one_line_and_breaks_nothing(copy: Path, one_line: Callable[[str], str]) -> None:
    """No file may grow beyond a kilobyte, as on a full disk."""
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); "
    code += "from railgym.build.__main__ import main; sys.exit(main(['toy_game', '--force']))"
    building = run(copy, code)
    told = building.stderr
    assert building.returncode == 1
    assert one_line(told).startswith("railgym: toy_game: ")
    assert run(copy, WITHOUT + DEAL).stdout == "[3, 3, 0]\n"
    assert len(list(manifest(copy).parent.iterdir())) == 2


def test_builder__refuses_what_is_no_game(one_line: Callable[[str], str]) -> None:
    for name, words in (("chess", "there is no package 'railgym.envs.chess'"), ("json", "json has no rules to build")):
        done = processes.run([sys.executable, "-m", "railgym.build", name], capture_output=True, text=True, check=False)
        assert done.returncode == 1 and words in one_line(done.stderr)


# --- calls ----------------------------------------------------------------------------------------------------------


def test_entry_points__take_arrays_as_they_are_declared(two: NightMail) -> None:
    """Another dtype, number of axes or layout would be read as something else."""
    legal: EntryPoint = two.bind(entry_points.call_legal)
    state, scratch, mask = two.rules.new_state(1), two.rules.scratch, np.zeros(len(two.actions), np.int8)
    legal(two.params, state, scratch, mask)
    for wrong in (mask.astype(np.int64), mask[None], np.zeros(2 * len(mask), np.int8)[::2], scratch):
        with pytest.raises(TypeError, match="an entry point takes"):
            legal(two.params, state, scratch, wrong)
    with pytest.raises(TypeError, match="an entry point takes"):
        legal(two.params, np.zeros(1, two.params_dtype), scratch, mask)


def test_entry_points__remember_what_they_were_given(two: NightMail) -> None:
    state, mask = two.rules.new_state(1), np.zeros(len(two.actions), np.int8)
    legal = two.bind(entry_points.call_legal).given(two.params).given(state, two.rules.scratch)
    legal(mask)
    assert mask.tobytes() == two.rules.legal(state).tobytes() and mask.any()


def test_fault__of_a_good_library_is_empty() -> None:
    assert fault_of("toy_game") == ""
