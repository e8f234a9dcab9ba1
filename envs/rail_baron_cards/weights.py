"""The weights of the estimates of railroads, engines and rides (``estimates.py``), for two players and for more.

An evolution over games of the planner against itself and greedy found them; they are rounded. ``PRESSURE`` is the best
of a few values in games against greedy bots. ``FEES`` is the least of a few values with which hardly any planner stands
still because it has no cash.
"""

import numpy as np

__all__ = [
    "ACCESS",
    "AHEAD",
    "AUCTION",
    "BANK",
    "ENGINE_DOT",
    "FEES",
    "FOREIGN",
    "HORIZON",
    "HURRY",
    "LOST",
    "MANY",
    "MARGIN",
    "MONOPOLY",
    "OPENING",
    "PRESSURE",
    "RENT",
    "RESERVE",
    "SHORT",
    "TOLL",
    "TRAFFIC",
    "TWO",
    "WAIT",
]

(
    RENT,  # income of a dot of traffic on a railroad, from each rival and turn
    MONOPOLY,  # income of a city that no other railroads serve
    TRAFFIC,  # savings of own traffic on a railroad
    ACCESS,  # savings of a newly served city
    ENGINE_DOT,  # worth of one more dot per turn
    RESERVE,  # cash reserved for each rival with railroads
    MARGIN,  # cash reserved in any case
    HORIZON,  # factor of the estimated turns until the game ends
    HURRY,  # worth of a dot in a move
    FOREIGN,  # cost of a dot of other players' track ahead, in owners' fees
    BANK,  # cost of riding the bank's track later
    AHEAD,  # factor of each further run in an order of cards
    AUCTION,  # factor of the worth of a railroad at auction
    OPENING,  # the bid for the order of play
    LOST,  # dots of a roll that are lost by arriving
    SHORT,  # dots up to which an Express rolls its one die first
    TOLL,  # least cost of riding other players' track later, in owners' fees
    WAIT,  # cost of standing still
    PRESSURE,  # additional savings of a newly served city when others own many railroads
    FEES,  # share of the fees of a run at low rolls that is reserved, if that is more than RESERVE and MARGIN
) = range(20)

TWO = np.array([5.4, 8.2, 4.6, 0.8, 1.0, 2.0, 1.8, 0.4, 2.4, 0.24, 2.2, 1.0, 2.7, 0.5, 1.7, 4.9, 2.5, 4.9, 0, 1.0])
MANY = np.array([1.9, 37, 2.0, 1.9, 5.3, 0.9, 0.6, 0.26, 0.7, 0.04, 1.7, 1.2, 2.5, 2.0, 5.4, 4.2, 2.5, 4.6, 150, 0.8])
