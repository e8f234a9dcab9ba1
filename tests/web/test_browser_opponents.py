"""Opponents in a real browser: a character is chosen in the lobby, and the level of an adaptive one is shown."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (make test-browser)")
pytest.importorskip("onnxruntime")

from playwright.sync_api import Page, expect
from web_pages import AT_ONCE, MARKS, part
from web_server import Server

from railgym.agents.characters import about, character_of

pytestmark = MARKS
CARD = "ticket_to_ride_card_v0"


def test_a_character__is_chosen_with_its_sentence_and_sits_at_the_table(page: Page) -> None:
    nell = character_of(CARD, "nell")
    page.goto("/")
    part(page, f"game-{CARD}").check()
    part(page, "seat-1").select_option(label=f"Nell Barrow ({nell.level})")
    expect(part(page, "seats")).to_contain_text("blocker: lays large groups")
    part(page, "start").click()
    page.wait_for_url("**/t/**")
    expect(part(page, "seats")).to_contain_text("Nell Barrow")
    expect(part(page, "who-1")).to_have_text(f"{nell.level}, blocker")
    expect(part(page, "who-1")).to_have_attribute("title", about(nell.code, CARD))


def test_the_level__of_an_adaptive_opponent_is_shown(
    page: Page, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    page.add_init_script(AT_ONCE)
    page.goto(server.deal(CARD, "adaptive", "human", seed=3)["seats"][1])
    expect(part(page, "who-0")).to_contain_text("plays at skill level 0.")
