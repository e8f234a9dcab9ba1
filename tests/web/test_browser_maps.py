"""The map editor in a real browser: cities are dragged, terrain is painted, and faults stand beside the board."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_pages import MARKS, opened, part
from web_server import Server

from railgym.agents.human.web.map_files import MapFolder
from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.crayon_rails.maps.loading import read_map

pytest.importorskip("starlette")

from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = MARKS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CRAYON / "test", tmp_path / "maps" / "wax"))


@pytest.fixture
def editor(tmp_path: Path, folder: Path, browser: Browser) -> Iterator[Page]:
    """The editor with a map of mileposts."""
    server = Server(tmp_path / "games", maps=MapFolder(folder.parent))
    with opened(browser, server) as page:
        page.goto("/maps")
        part(page, "maps").get_by_role("link", name="wax").click()
        expect(part(page, "summary")).to_contain_text("mileposts")
        yield page
    server.stop()


def place(page: Page, row: int, col: int) -> Locator:
    return page.locator(f"[data-place='{row},{col}']")


def drag(page: Page, start: Locator, *others: Locator) -> None:
    """Press on one place, go over others, and let go over the last."""
    for number, there in enumerate((start, *others)):
        box = there.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_city__is_dragged_undone_and_saved(editor: Page, folder: Path) -> None:
    board = read_map(folder)
    city = next(city for city in board.cities if city.size != "major")
    start = board.mileposts[city.mileposts[0]]
    end = next(post for post in board.mileposts if post.city < 0 and not post.mountain)
    for _ in range(2):
        drag(editor, place(editor, start.row, start.col), place(editor, end.row, end.col))
        expect(place(editor, end.row, end.col).locator("title")).to_contain_text(city.name)
        expect(part(editor, "state")).to_have_text("1 change not saved")
        if _ == 0:
            part(editor, "undo").click()
            expect(place(editor, start.row, start.col).locator("title")).to_contain_text(city.name)
            expect(part(editor, "save")).to_be_disabled()
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text("saved to mileposts.csv")
    text = (folder / "mileposts.csv").read_text(encoding="utf-8")
    assert f"{end.row},{end.col},clear,{city.name}," in text


def test_terrain__is_painted_and_its_faults_are_at_their_places(editor: Page, folder: Path) -> None:
    """A stroke over two places is one change; a place that a river needs is a fault once it is gone."""
    board = read_map(folder)
    number = {(post.row, post.col): post for post in board.mileposts}
    one, other = next(
        (post, number[post.row + 2, post.col])
        for post in board.mileposts
        if post.city < 0 and not post.mountain and (post.row + 2, post.col) in number
        if number[post.row + 2, post.col].city < 0 and not number[post.row + 2, post.col].mountain
    )
    part(editor, "tool-mountain").click()
    drag(editor, place(editor, one.row, one.col), place(editor, other.row, other.col))
    expect(part(editor, "state")).to_have_text("1 change not saved")
    for post in (one, other):
        expect(place(editor, post.row, post.col)).to_have_class("mountain")
    row, col = (folder / "waters.csv").read_text(encoding="utf-8").splitlines()[1].split(",")[:2]
    part(editor, "tool-none").click()
    drag(editor, place(editor, int(row), int(col)))
    fault = part(editor, "faults").get_by_role("button").first
    expect(fault).to_contain_text("waters.csv:")
    fault.click()
    expect(editor.locator(".looked-at")).to_have_count(1)
    part(editor, "undo").click()
    expect(part(editor, "faults").locator("li")).to_have_count(0)


def test_refused_change__is_taken_back_with_its_reason(editor: Page, folder: Path) -> None:
    """A city cannot move onto another one."""
    board = read_map(folder)
    one, other = [board.mileposts[city.mileposts[0]] for city in board.cities if city.size != "major"][:2]
    drag(editor, place(editor, one.row, one.col), place(editor, other.row, other.col))
    expect(part(editor, "fault")).to_contain_text("cannot move there")
    expect(part(editor, "state")).to_have_text("")
