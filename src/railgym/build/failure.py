"""Why rules do not compile, in one line: Numba's messages have hundreds of lines."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

__all__ = ["failure_in_words"]

RECORD = re.compile(r"Record\(\[[^\[\]]*\], \d+, (?:True|False)\)")
MODULE = re.compile(r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'.*")
MOST = 240  # characters of a reason


def failure_in_words(error: Exception, folder: Path) -> str:
    """The place in a package's rules and the reason, such as ``rules.py:38: no field 'hnd_size'``."""
    reason = _reason(error)
    place = next(_places(error, reason, folder), None)
    if place is None:
        return reason
    file, line = place
    name = file.relative_to(folder) if file.is_relative_to(folder) else file
    return f"{name}:{line}: {reason}"


def _reason(error: Exception) -> str:
    """The first informative line of a message, with record types shortened."""
    if isinstance(error, KeyError):  # Numba's answer to a field that a record does not have
        return f"no field {error}"
    lines = [line.strip() for line in str(error).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")] or [""]
    reason = " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    while reason != (shorter := RECORD.sub("record", reason)):
        reason = shorter
    reason = MODULE.sub(r"import \1 by name: only constants can be read through the module \2", reason)
    reason = f"{reason[:MOST]}..." if len(reason) > MOST else reason
    return f"{type(error).__name__}: {reason}"


def _places(error: Exception, reason: str, folder: Path) -> Iterator[tuple[Path, int]]:
    """The places of an error, the most exact one first."""
    undefined = re.search(r"name '(\w+)' is not defined", reason)
    if undefined:
        yield from _uses(undefined[1], folder)
    frames = list(_frames(error.__traceback__))
    for frame in reversed(frames):  # Numba keeps what it is typing, with its place, in this variable
        typed = getattr(frame.tb_frame.f_locals.get("constraint"), "loc", None)
        if typed is not None:
            yield Path(typed.filename), typed.line
    for file, line in re.findall(r" at (.+?\.py) \((\d+)\)", str(error)):
        yield Path(file), int(line)
    for frame in reversed(frames):
        file = Path(frame.tb_frame.f_code.co_filename)
        if file.is_relative_to(folder):
            yield file, frame.tb_lineno


def _uses(name: str, folder: Path) -> Iterator[tuple[Path, int]]:
    """The lines of a package that contain a name."""
    for file in sorted(folder.rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(rf"\b{name}\b", line):
                yield file, number


def _frames(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback:
        yield traceback
        traceback = traceback.tb_next
