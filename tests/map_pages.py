"""The page of the map editor in a browser, and what people do there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from web_pages import opened, part
from web_server import Server

from railgym.agents.human.web.map_files import MapFolder

__all__ = ["PHONE", "Spot", "centre", "drag", "editing", "place", "side"]

Spot = tuple[float, float]  # on the screen
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def editing(browser: Browser, folder: Path, **kind: Any) -> Iterator[Page]:
    """The editor with a map; ``kind`` as of ``opened``."""
    server = Server(folder.parent.parent / "games", maps=MapFolder(folder.parent))
    with opened(browser, server, **kind) as page:
        page.goto("/maps")
        part(page, "maps").get_by_role("link", name=folder.name).click()
        expect(part(page, "summary")).to_contain_text("cities")
        yield page
    server.stop()


def place(page: Page, row: int, col: int) -> Locator:
    return page.locator(f"[data-place='{row},{col}']")


def centre(spot: Locator) -> Spot:
    """The middle of a place on the screen."""
    box = spot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def side(one: Locator, other: Locator) -> Spot:
    """The middle of the side between two places on the screen."""
    (x, y), (u, v) = centre(one), centre(other)
    return (x + u) / 2, (y + v) / 2


def drag(page: Page, *spots: Spot) -> None:
    """Press at one spot, go over others, and let go at the last."""
    for number, (x, y) in enumerate(spots):
        page.mouse.move(x, y, steps=4)
        if number == 0:
            page.mouse.down()
    page.mouse.up()
