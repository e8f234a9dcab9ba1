"""The tutorial beside Night Mail works as it is written."""

import os
import re
import shutil
import sys
from pathlib import Path

import processes
import pytest
import toy_game

README = Path(toy_game.__file__).with_name("README.md")


def test_tutorial__plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    exec(code[0], {})
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 10
    assert re.match(r"(a train arrived|one player was left|the night is over): player_0 \d", told[-1])


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
