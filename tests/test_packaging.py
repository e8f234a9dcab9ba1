"""The house: imports point one way, the built packages hold every file, the repository speaks of the project alone."""

import ast
import os
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import processes
import pytest

import railgym

ROOT = Path(__file__).parents[1]
FOLDERS = ("envs", "agents", "training", "configs")
GAMES = {path.parent.name for path in (ROOT / "envs").glob("*/rules")}

ENVIRONMENTS = r"railgym\.envs\.(aec|episodes|many_games|selfplay|single_seat|vector|\w+_v\d+)"
GYMNASIUM = rf"railgym|{ENVIRONMENTS}|railgym\.(agents|training)(\..+)?"
TORCH = r"railgym\.(agents\.learned|training)(\..+)?"
ALLOWED = {
    "gymnasium": GYMNASIUM,
    "pettingzoo": GYMNASIUM,
    "torch": TORCH,
    "stable_baselines3": TORCH,
    "sb3_contrib": TORCH,
    "ray": r"railgym\.training(\..+)?",
    "pyspiel": r"railgym\.envs\.open_spiel(_tree)?",
    "mcp": r"railgym\.agents\.mcp\.command",
    "shapely": r"railgym\.envs\.core\.geo\.shapes",
    "numba": r"railgym\.build\.\w+",
    "llvmlite": r"railgym\.build\.\w+|railgym\.envs\.core\.library",
}
CORE = {*sys.stdlib_module_names, "llvmlite", "numpy", "pydantic", "railgym"}
GEO = CORE | {"shapely", "yaml"}  # maps are read from YAML, and shapely is asked while one is built


@cache
def repository() -> tuple[Path, ...]:
    """Every file of the repository, relative to its root; what git ignores is none of it."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = processes.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(sorted(Path(name) for name in set(listed.split("\0")) if name and (ROOT / name).is_file()))


def in_package(path: Path) -> Path | None:
    """Where a file of the repository is installed, or None if it is not."""
    if path.parts[0] in FOLDERS:
        return "railgym" / path
    return path.relative_to("src") if path.parts[0] == "src" else None


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax tree of every module of the package, by its dotted name."""
    trees = {}
    for folder, package in [("src/railgym", "railgym"), *((name, f"railgym.{name}") for name in FOLDERS)]:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            name = ".".join([package, *(part for part in parts if part != "__init__")])
            trees[name] = ast.parse(path.read_text(encoding="utf-8"))
    return trees


def imports() -> Iterator[tuple[str, str]]:
    """Every (importing module, imported module) of the package, also those inside functions."""
    known = modules()
    for module, tree in known.items():
        is_package = any(other.startswith(f"{module}.") for other in known)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from ((module, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                parents = module.split(".")
                base = parents[: len(parents) - node.level + is_package] if node.level else []
                source = ".".join([*base, *([node.module] if node.module else [])])
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    yield module, inner if inner in known else source


def layer(module: str) -> int:
    """The floor of the house a module lives on; it may import its own floor and those below."""
    place = [*module.split("."), "", ""][1:3]
    match place:
        case ["configs", _] | ["envs", "core"]:
            return 0
        case ["envs", name] if name in GAMES:
            return 1
        case ["envs", name] if name and not re.fullmatch(r"\w+_v\d+", name):
            return 2
    return {"envs": 3, "agents": 4, "training": 5}.get(place[0], 6)


def test_imports__point_one_way() -> None:
    wrong = [
        f"{module} imports {target}"
        for module, target in imports()
        if target.startswith("railgym.") and layer(target) > layer(module)
    ]
    assert wrong == []


def test_games__do_not_import_each_other() -> None:
    inside = [(module, target) for module, target in imports() if layer(module) == 1 and target.startswith("railgym.")]
    wrong = [f"{a} imports {b}" for a, b in inside if layer(b) == 1 and a.split(".")[2] != b.split(".")[2]]
    assert wrong == []


def test_libraries__appear_only_where_they_belong() -> None:
    wrong = []
    for module, target in imports():
        library = target.split(".")[0]
        if not re.fullmatch(ALLOWED.get(library, ".*"), module):
            wrong.append(f"{module} imports {target}")
        elif layer(module) == 0 and library not in (GEO if module.startswith("railgym.envs.core.geo") else CORE):
            wrong.append(f"the core imports {target} in {module}")
    assert wrong == []


def test_bare_names__are_never_loaded() -> None:
    """In the repository root `import envs` works, and would load a second copy of every class."""
    names = ", ".join(["railgym", *(f"railgym.{folder}" for folder in FOLDERS)])
    code = f"import sys, {names}; print(*{set(FOLDERS)} & sys.modules.keys())"
    done = processes.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == ""
    assert not set(FOLDERS) & sys.modules.keys()


def unannotated(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions without any annotation, except compiled rules and what is inside them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            if any(ast.unparse(mark).partition("(")[0] in ("kernel", "entry_point") for mark in child.decorator_list):
                continue
            given = child.args
            arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            if child.returns is None and not any(argument and argument.annotation for argument in arguments):
                yield child
        yield from unannotated(child)


def test_annotations__are_left_out_by_compiled_code_only() -> None:
    """mypy leaves functions without annotations alone: they must be kernels or entry points."""
    wrong = []
    for module, tree in modules().items():
        if module.startswith(("railgym.envs", "railgym.agents")):
            wrong += [f"{module}:{function.lineno} {function.name}" for function in unannotated(tree)]
    assert wrong == []


def test_build__keeps_every_file(tmp_path: Path) -> None:
    """The sdist is the repository; the wheel built from it holds every file under the package's folders."""
    for path in repository():
        copy = tmp_path / "copy" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / path).read_bytes())
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(tmp_path / "copy")]
    settings = os.environ | {"RAILGYM_WITHOUT_LIBRARIES": "1"}  # the wheel's are tried by `make wheel-test`
    done = processes.run(command, check=False, capture_output=True, text=True, env=settings)
    assert done.returncode == 0, done.stdout + done.stderr

    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        kept = {Path(*Path(name).parts[1:]) for name in sdist.getnames()}
    assert sorted(set(repository()) - kept) == [], "missing in the sdist: see MANIFEST.in"

    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        packed = {Path(name) for name in wheel.namelist() if ".dist-info/" not in name}
    wanted = {place for path in repository() if (place := in_package(path))}
    assert sorted(wanted - packed) == [], "missing in the wheel: see package-data in pyproject.toml"
    assert sorted(packed - wanted) == [], "in the wheel, but not in the repository"


def test_version__is_the_same_everywhere() -> None:
    assert f"\nversion: {railgym.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {railgym.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_repository__names_no_machine_and_no_registry() -> None:
    machine = re.compile(r"(?<![\w.)/*])/(?:work|root|home)(?![\w-])|\b(?:pypi|npmjs)\.(?:org|com)\b|\bpythonhosted\b")
    wrong = []
    for path in repository():
        text = (ROOT / path).read_bytes().decode("utf-8", errors="replace")
        wrong += [f"{path}: {found.group()}" for found in machine.finditer(text)]
    assert wrong == []


def test_files_and_functions__can_be_read_at_once() -> None:
    """A Python file has at most 400 lines, and a function 60."""
    too_long = []
    for path in (path for path in repository() if path.suffix == ".py"):
        text = (ROOT / path).read_text(encoding="utf-8")
        sizes = {str(path): (len(text.splitlines()), 400)}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                sizes[f"{path}:{node.name}"] = (node.end_lineno or 0) - node.lineno + 1, 60
        too_long += [f"{name} has {size} lines, not {most}" for name, (size, most) in sizes.items() if size > most]
    assert too_long == []
