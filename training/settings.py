"""Settings in YAML, from a user's file or a shipped one, read into frozen models."""

from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from railgym.envs.core.data_files import Faults, Where
from railgym.envs.core.errors import DataError, RailgymError, meant
from railgym.envs.core.geo.yaml_file import YamlFile

__all__ = ["ConfigError", "Section", "no_truth", "read_settings", "shipped_settings", "with_full_keys"]


class ConfigError(RailgymError, ValueError):
    """Settings that cannot be read; the message names the file and the key."""


def no_truth(given: Any) -> Any:
    """A number as it is given. YAML reads ``yes`` and ``on`` as true, which would count as 1."""
    if isinstance(given, bool):
        raise ValueError("write a number, not true or false")
    return given


class Section(BaseModel):
    """Keys and values."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _numbers_are_no_truths(cls, given: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[info.field_name or ""].annotation
        return no_truth(given) if {int, float} & {kind, *get_args(kind)} else given


def shipped_settings(folder: str) -> list[str]:
    """Names of the shipped files of a kind."""
    return sorted(f.name for f in (files("railgym.configs") / folder).iterdir() if f.name.endswith(".yaml"))


def read_settings(path: str, folder: str, example: str) -> YamlFile:
    """The file at ``path``, or for a mere name the one that comes with railgym, which holds keys and values, as does
    ``example``. Raises ConfigError."""
    source = Path(path)
    if (source / "config.yaml").is_file():
        raise ConfigError(f"{path} is a folder; for the config in it write {source / 'config.yaml'}")
    if source.is_dir():
        raise ConfigError(f"{path} is a folder; give a YAML file")
    if not source.is_file() and source.name == path:
        source = Path(str(files("railgym.configs") / folder / path))
    if not source.is_file():
        shipped = shipped_settings(folder)
        hint = meant(path, shipped, f"shipped ones: {', '.join(shipped)}")
        raise ConfigError(f"no file {path!r}; {hint}")
    faults = Faults(source, "the config")
    file = YamlFile(source, faults)
    try:
        faults.stop()
    except DataError as error:
        raise ConfigError(path.removesuffix(source.name) + error.faults[0]) from None
    if not isinstance(file.value, dict):
        raise ConfigError(f"{path}: expected keys and values, e.g. '{example}'")
    return file


def with_full_keys(where: Where, text: str) -> str:
    """A message of :func:`railgym.envs.core.data_files.fit` with keys as in overrides: ``league.past`` instead of
    ``past``, and items of lists as ``hidden[0]``."""
    key = "".join(f"[{part}]" if isinstance(part, int) and i else f".{part}" for i, part in enumerate(where)).lstrip(
        "."
    )
    text = key + text.removeprefix(".".join(map(str, where))) if key else text
    section = key.rpartition(".")[0]
    said, meant, near = text.partition("did you mean ")
    if meant and section:  # a name with a point is a full key already
        near = " or ".join(name if "." in name else f"{section}.{name}" for name in near.split(" or "))
    return f"{said}{meant}{near}"
