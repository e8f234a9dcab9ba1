"""Keys of configs by the names that they had before."""

from typing import Any

from railgym.training.settings import ConfigError

__all__ = ["RENAMED", "current_name", "former_names_in", "with_current_names"]

RENAMED = {"lanes": "num_envs", "panel": "eval", "imitation.teacher": "imitation.expert"}
"""Keys by their former names, which are accepted until version 0.3."""


def current_name(key: str) -> str:
    """A dotted key with former names replaced."""
    for old, new in RENAMED.items():
        if key == old or key.startswith(f"{old}."):
            return new + key[len(old) :]
    return key


def former_names_in(data: dict[str, Any]) -> list[str]:
    """The former names among the keys of a config."""
    names = _dotted(data)
    return [old for old in RENAMED if old in names]


def _dotted(data: dict[str, Any], above: str = "") -> set[str]:
    """All keys of a config, as ``key`` or ``section.key``."""
    inside = (_dotted(value, f"{above}{key}.") for key, value in data.items() if isinstance(value, dict))
    return {f"{above}{key}" for key in data}.union(*inside)


def with_current_names(data: dict[str, Any], above: str = "") -> dict[str, Any]:
    """A config with former names replaced. Raises ConfigError if a value is given under both names."""
    current: dict[str, Any] = {}
    for key, value in data.items():
        former = f"{above}{key}"
        name = RENAMED[former].rpartition(".")[2] if former in RENAMED else key
        if name in current or (name != key and name in data):
            raise ConfigError(f"the key {former} is called {above}{name} now; give one of them")
        current[name] = with_current_names(value, f"{former}.") if isinstance(value, dict) else value
    return current
