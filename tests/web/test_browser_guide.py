"""Rules pages, help, terms and guided first games in a real browser."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from playwright.sync_api import Page, expect
from web_pages import names_of

from railgym.envs.catalog import GAMES
from railgym.envs.core.position import Position
from railgym.envs.guided_game import guided_game

pytestmark = pytest.mark.browser
AT_ONCE = "localStorage.setItem('speed', '0')"
CARD = "ticket_to_ride_card_v0"


def begin(page: Page, id: str) -> None:
    """Begin a guided game in the lobby."""
    page.add_init_script(AT_ONCE)
    page.goto("/")
    page.get_by_test_id(f"game-{id}").check()
    page.get_by_test_id("guided").click()
    expect(page.get_by_test_id("guide")).to_contain_text("1 of ")


def click_move(page: Page, action: int) -> None:
    """Choose a move of the list, and play it."""
    page.locator(f"[data-testid=moves]:not([inert]) [data-action='{action}']").click()
    page.get_by_test_id("play").click()


@pytest.mark.parametrize("id", GAMES)
def test_guided_game__is_played_by_clicks(id: str, page: Page) -> None:
    guided = guided_game(id)
    position = Position.from_dict(guided.make_game(), guided.position)
    begin(page, id)
    names = names_of(id)
    panel = page.get_by_test_id("guide")
    for number, step in enumerate(guided.steps, 1):
        expect(panel.locator(".step")).to_have_text(f"Guided first game: {number} of {len(guided.steps)}")
        expect(panel.locator(".look")).to_have_text(names.in_text(step.look))
        click_move(page, position.action_id(step.move))
        for words in (step.move, *step.then):
            position.play(words)
    expect(page.get_by_test_id("guide-over")).to_be_attached()
    expect(panel.locator(".look")).to_have_text(names.in_text(guided.end))


def test_guided_game__answers_a_wrong_move(page: Page) -> None:
    step = guided_game(CARD).steps[0]
    wrong, reason = next(iter(step.wrong.items()))
    begin(page, CARD)
    page.get_by_test_id("move").filter(has_text=names_of(CARD).in_text(wrong)).click()
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("refusal")).to_have_text(names_of(CARD).in_text(reason))
    expect(page.get_by_test_id("guide")).to_contain_text("1 of ")


def test_rules_page__is_searched_and_has_anchors(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("game-empire_builder_v0").check()
    page.get_by_test_id("learn").get_by_test_id("rules").click()
    expect(page.locator("h1")).to_have_text("How to play Empire Builder")
    page.get_by_test_id("find").fill("small city two players")
    expect(page.locator("[id='EB-5.13']")).to_be_visible()
    expect(page.locator("[id='EB-1.1']")).to_be_hidden()
    page.get_by_test_id("find").fill("zeppelin over the small city")
    expect(page.get_by_test_id("found")).to_contain_text("nearest")
    page.goto("/rules/empire_builder_v0#EB-1.1")
    expect(page.locator("[id='EB-1.1']")).to_be_in_viewport()


def test_help__opens_by_button_key_and_question_mark(page: Page) -> None:
    begin(page, CARD)
    dialog = page.get_by_test_id("help")
    page.get_by_test_id("how").click()
    expect(dialog).to_contain_text("How to play Ticket to Ride")
    page.get_by_test_id("help-close").click()
    expect(dialog).to_be_hidden()
    page.get_by_test_id("words").fill("? railyard")
    page.get_by_test_id("words").press("Enter")
    expect(dialog).to_contain_text("railyard: The face-up cards")
    page.keyboard.press("Escape")
    page.get_by_test_id("words").fill("? zeppelin")
    page.get_by_test_id("words").press("Enter")
    expect(page.get_by_test_id("refusal")).to_contain_text("No term or rule 'zeppelin'")
    page.keyboard.press("?")
    expect(dialog).to_contain_text("How to play Ticket to Ride")


def test_terms__are_explained_where_they_stand(page: Page) -> None:
    """As tooltip and description, in words that come later, too, and in the titles of the picture."""
    begin(page, CARD)
    look = page.get_by_test_id("guide").locator(".look")
    expect(look).to_have_attribute("title", re.compile("^ticket: Names two cities"))
    expect(look).to_have_attribute("aria-description", re.compile("^ticket: "))
    card = page.locator("#board [data-label]").first
    expect(card).to_have_attribute("aria-label", re.compile("^face up: [a-z]+$"))
    expect(card).to_have_attribute("aria-description", re.compile("face up: The train cards"))
    page.evaluate("document.querySelector('#side').insertAdjacentHTML('beforeend', '<p id=new>railyard</p>')")
    expect(page.locator("#new")).to_have_attribute("title", re.compile("^railyard: "))
    look.click()
    expect(page.get_by_test_id("tip")).to_contain_text("ticket: Names two cities")


def test_refusal__links_to_the_rules(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id(f"game-{CARD}").check()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("move").first).to_be_visible()
    page.get_by_test_id("words").fill("lay black")
    page.get_by_test_id("words").press("Enter")
    expect(page.get_by_test_id("refusal")).to_contain_text("Lay black is not legal now")
    address = page.get_by_test_id("rule-link").get_attribute("href")
    assert address and re.match(rf"/rules/{CARD}\?table=[\w-]+&find=lay%20black", address)
    page.goto(address)
    expect(page.get_by_test_id("found")).to_contain_text("nearest")
    expect(page.locator(".entry:visible").first).to_be_attached()


def test_why_list__links_each_reason_to_the_rules(page: Page) -> None:
    begin(page, CARD)
    listed = page.get_by_test_id("why")
    listed.locator("summary").click()
    expect(listed).to_contain_text("lay red")
    expect(listed.get_by_test_id("rule-link").first).to_have_attribute("href", re.compile(f"^/rules/{CARD}"))
