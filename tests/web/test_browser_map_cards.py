"""The map editor in a browser: new cards from the other tables, and new names of rivers and lakes."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from playwright.sync_api import Page, expect
from web_pages import MARKS, part

from railgym.envs.crayon_rails.maps.cards import cards_of_folder
from railgym.envs.crayon_rails.maps.loading import DATA as CRAYON
from railgym.envs.crayon_rails.maps.loading import read_map

pytestmark = MARKS
BOARD = read_map(CRAYON / "test")


def test_demand_cards__are_made_undone_and_saved_with_their_seed(editor: Page, wax: Path) -> None:
    """The seed that the page shows gives the same cards again."""
    seed, told = part(editor, "seed"), part(editor, "told")
    expect(seed).to_have_value("1")
    part(editor, "table").select_option("cards.csv")
    payout = part(editor, "field-payout_1")
    first = payout.input_value()
    seed.fill("12")
    part(editor, "make-cards").click()
    expect(told).to_have_text("New demand cards made with seed 12. Undo restores the former ones.")
    expect(part(editor, "make-cards")).to_be_focused()
    part(editor, "undo").click()
    expect(told).to_have_text("Undone.")
    expect(seed).to_have_value("1")
    expect(payout).to_have_value(first)
    part(editor, "redo").click()
    expect(seed).to_have_value("12")
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text(f"Saved in {wax}: cards.csv, map.json")
    assert read_map(wax).cards == cards_of_folder(wax)[1] != BOARD.cards


def test_seed__that_is_none_is_refused_and_stays_to_be_corrected(editor: Page) -> None:
    part(editor, "seed").fill("twelve")
    part(editor, "make-cards").click()
    expect(part(editor, "fault")).to_have_text("seed is 'twelve': write a whole number from 0 to 4294967295")
    expect(part(editor, "seed")).to_have_value("twelve")
    expect(part(editor, "state")).to_have_text("")


def test_railbot_cards__are_made_without_a_seed(iron_editor: Page) -> None:
    expect(part(iron_editor, "seed")).to_be_hidden()
    part(iron_editor, "make-cards").click()
    expect(part(iron_editor, "told")).to_contain_text("New Railbot cards, hotels and bounties made. Undo restores")


def test_board__lies_on_its_coasts(baron_editor: Page) -> None:
    """As on the board of the game: the land under a dot, the water around it, and nothing beyond the picture."""
    layers = baron_editor.locator("svg.ground > path")
    expect(layers).to_have_count(3)
    inside = """(country) => [...document.querySelectorAll("circle.dot")].filter((dot) => {
      const point = new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value);
      return country.isPointInFill(point);
    }).length / document.querySelectorAll("circle.dot").length"""
    assert layers.nth(1).evaluate(inside) > 0.9


def test_destination_cards__are_made_without_a_seed(baron_editor: Page) -> None:
    expect(part(baron_editor, "seed")).to_be_hidden()
    part(baron_editor, "make-cards").click()
    expect(part(baron_editor, "told")).to_contain_text("New destination cards made.")


def test_river__gets_a_new_name_that_its_flood_follows(editor: Page, wax: Path) -> None:
    """The river of the row is emphasised. A name that is taken, or none, gives one line."""
    part(editor, "table").select_option("rivers.csv")
    name, traced = part(editor, "field-river"), editor.locator("#board .river.traced")
    expect(name).to_have_value(BOARD.rivers[0])
    expect(traced).to_have_count(sum(0 in edge.rivers for edge in BOARD.edges))
    for wrong, says in (
        (BOARD.rivers[1], f"there is a river {BOARD.rivers[1]} already: choose another name"),
        ("", "'' cannot be the river: write 1 to 40 characters, without semicolons or spaces at the ends"),
    ):
        name.fill(wrong)
        name.press("Enter")
        expect(part(editor, "fault")).to_have_text(says)
        expect(name).to_have_value(BOARD.rivers[0])
    name.fill("Oxbow")
    name.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text("Oxbow")
    part(editor, "named").locator("summary").click()
    part(editor, "named").get_by_role("button").click()
    expect(part(editor, "field-title")).to_have_value("The Oxbow rises")
    expect(part(editor, "field-where")).to_have_value("Oxbow")
    part(editor, "undo").click()
    expect(part(editor, "field-where")).to_have_value(BOARD.rivers[0])
    part(editor, "redo").click()
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text(f"Saved in {wax}: events.csv, outlines.json, rivers.csv, waters.csv")


def test_lake__gets_a_new_name(editor: Page, wax: Path) -> None:
    part(editor, "table").select_option("lakes")
    name = part(editor, "field-lake")
    expect(name).to_have_value(BOARD.lakes[0])
    name.fill("Mere")
    name.press("Enter")
    expect(part(editor, "row").locator("option:checked")).to_have_text("Mere")
    part(editor, "save").click()
    expect(part(editor, "state")).to_have_text(f"Saved in {wax}: waters.csv")
    assert read_map(wax).lakes[0] == "Mere"
