"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")

from web_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty folder of games."""
    server = Server(tmp_path / "games")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright
    from web_pages import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("there is no chromium (make test-browser installs Debian's)")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: "Browser", server: Server) -> Iterator["Page"]:
    """A fresh browser's page on a screen of 1280 x 720."""
    from web_pages import opened

    with opened(browser, server) as page:
        yield page
