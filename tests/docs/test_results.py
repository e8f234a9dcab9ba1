"""The page of results, the README and the table of skill levels agree with the cards of the shipped agents."""

from pathlib import Path

import pytest

from railgym.agents.learned.artifact import shipped_agents, shipped_folder
from railgym.envs.catalog import make_game
from railgym.training.evaluate.zoo import opponents
from railgym.training.release.pages import PAGES, written

ROOT = Path(__file__).parents[2]
MOST_BYTES = 20_000_000  # of all shipped agents together


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


@pytest.mark.parametrize("page", PAGES)
def test_pages__have_the_results_on_the_cards(page: str) -> None:
    """As ``python -m railgym.training.release.pages`` writes them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "<!-- table: " in text and written(text, shipped_agents()) == text


def test_tables__lead_with_the_worst_case() -> None:
    """One agent of known results: its worst case and rating, and its row against the planner."""
    card = shipped_agents()["ticket_to_ride_card"]
    rows = [
        {"opponent": "hurry", "win_rate": 0.25, "ci95": [0.2, 0.3]},
        {"opponent": "planner", "win_rate": 0.5, "ci95": [0.45, 0.55]},
    ]
    found = {"worst": rows[0], "against": rows, "elo": 512.4, "ratings": {"planner": 300.0}, "command": "measure"}
    match = {"win_rate": 0.75, "ci95": [0.7, 0.8], "command": "match"}
    card = card.model_copy(update={"robustness": found, "strength": {"planner": match, "former:2": match}})
    page = "<!-- table: robustness -->\n<!-- end of table -->\n<!-- table: strength -->\n<!-- end of table -->\n"
    lines = written(page, {"mine": card}).splitlines()
    assert (
        "| `mine` | 25.0 % against `hurry` | 20.0-30.0 % | 25.0 % | 512 | 300 | 75.0 % (70.0-80.0 %) | `measure` |"
        in lines
    )
    assert "| `mine` | `former:2` | 75.0 % | 70.0-80.0 % | 50 % | `match` |" in lines


@pytest.mark.parametrize("name", [name for name, card in shipped_agents().items() if card.robustness])
def test_cards__have_results_against_the_zoo_of_today(name: str) -> None:
    """An agent that ships becomes an opponent of others, whose results are then old."""
    card = shipped_agents()[name]
    members = opponents(make_game(card.game, **card.options), card.role)
    there = {row["opponent"] for row in card.robustness["against"]}
    assert there == set(members), f"measure it anew: python -m railgym.training.release.robustness {name}"


def test_readme_and_results__have_the_win_rates_of_the_agents_for_two() -> None:
    rates = {
        make_game(card.game).title: percent(card.strength["planner"]["win_rate"], 0)
        for card in shipped_agents().values()
        if make_game(card.game, **card.options).num_players == 2 and card.role == "player" and not card.room
    }
    rows = [row.split(" | ") for row in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if " | " in row]
    assert {row[0].removeprefix("| "): row[2] for row in rows if row[0].removeprefix("| ") in rates} == {
        title: f"{rate} %" for title, rate in rates.items()
    }
    results = " ".join((ROOT / "docs" / "results.md").read_text(encoding="utf-8").split())
    low, high = (by(rates, key=lambda title: float(rates[title])) for by in (min, max))
    assert f"from {rates[low]} % ({low}) to {rates[high]} % ({high}) against the planner" in results


def test_shipped_agents__are_small() -> None:
    total = sum(file.stat().st_size for name in shipped_agents() for file in Path(str(shipped_folder(name))).iterdir())
    assert total < MOST_BYTES
