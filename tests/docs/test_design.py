"""The pages about the design: what they name exists, their links are valid, their Python runs."""

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import processes
import pytest

import railgym
from railgym.cli import COMMANDS
from railgym.envs.core import header
from railgym.envs.core.header import header_fields

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "design.md", ROOT / "docs" / "glossary.md", *sorted((ROOT / "docs" / "design").glob("*.md"))]
NAMES = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES]
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md",
          *(ROOT / "docs" / f"{name}.md" for name in ("adaptive", "benchmark", "playing", "positions", "training")),
          ROOT / "docs" / "results.md", *sorted((ROOT / "docs" / "results").glob("*.md"))]  # fmt: skip
TABLES = sorted((ROOT / "envs").glob("*/RULES*.md"))
GAMES = sorted(table.parent for table in (ROOT / "envs").glob("*/rules"))
SOURCES = ("agents", "envs", "src", "tests", "training", "configs")
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.S | re.M)
SUFFIXES = r"\.(?:py|md|yaml|json|js|ll|csv|onnx)"
PATH = re.compile(rf"(?:<game>|[\w.]+)/[\w./*<>-]*|[\w*]+{SUFFIXES}")
MADE = ("built/", "map.json")  # by commands
MODES = ("SameStep", "NextStep")  # words of Gymnasium's
LONGEST = {"glossary.md": 100, "design.md": 120}  # lines; all other pages about the design: 80
LONGEST_GUIDE = 400


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", text_of(page))


def spans(page: Path) -> list[str]:
    """The texts in backticks, and the paths in the drawings and tables of the page."""
    found = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose(page))]
    drawn = " ".join(body for language, body in FENCED.findall(text_of(page)) if not language)
    return found + re.findall(rf"(?:<game>|\w+)/[\w/]+{SUFFIXES}", drawn)


@cache
def trees() -> dict[Path, ast.Module]:
    files = [file for folder in SOURCES for file in (ROOT / folder).rglob("*.py")]
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


@cache
def defined_in(file: Path) -> set[str]:
    """The functions, classes and constants of a module."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """The classes of the package, without those of single games, which the pages do not name."""
    found: dict[str, list[ast.ClassDef]] = {}
    own = [ROOT / "tests", *GAMES]
    for tree in (tree for file, tree in trees().items() if not any(file.is_relative_to(folder) for folder in own)):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def members(name: str) -> Iterator[str]:
    """What a class of this name, or a base class of it, has."""
    for node in classes().get(name, []):
        for part in ast.walk(node):
            if isinstance(part, ast.FunctionDef):
                yield part.name
            elif isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store):
                yield part.id if isinstance(part, ast.Name) else part.attr
        for base in node.bases:
            yield from members(base.id if isinstance(base, ast.Name) else "")


@cache
def words() -> set[str]:
    """All words of the sources, strings and comments included."""
    files = [*trees(), *(file for folder in SOURCES for file in (ROOT / folder).rglob("*.yaml"))]
    files += [ROOT / "Makefile", ROOT / "pyproject.toml"]
    return {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}


def path_fault(span: str) -> str:
    """What is wrong with ``path`` or ``path:name``, relative to the root or to the folder of every game."""
    path, _, name = span.partition(":")
    bare = "/" not in path.rstrip("/")
    if path.startswith("<game>/"):
        lacking = [game.name for game in GAMES if not (game / path.removeprefix("<game>/")).exists()]
        return f"{span} is not in {', '.join(lacking)}" if lacking else ""
    if bare and not (ROOT / path).exists():  # a file of some folder that the sentence is about
        found = path in MADE or any(next((ROOT / folder).rglob(path.rstrip("/")), None) for folder in SOURCES)
        return "" if found else f"there is no file {path}"
    if not (ROOT / path).exists():
        return f"there is no {path}"
    return f"{path} has no {name}" if name and name not in defined_in(ROOT / path) else ""


def command_fault(span: str) -> str:
    """What is wrong with a command line."""
    first, *rest = span.split()
    if first == "make":
        known = re.search(rf"^{rest[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        return "" if known else f"make has no target {rest[0]}"
    if first == "railgym":
        known = {rest[0], " ".join(rest[:2])} & {*COMMANDS, *(name.partition(" ")[0] for name in COMMANDS)}
        return "" if known else f"there is no command {span}"
    if first == "python" and rest[0] == "-m":
        return "" if find_spec(rest[1]) else f"there is no module {rest[1]}"
    if first == "pytest":
        return "" if (ROOT / rest[0]).exists() else f"there is no {rest[0]}"
    return ""


def name_fault(span: str) -> str:
    """What is wrong with ``Class``, ``Class.member``, ``railgym.module`` or any other name of the code."""
    if re.fullmatch(r"railgym(\.\w+)+", span):
        return "" if find_spec(span) else f"there is no module {span}"
    if found := re.fullmatch(r"([A-Z][a-z]\w*)(?:\.(\w+))?(?:\(.*\))?", span):
        name, member = found.groups()
        if name in MODES or hasattr(builtins, name):
            return ""
        if name not in classes():
            return f"there is no class {name}"
        return f"{name} has no {member}" if member and member not in set(members(name)) else ""
    written = re.sub(r"[\"'].*?[\"']|\w+\*|\brg_", "", span)  # without strings and patterns
    unknown = set(re.findall(r"[A-Za-z_]\w{2,}", written)) - words()
    return f"the code has no {', '.join(sorted(unknown))} ({span})" if unknown else ""


def fault(span: str) -> str:
    if re.fullmatch(r"[A-Z]{2}-R?[\d.]+", span):
        return "" if any(f"| {span} |" in text_of(table) for table in TABLES) else f"there is no rule {span}"
    if span.split()[0] in ("make", "railgym", "python", "pytest") and " " in span:
        return command_fault(span)
    if PATH.fullmatch(span.partition(":")[0]) and not re.match(r"(file|py|mcts):", span):
        return "" if "*" in span or "ID" in span else path_fault(span)
    return name_fault(span)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_page__names_what_exists(page: Path) -> None:
    assert [line for span in spans(page) if (line := fault(span))] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_readme_of_a_game__lists_files_that_are_there(game: Path) -> None:
    table = text_of(game / "README.md").partition("| file | what it holds |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    named = {path for cell in cells for path in re.findall(r"`([^`]+)`", cell)}
    assert len(named) > 10
    assert [path for path in named if not list(game.glob(path.rstrip("/")))] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_page__has_valid_links(page: Path) -> None:
    """Of all pages: relative links lead to files, and to headings that are there."""
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?:", link):
            continue
        path, _, anchor = link.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            wrong.append(link)
        elif anchor and file.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", text_of(file), re.M)
            if anchor not in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]:
                wrong.append(link)
    assert wrong == []


@pytest.mark.parametrize("page", [*PAGES, *GUIDES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page__is_short(page: Path) -> None:
    assert len(text_of(page).splitlines()) <= LONGEST.get(page.name, LONGEST_GUIDE if page in GUIDES else 80)


def test_rules_page__lists_the_fields_of_the_header() -> None:
    listed = re.search(r"whose fields are (.*?)\. `viewer`", text_of(ROOT / "docs" / "design" / "rules.md"), re.S)
    assert listed
    fields = [name for name, *_ in header_fields(max_players=2, streams=1)]
    assert re.findall(r"`(\w+)`", listed.group(1)) == fields
    table = re.findall(r"^(\w+) +\(\w*,?\) ", header.__doc__ or "", re.M)
    assert sorted(table) == sorted(fields)


def test_design__links_to_every_page_and_lists_every_folder() -> None:
    page = text_of(ROOT / "docs" / "design.md")
    assert set(re.findall(r"\]\((design/\w+\.md)\)", page)) == {name for name in NAMES if name.startswith("design/")}
    tops = {f"{folder}/" for folder in ("envs/core", *(f"envs/{game.name}" for game in GAMES))}
    tops |= {f"{file.parent.relative_to(ROOT)}/" for part in ("agents", "training") for file in
             (ROOT / part).glob("*/__init__.py")}  # fmt: skip
    assert tops - set(re.findall(r"`([\w/]+/)`", page)) == set()


def test_glossary__defines_each_term_once_in_one_sentence() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text_of(ROOT / "docs" / "glossary.md"), re.M)[2:]
    terms = [term for term, _ in rows]
    assert len(terms) > 50
    assert terms == sorted(set(terms), key=str.casefold)
    for term, meaning in rows:
        assert re.fullmatch(r"[A-Z`].*[^.]\.", meaning), term
        assert not re.search(r"\. [A-Z]", meaning), term


@pytest.mark.parametrize(
    ("name", "code"), [(name, body) for name, page in zip(NAMES, PAGES) for language, body in
                       FENCED.findall(text_of(page)) if language == "python"])  # fmt: skip
def test_page__python_block_runs(name: str, code: str, tmp_path: Path) -> None:
    done = processes.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_rules__import_no_display() -> None:
    """Only the folder ``display`` of a game imports it; ``Game.display_type`` names the class as a string."""
    wrong = []
    for file, tree in trees().items():
        inside = next((game for game in GAMES if file.is_relative_to(game)), None)
        if inside is None or "display" in file.relative_to(inside).parts:
            continue
        for node in ast.walk(tree):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            wrong += [f"{file.relative_to(ROOT)} imports {name}" for name in names if ".display" in name]
    assert wrong == []


def test_package__has_every_name_that_it_lists() -> None:
    """The names are imported when they are first used, and ``dir`` shows them before."""
    assert set(railgym.__all__) >= {"Position", "View", "make_agent", "make_game", "make_selfplay", "win_rate"}
    assert dir(railgym) == sorted(railgym.__all__)
    assert all(getattr(railgym, name) is not None for name in railgym.__all__)
