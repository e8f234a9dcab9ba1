"""Builds the library of one package in its own process: ``python -m railgym.build.worker PACKAGE [FORCE]``.

Prints lines ``READY TOTAL`` as progress. Only one process builds a package at a time; another one waits, and then finds
the finished library.
"""

import json
import os
import sys
import traceback
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from railgym.build.failure import failure_in_words
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.host import PLATFORM, locked
from railgym.envs.core.library import FORMAT, cpu_level, fault_of, manifest_of

__all__ = ["KEEP", "bitcode_of", "build", "main"]

KEEP = "RAILGYM_KEEP_BITCODE"  # set by `make install`: tests compare libraries with their code before optimisation


def main(arguments: list[str]) -> int:
    package, force = arguments[0], len(arguments) > 1
    try:
        folder = manifest_of(package).parent
        folder.mkdir(exist_ok=True)
        with locked(folder):
            if force or fault_of(package):
                build(package)
    except KeyboardInterrupt:
        return 130
    except (RailgymError, OSError) as error:
        print(f"{package}: {error}", file=sys.stderr)
        return 1
    except Exception as error:  # a rule that does not compile: Numba's message has many lines
        log = folder / "build.log"
        log.write_text(traceback.format_exc(), encoding="utf-8")
        print(f"{package}: {failure_in_words(error, folder.parent)} (more in {log})", file=sys.stderr)
        return 1
    return 0


def build(package: str) -> None:
    """Build a package's library and its manifest. The previous ones are replaced only when both are complete."""
    level = cpu_level()
    os.environ["NUMBA_OPT"] = "0"  # LLVM optimises the whole library at the end
    if not level.startswith("native"):
        os.environ |= {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}
    from railgym.build.back_end import compile_module, link
    from railgym.build.family import family_of
    from railgym.build.front_end import lower

    family = family_of(package)
    sources = family.sources()  # before compilation, so that later edits make the library stale
    _keep_from_jit()
    whole = lower(family, lambda ready, of: print(ready, of + of // 6, flush=True))
    unoptimised = whole.as_bitcode() if os.environ.get(KEEP) else b""
    manifest = manifest_of(package)
    with TemporaryDirectory(prefix=".building-", dir=manifest.parent) as room:
        built = Path(room) / "rules.o"
        compile_module(whole, level, built)
        built = link(built)
        digest = sha256(built.read_bytes()).hexdigest()
        name = f"{PLATFORM}-{digest[:12]}{built.suffix}"
        about = {
            "format": FORMAT, "package": package, "platform": PLATFORM, "cpu": level, "file": name, "digest": digest,
            "numba": version("numba"), "llvmlite": version("llvmlite"), "sources": sources,
            "entries": {name: template.arguments for name, template in family.entry_points.items()},
        }  # fmt: skip
        (Path(room) / "manifest.json").write_text(json.dumps(about, indent=1), encoding="utf-8")
        os.replace(built, manifest.parent / name)
        if unoptimised:
            bitcode_of(manifest.parent / name).write_bytes(unoptimised)
        os.replace(Path(room) / "manifest.json", manifest)
    for old in manifest.parent.glob(f"{PLATFORM}-*"):
        if old.stem != Path(name).stem:
            with suppress(OSError):  # processes that have loaded it can still use it
                old.unlink()


def bitcode_of(library: Path) -> Path:
    """The file with the code of a library before LLVM optimised it."""
    return library.with_suffix(".bc")


def _keep_from_jit() -> None:
    """Skip the machine code that Numba would generate for every kernel, to save time. This replaces private methods of
    Numba, and does nothing if they are missing."""
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

    instead: dict[Any, dict[str, Any]] = {
        JITCodeLibrary: {
            "get_pointer_to_function": lambda self, name: self._ensure_finalized() or 4096,
            "_finalize_specific": lambda self: None,
        },
        JITCPUCodegen: {"_add_module": lambda self, module: None, "set_env": lambda self, name, env: None},
    }
    if all(hasattr(kind, name) for kind, names in instead.items() for name in names):
        for kind, names in instead.items():
            for name, function in names.items():
                setattr(kind, name, function)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
