"""A reader can follow every tutorial: its files are written, and its blocks and commands run, from top to bottom."""

import re
import sys
from pathlib import Path

import processes
import pytest
from shell_lines import ROOT, run_shell_line, shell_lines

DOCS = ROOT / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(python|yaml|sh)\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.S | re.M)
FILE = re.compile(r"# ([\w.]+)\n")
TRAINS = ("train.md", "play.md")  # which also need the agent of the first tutorial
FIRST_AGENT = "railgym train demo.yaml --out runs/first"


def follow(page: Path, folder: Path) -> None:
    """Do in ``folder`` what a page says. A block that begins with the name of a file is added to that file."""
    for language, code, output in BLOCK.findall(page.read_text(encoding="utf-8")):
        if name := FILE.match(code):
            with (folder / name[1]).open("a", encoding="utf-8") as file:
                file.write(code)
        elif language == "python":
            done = processes.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            assert not output or done.stdout == output
        else:
            for line in shell_lines(f"```sh\n{code}```"):
                run_shell_line(line, folder)


@pytest.mark.parametrize("page", [page for page in TUTORIALS if page.name not in TRAINS], ids=lambda page: page.stem)
def test_tutorial__can_be_followed(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path)


def test_start__can_be_followed(tmp_path: Path) -> None:
    follow(DOCS / "start.md", tmp_path)


@pytest.mark.slow
def test_tutorial__trains_an_agent_and_plays_against_it(tmp_path: Path) -> None:
    """One folder for both: the second tutorial plays against the agent that the first one has trained."""
    pytest.importorskip("sb3_contrib")
    pages = [DOCS / "tutorials" / name for name in TRAINS]
    assert shell_lines(pages[0].read_text(encoding="utf-8"))[0] == FIRST_AGENT
    for page in pages:
        follow(page, tmp_path)
