"""Statistics of whole games of crayon rails: deliveries, what money went into, events, and order of play."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.statistics import GameStatistics, StatisticsTable
from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.maps.model import EVENT_KINDS

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["CrayonStatistics"]


class CrayonStatistics(GameStatistics):
    """Cities count as joined if they are so at the end of the game."""

    def __init__(self, display: "CrayonDisplay") -> None:
        game = display.game
        super().__init__(game)
        self.words = display.words
        self._won_by_place = np.zeros(game.num_players)
        self._goods = np.zeros((len(game.board.goods), 2))  # deliveries, and what they brought
        self._struck = np.zeros(len(EVENT_KINDS))
        self._kind_of = np.array([EVENT_KINDS.index(event.kind) for event in game.board.events], np.int64)

    def add(self, state: "Array", events: "Array") -> None:
        super().add(state, events)
        last = state[0]
        self.total("rounds", last["round"])
        self._won_by_place += self.wins(last)[last["order"][: self.game.num_players]]
        self._add_money(events)
        self._add_track(last)

    def _add_money(self, events: "Array") -> None:
        def data(kind: int) -> Any:
            return events["data"][events["kind"] == kind]

        players = self.game.num_players
        _, goods, payouts, _ = data(event_kinds.DELIVERED).T
        np.add.at(self._goods, goods, np.stack([np.ones(len(goods)), payouts], 1))
        self._struck += np.bincount(self._kind_of[data(event_kinds.STRUCK)[:, 0]], minlength=len(EVENT_KINDS))
        self.total("deliveries of a player", len(payouts) / players)
        self.total("a player earns by deliveries", payouts.sum() / players)
        self.total("a player pays for track", data(event_kinds.BUILT)[:, 1].sum() / players)
        self.total("a player pays for engines", data(event_kinds.UPGRADED)[:, 1].sum() / players)
        self.total("a player pays the others in fees", data(event_kinds.PAID)[:, 1].sum() / players)
        self.total("a player pays in tax", data(event_kinds.TAXED)[:, 0].sum() / players)
        self.total("mileposts that a player runs", data(event_kinds.RAN)[:, 0].sum() / players)
        self.total("loads that a player drops", len(data(event_kinds.DROPPED)) / players)
        self.total("hands that a player discards", len(data(event_kinds.DISCARDED)) / players)

    def _add_track(self, last: Any) -> None:
        players = self.game.num_players
        joined = [(self.words.networks(last, p) or [[]])[0] for p in range(players)]
        self.total("segments of a player", sum(len(self.words.track(last, p)) for p in range(players)) / players)
        self.total("cities that a player has joined", sum(map(len, joined)) / players)
        self.total("major cities that a player has joined", sum(len(self.words.majors(c)) for c in joined) / players)

    def tables(self) -> list[StatisticsTable]:
        delivered, paid = self._goods.sum(axis=0)
        order = [(i + 1, won) for i, won in enumerate(self._won_by_place / self.games)]
        goods = [
            (good.name, n / self.games, worth / n)
            for good, (n, worth) in zip(self.words.board.goods, self._goods, strict=True)
            if n
        ]
        events = [(kind, n / self.games) for kind, n in zip(EVENT_KINDS, self._struck, strict=True) if n]
        return [
            *super().tables(),
            StatisticsTable("by place in the order of play", {"place": "", "wins": ".1%"}, order),
            StatisticsTable(
                "deliveries", {"what": "", "millions": ",.1f"}, [("mean payout", paid / max(delivered, 1))]
            ),
            StatisticsTable("deliveries by good", {"good": "", "a game": ",.2f", "mean payout": ",.1f"}, goods),
            StatisticsTable("events", {"kind": "", "drawn a game": ",.2f"}, events),
        ]
