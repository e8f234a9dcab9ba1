"""Statistics of whole games of Railways of the World: deliveries, links, debt, where points come from, and barons."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.statistics import GameStatistics, StatisticsTable
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.maps.model import RAILBOT_KINDS
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.state import NOBODY

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["RailwaysStatistics"]

ACTIONS = (  # the events by which a seat takes an action
    *(event_kinds.PASSED, event_kinds.LAID, event_kinds.UPGRADED, event_kinds.URBANIZED),
    *(event_kinds.TOOK, event_kinds.WESTERN, event_kinds.DELIVERED),
)


class RailwaysStatistics(GameStatistics):
    """Means are per player; the Railbot is not counted as a player."""

    def __init__(self, game: "HexRailways") -> None:
        super().__init__(game)
        self._companies = int(game.params["num_companies"][0])
        self._solo = game.solo
        self._kinds = game.params["bot_kind"][0]
        self._lengths = np.zeros(9)  # deliveries by their links
        self._reasons = np.zeros(len(event_kinds.REASONS))
        self._barons = np.zeros((len(UNIVERSAL_BARONS), 2))  # kept, and points
        self._resolved = np.zeros(len(RAILBOT_KINDS))
        self._wins_by_place = np.zeros(self._companies)

    def add(self, state: "Array", events: "Array") -> None:
        super().add(state, events)
        last = state[0]
        seats = last["players"][: self._companies]
        self.total("turns of the game", last["year"])
        self._add_seats(last, seats)
        self._add_events(events)
        if not self._solo:
            self._wins_by_place += self.wins(last)[_first_order(events, self._companies)]

    def _add_seats(self, last: Any, seats: Any) -> None:
        owners = last["link_owner"][: int(last["num_links"])]
        self.total("links of a player", ((owners >= 0) & (owners < self._companies)).sum() / self._companies)
        self.total("tiles of one", last["link_tiles"][: int(last["num_links"])].mean() if len(owners) else 0)
        self.total("bonds of a player", seats["bonds"].mean())
        self.total("level of a player's engine", seats["engine"].mean())
        self.total("hotels of a player", (last["hotel"] != NOBODY).sum() / self._companies)
        self.total(
            "major lines of a player", sum(int(lines).bit_count() for lines in seats["major_lines"]) / self._companies
        )
        self.total("cubes left in cities", last["cubes"].sum())

    def _add_events(self, events: "Array") -> None:
        def data(kind: int) -> Any:
            return events["data"][events["kind"] == kind]

        delivered = data(event_kinds.DELIVERED)
        self._lengths += np.bincount(delivered[:, 3], minlength=len(self._lengths))
        self.total("deliveries of a player", len(delivered) / self._companies)
        self.total("a player pays for track", data(event_kinds.LAID)[:, 3].sum() / self._companies)
        self.total("a player pays for engines", data(event_kinds.UPGRADED)[:, 1].sum() / self._companies)
        paid = data(event_kinds.WON_AUCTION)[:, 0].sum() + data(event_kinds.DROPPED_OUT)[:, 0].sum()
        self.total("a player pays in auctions", paid / self._companies)
        points = data(event_kinds.POINTS)
        np.add.at(self._reasons, points[:, 1], points[:, 0])
        baron, gain = data(event_kinds.REVEALED)[:, :2].T
        np.add.at(self._barons, baron, np.stack([np.ones(len(baron)), gain], 1))
        self._resolved += np.bincount(self._kinds[data(event_kinds.RESOLVED)[:, 0]], minlength=len(self._resolved))

    def tables(self) -> list[StatisticsTable]:
        players = self.games * self._companies
        lengths = [(links, n / players) for links, n in enumerate(self._lengths) if n]
        reasons = [(why, n / players) for why, n in zip(event_kinds.REASONS, self._reasons, strict=True) if n]
        barons = [(name, n, gain / n) for name, (n, gain) in zip(UNIVERSAL_BARONS, self._barons, strict=True) if n]
        kinds = [kind.replace("_", " ") for kind in RAILBOT_KINDS]
        resolved = [(kind, n / self.games) for kind, n in zip(kinds, self._resolved, strict=True) if n]
        found = [
            *super().tables(),
            StatisticsTable("deliveries", {"links": "", "of a player": ",.2f"}, lengths),
            StatisticsTable("points", {"for": "", "of a player": ",.2f"}, reasons),
        ]
        if barons:
            found.append(StatisticsTable("barons", {"baron": "", "kept": ",.0f", "points": ",.2f"}, barons))
        if not self._solo:
            shares = list(enumerate(self._wins_by_place / self.games, 1))
            found.append(
                StatisticsTable("by place in the order of the first turn", {"place": "", "wins": ".1%"}, shares)
            )
        if self._solo:
            found.append(StatisticsTable("cards of the Railbot", {"kind": "", "a game": ",.2f"}, resolved))
        return found


def _first_order(events: "Array", seats: int) -> list[int]:
    """The seats in the order of their first actions: a round has one action of each seat."""
    actors = events["player"][np.isin(events["kind"], ACTIONS)].tolist()
    return list(dict.fromkeys(actors))[:seats]
