"""The page of results, the README and the table of skill levels agree with the cards of the shipped agents."""

import re
from pathlib import Path

import pytest

from railgym.agents.learned.artifact import shipped_agents, shipped_folder
from railgym.envs.catalog import make_game

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
MOST_BYTES = 20_000_000  # of all shipped agents together


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def test_results__have_the_strength_on_every_card() -> None:
    """A row that ends with a command of a card has its win rate and its interval."""
    rows = {command: line for line, command in re.findall(r"^(\| .* \| `(railgym evaluate [^`]+)` \|)$", RESULTS, re.M)}
    found = 0
    for name, card in shipped_agents().items():
        for rival, strength in card.strength.items():
            row = rows.get(strength["command"])
            if row:
                rate, low, high = map(percent, (strength["win_rate"], *strength["ci95"]))
                assert f"| {rate} % | {low}-{high} % |" in row, f"{name} against {rival}"
                found += 1
    assert found >= 16


def test_readme__has_the_win_rates_of_the_agents_for_two() -> None:
    rates = {
        card.game: card.strength["planner"]["win_rate"]
        for card in shipped_agents().values()
        if make_game(card.game, **card.options).num_players == 2 and card.role == "player"
    }
    card_game, railways = (
        percent(rates.pop(f"{game}_v0"), 0) for game in ("ticket_to_ride_card", "railways_of_the_world")
    )
    told = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    beaten = f"{card_game} % of the games of the card game, and in {railways} % of the games of Railways of the World"
    assert f"beats the planner in {beaten}" in told
    assert (
        f"win {percent(min(rates.values()), 0)} to {percent(max(rates.values()), 0)} % against their planners" in told
    )


@pytest.mark.parametrize("name", [name for name, card in shipped_agents().items() if card.role == "player"])
def test_adaptive_page__has_the_skill_levels_on_the_cards(name: str) -> None:
    card = shipped_agents()[name]
    page = (ROOT / "docs" / "adaptive.md").read_text(encoding="utf-8")
    cells = " | ".join(f"{percent(level.win_rate)} %" for level in card.skill_levels[0].levels)
    assert re.search(rf"^\| `{name}` \| [^|]+ \| \d+ \| {re.escape(cells)} \|", page, re.M)


def test_shipped_agents__are_small() -> None:
    total = sum(file.stat().st_size for name in shipped_agents() for file in Path(str(shipped_folder(name))).iterdir())
    assert total < MOST_BYTES
