"""The result folder of a run: one run at a time writes there, and one that is refused leaves nothing behind."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from railgym.envs.core.errors import RailgymError
from railgym.envs.core.host import lock

__all__ = ["TAKEN", "RunError", "held", "replace_file", "write_json"]

LOCK = ".lock"
NEW = ".new"  # what a file is called until it is written
BEFORE_A_CHECKPOINT = (
    "run.json",
    "config.yaml",
    "metrics.jsonl",
    "eval.csv",
    "tensorboard",
    "dataset",
    "checkpoint.pt",
)
TAKEN = "{}: holds a run already; go on with --resume, or choose another folder with --out"
ROOM = 32 << 20  # bytes that the disk has to take


class RunError(RailgymError, OSError):
    """The result folder cannot be used."""


def replace_file(file: Path, data: bytes | str) -> None:
    """Write a file in one step: who is stopped in between leaves the old one as it was."""
    fresh = file.with_name(f"{file.name}{NEW}")
    fresh.write_bytes(data.encode() if isinstance(data, str) else data)
    fresh.replace(file)


def write_json(file: Path, data: Any) -> None:
    """Write a JSON file in one step."""
    replace_file(file, json.dumps(data, indent=2) + "\n")


@contextmanager
def held(out: Path, resume: bool) -> Iterator[None]:
    """Keep a result folder for this process alone. It is made if need be, and goes again if nothing was written there.

    Raises RunError, before hours are spent, for a folder that another run writes to, that holds a run already, other
    files or none to resume, or that cannot be written.
    """
    if resume and not (out / "checkpoint.pt").is_file():
        raise RunError(f"{out}: nothing to resume, there is no checkpoint.pt; to begin a run, leave --resume out")
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        with _locked(out):
            if not resume and (out / "checkpoint.pt").exists():
                raise RunError(TAKEN.format(out))
            if not resume and (others := other_files(out)):
                raise RunError(f"{out}: holds other files ({', '.join(others[:3])}); choose another folder with --out")
            yield
    finally:
        for folder in made:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


def other_files(out: Path) -> list[str]:
    """What lies in a folder and is not of a run that was stopped before its first checkpoint."""
    found = {path.name for path in out.iterdir()} - {LOCK}
    known = BEFORE_A_CHECKPOINT if "run.json" in found else ()
    return sorted(name for name in found if name.removesuffix(NEW) not in known)


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is the kernel's: it ends with the process, however that ends."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        found = {path.name for path in out.iterdir()}
        file = (out / LOCK).open("wb")
    except OSError as error:
        raise _unwritable(out, error) from None
    with file:
        try:
            lock(file)
        except BlockingIOError:
            raise RunError(f"{out}: another run is writing there; let it end, or choose another --out") from None
        try:
            _try_to_write(out)
            yield
        finally:
            if {path.name for path in out.iterdir()} - found == {LOCK}:
                (out / LOCK).unlink()


def _try_to_write(out: Path) -> None:
    try:
        (out / LOCK).write_bytes(bytes(ROOM))
    except OSError as error:
        raise _unwritable(out, error) from None
    finally:
        (out / LOCK).write_bytes(b"")


def _unwritable(out: Path, error: OSError) -> RunError:
    return RunError(f"{out}: cannot write results there: {error.strerror or error}")
