"""The map editor in a browser with a board of Rail Baron."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from map_pages import centre, drag
from playwright.sync_api import Locator, Page, expect
from web_pages import MARKS, part

from railgym.envs.rail_baron_cards.board import DATA, Dot, read_board

pytestmark = MARKS
BOARD = read_board(DATA / "small")


def dot(page: Page, number: int) -> Locator:
    return page.locator(f"circle[data-place='{BOARD.dots[number].name}']")


def apart() -> tuple[int, int]:
    """Two dots that no section joins."""
    joined = {frozenset((section.a, section.b)) for section in BOARD.sections}
    return next((0, i) for i in range(1, len(BOARD.dots)) if frozenset((0, i)) not in joined)


def test_dot__is_dragged_and_saved(baron_editor: Page, baron: Path) -> None:
    """Its latitude and longitude are what the form shows."""
    x, y = centre(dot(baron_editor, 0))
    drag(baron_editor, (x, y), (x + 40, y + 30))
    expect(part(baron_editor, "told")).to_contain_text(f"Dot {BOARD.dots[0].name} moved to latitude ")
    assert centre(dot(baron_editor, 0)) == pytest.approx((x + 40, y + 30), abs=6)
    part(baron_editor, "save").click()
    expect(part(baron_editor, "state")).to_have_text(f"Saved in {baron}: dots.csv")
    part(baron_editor, "table").select_option("dots.csv")
    moved = read_board(baron).dots[0]
    assert moved.latitude < BOARD.dots[0].latitude and moved.longitude > BOARD.dots[0].longitude
    expect(part(baron_editor, "field-latitude")).to_have_value(str(moved.latitude))


def test_section__of_a_railroad_is_drawn_and_removed(baron_editor: Page) -> None:
    railroad = BOARD.railroads[0].abbreviation
    sections = baron_editor.locator(f"#board .section[data-owner='{railroad}']")
    before = sections.count()
    ends = [centre(dot(baron_editor, i)) for i in apart()]
    part(baron_editor, "tool-join").click()
    expect(part(baron_editor, "side-name")).to_have_value(railroad)
    drag(baron_editor, *ends)
    expect(sections).to_have_count(before + 1)
    drag(baron_editor, *ends)
    expect(sections).to_have_count(before)
    part(baron_editor, "side-name").fill("Nowhere")
    drag(baron_editor, *ends)
    expect(part(baron_editor, "fault")).to_contain_text("there is no 'Nowhere' in railroads.csv")


def test_price__of_a_railroad_is_edited(baron_editor: Page) -> None:
    part(baron_editor, "table").select_option("railroads.csv")
    price = part(baron_editor, "field-price")
    price.fill("1")
    price.press("Enter")
    expect(part(baron_editor, "fault")).to_have_text("price is '1': write a whole number from 1000 to 1000000")
    expect(price).to_have_value(str(BOARD.railroads[0].price))
    price.fill("55000")
    price.press("Enter")
    expect(part(baron_editor, "state")).to_have_text("1 change not saved")


def test_city__is_added_at_a_dot_with_a_card_and_deleted(baron_editor: Page) -> None:
    """A dot can be added anywhere; the new city has a card with numbers."""
    box = part(baron_editor, "board").bounding_box()
    assert box
    x, y = centre(dot(baron_editor, 0))
    part(baron_editor, "tool-city").click()
    drag(baron_editor, (x, y))
    name = part(baron_editor, "field-city")
    expect(name).to_be_focused()
    baron_editor.keyboard.type("Oxford")
    baron_editor.keyboard.press("Enter")
    expect(part(baron_editor, "row").locator("option:checked")).to_have_text("Oxford")
    expect(part(baron_editor, "named")).to_contain_text("Named in 1 row")
    part(baron_editor, "drop-row").click()
    expect(part(baron_editor, "row").locator("option").filter(has_text="Oxford")).to_have_count(0)
    part(baron_editor, "tool-spot").click()
    drag(baron_editor, (box["x"] + box["width"] / 2, box["y"] + 40))
    expect(baron_editor.locator("#board .dot")).to_have_count(len(BOARD.dots) + 1)
    fault = part(baron_editor, "faults").get_by_role("button").filter(has_text="dots.csv")
    fault.click()
    expect(part(baron_editor, "field-dot")).to_have_value("N1")
    part(baron_editor, "drop-row").click()
    expect(part(baron_editor, "faults").locator("li")).to_have_count(0)


def test_dots__added_by_presses_that_follow_at_once_are_all_added(baron_editor: Page) -> None:
    """Each new dot gets a name after those before it, even if the server has not answered yet."""
    part(baron_editor, "tool-spot").click()
    part(baron_editor, "board").focus()
    for _ in range(3):
        baron_editor.keyboard.press("Enter")
    expect(part(baron_editor, "state")).to_have_text("3 changes not saved")
    expect(part(baron_editor, "told")).to_have_text("Dot N3 added.")


def test_keys__go_from_dot_to_dot_and_join_them(baron_editor: Page) -> None:
    """Arrow keys go to the next dot; latitude and longitude are fields of its form."""
    told, lines = part(baron_editor, "told"), baron_editor.locator("#board .section")
    before = lines.count()
    part(baron_editor, "tool-join").locator("input").check()
    part(baron_editor, "board").focus()
    part(baron_editor, "board").press("Enter")
    expect(told).to_contain_text("picked up")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        baron_editor.keyboard.press(key)
    expect(told).to_contain_text("latitude")
    baron_editor.keyboard.press("Enter")
    expect(lines).not_to_have_count(before)


def test_keys__move_a_dot_by_small_steps(baron_editor: Page, baron: Path) -> None:
    """Shift and an arrow key move the dot of the form by a tenth of a degree; the map keeps the focus."""
    old = BOARD.dots[0]
    part(baron_editor, "table").select_option("dots.csv")
    part(baron_editor, "board").focus()
    told = part(baron_editor, "told")
    for number in (1, 2):
        baron_editor.keyboard.press("Shift+ArrowRight")
        expect(told).to_have_text(moved(old, old.latitude, old.longitude + number / 10))
    baron_editor.keyboard.press("Shift+ArrowDown")
    expect(told).to_have_text(moved(old, old.latitude - 0.1, old.longitude + 0.2))
    expect(part(baron_editor, "board")).to_be_focused()
    expect(part(baron_editor, "state")).to_have_text("1 change not saved")
    expect(part(baron_editor, "field-latitude")).to_have_value(f"{old.latitude - 0.1:.6g}")
    part(baron_editor, "save").click()
    expect(part(baron_editor, "state")).to_have_text(f"Saved in {baron}: dots.csv")


def moved(dot: Dot, latitude: float, longitude: float) -> str:
    """What the page says when a dot has moved."""
    return f"Dot {dot.name} moved to latitude {latitude:.6g}, longitude {longitude:.6g}."
