"""Statistics of whole games of Rail Baron: payouts and payments, order of play, railroads."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.statistics import GameStatistics, StatisticsTable
from railgym.envs.rail_baron_cards.event_kinds import (
    ARRIVED,
    BOUGHT,
    BOUGHT_ENGINE,
    CHOSE_REGION,
    LOST_TURN,
    PAID,
    PAID_BANK,
)

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.rail_baron_cards.game import RailBaron

__all__ = ["RailBaronStatistics"]


class RailBaronStatistics(GameStatistics):
    """Statistics of many games. The owner of a railroad is its owner at the end of a game."""

    def __init__(self, game: "RailBaron") -> None:
        super().__init__(game)
        self.railroads = [railroad.name for railroad in game.board.railroads]
        self._by_dice = game.options.by_dice
        self._has_extra_owner = game.options.extra_owner != "none"
        self._owned = np.zeros(len(self.railroads))
        self._won_by_owner = np.zeros(len(self.railroads))
        self._won_by_place = np.zeros(game.num_players)
        self._runs = np.zeros(2)  # their number and the sum of their payouts

    def add(self, state: "Array", events: "Array") -> None:
        super().add(state, events)
        last, wins = state[0], self.wins(state[0])
        self.total("rounds", last["round"])
        self._add_money(events)
        self._won_by_place += wins[last["order"][: self.game.num_players]]
        owner = last["owner"][: len(self.railroads)]
        if self._has_extra_owner:
            taken = owner == self.game.num_players
            self.total("railroads the extra owner takes", int(np.count_nonzero(taken)))
            owner = np.where(taken, -1, owner)
        self._owned += owner >= 0
        self._won_by_owner += np.where(owner >= 0, wins[owner], 0)

    def _add_money(self, events: "Array") -> None:
        def amounts(kind: int, place: int) -> Any:
            return events["data"][events["kind"] == kind, place]

        payouts, railroads = amounts(ARRIVED, 1), amounts(BOUGHT, 1)
        self._runs += len(payouts), payouts.sum()
        players = self.game.num_players
        self.total("runs of a player", len(payouts) / players)
        if self._by_dice:
            self.total("regions a player chooses", len(amounts(CHOSE_REGION, 0)) / players)
            self.total("turns a player loses", len(amounts(LOST_TURN, 0)) / players)
        self.total("engines a player buys", len(amounts(BOUGHT_ENGINE, 0)) / players)
        self.total("railroads a player buys", len(railroads) / players)
        self.total("dollars a player pays for railroads", railroads.sum() / players)
        self.total("dollars a player pays the bank for track", amounts(PAID_BANK, 0).sum() / players)
        self.total("dollars a player pays the others for track", amounts(PAID, 1).sum() / players)

    def tables(self) -> list[StatisticsTable]:
        runs, paid = self._runs
        order = [(i + 1, won) for i, won in enumerate(self._won_by_place / self.games)]
        railroads = [
            (name, owned / self.games, won / owned)
            for name, owned, won in zip(self.railroads, self._owned, self._won_by_owner, strict=True)
            if owned
        ]
        return [
            *super().tables(),
            StatisticsTable("runs", {"what": "", "dollars": ",.0f"}, [("mean payout", paid / max(runs, 1))]),
            StatisticsTable("by place in the order of play", {"place": "", "wins": ".1%"}, order),
            StatisticsTable("railroads", {"railroad": "", "is owned in": ".1%", "its owner wins": ".1%"}, railroads),
        ]
