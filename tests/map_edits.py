"""Changes to the files of a map, and the faults that they cause, for the tests of all kinds of maps."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.map_files import GEOGRAPHY

Edit = Callable[[str], str]


def swap(old: str, new: str) -> Edit:
    """Replace the first occurrence of a text, which must be there."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def drop(pattern: str) -> Edit:
    """Remove the lines that match."""
    return lambda text: "".join(line for line in text.splitlines(keepends=True) if not re.match(pattern, line))


def add(*lines: str) -> Edit:
    """Append lines."""
    return lambda text: text + "".join(f"{line}\n" for line in lines)


def edit(folder: Path, file: str, change: Edit) -> None:
    """Change a file of a folder."""
    text = (folder / file).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    (folder / file).write_text(changed, encoding="utf-8")


def copy_tables(source: Path, folder: Path) -> Path:
    """Copy a map without its geography; returns the new folder."""
    copy = Path(shutil.copytree(source, folder / "copy"))
    (copy / GEOGRAPHY).unlink()
    return copy


def write_geography(text: str, folder: Path, *changes: Edit) -> Path:
    """Write a changed geography into a folder; returns the file."""
    for change in changes:
        text = change(text)
    (folder / GEOGRAPHY).write_text(text, encoding="utf-8")
    return folder / GEOGRAPHY


def line_of(text: str, words: str) -> int:
    """The number of the first line that contains some words."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if words in line)


def faults_of_map(read: Callable[[Path], object], folder: Path) -> list[str]:
    """The faults that are reported when the map of a folder is read."""
    with pytest.raises(DataError) as error:
        read(folder)
    head, *lines = str(error.value).split("\n  ")
    assert head == f"the map in {folder} has {'a fault' if len(lines) == 1 else f'{len(lines)} faults'}:"
    return lines


def faults_of_geography(build: Callable[[Path], object], file: Path) -> list[str]:
    """The faults that are reported when a map is built from a geography file."""
    with pytest.raises(DataError) as error:
        build(file)
    head, *lines = str(error.value).split("\n  ")
    assert head == f"the geography in {file} has {'a fault' if len(lines) == 1 else f'{len(lines)} faults'}:"
    return lines
