"""A game among people, in several real browsers."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from web_pages import MARKS, OFFERED, opened, part
from web_server import Server

pytest.importorskip("starlette")

from playwright.sync_api import Browser, Page, expect

pytestmark = MARKS
CARD = "ticket_to_ride_card_v0"


@pytest.fixture
def two(browser: Browser, server: Server) -> Iterator[tuple[Page, Page]]:
    """The pages of two people in browsers of their own."""
    with ExitStack() as open:
        yield open.enter_context(opened(browser, server)), open.enter_context(opened(browser, server))


def test_a_name__is_given_once_and_stands_wherever_the_player_does(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    ann.goto("/")
    part(ann, "name").fill("Ann <i>")
    part(ann, "name").blur()
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    expect(part(bob, "seat-0").locator(".name")).to_have_text("Ann <i>")
    part(bob, "name-form").locator("summary").click()
    part(bob, "name").fill("ann <I>")
    part(bob, "name-set").click()
    expect(part(bob, "name-fault")).to_contain_text("is taken")
    part(bob, "name").fill("Bob")
    part(bob, "name-set").click()
    expect(part(ann, "seat-1").locator(".name")).to_have_text("Bob")
    ann.locator(OFFERED).first.click()
    part(ann, "play").click()
    expect(part(bob, "log")).to_contain_text("Ann <i>")
    assert "player_" not in bob.locator("body").inner_text()


def test_chat__is_shown_to_all_as_text(two: tuple[Page, Page], server: Server) -> None:
    ann, eve = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    eve.goto(links["watch"])
    part(ann, "chat-text").fill("<img src=x onerror=alert(1)> hello")
    part(ann, "chat-send").click()
    expect(part(eve, "chat-line")).to_have_text("0Player 0: <img src=x onerror=alert(1)> hello")
    expect(part(ann, "chat-text")).to_have_value("")
    assert part(eve, "chat-text").is_hidden()
    ann.reload()
    expect(part(ann, "chat-line")).to_have_count(1)
