"""What agents report of themselves: why they forfeited games, and what they used, such as tokens and money.

An agent may have ``faults``, a list of reasons, and ``usage``, numbers by name that only grow, over all its games.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import Any

from rich.table import Table

from railgym.envs.core.agent import Agent

__all__ = ["USAGE", "Ledger", "ledger_table", "usage_tables", "usage_words"]

SHOWN = {
    "calls": "calls",
    "tokens_in": "tokens in",
    "tokens_out": "tokens out",
    "retries": "retries",
    "illegal": "illegal replies",
    "cost": "cost",
}
USAGE = ("agent", *SHOWN.values())
"""The columns of a table of usage."""


class Ledger:
    """Faults and usage by the places of agents in a list of codes, summed over the agents that played there."""

    def __init__(self) -> None:
        self.faults: dict[int, list[str]] = {}
        self.usage: dict[int, Counter[str]] = {}

    def add(self, agents: Mapping[int, Agent]) -> None:
        """Add what these agents report, after the last of their games."""
        for place, agent in agents.items():
            self.faults.setdefault(place, []).extend(getattr(agent, "faults", ()))
            self.usage.setdefault(place, Counter()).update(getattr(agent, "usage", {}))

    def of(self, place: int) -> dict[str, Any]:
        """``forfeits``, the first of their ``reasons``, and ``usage``, as far as there is anything to report."""
        faults, usage = self.faults.get(place, []), self.usage.get(place, Counter())
        found: dict[str, Any] = {"forfeits": len(faults), "reasons": list(dict.fromkeys(faults))[:3]} if faults else {}
        return found | ({"usage": {name: round(value, 6) for name, value in usage.items()}} if usage else {})


def usage_words(usage: Mapping[str, float]) -> list[str]:
    """The numbers of a usage for a table, in the order of its columns."""
    return [f"{usage.get(name, 0):,.4f}" if name == "cost" else f"{usage.get(name, 0):,.0f}" for name in SHOWN]


def usage_tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """A table of the agents with ``usage``; none if there is nothing to show."""
    from railgym.training.reports import make_table

    used = [(row["agent"], *usage_words(row["usage"])) for row in rows if "usage" in row]
    return [make_table("usage", USAGE, used)] if used else []


def ledger_table(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """A table of the agents with faults or usage, from rows with ``agent`` and what :meth:`Ledger.of` gives; none if
    there is nothing to show."""
    from railgym.training.reports import make_table

    told = [row for row in rows if "usage" in row or "forfeits" in row]
    used = any("usage" in row for row in told)
    columns = ("agent", "forfeits", *(SHOWN.values() if used else ()), "reason")
    lines = [
        (
            row["agent"],
            f"{row.get('forfeits', 0):,}",
            *(usage_words(row.get("usage", {})) if used else ()),
            shorten("; ".join(row.get("reasons", ())), 100, placeholder=" ..."),
        )
        for row in told
    ]
    return [make_table("forfeits and usage", columns, lines)] if told else []
