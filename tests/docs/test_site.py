"""The site as `make docs` built it."""

import re
from pathlib import Path

import pytest

from railgym.envs.catalog import GAMES

pytestmark = pytest.mark.site
SITE = Path(__file__).parents[2] / "build" / "site"
LINK = re.compile(r'(?:href|src)="([^"#:?]+)[^":]*"')


def pages() -> list[Path]:
    found = sorted(SITE.rglob("*.html"))
    assert found, "run `make docs` first"
    return found


def test_links__lead_to_files() -> None:
    broken = {
        f"{page.relative_to(SITE)}: {link}"
        for page in pages()
        for link in LINK.findall(page.read_text(encoding="utf-8"))
        if not link.startswith("/") and not (page.parent / link).exists()
    }
    assert not broken


@pytest.mark.parametrize("game", GAMES)
def test_page_of_a_game__has_a_moving_picture(game: str) -> None:
    text = (SITE / "games" / f"{game}.html").read_text(encoding="utf-8")
    pictures = re.findall(r'"([^"]+\.webp)"', text)
    assert pictures
    for picture in pictures:
        assert 10_000 < (SITE / "games" / picture).stat().st_size < 1_500_000
