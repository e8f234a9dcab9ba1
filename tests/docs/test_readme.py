"""Every shell command of the README runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import processes
import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [line.partition("#")[0].strip() for block in re.findall(r"```sh\n(.*?)```", README, re.S)
         for line in block.splitlines() if line.strip()]  # fmt: skip
# How a shell line of the README is run here: shorter, and with its results in a temporary folder.
SHORTER = {"--games 2000": "--games 20", "runs/cup": "{tmp}/cup", "suite run standard": "suite run smoke"}


@pytest.mark.parametrize("line", SHELL)
def test_readme__shell_line_is_a_command(line: str, tmp_path: Path) -> None:
    """Make targets exist, and railgym's commands run (a game starts and ends when the input does)."""
    if line.startswith("make"):
        target = line.split()[1]
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M)
        return
    for text, shorter in SHORTER.items():
        line = line.replace(text, shorter.format(tmp=tmp_path))
    if "tournament" in line:
        line += " --games 4"
    if "bench" in line or "serve" in line:
        line += " --help"
    command = [sys.executable, "-m", "railgym.cli", *shlex.split(line)[1:]]
    done = processes.run(command, cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
