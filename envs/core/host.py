"""Functions that differ between operating systems and processors. All other modules call these."""

import fcntl
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from types import FrameType
from typing import IO

__all__ = [
    "ARCHITECTURE",
    "PLATFORM",
    "Terminated",
    "cpu_features",
    "cpu_name",
    "exit_code",
    "free_memory",
    "is_mac",
    "kill_program",
    "lock",
    "locked",
    "peak_memory",
    "start_program",
    "terminable",
    "usable_cores",
]

ARCHITECTURE = platform.machine().lower()
PLATFORM = f"{sys.platform}-{ARCHITECTURE}"

CGROUP = "/sys/fs/cgroup"  # the limits of a container or a service


def usable_cores() -> int:
    """The number of cores that this process may use, by its CPU affinity and by the limit of its container."""
    affinity = getattr(os, "sched_getaffinity", None)  # only on Linux
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    quota = re.match(r"(\d+) (\d+)", _text_of(f"{CGROUP}/cpu.max"))
    return max(1, min(cores, ceil(int(quota[1]) / int(quota[2])))) if quota else cores


def peak_memory() -> int:
    """The peak memory of this process, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def free_memory() -> int | None:
    """The bytes that this process can still allocate within the memory of the system and the limit of its container;
    None if both are unknown."""
    found = []
    available = re.search(r"MemAvailable:\s+(\d+) kB", _text_of("/proc/meminfo"))
    if available:
        found.append(1024 * int(available[1]))
    most, used = _text_of(f"{CGROUP}/memory.max").strip(), _text_of(f"{CGROUP}/memory.current").strip()
    if most.isdigit() and used.isdigit():
        unused = re.search(r"^inactive_file (\d+)", _text_of(f"{CGROUP}/memory.stat"), re.MULTILINE)
        found.append(int(most) - int(used) + (int(unused[1]) if unused else 0))  # the cache of read files can be freed
    return min(found, default=None)


def cpu_name() -> str:
    """The processor's name, or its architecture if the system gives no name."""
    name = re.search(r"^model name\s*: *(.+)", _text_of("/proc/cpuinfo"), re.MULTILINE)
    if name:
        return name[1]
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or platform.machine()
    return platform.processor() or platform.machine()


def cpu_features() -> str:
    """The features of this processor as the system lists them; its architecture if the system has no list."""
    flags = re.search(r"^(?:flags|Features)\s*: *(.+)", _text_of("/proc/cpuinfo"), re.MULTILINE)
    return flags[1] if flags else ARCHITECTURE


def is_mac() -> bool:
    return sys.platform == "darwin"


def lock(file: IO[bytes]) -> None:
    """Lock an open file until it is closed or the process ends; raises BlockingIOError if another process has it."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock on a folder; waits while another process holds it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def start_program(command: Sequence[str], errors: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start a program whose standard input and output are pipes, in a process group of its own. Raises OSError."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, bufsize=0, start_new_session=True)
    for stream in (process.stdin, process.stdout):
        assert stream
        os.set_blocking(stream.fileno(), False)
    return process


def kill_program(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program of :func:`start_program` with the processes that it has started, and close its pipes."""
    with suppress(ProcessLookupError, PermissionError):  # it may have ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            with suppress(OSError):
                stream.close()


class Terminated(KeyboardInterrupt):
    """Raised on SIGTERM. Commands save everything and end, as on Ctrl-C."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated on SIGTERM inside the ``with`` block. Python handles signals only in its main thread; in other
    threads this does nothing."""

    def terminate(number: int, frame: FrameType | None) -> None:
        raise Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def exit_code(stop: KeyboardInterrupt) -> int:
    """The exit code of a command that was stopped: 128 plus the number of the signal, as in shells."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError:
        return ""
