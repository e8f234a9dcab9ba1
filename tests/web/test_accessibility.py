"""Every page passes axe-core, in light and dark: it finds no serious or critical violations of its rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed (make install)")

from axe_playwright_python.sync_playwright import Axe
from map_pages import PHONE, editing
from playwright.sync_api import Browser, Page, expect
from recordings import play_on
from web_pages import AT_ONCE, GAMES, MARKS, OFFERED, opened, part, settled
from web_server import Server, finish

from railgym.agents.adaptive.profile import Played, Profile, ProfileFile, Record
from railgym.envs.catalog import GAMES as CATALOG
from railgym.envs.catalog import make_game
from railgym.envs.core.geo.yaml_file import read_value
from railgym.envs.core.recording import Recording

pytestmark = MARKS
HARMFUL = ("serious", "critical")
SCREENS: dict[str, dict[str, Any]] = {
    "computer": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
}
SHORT = {id: {name: read_value(value) for name, value in options.items()} for id, (options, _) in GAMES.items()}


def check(page: Page) -> None:
    """The page as it is, in both colour schemes."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in HARMFUL:
                nodes = {f"{node['target']} {node['failureSummary']}" for node in fault["nodes"][:5]}
                found += [f"{scheme}: {fault['id']}: {fault['help']}: {node}" for node in nodes]
    assert not found, "\n".join(found)


def begin(page: Page, server: Server, game: str, at_once: bool = True) -> None:
    """Sit down at a new table against bots that play at random."""
    if at_once:
        page.add_init_script(AT_ONCE)
    seats = make_game(game, **SHORT[game]).num_players
    options = [f"{name}={value}" for name, value in GAMES[game][0].items()]
    links = server.deal(game, "human", *["random"] * (seats - 1), seed=3, options=options)
    page.goto(links["seats"][0])
    page.wait_for_selector(OFFERED, state="attached")


def finished(game: str) -> str:
    """The file of a finished game."""
    made = make_game(game, **SHORT[game])
    return play_on(Recording(made, 5, ("human", *["random"] * (made.num_players - 1)), "test")).replay.text()


def test_lobby__has_no_serious_fault(page: Page) -> None:
    page.goto("/")
    expect(part(page, "start")).to_be_enabled()
    part(page, "options").locator("summary").click()
    check(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_map_editor__has_no_serious_fault(browser: Browser, wax: Path, screen: str) -> None:
    """With a map and its tables, and with a change and its faults."""
    with editing(browser, wax, **SCREENS[screen]) as page:
        for table in part(page, "table").locator("option").all():
            part(page, "table").select_option(table.get_attribute("value"))
            check(page)
        part(page, "board").focus()
        part(page, "tool-none").click()
        page.locator("#board .clear").first.click()
        expect(part(page, "state")).to_have_text("1 change not saved")
        check(page)


def test_editor_of_boards__has_no_serious_fault(baron_editor: Page) -> None:
    """With a change, and with its faults."""
    check(baron_editor)
    part(baron_editor, "tool-spot").click()
    part(baron_editor, "board").press("Enter")
    expect(part(baron_editor, "state")).to_have_text("1 change not saved")
    check(baron_editor)


@pytest.mark.parametrize("game", CATALOG)
def test_rules_page__has_no_serious_fault(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_table__has_no_serious_fault(page: Page, server: Server, game: str) -> None:
    """With the first decision, and some moves later with a preview, its reasons and the list of keys open."""
    begin(page, server, game)
    settled(page, 0)
    check(page)
    for _ in range(3):
        before = int((part(page, "position").text_content() or "").split(" / ")[1])
        page.locator(OFFERED).last.click()
        settled(page, before + 1)
        page.wait_for_selector(OFFERED)
    part(page, "why").locator("summary").click()
    page.locator("#keys summary").click()
    part(page, "drop").or_(part(page, "decision")).first.wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_table_on_a_phone__has_no_serious_fault(browser: Browser, server: Server, game: str) -> None:
    """With the drawer of the moves closed, open, and a preview."""
    with opened(browser, server, **SCREENS["phone"]) as page:
        begin(page, server, game, at_once=False)
        check(page)
        part(page, "drawer").click()
        check(page)
        page.locator(OFFERED).last.click()
        part(page, "drop").or_(part(page, "decision")).first.wait_for()
        check(page)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_guided_game__has_no_serious_fault(browser: Browser, server: Server, game: str, screen: str) -> None:
    """With the first step and the help on its move, and after a move."""
    with opened(browser, server, **SCREENS[screen]) as page:
        page.add_init_script(AT_ONCE)
        page.goto(server.http.post("/api/guided", json={"game": game}).json()["seats"][0])
        page.wait_for_selector(OFFERED, state="attached")
        part(page, "guide").get_by_text("Show the move").click()
        check(page)
        part(page, "words").evaluate(
            "(field, words) => { field.value = words; }", part(page, "guide-move").inner_text()
        )
        part(page, "words").evaluate("field => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))")
        expect(part(page, "guide")).to_contain_text("2 of ")
        check(page)


@pytest.mark.parametrize("game", GAMES)
def test_replay_and_review__have_no_serious_fault(page: Page, server: Server, game: str) -> None:
    answer = server.http.post("/api/files", json={"file": finished(game)}).json()
    page.goto(answer["watch"])
    expect(part(page, "over")).to_be_visible()
    part(page, "review").click()
    part(page, "over").locator(".told li, .told p, .told svg").first.wait_for()
    check(page)


def dialog(page: Page) -> None:
    part(page, "how").click()
    expect(part(page, "help")).to_be_visible()


def hint(page: Page) -> None:
    part(page, "hint").click()
    part(page, "hints").locator(".told :is(li, button)").first.wait_for()


@pytest.mark.parametrize("show", [dialog, hint])
def test_help__has_no_serious_fault(page: Page, server: Server, show: Callable[[Page], Any]) -> None:
    begin(page, server, "ticket_to_ride_card_v0")
    show(page)
    check(page)


def test_profile__has_no_serious_fault(
    page: Page, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With games, and levels of adaptive opponents."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    levels = [Played(date="2026-01-02", opponent="adaptive", level=level, result=level > 0.4) for level in (0.5, 0.3)]
    record = Record(game="railbot_v0", options={}, strength=1.0, deviation=0.5, games=2, wins=1, last=tuple(levels))
    ProfileFile().save(Profile(records={"key": record}))
    finish(server, "Ann", "character:nell")
    page.goto("/profile")
    part(page, "name").fill("ann")
    part(page, "show").click()
    expect(part(page, "game")).to_contain_text("1 game, ")
    expect(part(page, "game")).to_contain_text("Nell Barrow")
    expect(part(page, "level").get_by_role("img")).to_have_accessible_name(
        "Skill level of the last 2 games: 0.50 won, 0.30 lost"
    )
    check(page)
