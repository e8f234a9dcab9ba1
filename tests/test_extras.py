"""Every extra installs all packages that its commands import. Imports are compared with pyproject.toml."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from test_packaging import modules

from railgym.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DISTRIBUTIONS = {"PIL": "pillow", "pyspiel": "open-spiel", "yaml": "pyyaml"}  # of modules that are called otherwise
# The extra that a command needs; the others work, or say what is missing, with the package alone.
NEEDS = {
    "railgym.envs.open_spiel": "openspiel",
    "railgym.envs.open_spiel_tree": "openspiel",
    "railgym.envs.text_arena": "textarena",
    "railgym.agents.verifiers_env": "verifiers",
    "ladder": "eval",
    "train": "train",
    "bench train": "train",
    "exploit": "train",
    "serve": "play",
    "mcp": "mcp",
    "railgym.agents.mcp.command": "mcp",
    "bench serve": "play",
    "suite run": "eval",
    "suite report": "eval",
    "tournament": "eval",
    "evaluate": "eval",
    "adapt": "eval",
}


def required(extra: str = "") -> set[str]:
    """The distributions that the package requires, with those of an extra."""
    names = set()
    for requirement in PROJECT["dependencies"] + (PROJECT["optional-dependencies"][extra] if extra else []):
        name, inner = re.match(r"([\w.-]+)(?:\[([\w,]+)\])?", requirement).groups()  # type: ignore[union-attr]
        own = (inner or "").split(",") if name == "railgym" else []
        names |= {name}.union(*map(required, filter(None, own)))
    return names


def loaded(statements: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are carried out when a module is loaded: not those in functions or for type checkers."""
    for node in statements:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from loaded(node.orelse)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for name in ("body", "orelse", "finalbody", "handlers"):
                for part in getattr(node, name, []):
                    yield from loaded(part.body if isinstance(part, ast.ExceptHandler) else [part])


def targets(module: str, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    assert not node.level, f"{module}: a relative import"
    for alias in node.names:
        inner = f"{node.module}.{alias.name}"
        yield inner if inner in modules() else node.module or ""


def distribution(module: str) -> str | None:
    """The distribution of a module; None for the standard library and this package."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top == "railgym":
        return None
    return DISTRIBUTIONS.get(top, top.replace("_", "-"))


@cache
def first_imports(module: str) -> dict[str, str]:
    """What a module loads of others before it is there itself: distributions, each with the modules on the way."""
    seen, found, waiting = {module}, {}, [(module, module)]
    while waiting:
        name, way = waiting.pop()
        parents = [".".join(name.split(".")[:i]) for i in range(1, name.count(".") + 1)]
        here = [target for node in loaded(modules()[name].body) for target in targets(name, node)]
        for target in [*parents, *here]:
            if target in modules():
                if target not in seen:
                    seen.add(target)
                    waiting.append((target, f"{way} > {target}"))
            elif other := distribution(target):
                found.setdefault(other, way)
    return found


def test_every_library__is_of_a_declared_requirement() -> None:
    """Also those that functions load."""
    declared = set().union(*(required(extra) for extra in PROJECT["optional-dependencies"]))
    used = {
        distribution(target)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for target in targets(name, node)
    }
    assert used - declared - {None} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_command__loads_what_its_extra_brings_and_no_more(name: str) -> None:
    """Else it fails with ModuleNotFoundError although what the documentation names is installed."""
    brought = required(NEEDS.get(name, ""))
    found = first_imports(COMMANDS[name].module)
    assert {other: way for other, way in found.items() if other not in brought} == {}


@pytest.mark.parametrize(
    "module", sorted(name for name in modules() if re.match(r"railgym\.(envs|agents)(\.|$)", name))
)
def test_module__of_environments_and_agents_loads_with_the_package_alone(module: str) -> None:
    """The pages of the browser apart, which need the extra play, and the adapter for OpenSpiel."""
    brought = required("play" if module.startswith("railgym.agents.human.web") else NEEDS.get(module, ""))
    assert {other: way for other, way in first_imports(module).items() if other not in brought} == {}
