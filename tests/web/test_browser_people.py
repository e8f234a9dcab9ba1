"""A game among people, in several real browsers."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from web_pages import MARKS, OFFERED, opened, part
from web_server import Server

pytest.importorskip("starlette")

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

pytestmark = MARKS
CARD = "ticket_to_ride_card_v0"
SIGNS = """
  window.signs = [];
  Object.defineProperty(document, "hidden", { get: () => true });
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { signs.push("asked"); Notification.permission = "granted"; }
    constructor(title) { signs.push(title); }
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { signs.push("note"); start.call(this, when); };
"""


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


def test_what_is_looked_at__stays_when_the_other_takes_a_name_or_plays(two: tuple[Page, Page], server: Server) -> None:
    """The preview of a choice, and the ticks of a choice of several things."""
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    ann.locator(OFFERED).first.click()
    expect(part(ann, "preview")).to_be_visible()
    part(ann, "joint-thing").nth(1).check()
    part(bob, "name-form").locator("summary").click()
    part(bob, "name").fill("Bob")
    part(bob, "name-set").click()
    expect(part(ann, "seat-1").locator(".name")).to_have_text("Bob")
    part(bob, "chat-text").fill("after the name")
    part(bob, "chat-send").click()
    expect(part(ann, "chat-line")).to_have_count(1)  # by now, everything about the name is told
    expect(part(ann, "preview")).to_be_visible()
    expect(part(ann, "board")).to_have_class(re.compile("preview"))
    expect(part(ann, "joint-play")).to_have_text("Keep 1 of 6")
    part(bob, "joint-thing").nth(2).check()
    part(ann, "joint-play").click()
    expect(part(bob, "position")).to_have_text("6 / 6")
    expect(part(bob, "joint-play")).to_have_text("Keep 1 of 6")


def _seat_link(page: Page) -> str:
    """The link that the lobby gives for the second seat of a new game of two people."""
    page.goto("/")
    part(page, f"game-{CARD}").check()
    part(page, "seat-1").select_option("human")
    part(page, "start").click()
    return part(page, "seat-link-1").input_value()


@pytest.mark.parametrize("origin", ["", "http://192.0.2.7:8642"])
def test_links__that_are_sent_to_others_lead_to_the_server_in_the_network(
    browser: Browser, tmp_path: Path, origin: str
) -> None:
    """Although this machine opened the lobby by its own loopback address; a server that nobody else can reach says
    so."""
    server = Server(tmp_path / "games", origin=origin)
    with opened(browser, server) as page:
        link = _seat_link(page)
        assert link.startswith(f"{origin or f'http://{server.host}'}/t/ticket_to_ride_card-")
        expect(part(page, "alone")).to_be_visible(visible=not origin)
    server.stop()


def test_chat__is_shown_to_all_as_text(two: tuple[Page, Page], server: Server) -> None:
    ann, eve = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    eve.goto(links["watch"])
    part(ann, "chat-text").fill("<img src=x onerror=alert(1)> hello")
    part(ann, "chat-send").click()
    expect(part(eve, "chat-line")).to_have_text("0Player 0: <img src=x onerror=alert(1)> hello")
    expect(part(eve, "caption")).to_have_text("Player 0: <img src=x onerror=alert(1)> hello")
    expect(part(ann, "chat-text")).to_have_value("")
    assert part(eve, "chat-text").is_hidden()
    ann.reload()
    expect(part(ann, "chat-line")).to_have_count(1)


def test_my_turn__is_in_the_title_and_can_be_heard_and_notified(two: tuple[Page, Page], server: Server) -> None:
    """Once when it begins; the sound is off until it is switched on, and the browser is asked only by the button."""
    ann, bob = two
    bob.add_init_script(SIGNS)
    links = server.deal(CARD, "human", "human", seed=3)
    recording = server.table(links).recording
    while recording.position.is_simultaneous:
        recording.play(recording.position.legal_actions[0])
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    expect(ann).to_have_title(re.compile("^Your turn . Ticket to Ride: The Card Game . railgym$"))
    expect(bob).to_have_title(re.compile("^Ticket to Ride: The Card Game . railgym$"))
    assert bob.evaluate("signs") == []
    part(bob, "turn-sign").locator("summary").click()
    part(bob, "turn-notify").click()
    expect(part(bob, "turn-notify")).to_have_text("Notifications are on")
    part(bob, "turn-sound").check()
    bob.wait_for_function("signs.length === 3")
    assert bob.evaluate("signs.splice(0)") == ["asked", "note", "note"]
    while not bob.title().startswith("Your turn"):
        ann.locator(OFFERED).first.click()
        part(ann, "play").click()
        ann.wait_for_timeout(300)
    bob.wait_for_function("signs.length === 3")
    assert bob.evaluate("signs") == ["note", "note", "Your turn"]


def test_set_up__is_done_by_both_at_the_same_time_in_one_choice_each(two: tuple[Page, Page], server: Server) -> None:
    """The second player first; they can think better of it until their turn."""
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    bob.locator(OFFERED).first.click()
    expect(part(bob, "preview")).to_contain_text("until your turn")
    part(bob, "play").click()
    expect(part(bob, "joint-thing")).to_have_count(5)
    part(bob, "undo").click()
    for page in (bob, ann):
        expect(part(page, "joint-thing")).to_have_count(6)
        expect(part(page, "joint-play")).to_have_text("Keep 0 of 6 (at least 1)")
        expect(part(page, "joint-play")).to_be_disabled()
        expect(part(page, "joint-thing").nth(0).locator("..")).to_contain_text(re.compile(r"\(\d+\): \w+"))
        part(page, "joint-thing").nth(0).check()
        part(page, "joint-thing").nth(2).check()
        expect(part(page, "joint-play")).to_have_text("Keep 2 of 6")
        part(page, "joint-play").click()
        if page is bob:
            chosen = "You have chosen; Undo changes it. Player 0: choose the first tickets (6 to go)"
            expect(part(bob, "decision")).to_have_text(chosen)
            part(bob, "undo").click()
            expect(part(bob, "joint-play")).to_have_text("Keep 0 of 6 (at least 1)")
            part(page, "joint-thing").nth(0).check()
            part(page, "joint-thing").nth(2).check()
            part(page, "joint-play").click()
            expect(part(bob, "decision")).to_have_text(chosen)
            expect(part(bob, "position")).to_have_text("0 / 0")
    for page in two:
        expect(part(page, "position")).to_have_text("12 / 12")
    for seat in range(2):
        expect(part(two[seat], f"sheet-{seat}")).to_contain_text("2 open tickets")
    expect(part(ann, "joint")).to_be_hidden()


def test_clocks__wait_until_all_have_pressed_ready(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3, minutes=2, increment=5)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    part(ann, "ready").click()
    expect(part(ann, "readiness")).to_contain_text("Not ready: Player 1.")
    expect(part(ann, "ready")).to_be_hidden()
    expect(part(ann, "clock-0")).to_have_text("2:00")
    part(bob, "ready").click()
    expect(part(ann, "clock-0")).to_have_text("1:58")
    expect(part(ann, "readiness")).to_be_hidden()


def test_a_takeback__is_asked_for_and_agreed_to(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    part(ann, "joint-thing").first.check()
    part(ann, "joint-play").click()
    expect(part(bob, "position")).to_have_text("6 / 6")
    part(ann, "undo").dblclick()  # as a tired person may: it is asked once
    expect(part(bob, "proposal")).to_contain_text("Player 0 asks to take back their last choice")
    part(bob, "agree").click()
    expect(part(ann, "position")).to_have_text("5 / 5")
    expect(part(bob, "proposal")).to_be_hidden()


def test_a_resignation__is_confirmed_and_final(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    part(ann, "resigning").click()
    part(ann, "resign").click()
    expect(part(bob, "seat-0")).to_contain_text("resigned; planner plays")
    expect(part(ann, "people")).to_be_hidden()
    assert part(ann, "take-back").count() == 0


def test_a_rematch__takes_both_to_new_seats(two: tuple[Page, Page], server: Server) -> None:
    """From a finished game that shows who won, and what the score is made of."""
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3, options=["decks=1"])
    table = server.table(links)
    server.play_to_end(table)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    won, lost = (ann, bob) if table.recording.position.payoffs[0] > 0 else (bob, ann)
    expect(part(won, "winner")).to_have_text("You won")
    expect(part(lost, "winner")).to_have_text(re.compile(r"^Player \d won$"))
    part(ann, "breakdown-0").locator("summary").click()
    expect(part(ann, "breakdown-0")).to_contain_text("tickets")
    part(ann, "review-agent").select_option("planner")
    part(ann, "mistakes").click()
    expect(part(ann, "differs").first).to_be_visible()
    part(ann, "rematch").click()
    expect(part(bob, "proposal")).to_contain_text("asks for a rematch")
    part(bob, "agree").click()
    for page, seat in ((ann, 1), (bob, 0)):
        page.wait_for_url(lambda url: links["id"] not in url)
        expect(part(page, f"seat-{seat}")).to_contain_text("(you)")


def test_own_games__are_filtered_and_deleted(page: Page, server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=3)
    other = server.deal("resourceful_rails_v0", "human", "random", seed=3)
    page.goto(links["seats"][0])
    page.wait_for_selector(OFFERED)
    page.goto("/")
    mine, foreign = part(page, f"table-{links['id']}"), part(page, f"table-{other['id']}")
    expect(foreign).to_be_visible()
    part(page, "filter-words").fill("ticket")
    expect(foreign).to_be_hidden()
    expect(mine).to_be_visible()
    part(page, "filter-words").fill("")
    assert part(page, f"delete-{other['id']}").count() == 0
    for kind, visible in (("over", False), ("going", True), ("mine", True)):
        part(page, "filter-kind").select_option(kind)
        expect(mine).to_be_visible(visible=visible)
        expect(foreign).to_be_hidden()
    part(page, f"delete-{links['id']}").click()
    expect(mine).to_be_visible()
    part(page, f"delete-{links['id']}").click()
    expect(mine).to_be_hidden()
    assert {row["id"] for row in server.http.get("/api/tables").json()} == {other["id"]}


def test_double_clicks__do_a_thing_once_and_are_not_refused(two: tuple[Page, Page], server: Server) -> None:
    """Chat, the choice of tickets, and being ready."""
    ann, bob = two
    links = server.deal(CARD, "human", "human", seed=3, minutes=5)
    ann.goto(links["seats"][0])
    bob.goto(links["seats"][1])
    part(ann, "ready").dblclick()
    part(ann, "chat-text").fill("hello")
    part(ann, "chat-send").dblclick()
    part(ann, "joint-thing").first.check()
    part(ann, "joint-play").dblclick()
    expect(part(bob, "position")).to_have_text("6 / 6")
    part(ann, "chat-text").fill("done")
    part(ann, "chat-send").click()
    expect(part(bob, "chat-line")).to_have_text(["0Player 0: hello", "0Player 0: done"])
    expect(part(ann, "refusal")).to_be_hidden()


def test_lost_network__is_told_at_once_and_the_game_goes_on_when_it_is_back(page: Page, server: Server) -> None:
    """Also where the connection looks open for longer."""
    page.goto(server.deal(CARD, "human", "human", seed=3)["seats"][0])
    page.wait_for_selector(OFFERED)
    page.context.set_offline(True)
    expect(part(page, "banner")).to_contain_text("The connection is lost")
    page.locator(OFFERED).first.click()
    expect(part(page, "refusal")).to_contain_text("no connection")
    page.context.set_offline(False)
    expect(part(page, "banner")).to_be_hidden()
    page.locator(OFFERED).first.click()
    part(page, "play").click()
    expect(part(page, "position")).to_have_text("1 / 1")


def test_silent_line__is_given_up_and_opened_again(two: tuple[Page, Page], server: Server) -> None:
    """A line that looks open, but takes nothing to the server any more; news may still come for a while."""
    page, other = two
    silent: list[bool] = []

    def relay(route: WebSocketRoute) -> None:
        behind = route.connect_to_server()
        route.on_message(lambda message: None if silent else behind.send(message))

    page.route_web_socket("**/ws/**", relay)
    seats = server.deal(CARD, "human", "human", seed=3)["seats"]
    page.goto(seats[0])
    other.goto(seats[1])
    page.wait_for_selector(OFFERED)
    silent.append(True)
    page.locator(OFFERED).first.click()
    part(other, "chat-text").fill("are you there?")
    part(other, "chat-send").click()
    expect(part(page, "chat-line")).to_have_count(1)
    expect(part(page, "banner")).to_contain_text("The connection is lost")
    silent.clear()
    expect(part(page, "banner")).to_be_hidden()
    page.locator(OFFERED).first.click()
    expect(part(page, "preview")).to_be_visible()
