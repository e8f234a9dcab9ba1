"""What keys have read aloud, in a real browser: the last move, what the player has, their moves by kind, and costs."""

import random

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from playwright.sync_api import Page, expect
from web_pages import AT_ONCE, MARKS, OFFERED, click_move, part, settled, sit
from web_server import Server

pytestmark = MARKS
EMPIRE = {"game": "empire_builder_v0", "options": ["map=test", "max_rounds=5"]}


def spoken(page: Page, key: str, text: str) -> None:
    """A key has a text read aloud."""
    page.keyboard.press(key)
    expect(part(page, "spoken")).to_contain_text(text)


def test_keys__have_the_state_read_aloud(page: Page, server: Server) -> None:
    page.add_init_script(AT_ONCE)
    sit(page, server)
    expect(part(page, "spoken")).to_have_attribute("aria-live", "polite")
    spoken(page, "l", "The game begins")
    spoken(page, "o", "decide, 2: keep")
    spoken(page, "c", "hand: ")
    click_move(page, random.Random(1))
    settled(page, 1)
    expect(part(page, "caption")).to_contain_text("Player 0")
    spoken(page, "l", part(page, "caption").text_content() or "-")


def test_cost__is_read_of_the_thing_that_has_the_keyboard(page: Page, server: Server) -> None:
    page.add_init_script(AT_ONCE)
    sit(page, server, **EMPIRE)
    move = page.locator(OFFERED).last
    words = move.locator("span").text_content() or "-"
    move.focus()
    spoken(page, "p", words)


def test_cost__is_read_of_a_name_that_is_typed(page: Page, server: Server) -> None:
    page.add_init_script(AT_ONCE)
    sit(page, server, **EMPIRE)
    page.locator("body").press("p")
    expect(part(page, "spoken")).to_contain_text("Type the name of a city")
    expect(part(page, "words")).to_be_focused()
    words = page.locator(f"{OFFERED} span").last.text_content() or "-"
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(part(page, "spoken")).to_contain_text(words)
    part(page, "words").fill("cost Atlantis")
    page.keyboard.press("Enter")
    expect(part(page, "spoken")).to_contain_text("No move is about Atlantis now")


def test_those_who_watch__have_no_cards_read(page: Page, server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "random", seed=3)
    page.goto(links["watch"])
    part(page, "position").wait_for()
    spoken(page, "c", "You watch")
    spoken(page, "o", "It is not for you to decide")
    spoken(page, "p", "It is not for you to decide")


def test_keys__are_listed(page: Page, server: Server) -> None:
    sit(page, server)
    page.locator("#keys summary").click()
    expect(page.locator("#keys dl")).to_contain_text("have read aloud: the last move, what I have, my moves by kind")
