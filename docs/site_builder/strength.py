"""What the committed results say about the agents of a game."""

import re
from collections.abc import Iterator

from railgym.agents.learned.artifact import shipped_agents
from railgym.envs.catalog import make_game
from railgym.envs.spec_card import make_table
from site_builder.tables import Table, tables, text_of

__all__ = ["ladders", "shipped_table", "win_rates"]

REPORT = "docs/benchmark/report.md"
RESULTS = "docs/results.md"
BESIDE_STRENGTH = ("openskill", "ms/decision", "forfeits")


def ladders(id: str) -> Iterator[tuple[str, Table]]:
    """The ratings of the standard suite, a table for each number of seats, with a line that says what was played."""
    for section in text_of(REPORT).split("\n## "):
        if found := re.search(rf"^{id}, (.*)$", section, re.M):
            yield found[1].partition(";")[0], next(tables(section)).without(*BESIDE_STRENGTH)


def win_rates(id: str) -> Iterator[Table]:
    """The win rates of the page of results in this game, each with the command that measures it."""
    for table in tables(text_of(RESULTS)):
        if "command" in table.head:
            found = table.where("command", f" {id} ")
            if found.rows:
                yield found.without("game")


def shipped_table(id: str) -> str:
    """The trained agents that come with railgym for this game; empty if there are none."""
    rows = []
    for name, card in shipped_agents().items():
        if card.game == id:
            seats = make_game(card.game, **card.options).num_players
            rows.append((f"`{name}`", card.role, f"{seats}", f"`{card.encoder}`", f"{card.timesteps:,}"))
    return make_table(("Trained agent", "Role", "Seats", "Encoder", "Decisions in training"), rows) if rows else ""
