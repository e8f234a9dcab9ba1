"""The tutorial beside Night Mail works as it is written."""

import re
from pathlib import Path

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
    named = re.findall(r"^\d+\. `(\w+(?:\.py|/))`", README.read_text(encoding="utf-8"), re.MULTILINE)
    folder = README.parent
    there = {path.name for path in folder.glob("*.py")} - {"__init__.py"} | {"rules/"}
    assert set(named) == there
    assert len(named) == len(set(named))
