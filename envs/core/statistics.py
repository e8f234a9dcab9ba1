"""Statistics of many games, as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from railgym.envs.core.game import Array, Game

__all__ = ["GameStatistics", "StatisticsTable"]


@dataclass(frozen=True)
class StatisticsTable:
    """One table: ``columns`` name the entries of every row and say how they are written, as in ``{"share": ".1%"}``."""

    title: str
    columns: Mapping[str, str]
    rows: Sequence[Sequence[Any]]


class GameStatistics:
    """Counts finished games of one ``game``. A game's own class (``Display.statistics``) adds to it."""

    def __init__(self, game: "Game") -> None:
        self.game, self.games = game, 0
        self._wins = np.zeros(game.num_players)
        self._scores = np.zeros(game.num_players)
        self._ends = np.zeros(len(game.end_reasons), np.int64)
        self._totals = {"decisions": 0.0, "turns": 0.0}

    def add(self, state: "Array", events: "Array") -> None:
        """Count one game: its last position (1,) and all its events, ``EVENT_DTYPE`` (N,)."""
        last = state[0]
        self.games += 1
        self._wins += self.wins(last)
        self._scores += last["scores"][: self.game.num_players]
        self._ends[last["end_reason"]] += 1
        self.total("decisions", last["ply"])
        self.total("turns", last["turn"])

    def wins(self, last: Any) -> "Array":
        """The share of the win of each seat, (P,): 1 for a single winner, 1/k if k seats share the best payoff."""
        payoff = last["payoff"][: self.game.num_players]
        best = payoff == payoff.max() if self.game.num_players > 1 else payoff > 0
        won: Array = best / max(best.sum(), 1)
        return won

    def total(self, what: str, amount: float) -> None:
        """Add to a total that is shown as a mean per game."""
        self._totals[what] = self._totals.get(what, 0.0) + float(amount)

    def tables(self) -> list[StatisticsTable]:
        """The tables; at least one game must have been counted."""
        means = [(what, total / self.games) for what, total in self._totals.items()]
        ends = [(reason, n / self.games) for reason, n in zip(self.game.end_reasons, self._ends, strict=True) if n]
        seats = zip(self.game.seat_names, self._wins / self.games, self._scores / self.games, strict=True)
        return [
            StatisticsTable("a game", {"what": "", "mean": ",.1f"}, means),
            StatisticsTable("how games end", {"end": "", "share": ".1%"}, ends),
            StatisticsTable("by seat", {"seat": "", "wins": ".1%", "mean score": ",.1f"}, list(seats)),
        ]
