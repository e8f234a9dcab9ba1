"""The map editor in a browser with a board of Rail Baron."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from map_pages import centre, drag, editing
from playwright.sync_api import Browser, Locator, Page, expect
from web_pages import MARKS, part

from railgym.envs.rail_baron_cards.board import DATA, read_board

pytestmark = MARKS
BOARD = read_board(DATA / "small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA / "small", tmp_path / "maps" / "small"))


@pytest.fixture
def editor(tmp_path: Path, folder: Path, browser: Browser) -> Iterator[Page]:
    with editing(browser, folder, tmp_path / "games") as page:
        yield page


def dot(page: Page, number: int) -> Locator:
    return page.locator(f"circle[data-place='{BOARD.dots[number].name}']")


def apart() -> tuple[int, int]:
    """Two dots that no section joins."""
    joined = {frozenset((section.a, section.b)) for section in BOARD.sections}
    return next((0, i) for i in range(1, len(BOARD.dots)) if frozenset((0, i)) not in joined)


def test_dot__is_dragged_and_saved(editor: Page, folder: Path) -> None:
    """Its latitude and longitude are what the form shows."""
    x, y = centre(dot(editor, 0))
    drag(editor, (x, y), (x + 40, y + 30))
    expect(part(editor, "told")).to_have_text(f"Dot {BOARD.dots[0].name} moved.")
    assert centre(dot(editor, 0)) == pytest.approx((x + 40, y + 30), abs=6)
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text(f"Saved in {folder}: dots.csv")
    part(editor, "table").select_option("dots.csv")
    moved = read_board(folder).dots[0]
    assert moved.latitude < BOARD.dots[0].latitude and moved.longitude > BOARD.dots[0].longitude
    expect(part(editor, "field-latitude")).to_have_value(str(moved.latitude))


def test_section__of_a_railroad_is_drawn_and_removed(editor: Page) -> None:
    railroad = BOARD.railroads[0].abbreviation
    sections = editor.locator(f"#board .section[data-owner='{railroad}']")
    before = sections.count()
    ends = [centre(dot(editor, i)) for i in apart()]
    part(editor, "tool-join").click()
    expect(part(editor, "side-name")).to_have_value(railroad)
    drag(editor, *ends)
    expect(sections).to_have_count(before + 1)
    drag(editor, *ends)
    expect(sections).to_have_count(before)
    part(editor, "side-name").fill("Nowhere")
    drag(editor, *ends)
    expect(part(editor, "fault")).to_contain_text("there is no 'Nowhere' in railroads.csv")


def test_price__of_a_railroad_is_edited(editor: Page) -> None:
    part(editor, "table").select_option("railroads.csv")
    price = part(editor, "field-price")
    price.fill("1")
    price.press("Enter")
    expect(part(editor, "fault")).to_have_text("price is '1': write a whole number from 1000 to 1000000")
    expect(price).to_have_value(str(BOARD.railroads[0].price))
    price.fill("55000")
    price.press("Enter")
    expect(part(editor, "state")).to_have_text("1 change not saved")


def test_city__is_added_at_a_dot_with_a_card_and_deleted(editor: Page) -> None:
    """A dot can be added anywhere; the new city has a card with numbers."""
    box = part(editor, "board").bounding_box()
    assert box
    x, y = centre(dot(editor, 0))
    part(editor, "tool-city").click()
    drag(editor, (x, y))
    name = part(editor, "field-city")
    expect(name).to_be_focused()
    editor.keyboard.type("Oxford")
    editor.keyboard.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text("Oxford")
    expect(part(editor, "named")).to_contain_text("Named in 1 row")
    part(editor, "drop-row").click()
    expect(part(editor, "row").locator("option").filter(has_text="Oxford")).to_have_count(0)
    part(editor, "tool-spot").click()
    drag(editor, (box["x"] + box["width"] / 2, box["y"] + 40))
    expect(editor.locator("#board .dot")).to_have_count(len(BOARD.dots) + 1)
    fault = part(editor, "faults").get_by_role("button").filter(has_text="dots.csv")
    fault.click()
    expect(part(editor, "field-dot")).to_have_value("N1")
    part(editor, "drop-row").click()
    expect(part(editor, "faults").locator("li")).to_have_count(0)


def test_keys__go_from_dot_to_dot_and_join_them(editor: Page) -> None:
    """Arrow keys go to the next dot; latitude and longitude are fields of its form."""
    told, lines = part(editor, "told"), editor.locator("#board .section")
    before = lines.count()
    part(editor, "tool-join").locator("input").check()
    part(editor, "board").focus()
    part(editor, "board").press("Enter")
    expect(told).to_contain_text("picked up")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        editor.keyboard.press(key)
    expect(told).to_contain_text("latitude")
    editor.keyboard.press("Enter")
    expect(lines).not_to_have_count(before)
