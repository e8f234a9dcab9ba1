"""The workflows run what ``.ci/run`` runs, by the same make targets."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WEEKLY = {"test-long", "test-interop", "test-bounds", "wheel-test"}


def text_of(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def jobs(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text_of(".github", "workflows", name))["jobs"]
    return found


def commands(name: str) -> Iterator[str]:
    """The command lines of a workflow."""
    for job in jobs(name).values():
        for step in job.get("steps", ()):
            yield from step.get("run", "").splitlines()


def make_words(line: str) -> set[str]:
    """The targets and settings of a line that calls make, without the choice of Python."""
    words = line.split()
    return {word for word in words[1:] if not word.startswith("PYTHON=")} if words[:1] == ["make"] else set()


def test_tests__run_all_that_a_change_has_to_pass() -> None:
    wanted = [make_words(line) for line in text_of(".ci", "run").splitlines() if make_words(line)]
    assert wanted
    run = [make_words(line) for line in commands("tests.yml")]
    assert [words for words in wanted if words not in run] == []


def test_weekly__runs_the_tests_that_take_minutes() -> None:
    (job,) = jobs("weekly.yml").values()
    assert set(job["strategy"]["matrix"]["target"]) == WEEKLY


def test_workflows__call_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.M))
    called = {word for file in WORKFLOWS for line in commands(file.name) for word in make_words(line)} | WEEKLY
    assert len(called) > 8
    assert {word for word in called if "=" not in word and "$" not in word} - targets == set()


def test_workflows__pin_actions_by_commit_and_ask_for_few_permissions() -> None:
    assert len(WORKFLOWS) == 5
    for file in WORKFLOWS:
        text = file.read_text(encoding="utf-8")
        used = re.findall(r"uses: (.*)", text)
        assert [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # .+|\./\S+", use)] == []
        assert yaml.safe_load(text)["permissions"] == {"contents": "read"}, file.name


def test_ruff__has_one_version_everywhere() -> None:
    (version,) = re.findall(r"^ruff==(\S+)$", text_of("constraints.txt"), re.M)
    assert set(re.findall(r"ruff==([^\]\s]+)", text_of(".pre-commit-config.yaml"))) == {version}
