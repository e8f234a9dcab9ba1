"""The results folder of a suite. Broken files are named, and their games are played again."""

import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from railgym.envs.core.errors import RailgymError, plain
from railgym.training.evaluate.suite.definition import Suite, load_suite
from railgym.training.evaluate.suite.fingerprints import prints
from railgym.training.evaluate.suite.referee import Fault
from railgym.training.evaluate.suite.units import Played, Unit, fits
from railgym.training.learn.folder import write_json
from railgym.training.reports import provenance, warn
from railgym.training.system import describe_system

__all__ = ["ResultsError", "ResultsFolder"]

FORMAT = 1  # of the folder
PLAY_AGAIN = "play the suite again into another folder, with --out"
ARRAYS = ("seed_numbers", "seating", "results", "decisions", "seconds")
FORMER = {"deals": "seed_numbers"}  # names of arrays in files of earlier versions


class ResultsError(RailgymError, ValueError):
    """A results folder that does not fit; the message names the reason."""


class ResultsFolder:
    """The folder with the games of one suite."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, suite: Suite, command: str) -> None:
        """Make the folder for a suite, or find it there. Raises ResultsError if it is the folder of another suite,
        or if agents, or the version or commit of railgym, have changed since then: results would be mixed."""
        if (self.path / "suite.yaml").exists():
            there = self.suite()
            if there.digest != suite.digest:
                difference = suite.difference(there)
                raise ResultsError(f"{self.path} holds another suite: {difference}; choose another folder with --out")
            self._check_origin(suite)
            return
        if self.path.exists() and any(self.path.iterdir()):
            raise ResultsError(f"{self.path} is not empty and holds no suite; choose another folder with --out")
        self.path.mkdir(parents=True, exist_ok=True)
        origin = {"digest": suite.digest, **provenance(command), "agents": prints(suite), "system": describe_system()}
        write_json(self.path / "run.json", {"format": FORMAT, **origin})
        text = yaml.safe_dump(suite.model_dump(mode="json"), sort_keys=False)
        (self.path / "suite.yaml").write_text(text, encoding="utf-8")

    def _check_origin(self, suite: Suite) -> None:
        run, ours = self.run(), provenance("")
        for name in ("railgym", "commit"):
            if run.get(name) != ours[name]:
                raise ResultsError(
                    f"{self.path} was begun by {name} {run.get(name)}, this is {name} {ours[name]}: bots, agents and "
                    f"rules may differ; go back to {name} {run.get(name)}, or {PLAY_AGAIN}"
                )
        for code, digest in prints(suite).items():
            if run.get("agents", {}).get(code, digest) != digest:
                raise ResultsError(f"{self.path}: {code} has changed since its first games; {PLAY_AGAIN}")

    def suite(self) -> Suite:
        """The suite of this folder. Raises ResultsError for any other folder, or another format."""
        run = self.run()
        suite = load_suite(str(self.path / "suite.yaml"))
        if suite.digest != run["digest"]:
            raise ResultsError(
                f"{self.path}/suite.yaml was changed after games were played; restore it, or begin a new folder"
            )
        return suite

    def run(self) -> dict[str, Any]:
        """The origin of the results: ``command``, ``commit`` and ``railgym``. Raises ResultsError."""
        try:
            run: dict[str, Any] = json.loads((self.path / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise ResultsError(f"{self.path} holds no results of a suite; make some with: railgym suite run") from None
        if isinstance(run, dict) and "command" in run and not (self.path / "suite.yaml").exists():
            raise ResultsError(f"{self.path} holds the results of another command: {plain(run['command'], 200)}")
        if not isinstance(run, dict) or "digest" not in run:
            raise ResultsError(f"{self.path}/run.json is damaged; {PLAY_AGAIN}")
        if run.get("format") != FORMAT:
            raise ResultsError(
                f"{self.path} has results of format {run.get('format')}, this railgym reads {FORMAT}; read them with "
                f"railgym {run.get('railgym')}, or play the suite again"
            )
        return run

    def save(self, suite: Suite, unit: Unit, played: Played) -> None:
        """Write the games of a unit to disk, all or none."""
        file = self.path / unit.path(suite)
        file.parent.mkdir(parents=True, exist_ok=True)
        faults = json.dumps([asdict(fault) for fault in played.faults])
        partial = file.with_name(f"{file.name}.{os.getpid()}.part")
        with partial.open("wb") as stream:
            arrays = {name: getattr(played, name) for name in ARRAYS}
            usage = json.dumps(played.usage)
            np.savez_compressed(stream, wall=played.wall, faults=faults, usage=usage, **arrays)
        partial.replace(file)

    def load(self, suite: Suite, unit: Unit) -> Played | None:
        """The games of a unit; None if they were not played, or, with a warning, if their file is broken."""
        file = self.path / unit.path(suite)
        try:
            with file.open("rb") as stream, np.load(stream, allow_pickle=False) as data:
                faults = tuple(Fault(**fault) for fault in json.loads(str(data["faults"])))
                arrays = {FORMER.get(name, name): data[name] for name in data.files}
                kept = {name: arrays[name] for name in ARRAYS}
                usage = json.loads(str(data["usage"])) if "usage" in data.files else {}
                played = Played(**kept, wall=float(data["wall"]), faults=faults, usage=usage)
            if not fits(suite, unit, played):
                raise ValueError("the games do not match the unit")
            return played
        except FileNotFoundError:
            return None
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
            file.replace(file.with_suffix(".broken"))
            warn(f"{file} cannot be read: its games will be played again (kept as {file.stem}.broken)")
            return None
