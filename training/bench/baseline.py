"""A baseline of earlier rates in a file, and the layers that have become slower since."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, PositiveFloat, PositiveInt, ValidationError

from railgym.envs.core.errors import RailgymError
from railgym.training.bench.timing import rounded

__all__ = ["LIMIT", "Baseline", "BaselineError", "Slowdown", "load_baseline", "save_baseline"]

LIMIT = 1.3  # times slower: less is noise
KEPT = ("command", "railgym", "commit", "system", "num_envs", "games")
MACHINE = ("cpu", "cores", "python", "numpy", "gymnasium", "pettingzoo")


class BaselineError(RailgymError, ValueError):
    """A baseline that is missing, cannot be read, or was measured otherwise."""


@dataclass(frozen=True)
class Slowdown:
    """A layer of a game that took ``LIMIT`` times as long as before, or longer; rates are per second."""

    game: str
    layer: str
    before: float
    now: float

    def __str__(self) -> str:
        rates = f"{self.now:,.0f} a second, {self.before:,.0f} in the baseline"
        return f"{self.game}: {self.layer} is {rounded(self.before / self.now)} times slower: {rates}"


class Baseline(BaseModel):
    """The part of a report of ``railgym bench all`` that is compared later."""

    model_config = ConfigDict(frozen=True)

    system: dict[str, Any]
    num_envs: PositiveInt
    games: dict[str, dict[str, PositiveFloat]]

    def slowdowns(self, report: Mapping[str, Any]) -> list[Slowdown]:
        """What is at least ``LIMIT`` times slower than here."""
        return [
            Slowdown(game, layer, before, now)
            for game, layers in report["games"].items()
            for layer, now in layers.items()
            if (before := self.games.get(game, {}).get(layer, 0)) >= LIMIT * now
        ]

    def unknown(self, report: Mapping[str, Any]) -> list[str]:
        """What was measured in the report, and not here."""
        return [
            f"{game} {layer}"
            for game, layers in report["games"].items()
            for layer in layers
            if layer not in self.games.get(game, {})
        ]

    def differences(self, system: Mapping[str, Any]) -> list[str]:
        """In what the machine of this baseline and its packages differ from ``system``."""
        pairs = {key: (self.system.get(key), system[key]) for key in MACHINE}
        return [f"{key} {there}, here {here}" for key, (there, here) in pairs.items() if there != here]


def load_baseline(file: Path | None, num_envs: int) -> tuple[Path, Baseline]:
    """The baseline of a file, or the one that comes with railgym, for a comparison with ``num_envs`` games in a batch;
    raises BaselineError and OSError."""
    if file is None:
        file = Path(str(files("railgym.configs") / "bench" / "baseline.json"))
        if not file.is_file():
            raise BaselineError("--check: none comes with railgym; give one made with: railgym bench all --save FILE")
    try:
        baseline = Baseline.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        fault = ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))
        hint = "make one with: railgym bench all --save FILE"
        raise BaselineError(f"{file}: this is no baseline ({fault}); {hint}") from None
    if baseline.num_envs != num_envs:
        hint = f"compare with --num-envs {baseline.num_envs}"
        raise BaselineError(f"--num-envs {num_envs}: {file} was measured with {baseline.num_envs}; {hint}")
    return file, baseline


def save_baseline(file: Path, report: Mapping[str, Any]) -> None:
    """Write what is needed of a report, in place of a baseline that was there. Raises OSError."""
    file.write_text(json.dumps({key: report[key] for key in KEPT}, indent=1) + "\n", encoding="utf-8")
