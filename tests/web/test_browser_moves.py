"""What a player sees of their moves in a real browser: places, previews, hints, forced moves, and the dark theme."""

import re

import pytest
from web_pages import MARKS, OFFERED, opened, part, settled, sit
from web_server import Server

from playwright.sync_api import Browser, Page, expect  # isort: skip

pytestmark = MARKS
CARD = "ticket_to_ride_card_v0"
KEEP, RETURN = 14, 15
# A lit thing in view whose middle is covered by another one: where it is, and the first words of both.
COVERED = """() => {
  const board = document.querySelector("#board").getBoundingClientRect();
  for (const thing of document.querySelectorAll("#board .lit")) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const inside = at[0] > board.left && at[0] < board.right && at[1] > board.top && at[1] < board.bottom;
    const top = inside && document.elementsFromPoint(...at).map((part) => part.closest(".lit")).filter(Boolean);
    if (top && top.includes(thing) && top[0] !== thing) return { at, ids: [...thing.actions, ...top[0].actions] };
  }
  return null;
}"""
HIDDEN = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [frame, sheet] = [box("#board"), box(".sheet > svg")];
  const [right, bottom] = [sheet.right - frame.right, sheet.bottom - frame.bottom];
  const over = { left: frame.left - sheet.left, top: frame.top - sheet.top, right, bottom };
  return Object.keys(over).filter((side) => over[side] > 5).join(" ");
}"""
BRIGHTNESS = """(selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
  return [light(style.color), light(style.backgroundColor)];
}"""


def railbot(page: Page, server: Server) -> None:
    page.goto(server.deal("railbot_v0", "human", seed=3)["seats"][0])
    page.wait_for_selector(OFFERED)
    page.wait_for_selector("#board .sheet > svg")


def test_map__opens_whole_or_with_a_sign_that_there_is_more(page: Page, server: Server) -> None:
    railbot(page, server)
    expect(part(page, "board")).to_have_attribute("data-more", page.evaluate(HIDDEN))


def test_things__that_cover_each_other_are_offered_as_a_choice(browser: Browser, server: Server) -> None:
    """On a small window, where the board is shown as a whole."""
    with opened(browser, server, viewport={"width": 780, "height": 540}) as page:
        railbot(page, server)
        part(page, "zoom-home").click()
        covered = page.evaluate(COVERED)
        assert covered, "lit things cover each other there"
        page.mouse.click(*covered["at"])
        offered = part(page, "menu").locator("[role=menuitem]")
        ids = offered.evaluate_all("items => items.map((item) => Number(item.dataset.action))")
        assert set(covered["ids"]) <= set(ids)


def test_forced_move__takes_one_click(page: Page, server: Server) -> None:
    links = server.deal(CARD, "human", "human", seed=3)
    for _ in range(5):
        server.table(links).recording.play(RETURN)
    page.goto(links["seats"][0])
    expect(page.locator(OFFERED)).to_have_count(1)
    page.locator(OFFERED).click()
    settled(page, 6)


def test_preview__of_what_is_not_known_names_the_move(page: Page, server: Server) -> None:
    links = server.deal(CARD, "human", "human", seed=3)
    while server.table(links).recording.position.is_simultaneous:
        server.table(links).recording.play(KEEP)
    page.goto(links["seats"][0])
    page.locator(OFFERED, has_text="draw a card from the deck").click()
    expect(part(page, "preview")).to_contain_text("draw a card from the deck: ")


def test_hint__says_how_often_the_agent_plays_a_move(page: Page, server: Server) -> None:
    """Not a share alone, which reads as a chance to win."""
    sit(page, server)
    part(page, "hint-agent").select_option("trained")
    part(page, "hint").click()
    expect(part(page, "hint-move").first).to_have_text(re.compile(r"plays it \d+ % of the time"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme__follows_the_browser(browser: Browser, server: Server, scheme: str) -> None:
    with opened(browser, server, color_scheme=scheme) as page:
        sit(page, server)
        for selector in ("#side", ".moves button", "#own > li"):
            ink, ground = page.evaluate(BRIGHTNESS, selector)
            assert (ink > ground) == (scheme == "dark") and abs(ink - ground) > 0.5
