"""Rewrites the relative links of a file: to the page that shows the target, or to the target in the repository."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from site_builder.places import ROOT, SOURCE, page_of_file, repository_address

__all__ = ["link_to", "rewritten"]

FENCED = re.compile(r"(^ *```.*?^ *```)", re.S | re.M)
LINK = re.compile(r"\]\((?!\w+:|#)([^)\s]+)\)")
IMAGES = (".svg", ".png", ".webp")
BRANCH = "main"


def rewritten(text: str, file: Path, name: str) -> str:
    """The text of ``file``, with links that fit on the page ``name``. Code blocks stay as they are."""
    parts = FENCED.split(text)
    parts[::2] = [LINK.sub(_replacement(file, name), part) for part in parts[::2]]
    return "".join(parts)


def _replacement(file: Path, name: str) -> Callable[[re.Match[str]], str]:
    def replacement(found: re.Match[str]) -> str:
        path, hash_sign, anchor = found[1].partition("#")
        target = Path(os.path.normpath(file.parent / path))
        return f"]({link_to(target, name)}{hash_sign}{anchor})"

    return replacement


def link_to(target: Path, name: str) -> str:
    """The link from the page ``name`` to a file of the repository; an image is copied to the source of the site."""
    page = page_of_file().get(target)
    if page:
        return os.path.relpath(f"{page.name}.md", Path(name).parent)
    if target.suffix in IMAGES:
        copy = SOURCE / "images" / target.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / target).read_bytes())
        return os.path.relpath(f"images/{target.name}", Path(name).parent)
    return f"{repository_address()}/blob/{BRANCH}/{target.as_posix()}"
