"""What the tests of the server share."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from web_server import Server

CHROMIUM = shutil.which("chromium")
PATIENCE = 300_000  # milliseconds: rules may have to be compiled, on a machine that has other work


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty folder of games."""
    server = Server(tmp_path / "games")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium (make test-browser installs Debian's)")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    """A fresh browser's page; whatever goes wrong in it fails the test."""
    from playwright.sync_api import expect

    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=f"http://{server.host}")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert not [fault for fault in faults if "ERR_" not in fault]  # the network may fail, the page may not
