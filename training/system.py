"""The machine and the packages that a measurement was made with."""

import os
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numba

__all__ = ["available_threads", "describe_system", "free_memory"]

PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")


def available_threads() -> int:
    """How many threads compiled code may run on: the cores of this process, unless the environment says less."""
    return int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]


def free_memory() -> int | None:
    """Bytes that this process may still take, by the system and by its control group; None where neither tells."""
    found = []
    available = re.search(r"MemAvailable:\s+(\d+) kB", _text_of("/proc/meminfo"))
    if available:
        found.append(1024 * int(available[1]))
    most, used = _text_of("/sys/fs/cgroup/memory.max").strip(), _text_of("/sys/fs/cgroup/memory.current").strip()
    if most.isdigit() and used.isdigit():
        unused = re.search(r"^inactive_file (\d+)", _text_of("/sys/fs/cgroup/memory.stat"), re.MULTILINE)
        found.append(int(most) - int(used) + (int(unused[1]) if unused else 0))  # files that were read make room
    return min(found, default=None)


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError:
        return ""


def describe_system() -> dict[str, Any]:
    """Processor, cores, system, versions, and how threads run; the threading layer is known after a parallel run."""
    return {
        "cpu": _cpu_name(),
        "cores": available_threads(),
        "os": platform.platform(),
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
        "threading_layer": _threading_layer(),
        "OMP_WAIT_POLICY": os.environ.get("OMP_WAIT_POLICY"),
    }


def _cpu_name() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or platform.machine()
    return platform.processor() or platform.machine()


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
