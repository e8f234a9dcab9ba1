"""Everything that people do in the browser, done in a real one."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from web_pages import AT_ONCE, GAMES, MARKS, OFFERED, OVER, click_move, deal, part, play, position, settled, sit
from web_server import Server

pytest.importorskip("starlette")

from playwright.sync_api import Page, expect

pytestmark = MARKS
LIT_CAN_BE_PLAYED = "[...document.querySelectorAll('.lit')].every((thing) => thing.actions?.length)"
TYPED_EARLY = """new MutationObserver((changes, observer) => {
  const field = document.querySelector('%s');
  if (!field) return;
  field.value = 'small city two players';
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
MOVED = """([ply]) => {
  const slider = document.querySelector('#slider');
  slider.value = ply;
  slider.dispatchEvent(new Event('input'));
  return [document.querySelector('#position').textContent, document.querySelector('#play-on').search];
}"""
PINCH = """() => {
  const board = document.querySelector('#board');
  const send = (type, pointerId, clientX) => {
    const where = { pointerId, clientX, clientY: 300, isPrimary: pointerId === 1, bubbles: true };
    board.dispatchEvent(new PointerEvent(type, where));
  };
  send('pointerdown', 1, 300);
  send('pointerdown', 2, 500);
  for (let x = 500; x <= 700; x += 20) send('pointermove', 2, x);
  send('pointerup', 2, 700);
  send('pointerup', 1, 300);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game__is_played_by_clicks(page: Page, game: str) -> None:
    options, most = GAMES[game]
    page.add_init_script(AT_ONCE)
    deal(page, game, options)
    rng = random.Random(1)
    for _ in range(most):
        if not play(page, rng):
            break
        assert page.evaluate(LIT_CAN_BE_PLAYED), "what is lit stands for actions; nothing stays lit after its turn"
    expect(part(page, "result")).to_contain_text("seed 3")
    settled(page, 1)
    expect(part(page, "log-entry").last).to_have_attribute("data-ply", str(position(page)[1]))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game__by_the_rules_is_played_by_hints(page: Page, game: str) -> None:
    """As long as it takes by default, with an agent's first move clicked each time."""
    page.add_init_script(AT_ONCE)
    deal(page, game, {})
    page.wait_for_selector(f"{OVER}, {OFFERED}")
    part(page, "hint-agent").select_option("planner")
    while not page.locator(OVER).count():
        if page.locator(OFFERED).count() == 1:
            click_move(page, random.Random(0))
        else:
            part(page, "hint").click()
            part(page, "hint-move").first.click()
        page.wait_for_selector(f"{OVER}, {OFFERED}")
    expect(part(page, "result")).to_contain_text("seed 3")


def test_choosing__shows_what_it_does_and_plays_on_enter_or_drops_on_escape(page: Page, server: Server) -> None:
    sit(page, server)
    part(page, "move").first.click()
    expect(part(page, "preview")).to_contain_text("keeps")
    expect(page.locator("#board.preview")).to_be_visible()
    page.keyboard.press("Escape")
    expect(part(page, "preview")).to_be_hidden()
    assert position(page) == (0, 0)
    part(page, "move").first.click()
    part(page, "preview").wait_for()
    part(page, "move").first.click()  # again
    settled(page, 1)
    part(page, "undo").click()
    expect(part(page, "position")).to_have_text("0 / 0")


def test_the_keyboard_alone__is_enough(page: Page, server: Server) -> None:
    sit(page, server)
    page.keyboard.press("1")
    part(page, "preview").wait_for()
    page.keyboard.press("Enter")
    settled(page, 1)
    page.wait_for_selector("[data-testid=lit]")
    page.keyboard.press("b")
    expect(page.locator(".lit:focus")).to_have_attribute("aria-label", re.compile("keep .*, or return "))
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(part(page, "preview")).to_contain_text("returns")
    page.keyboard.press("Enter")
    settled(page, 2)
    page.keyboard.press("/")
    page.keyboard.type("keep")
    page.keyboard.press("Enter")  # one move is left of the list
    page.keyboard.press("Tab")
    part(page, "preview").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(part(page, "position")).to_have_text("1 / 1")


def test_typed_words__are_refused_with_the_reason(page: Page, server: Server) -> None:
    sit(page, server)
    part(page, "words").fill("fly to the moon")
    part(page, "words").press("Enter")
    expect(part(page, "refusal")).to_contain_text("fly to the moon")


def test_a_hint__is_told_lit_and_can_be_chosen(page: Page, server: Server) -> None:
    sit(page, server)
    part(page, "hint-agent").select_option("planner")
    part(page, "hint").click()
    part(page, "hint-move").first.click()
    expect(part(page, "preview")).to_be_visible()


def test_a_reload__comes_back_to_the_same_position(page: Page, server: Server) -> None:
    page.add_init_script(AT_ONCE)
    sit(page, server)
    rng = random.Random(2)
    for _ in range(8):
        assert play(page, rng)
    page.wait_for_selector(OFFERED)
    before = part(page, "move").all_inner_texts()
    page.reload()
    page.wait_for_selector(OFFERED)
    assert part(page, "move").all_inner_texts() == before
    settled(page, 8)


def test_a_broken_connection__says_so_and_comes_back(page: Page, server: Server) -> None:
    page.add_init_script(
        "const Real = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Real { constructor(to) { super(to); lines.push(this) } }"
    )
    sit(page, server)
    page.evaluate("lines.at(-1).close()")
    expect(part(page, "banner")).to_contain_text("trying again")
    expect(part(page, "banner")).to_be_hidden()
    part(page, "move").first.click()
    expect(part(page, "preview")).to_contain_text("keeps")


def test_a_finished_game__is_looked_at_again_and_shared_as_a_file(page: Page, server: Server, tmp_path: Path) -> None:
    links = server.deal("ticket_to_ride_card_v0", "random", "random", seed=3, options=["decks=1"])
    page.add_init_script(AT_ONCE)
    page.goto(links["watch"])
    page.wait_for_selector(OVER)
    with page.expect_download() as started:
        part(page, "file").click()
    started.value.save_as(tmp_path / "shared.jsonl")
    page.goto("/")
    part(page, "file").set_input_files(tmp_path / "shared.jsonl")
    part(page, "look").click()
    page.wait_for_url("**/t/**")
    page.wait_for_selector(OVER)
    end = position(page)[1]
    part(page, "slider").fill("5")
    expect(part(page, "position")).to_have_text(f"5 / {end}")
    expect(page.locator("[data-testid=log-entry][aria-current]")).to_have_attribute("data-ply", "5")
    part(page, "step").click()
    expect(part(page, "position")).to_have_text(f"6 / {end}")
    part(page, "log-entry").nth(2).click()
    expect(part(page, "position")).to_have_text(f"3 / {end}")
    part(page, "pause").click()  # goes on, at once
    expect(part(page, "position")).to_have_text(f"{end} / {end}")
    part(page, "review-agent").select_option("planner")
    part(page, "review").click()
    part(page, "differs").first.click()
    assert position(page)[0] < end


def test_a_finished_game__is_played_on_from_any_move_against_any_agent(page: Page, server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "random", "random", seed=3, options=["decks=1"])
    page.add_init_script(AT_ONCE)
    page.goto(links["watch"])
    page.wait_for_selector(OVER)
    part(page, "slider").fill("14")
    expect(part(page, "position")).to_contain_text("14 / ")
    part(page, "play-on").click()
    expect(part(page, "holds")).to_contain_text("Ticket to Ride: The Card Game")
    expect(part(page, "from-move")).to_have_value("14")
    part(page, "saved-seat-0").select_option("human")
    part(page, "saved-seat-1").select_option("planner")
    part(page, "go-on").locator("button.main").click()
    page.wait_for_url("**/t/**")
    page.wait_for_selector(OFFERED)
    expect(part(page, "seat-1")).to_contain_text("planner")
    assert position(page)[1] >= 14


def test_playing_on__is_from_the_move_named_before_its_picture_is_there(page: Page, server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "random", "random", seed=3, options=["decks=1"])
    page.add_init_script(AT_ONCE)
    page.goto(links["watch"])
    page.wait_for_selector(OVER)
    named, link = page.evaluate(MOVED, [14])
    assert (named.split()[0], link.split("=")[-1]) == ("14", "14")


def test_bots__can_be_followed_paused_and_stepped_through(page: Page, server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "random", "random", "random", seed=3)
    page.goto(links["seats"][0])
    rng = random.Random(4)
    part(page, "at-once").check()
    for _ in range(6):
        assert play(page, rng)
    expect(part(page, "slider")).to_have_attribute("max", re.compile(r"^(1[3-9]|[2-9]\d)$"))
    page.wait_for_selector(OFFERED)
    part(page, "slider").fill("6")
    expect(part(page, "pause")).to_have_attribute("aria-label", "Go on")
    part(page, "pause").click()
    expect(part(page, "position")).to_have_text(re.compile("^(?!6 )"))
    part(page, "pause").click()
    at, end = position(page)
    page.wait_for_timeout(1500)
    assert position(page) == (at, end) and at < end
    part(page, "step").click()
    expect(part(page, "position")).to_have_text(re.compile(f"^{at + 1} / "))
    expect(part(page, "caption")).to_contain_text("random")
    part(page, "to-now").click()
    page.wait_for_selector(OFFERED)


def test_moves_of_which_there_is_the_same_to_say__are_told_and_shown_once(page: Page, server: Server) -> None:
    """The secret choices of tickets of another player."""
    links = server.deal("ticket_to_ride_card_v0", "human", "human", seed=3)
    page.goto(links["seats"][1])
    part(page, "position").wait_for()
    table = server.table(links)
    first = server.sit(links["seats"][0])
    turn = first.turn()
    first.ask(do="decide", ply=0, actions=[turn["joint"]["yes"]] * 6)
    expect(part(page, "log-entry")).to_have_count(1)
    expect(part(page, "log-entry")).to_have_attribute("data-times", "6")
    settled(page, 6)
    part(page, "undo").click()  # nothing of theirs to take back
    expect(part(page, "refusal")).to_contain_text("no move yet")
    first.ask(do="undo")
    part(page, "agree").click()
    expect(part(page, "log-entry")).to_have_attribute("data-times", "5")
    assert table.ply == 5


def test_those_who_watch__see_no_hand_and_no_moves(page: Page, server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "random", seed=3)
    page.goto(links["watch"])
    part(page, "board").locator("svg").first.wait_for()
    expect(part(page, "decision")).to_contain_text("Player 0")
    assert part(page, "move").count() == page.locator("[data-actions]").count() == 0
    expect(part(page, "undo")).to_be_hidden()


def test_several_people__get_links_that_open_their_seats(page: Page) -> None:
    page.goto("/")
    part(page, "game-ticket_to_ride_card_v0").check()
    part(page, "seat-1").select_option("human")
    part(page, "start").click()
    links = [part(page, f"seat-link-{seat}").input_value() for seat in range(2)]
    assert len(set(links)) == 2
    page.goto(links[1])
    expect(part(page, "seat-1")).to_contain_text("you")
    part(page, "stand-in-0").locator("xpath=..").locator("summary").click()
    part(page, "stand-in-agent-0").select_option("random")
    part(page, "stand-in-0").click()
    expect(part(page, "seat-0")).to_contain_text("random plays")
    page.wait_for_selector(OFFERED)


def test_the_board__zooms_and_pans_by_wheel_drag_pinch_buttons_and_keys(page: Page, server: Server) -> None:
    sit(page, server)
    sheet = page.locator(".sheet")

    def changes(*acts: Callable[[], object]) -> None:
        for act in acts:
            before = sheet.get_attribute("style") or ""
            act()
            expect(sheet).not_to_have_attribute("style", before)

    def drag() -> None:
        page.mouse.down()
        page.mouse.move(300, 300, steps=4)
        page.mouse.up()

    page.mouse.move(400, 400)
    changes(lambda: page.mouse.wheel(0, -300), drag, part(page, "zoom-in").click, part(page, "zoom-out").click)
    changes(lambda: page.keyboard.press("0"), lambda: page.keyboard.press("+"))
    part(page, "board").focus()
    changes(lambda: page.keyboard.press("Shift+ArrowDown"), lambda: page.evaluate(PINCH))
    assert position(page) == (0, 0) and part(page, "preview").is_hidden()


def test_things__say_what_they_are_where_somebody_points(page: Page, server: Server) -> None:
    """Small print is read beside the pointer; the browser's own tooltip does not come on top."""
    sit(page, server, "resourceful_rails_v0")
    assert page.locator("#board g > title").count() == 0
    city = page.locator("#board [data-label*='city']").first
    words = city.get_attribute("data-label")
    city.hover(force=True)
    expect(part(page, "label")).to_have_text(words or "")
    page.mouse.move(1200, 300)
    expect(part(page, "label")).to_be_hidden()


@pytest.mark.parametrize(
    ("address", "field"), [("/", "#name"), ("/profile", "#name"), ("/rules/empire_builder_v0", "#find")]
)
def test_text__that_is_typed_before_a_page_is_ready_stays(page: Page, address: str, field: str) -> None:
    """The scripts of a page run after its fields are shown; the rules page then searches for what is there."""
    page.add_init_script(TYPED_EARLY % field)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    expect(page.locator(field)).to_have_value("small city two players")
    if field == "#find":
        expect(page.locator("[id='EB-5.13']")).to_be_visible()
        expect(page.locator("[id='EB-1.1']")).to_be_hidden()


def test_a_table__that_there_is_not_leads_back_to_the_lobby(page: Page, server: Server) -> None:
    page.goto("/t/nowhere")
    expect(part(page, "banner")).to_contain_text("there is no game 'nowhere' here")
    part(page, "to-lobby").click()
    page.wait_for_selector("[data-testid=start]")


def test_a_clock__runs_for_the_person_who_decides(page: Page, server: Server) -> None:
    sit(page, server, minutes=2)
    expect(part(page, "clock-0")).to_have_text("1:57")
    expect(part(page, "clock-1")).to_have_text("")
