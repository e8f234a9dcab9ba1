"""Every Python block of the README and of the page about positions runs, and prints what the page shows."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import processes
import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/positions.md", "docs/text.md")


def blocks() -> Iterator[Any]:
    """The code of each block and, where a ``text`` block follows, the output that it shows."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for found in re.finditer(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", text, re.S | re.M):
            yield pytest.param(*found.groups(), id=f"{page}:{text.count(chr(10), 0, found.start()) + 1}")


@pytest.mark.parametrize(("code", "output"), list(blocks()))
def test_page__python_block_runs(code: str, output: str | None, tmp_path: Path) -> None:
    """A block does what the page says, copied as it is, except that it trains for one rollout only."""
    if "sb3_contrib" in code:
        pytest.importorskip("sb3_contrib")
    code = re.sub(r"learn\([\d_]+\)", "learn(1)", code)
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}  # torch on all cores is slow beside other tests
    done = processes.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env=one_thread)
    assert done.returncode == 0, done.stderr
    if output is not None:
        assert done.stdout == output
