"""A notebook as Markdown: its text, its code and the outputs that it was saved with."""

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from site_builder.places import ROOT, SOURCE

__all__ = ["notebook_page"]


def notebook_page(file: Path, name: str) -> str:
    """The Markdown of ``file`` for the page ``name``. Writes the pictures into the source of the site."""
    cells = json.loads((ROOT / file).read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for number, cell in enumerate(cells) for part in _parts(cell, name, number)) + "\n"


def _parts(cell: dict[str, Any], name: str, number: int) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```ipython3\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "image/svg+xml" in data:
            yield _picture(name, f"{number}.svg", "".join(data["image/svg+xml"]).encode())
        elif "image/png" in data:
            yield _picture(name, f"{number}.png", base64.b64decode("".join(data["image/png"])))
        else:
            text = "".join(output.get("text") or data.get("text/plain", ""))
            yield f"```text\n{text.rstrip()}\n```"


def _picture(name: str, ending: str, content: bytes) -> str:
    copy = SOURCE / "images" / f"{Path(name).name}-{ending}"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(content)
    return f"![An output of the code above]({os.path.relpath(f'images/{copy.name}', Path(name).parent)})"
