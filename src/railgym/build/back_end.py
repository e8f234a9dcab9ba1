"""The back end: LLVM optimises a whole family and emits an object file, from which a linker makes a library."""

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from railgym.envs.core.errors import LibraryError
from railgym.envs.core.host import is_mac

__all__ = ["compile_module", "link"]

LIBC = {"malloc", "free", "memset", "memcpy", "memmove", "abort", "sqrt"}  # sqrt: the only one with an exact result
LINKERS = ("cc", "gcc", "clang")


def compile_module(whole: Any, level: str, out: Path, optimise: bool = True) -> None:
    """Optimise a module of entry points and write an object file. Raises LibraryError if it needs more than libc.
    ``optimise=False``, for tests, runs only the few passes of O1, and keeps the counting of references."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    native = level.startswith("native")
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name() if native else level,
        features=llvm.get_host_cpu_features().flatten() if native else "",
        opt=3, reloc="pic", codemodel="default",
    )  # fmt: skip
    whole.link_in(llvm.parse_assembly(files(__package__).joinpath("runtime.ll").read_text(encoding="utf-8")))
    whole.data_layout, whole.triple = str(machine.target_data), machine.triple
    _optimise(whole, machine, optimise)
    used = {f.name for f in whole.functions if f.is_declaration and not f.name.startswith("llvm.")}
    if used - LIBC:
        raise LibraryError(f"these rules call functions outside the C library: {', '.join(sorted(used - LIBC))}")
    out.write_bytes(machine.emit_object(whole))


def _optimise(module: Any, machine: Any, fully: bool) -> None:
    """Make everything but the entry points internal, then run LLVM's O3, the pruning of reference counts, and O3 again.
    Pruning works only where kernels are inlined into their callers: without the first O3 the code is half as fast."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and not thing.name.startswith("rg_"):
            thing.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3 if fully else 1)
    options.loop_vectorization = fully
    builder = llvm.create_pass_builder(machine, options)
    prune = llvm.create_new_module_pass_manager()
    prune.add_refprune_pass()
    for passes in (builder.getModulePassManager(), prune, builder.getModulePassManager())[: 3 if fully else 1]:
        passes.run(module, builder)


def link(built: Path) -> Path:
    """Make a shared library of an object file; returns the object file if this machine has no linker."""
    linker = next((found for name in LINKERS if (found := shutil.which(name))), None)
    if linker is None:
        return built
    out = built.with_suffix(".dylib" if is_mac() else ".so")
    strip = ["-Wl,-x"] if is_mac() else ["-s", "-Wl,-z,defs"]
    done = subprocess.run(
        [linker, "-shared", *strip, "-o", str(out), str(built), "-lm"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        words = done.stderr.strip().splitlines() or ["no message"]
        raise LibraryError(f"{linker} failed: {words[-1]}")
    return out
