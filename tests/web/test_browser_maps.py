"""The map editor in a browser: cities, terrain, waters, ridges, rows of tables, saving, and what is refused."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from map_pages import centre, drag, place, side
from playwright.sync_api import Page, Route, expect
from web_pages import MARKS, part

from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.crayon_rails.maps.loading import read_map
from railgym.envs.crayon_rails.maps.model import Milepost
from railgym.envs.railways_of_the_world.maps.loading import read_map as read_railways_map

pytestmark = MARKS
BOARD = read_map(CRAYON / "test")
POSTS = {(post.row, post.col): post for post in BOARD.mileposts}


def is_open(row: int, col: int) -> bool:
    """Whether there is a milepost without a mountain or a city."""
    return (row, col) in POSTS and not POSTS[row, col].mountain and POSTS[row, col].city < 0


def dry_pair() -> tuple[Milepost, Milepost]:
    """Two open mileposts, one above the other, with nothing between them."""
    wet = {(edge.a, edge.b) for edge in BOARD.edges if edge.rivers or edge.lakes} | {pair[:2] for pair in BOARD.closed}
    number = {(post.row, post.col): i for i, post in enumerate(BOARD.mileposts)}
    return next(
        (post, POSTS[post.row + 2, post.col])
        for post in BOARD.mileposts
        if is_open(post.row, post.col) and is_open(post.row + 2, post.col)
        if (number[post.row, post.col], number[post.row + 2, post.col]) not in wet
    )


def test_city__is_dragged_undone_redone_and_saved(editor: Page, wax: Path) -> None:
    city = next(city for city in BOARD.cities if city.size != "major")
    start = BOARD.mileposts[city.mileposts[0]]
    end = next(post for post in BOARD.mileposts if post.city < 0 and not post.mountain)
    there = place(editor, end.row, end.col)
    drag(editor, centre(place(editor, start.row, start.col)), centre(there))
    expect(there).to_contain_class("city")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    expect(part(editor, "told")).to_have_text(f"{city.name} moved to row {end.row}, column {end.col}.")
    part(editor, "undo").click()
    expect(place(editor, start.row, start.col)).to_contain_class("city")
    expect(part(editor, "save")).to_be_disabled()
    editor.keyboard.press("Control+y")
    expect(there).to_contain_class("city")
    expect(part(editor, "redo")).to_be_disabled()
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text(f"Saved in {wax}: mileposts.csv")
    text = (wax / "mileposts.csv").read_text(encoding="utf-8")
    assert f"{end.row},{end.col},clear,{city.name}," in text


def test_terrain__is_painted_and_its_faults_are_at_their_places(editor: Page, wax: Path) -> None:
    """A stroke over two places is one change; a place that a river needs is a fault once it is gone."""
    one, other = dry_pair()
    part(editor, "tool-mountain").click()
    drag(editor, centre(place(editor, one.row, one.col)), centre(place(editor, other.row, other.col)))
    expect(part(editor, "state")).to_have_text("1 change not saved")
    for post in (one, other):
        expect(place(editor, post.row, post.col)).to_contain_class("mountain")
    row, col = (wax / "waters.csv").read_text(encoding="utf-8").splitlines()[1].split(",")[:2]
    part(editor, "tool-none").click()
    drag(editor, centre(place(editor, int(row), int(col))))
    fault = part(editor, "faults").get_by_role("button").first
    expect(fault).to_contain_text("waters.csv:")
    fault.click()
    expect(editor.locator(".looked-at")).to_have_count(1)
    part(editor, "undo").click()
    expect(part(editor, "faults").locator("li")).to_have_count(0)


def test_border__is_painted(editor: Page, wax: Path) -> None:
    """The border of a milepost is a column of its own: its terrain stays."""
    one, _ = dry_pair()
    part(editor, "tool-border-frontier").click()
    drag(editor, centre(place(editor, one.row, one.col)))
    expect(place(editor, one.row, one.col)).to_have_class("clear frontier")


def test_river__is_drawn_with_a_new_name_and_removed(editor: Page, wax: Path) -> None:
    """A second press on the same side takes the river away again."""
    one, other = (place(editor, post.row, post.col) for post in dry_pair())
    rivers = editor.locator("#board .river")
    before = rivers.count()
    part(editor, "tool-river").click()
    part(editor, "side-name").fill("Oxbow")
    drag(editor, side(one, other))
    expect(part(editor, "told")).to_have_text("river Oxbow: drawn.")
    expect(rivers).to_have_count(before + 1)
    part(editor, "save").click()
    expect(part(editor, "state")).to_contain_text("rivers.csv, waters.csv")
    assert "Oxbow" in (wax / "rivers.csv").read_text(encoding="utf-8")
    drag(editor, side(one, other))
    expect(part(editor, "told")).to_have_text("river Oxbow: removed.")
    expect(rivers).to_have_count(before)


def test_waters__are_removed_whatever_they_are(editor: Page) -> None:
    """The tool that removes takes lakes and inlets, too; without a name nothing is drawn."""
    one, other = (place(editor, post.row, post.col) for post in dry_pair())
    lakes = editor.locator("#board .lake")
    before = lakes.count()
    part(editor, "tool-lake").click()
    part(editor, "side-name").fill("")
    drag(editor, side(one, other))
    expect(part(editor, "fault")).to_contain_text("'' cannot be the lake: write 1 to 40 characters")
    expect(lakes).to_have_count(before)
    part(editor, "side-name").fill("Mere")
    drag(editor, side(one, other))
    expect(lakes).to_have_count(before + 1)
    expect(part(editor, "told")).to_have_text("lake Mere: drawn.")
    part(editor, "tool-dry").click()
    drag(editor, side(one, other))
    expect(lakes).to_have_count(before)


def test_ferry__joins_two_ports_and_gets_a_price(editor: Page, wax: Path) -> None:
    """Drawn on the board, named and priced in the form; ports that track joins already are a fault of the row."""
    one, other = (place(editor, post.row, post.col) for post in dry_pair())
    part(editor, "tool-join").click()
    drag(editor, centre(one), centre(other))
    expect(editor.locator("#board .link")).to_have_count(1)
    part(editor, "faults").get_by_role("button").filter(has_text="ferries.csv:2").first.click()
    part(editor, "field-price").fill("7")
    part(editor, "field-price").press("Enter")
    expect(part(editor, "told")).to_have_text("ferries.csv: changed.")
    drag(editor, centre(one), centre(other))
    expect(editor.locator("#board .link")).to_have_count(0)
    expect(part(editor, "faults").locator("li")).to_have_count(0)


def test_ridge_and_line__are_drawn_on_a_map_of_hexes(iron: Path, iron_editor: Page) -> None:
    board = read_railways_map(iron)
    ridges = {frozenset(pair) for pair in board.ridge_pairs}
    a, b = next(
        (a, b) for a, around in enumerate(board.beside) for b in around if b > a and frozenset((a, b)) not in ridges
    )
    joined = {frozenset((line.a, line.b)) for line in board.lines}
    ends = next((0, i) for i in range(1, len(board.cities)) if frozenset((0, i)) not in joined)
    page = iron_editor
    drawn, lines = page.locator("#board .ridge"), page.locator("#board .link")
    before = drawn.count(), lines.count()
    part(page, "tool-ridge").click()
    drag(page, side(*(place(page, *board.hexes[i].cell) for i in (a, b))))
    expect(part(page, "told")).to_have_text("ridge: drawn.")
    expect(drawn).to_have_count(before[0] + 1)
    part(page, "tool-join").click()
    drag(page, *(centre(place(page, *board.hexes[board.cities[i].hex].cell)) for i in ends))
    expect(lines).to_have_count(before[1] + 1)
    part(page, "save").click()
    expect(part(page, "state")).to_contain_text("lines.csv, ridges.csv")


def test_goods_and_size__of_the_chosen_city_are_edited(editor: Page, wax: Path) -> None:
    """A press on a city shows its row; only goods of the map can be chosen; a bad name gives one line."""
    city = next(city for city in BOARD.cities if city.size == "small" and len(city.goods) == 1)
    post = BOARD.mileposts[city.mileposts[0]]
    drag(editor, centre(place(editor, post.row, post.col)))
    name, goods = part(editor, "field-city"), part(editor, "field-goods")
    expect(name).to_have_value(city.name)
    other = next(good.name for i, good in enumerate(BOARD.goods) if i not in city.goods)
    goods.last.select_option(other)
    expect(goods).to_have_count(3)
    part(editor, "field-size").select_option("medium")
    expect(part(editor, "state")).to_have_text("2 changes not saved")
    name.fill(BOARD.cities[0].name)
    name.press("Enter")
    expect(part(editor, "fault")).to_have_text(f"there is a city {BOARD.cities[0].name} already: choose another name")
    expect(name).to_have_value(city.name)
    name.fill("Waxford")
    name.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text("Waxford")
    part(editor, "save").click()
    expect(part(editor, "state")).to_contain_text("cards.csv, cities.csv")
    mine = BOARD.goods[city.goods[0]].name
    assert f"Waxford,medium,{mine};{other}\n" in (wax / "cities.csv").read_text(encoding="utf-8")


def test_cubes_and_cards__of_a_map_of_hexes_are_edited(iron: Path, iron_editor: Page) -> None:
    page = iron_editor
    part(page, "field-color").select_option("black")
    expect(part(page, "state")).to_have_text("1 change not saved")
    part(page, "field-cubes").fill("11")
    part(page, "field-cubes").press("Enter")
    expect(part(page, "fault")).to_have_text("cubes is '11': write a whole number from 0 to 9")
    part(page, "table").select_option("operations.csv")
    part(page, "add-row").click()
    expect(part(page, "field-kind")).to_have_value("hotel")
    part(page, "field-kind").select_option("land_grant")
    expect(part(page, "field-city")).to_have_count(0)
    part(page, "drop-row").click()
    expect(part(page, "state")).to_have_text("4 changes not saved")


def test_number__that_is_selected_when_the_form_is_drawn_again_stays_selected(iron: Path, iron_editor: Page) -> None:
    """What is typed then replaces it."""
    page = iron_editor
    waiting: list[Route] = []
    page.route("**/api/maps/*", lambda route: waiting.append(route), times=1)
    with page.expect_request("**/api/maps/*"):
        part(page, "field-color").select_option("black")
    part(page, "field-cubes").select_text()
    waiting[0].continue_()
    expect(part(page, "state")).to_have_text("1 change not saved")
    page.keyboard.insert_text("4")
    expect(part(page, "field-cubes")).to_have_value("4")


def test_field__that_is_written_in_is_not_replaced(editor: Page) -> None:
    """The answer to an earlier change arrives while the user types."""
    waiting: list[Route] = []
    editor.route("**/api/maps/wax", lambda route: waiting.append(route), times=1)
    with editor.expect_request("**/api/maps/wax"):
        part(editor, "field-size").select_option("medium")
    name = part(editor, "field-city")
    old = name.input_value()
    name.press("End")
    name.press_sequentially("burg")
    waiting[0].continue_()
    expect(part(editor, "state")).to_have_text("1 change not saved")
    name.press_sequentially("h")
    name.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text(f"{old}burgh")


def test_city__is_added_named_and_deleted(editor: Page, wax: Path) -> None:
    """Cards that name a city go with it."""
    post = next(post for post in BOARD.mileposts if is_open(post.row, post.col))
    part(editor, "tool-city").click()
    drag(editor, centre(place(editor, post.row, post.col)))
    name = part(editor, "field-city")
    expect(name).to_have_value("New city 1")
    expect(name).to_be_focused()
    editor.keyboard.type("Oxford")
    editor.keyboard.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text("Oxford")
    part(editor, "row").select_option(label=BOARD.cities[0].name)
    expect(part(editor, "named")).to_be_visible()
    expect(editor.locator("#board .chosen")).to_have_count(1)
    part(editor, "drop-row").click()
    expect(part(editor, "row").locator("option").filter(has_text=BOARD.cities[0].name)).to_have_count(0)
    part(editor, "save").click()
    expect(part(editor, "state")).to_contain_text("Saved in")
    for file in ("cards.csv", "cities.csv", "mileposts.csv"):
        assert f",{BOARD.cities[0].name}," not in (wax / file).read_text(encoding="utf-8")
    assert f"{post.row},{post.col},clear,Oxford," in (wax / "mileposts.csv").read_text(encoding="utf-8")


def test_refused_change__is_taken_back_with_its_reason(editor: Page) -> None:
    """A city cannot move onto another one."""
    one, other = [BOARD.mileposts[city.mileposts[0]] for city in BOARD.cities if city.size != "major"][:2]
    drag(editor, centre(place(editor, one.row, one.col)), centre(place(editor, other.row, other.col)))
    expect(part(editor, "fault")).to_contain_text("does not fit there")
    expect(part(editor, "state")).to_have_text("")


def test_conflict__with_a_change_on_disk_gives_one_line(editor: Page, wax: Path) -> None:
    """Nothing is written, and the edits are still there."""
    part(editor, "field-size").select_option("medium")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    text = (wax / "goods.csv").read_text(encoding="utf-8")
    (wax / "goods.csv").write_text(text + "\n", encoding="utf-8")
    with editor.expect_response("**/save"):
        part(editor, "save").click()
    expect(part(editor, "fault")).to_have_text(
        f"goods.csv of {wax} changed on disk since you opened the map: reload this page first"
    )
    expect(part(editor, "state")).to_have_text("1 change not saved")


def test_leaving__with_unsaved_edits_asks(editor: Page) -> None:
    """Staying keeps the edits; without edits nothing is asked."""
    part(editor, "field-size").select_option("medium")
    expect(part(editor, "state")).to_have_text("1 change not saved")
    asked: list[str] = []
    editor.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    part(editor, "to-lobby").click(no_wait_after=True)
    expect(part(editor, "state")).to_have_text("1 change not saved")
    assert asked == ["beforeunload"]
    part(editor, "undo").click()
    expect(part(editor, "save")).to_be_disabled()
    part(editor, "to-lobby").click()
    editor.wait_for_url("**/")
