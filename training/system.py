"""The machine and the packages that a measurement was made with."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from railgym.envs.core.host import cpu_name, usable_cores

__all__ = ["describe_system"]

PACKAGES = ("numpy", "gymnasium", "pettingzoo")


def describe_system() -> dict[str, Any]:
    """Processor, cores, system, and versions."""
    return {
        "cpu": cpu_name(),
        "cores": usable_cores(),
        "os": platform.platform(),
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
