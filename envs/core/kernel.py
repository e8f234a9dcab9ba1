"""How rules become machine code: one decorator for rules, one function that binds them into cached entry points.

Rules are plain functions decorated with :func:`kernel`; they are compiled into whoever calls them. Python calls only
*entry points*: templates (see ``core/doors.py`` and ``core/simulate.py``) whose global names ``apply``, ``legal`` and
so on are bound to one game's kernels by :func:`bind`. An entry point has an explicit signature and a name that holds
a hash of the rule sources, so Numba's disk cache finds it in the next process and never serves rules that were edited
since (Numba itself looks at the template's own file only).
"""

import hashlib
import sys
import types
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numba
import numpy as np

__all__ = ["array_of", "bind", "kernel", "source_stamp"]

# Files without kernels of games, or constants that those read.
PRESENTATION = frozenset(
    {
        "boundary.py",
        "chart.py",
        "drawing.py",
        "picture.py",
        "ranges.py",
        "recording.py",
        "refusals.py",
        "refusals_track.py",
        "render.py",
        "render_panels.py",
        "render_parts.py",
        "replay.py",
        "tally.py",
        "within.py",
        "words.py",
        "words_actions.py",
        "words_events.py",
        "words_names.py",
        "words_railbot.py",
    }
)

_announced = False
_bound: dict[tuple[Any, ...], Callable[..., Any]] = {}  # the entry points of this process


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a rule into its callers. Division follows NumPy (no exception inside compiled code)."""
    return numba.njit(error_model="numpy")(function)


def bind(
    template: Callable[..., Any],
    name: str,
    stamp: str,
    signature: tuple[Any, ...],
    parallel: bool = False,
    **kernels: Any,
) -> Callable[..., Any]:
    """Compile ``template`` with its free global names bound to ``kernels``, or load it from the cache.

    ``name`` and ``stamp`` (see :func:`source_stamp`) become part of the name under which the code is cached, and so
    does which kernels are bound; ``signature`` is the tuple of Numba types of the arguments. The first time a process
    has to compile, one line on stderr says so. Equal arguments give the same function.
    """
    function = types.FunctionType(template.__code__, {**template.__globals__, **kernels}, template.__name__)
    function.__qualname__ = f"{template.__name__}-{name}-{stamp}-{_names(kernels)}"
    function.__module__ = template.__module__
    key = (function.__module__, function.__qualname__, signature, parallel)
    if key in _bound:
        return _bound[key]
    entry = numba.njit(error_model="numpy", cache=True, parallel=parallel, nogil=True)(function)
    if not any(Path(str(entry.stats.cache_path)).glob(f"*.{function.__qualname__}-*.nbi")):
        _announce()
    entry.compile(signature)
    _bound[key] = entry
    return entry


def _names(kernels: dict[str, Any]) -> str:
    """A short hash of which kernels are bound to which names: one package may hold several for the same name."""
    functions = [(role, kernel.py_func) for role, kernel in sorted(kernels.items())]
    text = ";".join(f"{role}={function.__module__}.{function.__qualname__}" for role, function in functions)
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def array_of(dtype: Any) -> Any:
    """The Numba type of a writable, C-contiguous one-dimensional array of ``dtype``."""
    return numba.from_dtype(np.dtype(dtype))[::1]


@cache
def source_stamp(*packages: str) -> str:
    """A short hash of the named packages' Python and data files, those of mere presentation left out: what a cached
    kernel depends on."""
    digest = hashlib.sha256()
    for package in sorted({"railgym.envs.core", *packages}):
        for path, file in sorted(_walk(files(package), package)):
            digest.update(path.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _walk(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir() and not item.name.startswith("__"):
            found += _walk(item, name)
        elif item.name.endswith((".py", ".csv", ".json")) and item.name not in PRESENTATION:
            found.append((name, item))
    return found


def _announce() -> None:
    global _announced
    if not _announced:
        print(
            "railgym: compiling this use of the rules, kept for the next time (it may take minutes) ...",
            file=sys.stderr,
        )
        _announced = True
