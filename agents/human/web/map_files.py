"""The maps in the folder that ``railgym serve --maps`` names, edited and saved by the person at this machine.

A map is a folder with a ``map.json``, or with the ``board.json`` of a board. The name in a request is looked up among
the maps of the folder, so no request reaches another file. Only tables of the map are ever written.
"""

import os
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from zipfile import ZIP_DEFLATED, ZipFile

from pydantic import BaseModel, ConfigDict, Field

from railgym.agents.human.web.map_view import fault_on_board, map_as_json, title_of
from railgym.envs.core.errors import DataError, OptionsError, RailgymError, UnknownNameError
from railgym.envs.core.geo.edited_folder import EditedFolder
from railgym.envs.core.geo.editing import Edit, Editing, Tables
from railgym.envs.core.geo.map_edits import cities_at
from railgym.envs.maps import Editable, editable_of, head_of

__all__ = ["Edits", "MapFolder"]


class Edits(BaseModel):
    """The changes to a map since the page opened it. ``versions``: file -> version of the table at that time."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    versions: Annotated[dict[str, Annotated[str, Field(max_length=64)]], Field(max_length=32)] = {}
    edits: Annotated[list[Edit], Field(max_length=20_000)] = []


@dataclass(frozen=True)
class _Opened:
    """A map as it is on the disk."""

    head: Path
    kind: Editable
    files: EditedFolder
    versions: dict[str, str]

    @property
    def folder(self) -> Path:
        return self.head.parent

    @property
    def editing(self) -> Editing:
        return self.kind.editing

    def edited(self, wish: Edits) -> Tables:
        """The tables after some edits; raises OptionsError if an edit cannot be made, or a file changed on disk."""
        changed = [file for file, version in self.versions.items() if wish.versions.get(file, version) != version]
        if changed:
            files, folder = " and ".join(changed), self.folder
            raise OptionsError(f"{files} of {folder} changed on disk since you opened the map: reload this page first")
        return self.files.edited(wish.edits)


class MapFolder:
    """The maps in a folder, or the one map that the folder is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        if not self._folder.is_dir():
            fault = "this is a file" if self._folder.exists() else "there is no such folder"
            raise OptionsError(f"--maps {folder}: {fault}; give the folder of a map, or a folder of maps")

    def names(self) -> list[str]:
        """The names of the maps."""
        return sorted(self._found())

    def look(self, name: str, wish: Edits) -> dict[str, Any]:
        """A map after some edits, with its faults; if an edit cannot be made, the reason as ``refused``.
        Raises OptionsError, with one line, if the table of its places cannot be read."""
        there = self._opened(name)
        try:
            tables = there.edited(wish)
        except OptionsError as error:
            return {"refused": str(error)}
        summary, faults = _checked(there, tables)
        head = {"name": name, "title": title_of(there.head), "versions": there.versions}
        return head | {"summary": summary, "faults": faults} | map_as_json(tables, there.editing, there.folder)

    def save(self, name: str, wish: Edits) -> dict[str, Any]:
        """Write the edited tables; returns the saved map and the files that were written. If an edit cannot be made,
        nothing is written, and the reason is returned as ``refused``."""
        there = self._opened(name)
        try:
            texts = there.files.changed(there.edited(wish))
        except OptionsError as error:
            return {"refused": str(error)}
        for file, text in texts.items():
            new = there.folder / f".{file}.new"
            try:
                new.write_text(text, encoding="utf-8", newline="\n")
                os.replace(new, there.folder / file)
            except OSError as error:
                reason = f"{error.strerror}; check the permissions of the folder"
                raise OptionsError(f"{there.folder / file} cannot be written: {reason}") from None
        return self.look(name, Edits()) | {"saved": list(texts), "folder": str(there.folder)}

    def archive(self, name: str, wish: Edits) -> bytes:
        """The folder of the edited map as a ZIP file."""
        there = self._opened(name)
        changed = there.files.changed(there.edited(wish))
        content = BytesIO()
        with TemporaryDirectory() as made, ZipFile(content, "w", ZIP_DEFLATED) as archive:
            for file in sorted(there.files.copied(changed, Path(made)).iterdir()):
                archive.write(file, f"{there.folder.name}/{file.name}")
        return content.getvalue()

    def _found(self) -> dict[str, Path]:
        """The heads of the maps, by the names of their folders."""
        folders = [self._folder] if head_of(self._folder) else sorted(self._folder.iterdir())
        inside = (folder for folder in folders if folder.resolve().is_relative_to(self._folder))
        return {folder.name: head for folder in inside if (head := head_of(folder))}

    def _opened(self, name: str) -> _Opened:
        """A map as it is on the disk; raises OptionsError if it cannot be edited."""
        found = self._found()
        if name not in found:
            there = ", ".join(found) or "none"
            raise UnknownNameError(f"there is no map {name!r} in the folder of this server, which has: {there}")
        head, folder = found[name], found[name].parent
        try:
            kind = editable_of(head)
            files = EditedFolder.read(folder, kind.editing)
        except DataError as error:
            raise OptionsError(error.in_a_line()) from None
        versions = {file: self._version(folder / file) for file in kind.editing.files}
        return _Opened(head, kind, files, versions)

    def _version(self, file: Path) -> str:
        """The version of a file, "" if there is no such file; raises OptionsError if it is a link out of the folder."""
        if not file.resolve().is_relative_to(self._folder):
            raise OptionsError(
                f"{file.name} of {file.parent.name} is a link to another folder; copy it here to edit it"
            )
        return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _checked(there: _Opened, tables: Tables) -> tuple[str, list[dict[str, Any]]]:
    """A summary of a map with these tables, or its faults with their places and rows."""
    with TemporaryDirectory() as made:
        copy = there.files.copied(there.files.changed(tables), Path(made))
        try:
            return there.kind.check(copy), []
        except DataError as error:
            cities = cities_at(tables, there.editing)
            return "", [fault_on_board(line, copy, cities) for line in error.faults or (error.head,)]
        except RailgymError as error:
            return "", [{"text": str(error).replace(str(copy), there.folder.name)}]
