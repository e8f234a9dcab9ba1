"""Every shell command of the README runs."""

from pathlib import Path

import pytest
from shell_lines import ROOT, run_shell_line, shell_lines

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", shell_lines(README))
def test_readme__shell_line_is_a_command(line: str, tmp_path: Path) -> None:
    """Make targets exist, and railgym's commands run (a game starts and ends when the input does)."""
    run_shell_line(line, tmp_path)
