"""The compiled rules of a game package: one shared library with a C interface, called through ctypes.

The library of a package is in the folder ``built`` beside its sources. Its manifest lists the sources that it was built
from, the platform, and the hash of the library. A library that does not match its manifest, the sources or this machine
is never loaded. If Numba is installed, the library is built again (``python -m railgym.build``), by one process, while
others wait.
"""

import ctypes
import json
import os
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.errors import LibraryError
from railgym.envs.core.host import ARCHITECTURE, PLATFORM, cpu_features
from railgym.envs.core.kernel import CODES, arguments_of

__all__ = [
    "FORMAT",
    "EntryPoint",
    "Library",
    "PreparedCall",
    "cpu_level",
    "digest_of",
    "fault_of",
    "folder_of",
    "load",
    "manifest_of",
    "parse",
]

FORMAT = 3  # the version of manifests and libraries
BASELINES = {"x86_64": "x86-64-v2", "amd64": "x86-64-v2"}
FAILED = -(2**63)  # the result of an entry point that ran out of memory
NO_MEMORY = "compiled code ran out of memory"

Array = np.ndarray[Any, Any]


# --- libraries and their sources --------------------------------------------------------------------------------------


def folder_of(package: str) -> Path:
    """The folder of a package, which need not be imported; raises LibraryError if there is no such package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise LibraryError(f"there is no package {package!r}")
    return Path(next(iter(spec.submodule_search_locations)))


def manifest_of(package: str) -> Path:
    """The file that describes the library of a package for machines like this one."""
    return folder_of(package) / "built" / f"{PLATFORM}.json"


def cpu_level() -> str:
    """The CPU level of libraries: the baseline of this architecture, or with ``RAILGYM_CPU=native`` this CPU."""
    wanted = os.environ.get("RAILGYM_CPU", "")
    if wanted not in ("", "native"):
        raise LibraryError(f"RAILGYM_CPU={wanted}: write native for this machine's CPU, or unset it")
    return _this_cpu() if wanted else BASELINES.get(ARCHITECTURE, "generic")


def _this_cpu() -> str:
    """The CPU level for this processor only."""
    return f"native {_digest(cpu_features().encode())[:12]}"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def digest_of(source: str) -> str:
    """The hash of a source file, named by its package and its path inside: ``railgym.envs/core/rng.py``. Empty if
    the file cannot be read."""
    package, _, path = source.partition("/")
    try:
        return _digest((_root(package) / path).read_bytes())
    except OSError:
        return ""


@cache
def _root(package: str) -> Path:
    return folder_of(package)


def fault_of(package: str) -> str:
    """Why the library of a package cannot be used, as a clause; empty if it can be used."""
    file = manifest_of(package)
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
        binary = (file.parent / manifest["file"]).read_bytes()
        level, sources, entries = manifest["cpu"], manifest["sources"], manifest["entries"]
        if (manifest["format"], manifest["package"], manifest["platform"]) != (FORMAT, package, PLATFORM):
            return "is of another version or platform"
        if not all(isinstance(part, Mapping) for part in (sources, entries)) or _digest(binary) != manifest["digest"]:
            return "is damaged"
    except FileNotFoundError:
        return "is not built"
    except (OSError, ValueError, KeyError, TypeError):
        return "is damaged"
    if level.startswith("native") and level != _this_cpu():
        return "was built for another CPU"
    if os.environ.get("RAILGYM_CPU") and level != cpu_level():
        return "was built for all CPUs of this architecture"
    stale = [source for source, digest in sources.items() if digest_of(source) != digest]
    return f"is older than {stale[0].partition('/')[2]}" if stale else ""


# --- loading ----------------------------------------------------------------------------------------------------------


@cache
def load(package: str) -> "Library":
    """The library of a package, built first if necessary; raises LibraryError."""
    fault = fault_of(package)
    if fault:
        _build(package, fault)
        fault = fault_of(package)
        if fault:
            raise LibraryError(f"the library of {package} {fault}, even after a build")
    return Library(manifest_of(package))


def _build(package: str, fault: str) -> None:
    """Build the library of a package in another process; raises LibraryError with the last line of its errors."""
    what = f"the library of {package} {fault}"
    if find_spec("numba") is None:
        raise LibraryError(f"{what}; reinstall railgym, or build it: pip install numba; python -m railgym.build")
    print(f"railgym: {what}: building it, which takes about a minute ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "railgym.build", "--quiet", package]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}  # the package may be importable only with this path
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, env=os.environ | paths
    )
    if done.returncode:
        words = done.stderr.strip().splitlines() or ["the builder stopped"]
        raise LibraryError(f"{what}, and cannot be built: {words[-1].removeprefix('railgym: ')}")


class Library:
    """The entry points of a package. ctypes loads with ``RTLD_LOCAL``, so those of two games do not collide."""

    def __init__(self, manifest: Path) -> None:
        self.about = json.loads(manifest.read_text(encoding="utf-8"))
        self._file = manifest.parent / self.about["file"]

    @cached_property
    def _find(self) -> Callable[[str], Any]:
        """A function that returns the C function of a name; raises AttributeError if there is none."""
        if self._file.suffix == ".o":
            return _object_file(self._file)
        try:
            library = ctypes.CDLL(str(self._file))
        except OSError as error:
            raise LibraryError(f"{self._file.name} cannot be loaded: {error}") from None
        return lambda name: getattr(library, name)

    def entry_point(self, template: Any, dtypes: Mapping[str, Any]) -> "EntryPoint":
        """The compiled form of a template; ``dtypes`` are the record types by their letters."""
        name, words = template.__name__, arguments_of(template)
        if words is None or self.about["entries"].get(name) != words:
            raise LibraryError(f"the library of {self.about['package']} has no entry point {name}({words})")
        try:
            function = self._find(f"rg_{name}")
        except AttributeError:
            raise LibraryError(f"{self._file.name} lacks the entry point {name}; build it again") from None
        return EntryPoint(function, words, {**dtypes, **template.records})


def _object_file(file: Path) -> Callable[[str], Any]:
    """Load an object file, which was built without a linker; as :attr:`Library._find`."""
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=3, reloc="pic", codemodel="default")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_path(str(file)))
    engine.finalize_object()

    def find(name: str) -> Any:
        address = engine.get_function_address(name)
        if not address:
            raise AttributeError(name)
        function = ctypes.CFUNCTYPE(ctypes.c_int64)(address)
        function.engine = engine  # type: ignore[attr-defined]  # keeps the code in memory
        return function

    return find


# --- calling ----------------------------------------------------------------------------------------------------------


def parse(words: str) -> list[tuple[str, tuple[str, ...] | None]]:
    """The type codes of an entry point's arguments, each with its shape; None is the shape of numbers."""
    found = []
    for word in words.split():
        code, bracket, shape = word.removesuffix("]").partition("[")
        found.append((code, tuple(shape.split(",")) if bracket else None))
    return found


class EntryPoint:
    """A compiled function of arrays and numbers, as its template takes them.

    The C function takes one array of 64-bit words: numbers, the addresses of arrays, and then their sizes. ctypes
    releases the interpreter lock during a call. The caller has checked the arguments (``core/boundary.py``); only the
    dtype and the layout of arrays are checked here, because a wrong one would be read as something else.
    """

    def __init__(self, function: Any, words: str, dtypes: Mapping[str, Any]) -> None:
        arguments, places = parse(words), dict[str, tuple[int, int]]()
        for i, (_, shape) in enumerate(arguments):
            for axis, size in enumerate(shape or ()):
                if not size.isdigit():
                    places.setdefault(size, (i, axis))
        function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_int64
        self._function, self._words = function, ctypes.c_int64 * (len(arguments) + len(places))
        self._convert = [_converter(code, shape, dtypes) for code, shape in arguments]
        self._sizes = list(places.values())
        self._first: tuple[int, ...] = ()
        self._known: tuple[int, ...] = ()
        self._kept: tuple[Any, ...] = ()

    def given(self, *first: Any) -> "EntryPoint":
        """This function with its first arguments fixed, so that they are looked at only once."""
        n = len(first)
        twin = object.__new__(EntryPoint)
        twin._function, twin._words, twin._convert = self._function, self._words, self._convert[n:]
        twin._sizes = [(i - n, axis) for i, axis in self._sizes if i >= n]
        twin._first = (*self._first, *(convert(value) for convert, value in zip(self._convert, first)))
        twin._known = (*self._known, *(first[i].shape[axis] for i, axis in self._sizes if i < n))
        twin._kept = (*self._kept, *first)
        return twin

    def prepared(self, *rest: Any) -> "PreparedCall":
        """This function with all its arguments fixed, to be called many times."""
        return PreparedCall(self._function, self._in_words(rest), (*self._kept, *rest))

    def __call__(self, *rest: Any) -> int:
        result: int = self._function(self._in_words(rest))
        if result == FAILED:
            raise MemoryError(NO_MEMORY)
        return result

    def _in_words(self, rest: tuple[Any, ...]) -> Any:
        values = [convert(value) for convert, value in zip(self._convert, rest, strict=True)]
        sizes = [rest[i].shape[axis] for i, axis in self._sizes]
        return self._words(*self._first, *values, *self._known, *sizes)


class PreparedCall:
    """A call of an entry point with fixed arrays, which takes a tenth of the time. Numbers may be changed between
    calls: ``words[i]`` is argument i, an integer. For one thread."""

    def __init__(self, function: Any, words: Any, kept: tuple[Any, ...]) -> None:
        self.words, self._function, self._kept = words, function, kept
        self._address = ctypes.addressof(words)

    def __call__(self) -> int:
        result: int = self._function(self._address)
        if result == FAILED:
            raise MemoryError(NO_MEMORY)
        return result


def _converter(code: str, shape: tuple[str, ...] | None, dtypes: Mapping[str, Any]) -> Callable[[Any], Any]:
    """A function that converts an argument for C: an array to its address."""
    if shape is None:
        return _bits if code == "f8" else int
    dtype = np.dtype(code if code in CODES else dtypes[code])
    axes, one = len(shape), ctypes.c_char.from_buffer

    def address(array: Array) -> int:
        if (array.dtype is not dtype and array.dtype != dtype) or array.ndim != axes:
            raise TypeError(
                f"an entry point takes {dtype.name}{list(shape)}, not {array.dtype.name} of {array.ndim} axes"
            )
        if not array.flags.c_contiguous:
            raise TypeError("an entry point takes C-contiguous arrays")
        return array.ctypes.data

    def fast(array: Array) -> int:  # four times as fast as ``array.ctypes.data``
        try:
            if array.dtype is dtype and array.ndim == axes:
                return ctypes.addressof(one(array))  # type: ignore[arg-type]
        except (TypeError, ValueError):  # an array that is read-only, empty or not contiguous
            pass
        return address(array)

    return address if dtype.names else fast


def _bits(value: float) -> int:
    """The bits of a double."""
    return int.from_bytes(struct.pack("=d", value), sys.byteorder)
