"""The package runs on Linux and macOS. System-dependent calls are in one module, text files are read with a fixed
encoding, and tests also end if they run in the background."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_packaging import modules, repository

ROOT = Path(__file__).parents[1]
HOST = "railgym.envs.core.host"
SYSTEM_MODULES = {"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
# What Linux alone has, what counts the cores of a machine, and forks, which OpenMP does not survive.
SYSTEM_CALLS = re.compile(
    r"os\.(sched_\w+|cpu_count|process_cpu_count|fork\w*|pidfd_\w+|memfd_\w+|eventfd\w*|posix_f\w+|splice|sendfile"
    r"|getrandom|copy_file_range|uname|sysconf|getloadavg|startfile|set(res)?[ug]id|getres\w+|kill\w*)"
    r"|sys\.(platform|getwindowsversion)|platform\.(system|uname|processor|machine|libc_ver)"
    r"|signal\.(SIGRT\w+|SIGPWR|SIGPOLL|SIGSTKFLT|SIGKILL|SIGHUP|pidfd_\w+|sigtimedwait|sigwaitinfo)"
    r"|multiprocessing\.cpu_count"
)
SYSTEM_PATH = re.compile(r"/(proc|sys|dev|etc|tmp|usr|var|run|opt|home)/\S")
PLATFORM_FACTS = {"platform.machine": {"railgym.training.learn.train"}}  # a name that a run keeps, of whatever system


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every call with the last name of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


def system_uses(tree: ast.Module) -> Iterator[str]:
    """What a module asks of one system."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from SYSTEM_MODULES & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in SYSTEM_MODULES | {"os", "signal", "sys", "platform"}:
            yield f"from {node.module}"
        elif isinstance(node, ast.Attribute) and SYSTEM_CALLS.fullmatch(ast.unparse(node)):
            yield ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and SYSTEM_PATH.match(node.value):
            yield node.value


def test_package__asks_the_system_in_one_module() -> None:
    found = {name: set(system_uses(tree)) for name, tree in modules().items() if name != HOST}
    allowed = {name: {use for use, where in PLATFORM_FACTS.items() if name in where} for name in found}
    assert {name: uses - allowed[name] for name, uses in found.items() if uses - allowed[name]} == {}
    assert set(system_uses(modules()[HOST])) >= {"fcntl", "resource", "os.cpu_count", "sys.platform"}


def test_package__names_the_encoding_of_every_text_file() -> None:
    """Else it is the locale's, and another one elsewhere."""
    text, binary, found = re.compile(r"'[rwxa]t?\+?'"), re.compile(r"'[rwxa]b\+?'"), []
    for name, tree in modules().items():
        for called, call in calls(tree):
            words = [ast.unparse(argument) for argument in call.args]
            modes = [bool(text.fullmatch(word)) for word in words if text.fullmatch(word) or binary.fullmatch(word)]
            reads = called in ("read_text", "write_text") and len(words) == (called == "write_text")
            opens = called == "open" and (any(modes) or (isinstance(call.func, ast.Name) and not modes))
            if (reads or opens) and "encoding" not in {keyword.arg for keyword in call.keywords}:
                found.append(f"{name}:{call.lineno}")
    assert found == []


def test_repository__has_no_two_paths_that_differ_in_case_only() -> None:
    """Disks of macOS do not tell them apart."""
    paths = [str(path) for path in repository()]
    assert len({path.casefold() for path in paths}) == len(paths)


def test_makefile__uses_what_every_make_and_shell_has() -> None:
    """The flags and escapes that only GNU's tools know: in-place sed, tabs in replacements, find -printf and so on."""
    gnu = re.compile(
        r"sed -i|sed [^|]*\\t|find [^|]*-(printf|regextype)|readlink -f|realpath|date -d|grep -P|xargs -r|cp --|nproc"
    )
    assert gnu.findall((ROOT / "Makefile").read_text(encoding="utf-8")) == []


def trees_of_tests() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name != "processes.py":
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def test_tests__start_processes_by_one_helper() -> None:
    """It gives them signals of their own and an end: a test run in the background must not hang."""
    starts = re.compile(
        r"subprocess\.(run|Popen|call|check_\w+)|os\.(system|popen|spawn\w+|exec\w+|posix_spawn\w*|fork\w*)"
    )
    found = [
        f"{name}:{call.lineno}"
        for name, tree in trees_of_tests()
        for _, call in calls(tree)
        if starts.fullmatch(ast.unparse(call.func))
    ]
    assert found == []


def test_tests__end_every_wait() -> None:
    """For a process, a thread, an event, a queue or a socket."""
    waits = {"wait", "join", "recv", "communicate", "acquire"}
    found = [
        f"{name}:{call.lineno}"
        for name, tree in trees_of_tests()
        for called, call in calls(tree)
        if called in waits and not call.args and not any(word.arg == "timeout" for word in call.keywords)
    ]
    assert found == []


def test_tests__have_a_limit_each(request: pytest.FixtureRequest) -> None:
    pytest.importorskip("pytest_timeout")
    assert all(item.get_closest_marker("timeout") for item in request.session.items)
