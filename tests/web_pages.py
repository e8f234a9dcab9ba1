"""Pages of the server in a real browser, Debian's Chromium driven by Playwright, and what people do there."""

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from web_server import Server

from railgym.agents.human.guided import guided_recording
from railgym.agents.human.names import Names
from railgym.agents.human.web.table import WebGame
from railgym.envs.guided_game import guided_game

CHROMIUM = shutil.which("chromium")
MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium (make test-browser installs Debian's)"),
]
PATIENCE = 300_000  # milliseconds: rules may have to be compiled, on a machine that has other work
SHORT_PATIENCE = 10_000  # milliseconds: for what is there already, unless the page has replaced it
CLICK_LIT = """(share) => {
  const lit = document.querySelectorAll("[data-testid=lit]");
  lit[Math.floor(share * lit.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.querySelector("[data-testid=menu] [role=menuitem]")?.click();
  return lit.length > 0;
}"""
AT_ONCE = "localStorage.setItem('speed', '0'); localStorage.setItem('play at once', 'yes')"
OFFERED = "[data-testid=moves]:not([inert]) [data-testid=move]"
OVER = "[data-testid=over]:visible"
# Each environment with options that make it short, and how many decisions of a person that may take.
GAMES = {
    "ticket_to_ride_card_v0": ({"decks": "1"}, 400),
    "ticket_to_ride_card_solo_v0": ({}, 200),
    "rail_baron_cards_v0": ({"board": "small", "max_rounds": "6"}, 300),
    "empire_builder_v0": ({"map": "test", "max_rounds": "3"}, 200),
    "resourceful_rails_v0": ({"max_rounds": "3"}, 200),
    "railways_of_the_world_v0": ({"max_turns": "2"}, 100),
    "railbot_v0": ({"max_turns": "2"}, 100),
}


@contextmanager
def opened(browser: Browser, server: Server, **kind: Any) -> Iterator[Page]:
    """A fresh browser's page of a ``kind`` (as of ``Browser.new_context``, by default a screen of 1280 x 720); whatever
    goes wrong in it fails the test."""
    kind = {"viewport": {"width": 1280, "height": 720}} | kind
    context = browser.new_context(base_url=f"http://{server.host}", **kind)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert not [fault for fault in faults if "ERR_" not in fault]  # the network may fail, the page may not


def names_of(id: str) -> Names:
    """What the players of a guided game are called."""
    return WebGame(id, guided_recording(guided_game(id))).names


def part(page: Page, name: str) -> Locator:
    return page.get_by_test_id(name)


def deal(page: Page, game: str, options: dict[str, str], seed: int = 3) -> None:
    """Make a game in the lobby; its only person is seated at once."""
    page.goto("/")
    part(page, f"game-{game}").check()
    part(page, "options").locator("summary").click()
    for name, value in options.items():
        field = part(page, f"option-{name}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    part(page, "seed").fill(str(seed))
    part(page, "start").click()
    page.wait_for_url("**/t/**")


def sit(page: Page, server: Server, game: str = "ticket_to_ride_card_v0", **wish: object) -> None:
    """Sit down at a new table against a bot that plays at random."""
    links = server.deal(game, "human", "random", seed=3, **wish)
    page.goto(links["seats"][0])
    page.wait_for_selector(OFFERED)


def play(page: Page, rng: random.Random) -> bool:
    """Play any move by a click, on the board or in the list; False: the game is over."""
    while True:
        page.wait_for_selector(f"{OVER}, {OFFERED}")
        if page.locator(OVER).count():
            return False
        if click_lit_thing(page, rng.random()) if rng.random() < 0.5 else click_move(page, rng):
            return True


def click_lit_thing(page: Page, share: float) -> bool:
    """Click one of the things that are lit, and the first move of its menu, if it opens one; whether there was one.

    All in one moment, because the page replaces them whenever a move is made. An area may lie under another one."""
    return bool(page.evaluate(CLICK_LIT, share))


def click_move(page: Page, rng: random.Random) -> bool:
    """Click a move of the list; whether it was still there when it was clicked."""
    actions = page.locator(OFFERED).evaluate_all("moves => moves.map((move) => move.dataset.action)")
    if not actions:
        return False
    try:
        page.locator(f"{OFFERED}[data-action='{rng.choice(actions)}']").click(timeout=SHORT_PATIENCE)
    except PlaywrightTimeoutError:
        return False
    return True


def position(page: Page) -> tuple[int, int]:
    at, end = (part(page, "position").text_content() or "").split(" / ")
    return int(at), int(end)


def settled(page: Page, moves: int) -> None:
    """Wait until so many moves were made at least, and the last is shown."""
    while not moves <= position(page)[1] == position(page)[0]:
        page.wait_for_timeout(50)
