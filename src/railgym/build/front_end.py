"""The front end: Numba types the rules and lowers them to LLVM IR, one module for each entry point."""

from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types

from railgym.build.family import Family
from railgym.envs.core import nonsense
from railgym.envs.core.advice import Advised, advise
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.header import PLAYER
from railgym.envs.core.kernel import CODES, arguments_of, is_kernel
from railgym.envs.core.library import FAILED, parse

__all__ = ["Compiler", "lower"]

LIBRARY_FLAGS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
NUMBERS = {"i8": types.int64, "u8": types.uint64, "f8": types.float64}
LLVM = {types.int64: "i64", types.uint64: "i64", types.float64: "double", types.voidptr: "ptr"}


class Compiler:
    """Numba's dispatchers of marked functions: each calls the dispatchers of the rules that it uses."""

    def __init__(self, **flags: Any) -> None:
        self._flags, self._made = {"error_model": "numpy"} | flags, dict[Any, Any]()

    def rule(self, function: Any) -> Any:
        """The dispatcher of a marked function, which is compiled when it is called."""
        if function not in self._made:
            space = dict(function.__globals__)
            twin = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            self._made[function] = numba.njit(**self._flags)(twin)
            self._fill(space, function.__code__)  # after it is registered: rules may be recursive
        return self._made[function]

    def template(self, function: Any, rules: Mapping[str, Any]) -> Any:
        """The dispatcher of a template whose free names are bound to marked functions."""
        space = {**function.__globals__, **rules}
        self._fill(space, function.__code__)
        return numba.njit(**self._flags)(FunctionType(function.__code__, space, function.__name__))

    def encode(self, family: Family) -> Any:
        """One rule for all encoders: its first argument is the number of the encoder."""
        space = {f"encode_{i}": self._encoder(encoder, family) for i, encoder in enumerate(family.encoders)}
        arguments = "params, view, scratch, player, out"
        lines = [f"    if encoder == {i}:\n        encode_{i}({arguments})" for i in range(len(family.encoders))]
        exec("\n".join([f"def encode(encoder, {arguments}):", *lines]), space)
        return numba.njit(**self._flags)(space["encode"])

    def decide(self, bots: ScriptedBots) -> Any:
        """One rule for all bots of a game: its own, the nonsense bots, and planners with other weights."""
        return self.template(nonsense.decide, {"own_decide": bots.decide, "pace": bots.pace, "variant": bots.variant})

    def _encoder(self, encoder: Any, family: Family) -> Any:
        if not isinstance(encoder, Advised):
            return self.rule(encoder)
        bots, base, legal = family.bots, self.rule(encoder.base), family.rules["legal"]
        advisor = bots.number(bots.playing_as(PLAYER)[-1])
        return self.template(
            advise, {"encode_base": base, "legal": legal, "decide": self.decide(bots), "ADVISOR": advisor}
        )

    def bound(self, family: Family, template: Any, **instead: Any) -> Any:
        """A template bound to the rules of a family, some of them replaced."""
        made = {"decide": self.decide(family.bots), "encode": self.encode(family)}
        return self.template(template, {**family.rules, **made, **instead})

    def _fill(self, space: dict[str, Any], code: CodeType) -> None:
        for name in _names(code):
            if is_kernel(space.get(name)):
                space[name] = self.rule(space[name])


def _names(code: CodeType) -> Iterator[str]:
    """The global names in a function and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def lower(family: Family, done: Callable[[int, int], None]) -> Any:
    """All entry points of a family as one LLVM module. ``done`` is called with the numbers of finished and of all entry
    points."""
    compiler, records = Compiler(**LIBRARY_FLAGS), family.records
    rules = {**family.rules, "decide": compiler.decide(family.bots), "encode": compiler.encode(family)}
    whole = llvm.parse_assembly("")
    for n, template in enumerate(family.entry_points.values()):
        bound = compiler.template(template, rules)
        whole.link_in(_entry_point(template, bound, {**records, **template.records}))
        done(n + 1, len(family.entry_points))
    return whole


def _entry_point(template: Any, bound: Any, records: Mapping[str, Any]) -> Any:
    """The LLVM module of an entry point, including its C function ``rg_NAME``."""
    adapter, signature = _adapter(template, bound, records)
    adapter.compile(signature)
    module = llvm.parse_assembly(adapter.inspect_llvm(signature))
    mark = f"adapt_{template.__name__}"
    inner = next(f for f in module.functions if not f.is_declaration and mark in f.name and f.name.startswith("_ZN"))
    kinds = [LLVM[kind] for kind in signature]
    taken = ", ".join(f"{kind} %a{i}" for i, kind in enumerate(kinds))
    loads = "\n".join(
        f"%p{i} = getelementptr i64, ptr %words, i64 {i}\n%a{i} = load {kind}, ptr %p{i}"
        for i, kind in enumerate(kinds)
    )
    nothing = adapter.overloads[signature].signature.return_type is types.none
    value = "0" if nothing else "%value"
    load = "" if nothing else "%value = load i64, ptr %ret"
    # The C function takes its arguments as one array of 64-bit words. Numba's function returns a status, which is 0
    # unless memory ran out. Its value is written to the first pointer.
    module.link_in(
        llvm.parse_assembly(f"""
        declare i32 @"{inner.name}"(ptr, ptr, {", ".join(kinds)})
        define i64 @rg_{template.__name__}(ptr %words) {{
          {loads}
          %ret = alloca i64
          %exc = alloca ptr
          %status = call i32 @"{inner.name}"(ptr %ret, ptr %exc, {taken})
          {load}
          %good = icmp eq i32 %status, 0
          %result = select i1 %good, i64 {value}, i64 {FAILED}
          ret i64 %result
        }}""")
    )
    return module


def _adapter(template: Any, bound: Any, records: Mapping[str, Any]) -> tuple[Any, tuple[Any, ...]]:
    """A function of pointers and sizes that calls an entry point with arrays, and its signature."""
    arguments = parse(str(arguments_of(template)))
    sizes = dict.fromkeys(size for _, shape in arguments for size in shape or () if not size.isdigit())
    names = [f"a{i}" for i in range(len(arguments))]
    given = [
        name
        if shape is None
        else f"carray({name}, ({', '.join(f'n{s}' if s in sizes else s for s in shape)},), {code})"
        for name, (code, shape) in zip(names, arguments)
    ]
    name = f"adapt_{template.__name__}"
    taken = ", ".join([*names, *(f"n{size}" for size in sizes)])
    space = {"template": bound, **{code: np.dtype(code) for code in CODES}, **records}
    space["carray"] = numba.carray  # type: ignore[attr-defined]
    exec(f"def {name}({taken}):\n    return template({', '.join(given)})", space)
    kinds = [NUMBERS[code] if shape is None else types.voidptr for code, shape in arguments]
    signature = (*kinds, *[types.int64] * len(sizes))
    compiler: Any = numba.njit
    return compiler(error_model="numpy", **LIBRARY_FLAGS)(space[name]), signature
