"""The machine and the packages that a measurement was made with."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numba

from railgym.envs.host import cpu_name

__all__ = ["available_threads", "describe_system"]

PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")


def available_threads() -> int:
    """How many threads compiled code may run on: the cores of this process, unless the environment says less."""
    return int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]


def describe_system() -> dict[str, Any]:
    """Processor, cores, system, versions, and how threads run; the threading layer is known after a parallel run."""
    return {
        "cpu": cpu_name(),
        "cores": available_threads(),
        "os": platform.platform(),
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
        "threading_layer": _threading_layer(),
        "OMP_WAIT_POLICY": os.environ.get("OMP_WAIT_POLICY"),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _threading_layer() -> str | None:
    try:
        return str(numba.threading_layer())  # type: ignore[attr-defined]
    except ValueError:  # no parallel kernel has run
        return None
