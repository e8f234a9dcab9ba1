"""The tutorial beside Night Mail works as it is written."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import processes
import pytest
import toy_game

README = Path(toy_game.__file__).with_name("README.md")


def test_tutorial__plays_a_game_and_a_batch(capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, Any] = {}
    exec(code_blocks("python")[0], space)
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 10
    assert re.match(r"(a train arrived|one player was left|the night is over): player_0 \d", told[-1])
    assert (space["batch"].states["ply"] == 1).all()


def test_tutorial__tests_a_rule() -> None:
    space: dict[str, Any] = {}
    exec(rule_test(), space)
    tests = [name for name in space if name.startswith("test_")]
    assert len(tests) == 1
    space[tests[0]]()


@pytest.mark.slow
def test_tutorial__copies_the_game_and_its_tests(tmp_path: Path) -> None:
    """With its commands, to a folder outside the checkout, where the tests pass."""
    root = README.parents[2]
    (tmp_path / "tests").symlink_to(root / "tests")
    (command,) = code_blocks("sh")
    processes.run(["sh", "-e", "-c", command], cwd=tmp_path, check=True)
    copied = [path.read_text(encoding="utf-8") for path in (tmp_path / "mygames").rglob("*.*") if path.is_file()]
    assert len(copied) > len(list(README.parent.glob("*.py")))
    assert not any(re.search("toy_game|night_?mail", text, re.IGNORECASE) for text in copied)
    (tested,) = re.findall(r"`PYTHONPATH=tests:mygames python (-m pytest mygames)`", README.read_text(encoding="utf-8"))
    (tmp_path / "mygames" / "test_rules.py").write_text(renamed(rule_test()), encoding="utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, "tests", "mygames"])}
    done = processes.run(
        [sys.executable, *tested.split(), "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def rule_test() -> str:
    """The test of a rule, with the imports that it needs."""
    playing, testing = code_blocks("python")
    return "\n".join([*re.findall("^(?:from|import) .*", playing, re.MULTILINE), testing])


def renamed(code: str) -> str:
    """Code with the names that the tutorial gives the copy."""
    return code.replace("toy_game", "parcel").replace("NightMail", "Parcel")


def code_blocks(language: str) -> list[str]:
    """The blocks of the tutorial in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_tutorial__walks_through_every_file() -> None:
    """In the order in which they are to be written."""
    named = re.findall(r"^\d+\. `(\w+\.py)`", README.read_text(encoding="utf-8"), re.MULTILINE)
    there = {path.name for path in README.parent.glob("*.py")} - {"__init__.py"}
    assert set(named) == there
    assert len(named) == len(set(named))


@pytest.mark.slow
def test_tutorial__changes_a_rule(tmp_path: Path) -> None:
    """Its changes, made in a copy, are played by after a build."""
    copy = tmp_path / "toy_game"
    shutil.copytree(README.parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    changes = re.findall(r"[Ii]n `(\w+\.py)`:\n\n```diff\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert [file for file, _ in changes] == ["game.py", "rules.py"]
    for file, change in changes:
        lines = change.splitlines(keepends=True)
        old, new = ("".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +"))
        text = (copy / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    code = """
from railgym.envs.core.position import Position
from toy_game.game import NightMail
for full_hand in (3, 4):
    position = Position.from_dict(NightMail(full_hand=full_hand), {"players": [{"hand": {"coal": 3}}]})
    position.play("look at the top wagon")
    print([position.action_words(action) for action in position.legal_actions])
"""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    done = processes.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['put it under']", "['keep it', 'put it under']"]
