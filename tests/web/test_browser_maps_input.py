"""The map editor by keyboard alone, and by touch on a phone."""

import re

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from map_pages import PHONE, Spot, centre, place, side
from playwright.sync_api import CDPSession, Locator, Page, expect
from web_pages import MARKS, part

from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.crayon_rails.maps.loading import read_map
from railgym.envs.crayon_rails.maps.model import City

pytestmark = MARKS
BOARD = read_map(CRAYON / "test")
FINGER = 44  # pixels


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if wanted.evaluate("thing => thing === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def choose_tool(page: Page, name: str) -> None:
    """Choose a tool by the keys of a group of radio buttons."""
    tab_to(page, part(page, "tools").locator(":checked"))
    wanted = part(page, f"tool-{name}").locator("input")
    for _ in range(20):
        if wanted.is_checked():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"no tool {name}")


def step_to(page: Page, key: str, words: str) -> None:
    """Move the cursor until what is under it has some words."""
    told = part(page, "told")
    for _ in range(60):
        if words in told.inner_text():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {words}: {told.inner_text()}")


def test_keys__paint_undo_and_redo(editor: Page) -> None:
    """A line says what is under the cursor and what happened."""
    told = part(editor, "told")
    choose_tool(editor, "mountain")
    tab_to_board(editor)
    step_to(editor, "ArrowDown", ": clear")
    editor.keyboard.press("Space")
    expect(told).to_have_text("Painted: mountain.")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    expect(part(editor, "board")).to_be_focused()
    editor.keyboard.press("Control+z")
    expect(told).to_have_text("Undone.")
    expect(part(editor, "state")).to_have_text("")
    editor.keyboard.press("Control+Shift+z")
    expect(told).to_have_text("Redone.")
    editor.keyboard.press("Control+s")
    expect(part(editor, "state")).to_contain_text("Saved in")


def test_save_key__saves_what_is_being_typed(editor: Page) -> None:
    """Without leaving the field first."""
    field = part(editor, "field-city")
    field.click()
    editor.keyboard.press("End")
    editor.keyboard.type("ton")
    editor.keyboard.press("Control+s")
    expect(part(editor, "state")).to_contain_text("Saved in")
    expect(part(editor, "state")).to_contain_text("mileposts.csv")


def tab_to_board(page: Page) -> None:
    """Go back to the map, and hear where the cursor is."""
    for _ in range(60):
        if part(page, "board").evaluate("board => board === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab")
    raise AssertionError("Shift+Tab does not lead to the map")


def test_keys__move_a_city(editor: Page) -> None:
    """One Enter picks it up, another puts it down; Escape cancels. Its form is the next thing to edit."""
    told = part(editor, "told")
    tab_to_board(editor)
    city = told.inner_text().split(": ")[1].split(",")[0]
    editor.keyboard.press("Enter")
    expect(told).to_contain_text(f"{city}: picked up")
    expect(part(editor, "field-city")).to_have_value(city)
    editor.keyboard.press("Escape")
    expect(told).to_have_text("Cancelled.")
    editor.keyboard.press("Enter")
    editor.keyboard.press("ArrowDown")
    editor.keyboard.press("Enter")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    expect(told).to_contain_text(f"{city} moved to row ")


def open_way(city: City) -> bool:
    """Whether three mileposts below a small city are open."""
    posts = {(post.row, post.col): post for post in BOARD.mileposts}
    start = BOARD.mileposts[city.mileposts[0]]
    way = [posts.get((start.row + 2 * step, start.col)) for step in (1, 2, 3)]
    return city.size != "major" and all(post and post.city < 0 and not post.mountain for post in way)


def test_keys__move_the_city_of_the_form_step_by_step(editor: Page) -> None:
    """Steps that follow each other are one change; the map keeps the focus."""
    told, state = part(editor, "told"), part(editor, "state")
    city = next(city for city in BOARD.cities if open_way(city))
    start = BOARD.mileposts[city.mileposts[0]]
    part(editor, "row").select_option(label=city.name)
    part(editor, "board").focus()
    for step in (1, 2):
        editor.keyboard.press("Shift+ArrowDown")
        expect(told).to_have_text(f"{city.name} moved to row {start.row + 2 * step}, column {start.col}.")
        expect(state).to_have_text("1 change not saved")
    expect(place(editor, start.row + 4, start.col)).to_contain_class("city")
    expect(part(editor, "board")).to_be_focused()
    editor.keyboard.press("Shift+ArrowUp")
    expect(told).to_have_text(f"{city.name} moved to row {start.row + 2}, column {start.col}.")
    editor.keyboard.press("Control+z")
    expect(state).to_have_text("")
    expect(place(editor, start.row, start.col)).to_contain_class("city")
    editor.keyboard.press("Shift+ArrowDown")  # the cursor went back with the city
    expect(told).to_have_text(f"{city.name} moved to row {start.row + 2}, column {start.col}.")


def test_keys__that_are_pressed_quickly_lose_no_step(editor: Page) -> None:
    """Each waits for the answer to the one before; a city that cannot go on stays, and the reason is shown."""
    city = next(city for city in BOARD.cities if open_way(city))
    start = BOARD.mileposts[city.mileposts[0]]
    part(editor, "row").select_option(label=city.name)
    part(editor, "board").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"):
        editor.keyboard.press(f"Shift+{key}")
    expect(place(editor, start.row + 4, start.col)).to_contain_class("city")
    expect(part(editor, "state")).to_have_text("1 change not saved")


def test_keys__that_would_move_nothing_say_so(editor: Page) -> None:
    tab_to_board(editor)
    step_to(editor, "ArrowDown", ": clear")
    editor.keyboard.press("Shift+ArrowDown")
    expect(part(editor, "told")).to_have_text("Nothing can be moved here: choose a city first.")
    expect(part(editor, "state")).to_have_text("")


def test_city__that_does_not_fit_stays_with_its_former_steps(editor: Page) -> None:
    """Only the step that is refused is lost."""
    told = part(editor, "told")
    city = next(city for city in BOARD.cities if open_way(city))
    part(editor, "row").select_option(label=city.name)
    part(editor, "board").focus()
    editor.keyboard.press("Shift+ArrowDown")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    for _ in range(12):  # the map ends, or another city is in the way
        editor.keyboard.press("Shift+ArrowDown")
    expect(part(editor, "fault").or_(told.filter(has_text="The map ends here."))).to_contain_text(
        re.compile("does not fit there|The map ends here")
    )
    expect(part(editor, "state")).to_have_text("1 change not saved")
    expect(part(editor, "board")).to_be_focused()


def test_keys__draw_a_river_between_two_places(editor: Page) -> None:
    """Enter at a place and at its neighbour; what is there is read aloud with its direction."""
    told, rivers = part(editor, "told"), editor.locator("#board .river")
    before = rivers.count()
    choose_tool(editor, "river")
    tab_to(editor, part(editor, "side-name"))
    editor.keyboard.press("Control+a")
    editor.keyboard.type("Oxbow")
    tab_to_board(editor)
    step_to(editor, "ArrowDown", ": clear")
    editor.keyboard.press("Enter")
    expect(told).to_contain_text("picked up")
    editor.keyboard.press("ArrowDown")
    editor.keyboard.press("Enter")
    expect(told).to_have_text("river Oxbow: drawn.")
    expect(rivers).to_have_count(before + 1)
    editor.keyboard.press("ArrowUp")
    expect(told).to_contain_text("river Oxbow to the south")


def test_keys__add_and_delete_a_city(editor: Page) -> None:
    choose_tool(editor, "city")
    tab_to_board(editor)
    step_to(editor, "ArrowDown", ": clear")
    editor.keyboard.press("Enter")
    expect(part(editor, "field-city")).to_be_focused()
    tab_to(editor, part(editor, "drop-row"))
    editor.keyboard.press("Enter")
    expect(part(editor, "told")).to_contain_text("Undo restores it")
    expect(part(editor, "row").locator("option")).to_have_count(len(BOARD.cities))


# --- touch ------------------------------------------------------------------------------------------------------------


def touch(session: CDPSession, kind: str, *spots: Spot) -> None:
    points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(spots)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def seen(page: Page, kind: str) -> Locator:
    """The first place of a kind that lies well within the frame."""
    box = part(page, "board").bounding_box()
    assert box
    for spot in page.locator(f"#board polygon.{kind}").all():
        x, y = centre(spot)
        if box["x"] + 60 < x < box["x"] + box["width"] - 60 and box["y"] + 60 < y < box["y"] + box["height"] - 60:
            row, col = map(int, (spot.get_attribute("data-place") or "").split(","))
            return place(page, row, col)
    raise AssertionError(f"no {kind} in the frame")


def test_finger__paints_over_places(phone: Page) -> None:
    """One finger paints with the tool; the map stays where it is."""
    session = phone.context.new_cdp_session(phone)
    part(phone, "tool-mountain").tap()
    one = seen(phone, "clear")
    x, y = centre(one)
    touch(session, "touchStart", (x, y))
    for down in (20, 44):
        touch(session, "touchMove", (x, y + down))
    touch(session, "touchEnd")
    expect(part(phone, "told")).to_have_text("Painted: mountain.")
    expect(one).to_contain_class("mountain")
    assert centre(one) == pytest.approx((x, y), abs=1)


def test_finger__draws_a_river_and_chooses_a_city(phone: Page) -> None:
    one = seen(phone, "clear")
    row, col = map(int, (one.get_attribute("data-place") or "").split(","))
    rivers = phone.locator("#board .river")
    before = rivers.count()
    part(phone, "tool-river").tap()
    part(phone, "side-name").fill("Oxbow")
    phone.touchscreen.tap(*side(one, place(phone, row + 2, col)))
    expect(part(phone, "told")).to_have_text("river Oxbow: drawn.")
    expect(rivers).to_have_count(before + 1)
    part(phone, "tool-choose").tap()
    phone.touchscreen.tap(*centre(seen(phone, "city")))
    expect(part(phone, "told")).to_contain_text("row ")


def test_two_fingers__zoom_and_move_the_map_and_paint_nothing(phone: Page) -> None:
    """Whatever the tool is. A stroke that one finger began is forgotten."""
    session = phone.context.new_cdp_session(phone)
    part(phone, "tool-mountain").tap()
    one = seen(phone, "clear")
    box = one.bounding_box()
    assert box
    x, y = centre(one)
    touch(session, "touchStart", (x, y))
    touch(session, "touchStart", (x, y), (x + 40, y))
    for more in (20, 50, 80):
        touch(session, "touchMove", (x - more / 2, y), (x + 40 + more / 2, y))
    touch(session, "touchEnd")
    after = one.bounding_box()
    assert after and after["width"] > 1.5 * box["width"]
    expect(one).to_contain_class("clear")
    expect(part(phone, "state")).to_have_text("")


def test_finger__moves_the_map_where_the_tool_has_nothing_to_do(phone: Page) -> None:
    session = phone.context.new_cdp_session(phone)
    one = seen(phone, "clear")
    x, y = centre(one)
    touch(session, "touchStart", (x, y))
    for left in (20, 50):
        touch(session, "touchMove", (x - left, y - left))
    touch(session, "touchEnd")
    assert centre(one) != pytest.approx((x, y), abs=1)
    expect(part(phone, "state")).to_have_text("")


def test_phone__has_targets_for_fingers_and_no_sideways_scrolling(phone: Page) -> None:
    """Buttons, lists, fields and tools are at least 44 pixels high. Where the whole map does not fit, its places are as
    large until the user zooms out."""
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    for spot in phone.locator("aside :is(button, select, input:not([type=radio])):visible, #tools label").all():
        box = spot.bounding_box()
        assert box and box["height"] >= FINGER - 0.5, spot.inner_text()
    part(phone, "zoom-in").tap()
    place_box = seen(phone, "clear").bounding_box()
    assert place_box and min(place_box["width"], place_box["height"]) >= FINGER - 0.5
