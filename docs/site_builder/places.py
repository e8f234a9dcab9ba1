"""Where each file of the repository appears on the site, by ``docs/nav.yaml``."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from railgym.envs.catalog import GAMES

__all__ = ["FRONT", "ROOT", "SOURCE", "Page", "Section", "navigation", "page_of_file", "pages", "repository_address"]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "build" / "site-source"
"""The folder that Sphinx reads."""


@dataclass(frozen=True)
class Page:
    """A page of the site. ``name`` is its path there without a suffix, ``file`` its source in the repository, or None
    for a generated page; ``title`` replaces its heading in the navigation."""

    name: str
    file: Path | None = None
    title: str = ""
    children: tuple["Page", ...] = ()

    def toctree_line(self) -> str:
        """Its line in a table of contents."""
        return f"{self.title} </{self.name}>" if self.title else f"/{self.name}"


@dataclass(frozen=True)
class Section:
    """A group of pages in the navigation."""

    caption: str
    pages: tuple[Page, ...]


FRONT = Page("index", Path("docs/index.md"))


@cache
def navigation() -> tuple[Section, ...]:
    """The groups of ``docs/nav.yaml`` in their order."""
    entries = yaml.safe_load((ROOT / "docs" / "nav.yaml").read_text(encoding="utf-8"))
    return tuple(Section(entry["caption"], tuple(_read_all(entry["pages"]))) for entry in entries)


def _read_all(entries: list[Any]) -> Iterator[Page]:
    for entry in entries:
        if entry == "games/*":
            yield from (Page(f"games/{id}", title=game.title) for id, game in GAMES.items())
        else:
            yield _read(entry if isinstance(entry, dict) else {"file" if entry.endswith(".md") else "page": entry})


def _read(entry: dict[str, Any]) -> Page:
    file = Path(entry["file"]) if "file" in entry else None
    name = entry.get("page") or str(file and file.relative_to("docs").with_suffix(""))
    return Page(name, file, entry.get("title", ""), tuple(_read_all(entry.get("children", []))))


def pages() -> Iterator[Page]:
    """All pages, the front page first, parents before their children."""
    yield FRONT
    for section in navigation():
        for page in section.pages:
            yield from (page, *page.children)


@cache
def page_of_file() -> dict[Path, Page]:
    """The page that shows a file of the repository. The README leads to the front page."""
    return {Path("README.md"): FRONT} | {page.file: page for page in pages() if page.file}


@cache
def repository_address() -> str:
    """The address of the public repository, from the metadata of the package."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        address: str = tomllib.load(file)["project"]["urls"]["Source"]
    return address
