"""What the tests of the server share."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")

from web_server import Server

from railgym.agents.human.web.map_files import MapFolder
from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.rail_baron_cards.board import DATA as BOARDS
from railgym.envs.railways_of_the_world.maps.loading import DATA as RAILWAYS

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


# --- the map editor ---------------------------------------------------------------------------------------------------


@pytest.fixture
def wax(tmp_path: Path) -> Path:
    """A map of mileposts, to be changed."""
    return Path(shutil.copytree(CRAYON / "test", tmp_path / "maps" / "wax"))


@pytest.fixture
def iron(tmp_path: Path) -> Path:
    """A map of hexes."""
    return Path(shutil.copytree(RAILWAYS / "south_sweden", tmp_path / "maps" / "iron"))


@pytest.fixture
def baron(tmp_path: Path) -> Path:
    """A board of Rail Baron."""
    return Path(shutil.copytree(BOARDS / "small", tmp_path / "maps" / "baron"))


@pytest.fixture
def folder(wax: Path, iron: Path) -> Path:
    """A folder with a map of mileposts and one of hexes."""
    assert wax.parent == iron.parent
    return wax.parent


@pytest.fixture
def served(tmp_path: Path, folder: Path) -> Iterator[Server]:
    """A server with the maps of that folder."""
    server = Server(tmp_path / "games", maps=MapFolder(folder))
    yield server
    server.stop()


@pytest.fixture
def editor(wax: Path, browser: "Browser") -> Iterator["Page"]:
    """The editor with the map of mileposts."""
    from map_pages import editing

    with editing(browser, wax) as page:
        yield page


@pytest.fixture
def iron_editor(iron: Path, browser: "Browser") -> Iterator["Page"]:
    """The editor with the map of hexes."""
    from map_pages import editing

    with editing(browser, iron) as page:
        yield page


@pytest.fixture
def baron_editor(baron: Path, browser: "Browser") -> Iterator["Page"]:
    """The editor with the board."""
    from map_pages import editing

    with editing(browser, baron) as page:
        yield page


@pytest.fixture
def phone(wax: Path, browser: "Browser") -> Iterator["Page"]:
    """The editor with the map of mileposts on a phone."""
    from map_pages import PHONE, editing

    with editing(browser, wax, **PHONE) as page:
        yield page
