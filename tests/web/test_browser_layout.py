"""Where the parts of a table stand on screens, tablets and phones: nothing is cut off, covered or out of reach."""

import re
from typing import Any

import pytest
from web_pages import AT_ONCE, GAMES, MARKS, OFFERED, names_of, opened, part
from web_server import Server, finish

from railgym.envs.catalog import GAMES as CATALOG
from railgym.envs.guided_game import guided_game

from playwright.sync_api import Browser, Page, expect  # isort: skip

pytestmark = MARKS
TOUCH = {"has_touch": True, "is_mobile": True}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, **TOUCH}
SCREENS: dict[str, dict[str, Any]] = {
    "computer": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "phone sideways": {"viewport": {"width": 844, "height": 390}, **TOUCH},
    "tablet": {"viewport": {"width": 768, "height": 1024}, **TOUCH},
}
CARD_GAMES = [id for id in GAMES if id.startswith("ticket_to_ride_card")]
CARD = CARD_GAMES[0]
# Marks of the board that cover more than a third of another one, though they were drawn apart.
COVERED_MARKS = """() => {
  const marks = [...document.querySelectorAll("#board .mark[transform]")].map((mark) => mark.getBoundingClientRect());
  const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const least = (a, b) => Math.min(a.width * a.height, b.width * b.height);
  return marks.flatMap((a, i) => marks.slice(i + 1).filter((b) => cover(a, b) > 0.34 * least(a, b))).length;
}"""
# Pairs of words of the board that overlap.
COVERED_WORDS = """() => {
  const texts = [...document.querySelectorAll("#board text:not(defs *, .unread)")];
  const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
  const besides = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => besides(a, b) || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
  return boxes.flatMap(([words, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => !apart(a, b)).map(([other]) => [words, other]));
}"""
# Scrolls the panel so that a part lies at its lower end, just above the bar.
TO_LOWER_END = """(part) => {
  const panel = document.querySelector("#panel"), bar = document.querySelector("#bar").getBoundingClientRect();
  const over = getComputedStyle(panel).position === "fixed" ? bar.top : panel.getBoundingClientRect().bottom;
  panel.scrollTop += part.getBoundingClientRect().bottom - over + 2;
}"""
CUT = """(selector) => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(selector);
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}"""


def sit_alone(page: Page, server: Server, game: str, moves: int = 0) -> None:
    """Open the first seat of a game in which so many moves were made, or of one that is over by then."""
    bots = ["random"] * (game not in ("ticket_to_ride_card_solo_v0", "railbot_v0"))
    links = server.deal(game, "human", *bots, seed=3)
    recording = server.table(links).recording
    while not recording.position.is_over and (len(recording.moves) < moves or recording.position.current_player):
        legal = recording.position.legal_actions
        recording.play(int(legal[len(recording.moves) % len(legal)]))
    page.add_init_script(AT_ONCE)
    page.goto(links["seats"][0])
    page.wait_for_selector(f"{OFFERED}, [data-testid=over]:not([hidden])", state="attached")
    page.wait_for_selector("#board .sheet > svg")


def in_view(page: Page, name: str) -> bool:
    """Whether a part is wholly on the screen, and nothing lies over its middle."""
    box, size = part(page, name).bounding_box(), page.viewport_size
    if not box or not size:
        return False
    inside = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    inside = inside and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "name": name}
    on_top = "({ x, y, name }) => Boolean(document.elementFromPoint(x, y)?.closest(`[data-testid=${name}]`))"
    return inside and bool(page.evaluate(on_top, at))


@pytest.mark.parametrize("game", CATALOG)
def test_marks__that_grow_to_be_read_do_not_cover_each_other(browser: Browser, server: Server, game: str) -> None:
    for screen in ("computer", "phone"):
        with opened(browser, server, **SCREENS[screen]) as page:
            sit_alone(page, server, game, 80)
            assert not page.evaluate(COVERED_MARKS), screen


@pytest.mark.parametrize("game", CARD_GAMES)
def test_card_table__is_seen_as_a_whole_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    """With all words, which do not overlap."""
    with opened(browser, server, **PHONE) as page:
        sit_alone(page, server, game, 60)
        expect(part(page, "board")).to_have_attribute("data-more", "")
        assert page.locator("#board text.unread").count() == 0
        assert not page.evaluate(COVERED_WORDS)


def test_card_table_for_four__opens_on_a_phone_at_its_top_in_all_its_width(browser: Browser, server: Server) -> None:
    with opened(browser, server, **PHONE) as page:
        page.goto(server.deal(CARD, "human", "human", "human", "human", seed=3)["seats"][0])
        page.wait_for_selector("#board .sheet > svg")
        expect(part(page, "board")).to_have_attribute("data-more", "bottom")


@pytest.mark.parametrize("game", ["ticket_to_ride_card_solo_v0", "railways_of_the_world_v0"])
def test_title__is_not_cut_off(browser: Browser, server: Server, game: str) -> None:
    with opened(browser, server) as page:
        sit_alone(page, server, game)
        assert not page.evaluate(CUT, "#title")


def test_own_sheet__says_that_there_is_more_of_it(browser: Browser, server: Server) -> None:
    with opened(browser, server, **PHONE) as page:
        sit_alone(page, server, CARD)
        own = part(page, "own")
        expect(own).to_have_attribute("data-beyond", "below")
        own.evaluate("own => own.scrollTo(0, own.scrollHeight)")
        expect(own).to_have_attribute("data-beyond", "above")


def test_tap__on_a_lit_thing_of_the_sheet_opens_its_moves_and_no_explanation(browser: Browser, server: Server) -> None:
    """Which would lie over them."""
    with opened(browser, server, **PHONE) as page:
        page.goto(server.deal(CARD, "human", "human", seed=3)["seats"][0])
        thing = part(page, "own").locator(".lit[data-terms], .lit [data-terms]").first
        thing.tap()
        part(page, "menu").locator("[role=menuitem]").first.tap()
        part(page, "preview").wait_for()
        expect(part(page, "tip")).to_be_hidden()


def test_drawer__closes_when_tickets_were_chosen_in_it(browser: Browser, server: Server) -> None:
    with opened(browser, server, **PHONE) as page:
        page.goto(server.deal(CARD, "human", "human", seed=3)["seats"][0])
        page.wait_for_selector(OFFERED, state="attached")
        part(page, "drawer").tap()
        part(page, "joint-thing").first.tap()
        part(page, "joint-play").tap()
        expect(part(page, "joint-play")).to_be_hidden()
        expect(part(page, "drawer")).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("screen", ["phone", "phone sideways"])
def test_press_in_the_drawer__reaches_nothing_that_it_covers(browser: Browser, server: Server, screen: str) -> None:
    """Pressed all over, the list of moves offers its own moves only."""
    with opened(browser, server, **SCREENS[screen]) as page:
        page.add_init_script("localStorage.setItem('speed', '0')")
        page.goto(server.deal("empire_builder_v0", "human", "human", seed=3)["seats"][0])
        page.wait_for_selector(OFFERED, state="attached")
        for number in range(page.locator(OFFERED).count()):
            part(page, "drawer").tap()
            move = page.locator(OFFERED).nth(number)
            action = move.get_attribute("data-action")
            box = move.bounding_box()
            assert box
            move.tap(position={"x": 0.9 * box["width"], "y": 0.5 * box["height"]})
            expect(page.locator("[data-testid=move][aria-pressed=true]")).to_have_attribute("data-action", action or "")
            part(page, "drop").tap()


def test_chosen_move__stays_under_the_pointer(browser: Browser, server: Server) -> None:
    """A second click at the same place plays it, though the preview has appeared above."""
    with opened(browser, server, **SCREENS["computer"]) as page:
        sit_alone(page, server, "empire_builder_v0")
        page.evaluate("localStorage.removeItem('play at once')")
        part(page, "at-once").uncheck()
        ply = (part(page, "position").text_content() or "").split(" / ")[1]
        box = page.locator(OFFERED).nth(3).bounding_box()
        assert box
        page.mouse.click(box["x"] + 60, box["y"] + box["height"] / 2)
        part(page, "preview").wait_for()
        page.mouse.click(box["x"] + 60, box["y"] + box["height"] / 2)
        expect(part(page, "position")).not_to_have_text(f"{ply} / {ply}")


def test_tablet__has_the_board_across_its_whole_width(browser: Browser, server: Server) -> None:
    """And the bar in one row."""
    with opened(browser, server, **SCREENS["tablet"]) as page:
        sit_alone(page, server, "empire_builder_v0")
        board, bar = part(page, "board").bounding_box(), page.locator("#bar").bounding_box()
        assert board and board["width"] == 768 and board["height"] > 500
        assert bar and bar["height"] < 70


@pytest.mark.parametrize("screen", SCREENS)
def test_guided_game__keeps_the_question_and_the_answer_in_view(browser: Browser, server: Server, screen: str) -> None:
    """Whatever the length of its text."""
    with opened(browser, server, **SCREENS[screen]) as page:
        links = server.http.post("/api/guided", json={"game": "railways_of_the_world_v0"}).json()
        page.goto(links["seats"][0])
        page.wait_for_selector(OFFERED, state="attached")
        assert in_view(page, "decision")
        if not page.locator(OFFERED).first.is_visible():
            part(page, "drawer").tap()
        page.locator(OFFERED).first.click()
        part(page, "preview").wait_for()
        assert in_view(page, "decision") and in_view(page, "play") and in_view(page, "drop")


@pytest.mark.parametrize("game", CATALOG)
def test_guided_game__shows_all_of_its_text_on_a_computer(browser: Browser, server: Server, game: str) -> None:
    """Also after a wrong answer, whose reason stands in place of what was told."""
    with opened(browser, server, **SCREENS["computer"]) as page:
        page.goto(server.http.post("/api/guided", json={"game": game}).json()["seats"][0])
        page.wait_for_selector(OFFERED)
        assert not page.evaluate(CUT, "#question")
        words = names_of(game).in_text(guided_game(game).steps[0].move)
        part(page, "move").filter(has_not_text=words).first.click()
        part(page, "play").click()
        part(page, "refusal").wait_for()
        assert not page.evaluate(CUT, "#question")


def test_result__comes_into_view(browser: Browser, server: Server) -> None:
    """Wherever the panel was scrolled to when the game ended."""
    with opened(browser, server, **SCREENS["computer"]) as page:
        links = server.deal(CARD, "human", "human", seed=3, options=["decks=1"])
        page.goto(links["seats"][0])
        page.wait_for_selector(OFFERED)
        page.locator("#panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
        for link in links["seats"]:
            server.sit(link).ask(do="resign")
        part(page, "winner").wait_for()
        assert in_view(page, "winner")
        expect(part(page, "winner")).to_have_text(re.compile(r"^planner \(for Player [01]\) won$"))


def test_hint__comes_into_view(browser: Browser, server: Server) -> None:
    with opened(browser, server, **SCREENS["computer"]) as page:
        sit_alone(page, server, "empire_builder_v0")
        part(page, "hint").click()
        expect(part(page, "hint-move").last).to_be_in_viewport(ratio=1)


def test_result__stands_on_a_phone_where_the_question_was(browser: Browser, server: Server) -> None:
    table = finish(server, "Ann")
    with opened(browser, server, **PHONE) as page:
        page.goto(table.link(0) or "")
        won = table.recording.position.payoffs[0] > 0
        expect(part(page, "decision")).to_have_text("You won" if won else "random won")
        expect(part(page, "drawer")).to_have_text("Result")
        part(page, "drawer").tap()
        assert in_view(page, "winner") and in_view(page, "rematch")


@pytest.mark.parametrize("screen", ["computer", "phone", "phone sideways"])
def test_resignation__brings_its_confirmation_into_view(browser: Browser, server: Server, screen: str) -> None:
    """Also if the button that asks for it is the last line in view."""
    with opened(browser, server, **SCREENS[screen]) as page:
        sit_alone(page, server, CARD, 20)
        if part(page, "drawer").is_visible():
            part(page, "drawer").click()
        part(page, "resigning").evaluate(TO_LOWER_END)
        box = part(page, "resigning").bounding_box()
        assert box and not part(page, "resign").is_visible()
        page.mouse.click(box["x"] + 20, box["y"] + 8)
        part(page, "resign").wait_for()
        page.wait_for_timeout(100)
        assert in_view(page, "resign")
