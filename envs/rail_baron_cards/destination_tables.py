"""The tables of rolled destinations of a board: the odds of regions and cities, and the payoff chart (RB-R15.5).

A board may leave any of them out. Without odds, regions and cities are as likely as their cards. A pair of cities
without a payoff pays a thousand for each dot of the shortest way.
"""

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property

from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.track import track_of

__all__ = ["DestinationTables", "destination_tables"]

PARTS = 1_000_000


@dataclass(frozen=True)
class DestinationTables:
    """The odds of each region, the odds of each city within its region, and the payoff of each pair in dollars."""

    regions: tuple[int, ...]
    cities: tuple[int, ...]
    payoffs: tuple[tuple[int, ...], ...]
    region_of: tuple[int, ...]

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The chance of each city to be rolled."""
        within = [0] * len(self.regions)
        for region, odds in zip(self.region_of, self.cities, strict=True):
            within[region] += odds
        shares = [odds / sum(self.regions) for odds in self.regions]
        return tuple(
            shares[region] * odds / within[region] for region, odds in zip(self.region_of, self.cities, strict=True)
        )

    @property
    def millionths(self) -> tuple[int, ...]:
        """The chance of each city in millionths, at least 1."""
        return tuple(max(1, round(PARTS * chance)) for chance in self.chances)

    @cached_property
    def digest(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(repr((self.regions, self.cities, self.payoffs)).encode()).hexdigest()[:12]


@cache
def destination_tables(board: Board) -> DestinationTables:
    """The tables of a board, completed where it leaves them out (RB-R15.5)."""
    cities = board.cities
    copies = [sum(city.copies for city in cities if city.region == i) for i in range(len(board.regions))]
    away = track_of(board).from_cities
    payoffs = [
        [board.payoffs.get((min(i, j), max(i, j)), 1000 * away[i][city.dot]) for j, city in enumerate(cities)]
        for i in range(len(cities))
    ]
    return DestinationTables(
        tuple(region.odds or copies[i] for i, region in enumerate(board.regions)),
        tuple(city.odds or city.copies for city in cities),
        tuple(map(tuple, payoffs)),
        tuple(city.region for city in cities),
    )
