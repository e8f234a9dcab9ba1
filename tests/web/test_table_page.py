"""The page of a table in a real browser: text that can be read, layouts of screens and phones, presses that count."""

import random
from typing import Any

import pytest
from web_pages import GAMES, MARKS, OFFERED, SHORT_PATIENCE, opened, part, position, settled, sit
from web_server import Person, Server

from playwright.sync_api import Browser, Page, expect  # isort: skip
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

pytestmark = MARKS
PHONE = {"has_touch": True, "is_mobile": True}
# Each screen with the least size of its text, in pixels.
SCREENS: dict[str, tuple[dict[str, Any], float]] = {
    "computer": ({"viewport": {"width": 1280, "height": 720}}, 11),
    "phone upright": ({"viewport": {"width": 390, "height": 844}, **PHONE}, 12),
    "phone sideways": ({"viewport": {"width": 844, "height": 390}, **PHONE}, 12),
}
MOMENTS = (0, 14, 60)  # after how many moves text is measured
# All visible text with its size on the screen: text nodes of HTML and SVG, and the text of drawings that are used.
TEXTS = """() => {
  const seen = (element) => {
    const { width, height, left, right, top, bottom } = element.getBoundingClientRect();
    const inside = width && height && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return inside && element.checkVisibility({ visibilityProperty: true });
  };
  const scale = (element) => Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [node, parent] = [walker.currentNode, walker.currentNode.parentElement];
    const hidden = "script, option, defs, title, datalist, details:not([open]) > :not(summary)";
    if (!node.data.trim() || parent.closest(hidden) || !seen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    found.push([parent instanceof SVGElement ? size * scale(parent) : size, node.data.trim()]);
  }
  for (const use of document.querySelectorAll("#board use:not(defs *)")) {
    const texts = document.querySelector(use.getAttribute("href")).querySelectorAll("text");
    for (const text of texts) found.push([Number(text.getAttribute("font-size")) * scale(use), text.textContent]);
  }
  return found;
}"""
# Pairs of names or marks of the board that cover more than a quarter of the smaller one.
COLLISIONS = """() => {
  const things = [...document.querySelectorAll("#board text.name:not(.unread)")];
  const boxes = things.map((thing) => [thing.textContent, thing.getBoundingClientRect()]);
  const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const least = (a, b) => Math.min(a.width * a.height, b.width * b.height);
  return boxes.flatMap(([words, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => cover(a, b) > 0.25 * least(a, b)).map(([other]) => [words, other]));
}"""


def play_to(person: Person, ply: int, rng: random.Random) -> None:
    """Play for a person until so many moves were made, or the game is over."""
    turn = person.turn()
    while turn["type"] == "turn" and turn["ply"] < ply:
        person.ask(do="play", ply=turn["ply"], action=rng.choice(turn["moves"])["id"])
        turn = person.turn()
    person.news = [turn]


@pytest.mark.parametrize("game", GAMES)
def test_text__can_be_read_on_every_screen(browser: Browser, server: Server, game: str) -> None:
    """At the zoom at which a table opens; names of the board that do not fit are left out, few of them, and do not
    cover each other."""
    bots = ["random"] * (game not in ("ticket_to_ride_card_solo_v0", "railbot_v0"))
    link = server.deal(game, "human", *bots, seed=3)["seats"][0]
    person = server.sit(link)
    for moment in MOMENTS:
        play_to(person, moment, random.Random(moment))
        for screen, (kind, least) in SCREENS.items():
            with opened(browser, server, **kind) as page:
                page.goto(link)
                page.wait_for_selector("#board svg >> nth=0")
                page.wait_for_selector(f"{OFFERED}, [data-testid=over]:not([hidden])", state="attached")
                texts = page.evaluate(TEXTS)
                assert len(texts) > 15
                small = [(round(size, 1), words) for size, words in texts if size < least - 0.05]
                assert not small, (screen, moment, small)
                assert not page.evaluate(COLLISIONS)
                names = page.locator("#board text.name")
                hidden = page.locator("#board text.name.unread")
                assert hidden.count() <= 0.25 * names.count()


TARGETS = """() => [...document.querySelectorAll("button, a, select, summary, .item.lit, input:not([type=checkbox])")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetHeight)
  .map((element) => [element.textContent || element.id, element.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([words, box]) => [words, box.width, box.height])"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_a_phone__keeps_question_board_and_hand_in_view_and_moves_come_from_below(
    browser: Browser, server: Server, width: int, height: int
) -> None:
    phone = {"width": width, "height": height}
    with opened(browser, server, viewport=phone, **PHONE) as page:
        page.goto(server.deal("ticket_to_ride_card_v0", "human", "random", seed=3)["seats"][0])
        page.wait_for_selector("[data-testid=sheet-0] .item")
        area = dict.fromkeys(("decision", "board", "own"), 0.0)
        for name in area:
            box = part(page, name).bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0
            assert box["y"] + box["height"] <= height
            area[name] = box["width"] * box["height"] / width / height
        assert area["board"] > 0.45
        assert not page.evaluate(TARGETS)
        part(page, "drawer").tap()
        assert not page.evaluate(TARGETS)
        part(page, "move").first.tap()
        part(page, "play").tap()
        settled(page, 1)


def press_each_lit_thing(page: Page) -> list[str]:
    """Zoom in, and press lit things near the edges of the board with the mouse; what was pressed in vain."""
    board = part(page, "board").bounding_box()
    assert board
    vain = []
    for i in range(page.locator("#board .lit").count()):
        box = page.locator("#board .lit").nth(i).bounding_box()
        if not box:
            continue
        left, right = max(box["x"], board["x"]), min(box["x"] + box["width"], board["x"] + board["width"])
        top, bottom = max(box["y"], board["y"]), min(box["y"] + box["height"], board["y"] + board["height"])
        if right - left < 4 or bottom - top < 4:
            continue
        page.mouse.move((left + right) / 2, (top + bottom) / 2)
        page.mouse.down()
        page.wait_for_timeout(60)
        page.mouse.up()
        try:
            page.wait_for_selector("[data-testid=preview]:visible, [data-testid=menu]", timeout=SHORT_PATIENCE)
        except PlaywrightTimeoutError:
            vain.append(page.locator("#board .lit").nth(i).get_attribute("aria-label") or "")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(part(page, "preview")).to_be_hidden()
    return vain


def test_presses_while_zoomed__are_not_lost(page: Page, server: Server) -> None:
    """Also on things that are partly beyond the frame."""
    sit(page, server, "empire_builder_v0")
    page.mouse.move(450, 300)
    for _ in range(3):
        page.mouse.wheel(0, -250)
    expect(part(page, "board")).to_have_attribute("data-more", "left top right bottom")
    assert not press_each_lit_thing(page)
    assert position(page) == (0, 0)


def test_start__covers_no_seat_in_the_lobby(page: Page) -> None:
    page.goto("/")
    part(page, "game-ticket_to_ride_card_v0").check()
    start = part(page, "start").bounding_box()
    for seat in range(2):
        row = part(page, f"seat-{seat}").bounding_box()
        assert start and row and row["y"] + row["height"] <= start["y"]


@pytest.mark.parametrize("game", GAMES)
def test_start__is_in_view_in_the_lobby_without_scrolling(page: Page, game: str) -> None:
    """With as many seats as the game has."""
    page.goto("/")
    part(page, f"game-{game}").check()
    most = part(page, "count").locator("option").last.get_attribute("value")
    part(page, "count").select_option(most)
    start = part(page, "start").bounding_box()
    assert start and start["y"] + start["height"] <= 720
