"""``python -m site_builder`` writes ``build/site-source``, which Sphinx then reads."""

import shutil
import sys

from railgym.envs.catalog import GAMES
from site_builder.commands import commands_page
from site_builder.games import gallery, game_page, index_page
from site_builder.ids import ids_page
from site_builder.links import rewritten
from site_builder.notebook import notebook_page
from site_builder.pictures import draw
from site_builder.places import FRONT, ROOT, SOURCE, Page, navigation, pages
from site_builder.reference import REFERENCE, errors_page, reference_page

SPECIFICATION = "\n# Specification\n"
"""In the README of a game, the tables follow, which the page of the game has as well."""
RESTRUCTURED = {*REFERENCE, "reference/errors"}
GALLERY = "<!-- gallery -->"


def main() -> int:
    """Write all pages and pictures; returns the exit code."""
    for left in SOURCE.glob("*"):
        if left.name != "extra":
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    for id in GAMES:
        draw(id)
    generated = _generated()
    for page in pages():
        text = _copied(page) if page.file else generated.pop(page.name)
        _write(page, text)
    if generated:
        raise SystemExit(f"docs/nav.yaml lacks {', '.join(generated)}")
    return 0


def _generated() -> dict[str, str]:
    """The pages that are made of the code, by name."""
    return {
        "games/index": index_page(),
        "games/ids": ids_page(),
        **{f"games/{id}": game_page(id) for id in GAMES},
        **{name: reference_page(topic) for name, topic in REFERENCE.items()},
        "reference/errors": errors_page(),
        "reference/commands": commands_page(),
    }


def _copied(page: Page) -> str:
    assert page.file is not None
    if page.file.suffix == ".ipynb":
        return notebook_page(page.file, page.name)
    text = (ROOT / page.file).read_text(encoding="utf-8").partition(SPECIFICATION)[0]
    text = rewritten(text, page.file, page.name).replace(GALLERY, gallery(page.name))
    if page == FRONT:
        trees = [_toctree(section.pages, section.caption) for section in navigation()]
        return "\n".join([text, *trees])
    return f"{text}\n{_toctree(page.children)}" if page.children else text


def _toctree(listed: tuple[Page, ...], caption: str = "") -> str:
    named = f":caption: {caption}\n" if caption else ""
    lines = "\n".join(page.toctree_line() for page in listed)
    return f"```{{toctree}}\n:hidden:\n{named}\n{lines}\n```\n"


def _write(page: Page, text: str) -> None:
    file = SOURCE / f"{page.name}{'.rst' if page.name in RESTRUCTURED else '.md'}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
