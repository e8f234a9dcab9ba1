"""What railroads, engines and rides are weighed by (estimates.py), for two players and for more.

Found by evolution over games of the planner against itself and greedy, and rounded; ``PRESSURE`` by trying a few values
at tables of greedy bots, and ``FEES`` the least of a few with which hardly any planner stands still for want of money.
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
    RENT,  # what a dot of traffic on a railroad brings in from each rival and turn
    MONOPOLY,  # what a city served by nobody else brings in
    TRAFFIC,  # what own traffic on it saves
    ACCESS,  # what a newly served city saves
    ENGINE_DOT,  # what a dot more a turn is worth
    RESERVE,  # cash kept back for each rival with railroads, and
    MARGIN,  # cash kept back in any case
    HORIZON,  # of the turns that the game seems to go on
    HURRY,  # what a dot is worth in a move
    FOREIGN,  # of an owner's fee, what a dot of others' track ahead costs
    BANK,  # what it costs to ride the bank's track later
    AHEAD,  # how much runs after the next count
    AUCTION,  # of its value, what a railroad is worth at auction
    OPENING,  # the bid for the order of play
    LOST,  # dots of a roll that arriving loses
    SHORT,  # up to so many dots an Express goes by its one die first
    TOLL,  # of an owner's fee, what it costs at least to ride others' track later
    WAIT,  # what it costs to stand still
    PRESSURE,  # how much more a newly served city saves when others own many railroads
    FEES,  # how much of the fees of a run at low rolls is kept back, where that is more than RESERVE and MARGIN
) = range(20)

TWO = np.array([5.4, 8.2, 4.6, 0.8, 1.0, 2.0, 1.8, 0.4, 2.4, 0.24, 2.2, 1.0, 2.7, 0.5, 1.7, 4.9, 2.5, 4.9, 0, 1.0])
MANY = np.array([1.9, 37, 2.0, 1.9, 5.3, 0.9, 0.6, 0.26, 0.7, 0.04, 1.7, 1.2, 2.5, 2.0, 5.4, 4.2, 2.5, 4.6, 150, 0.8])
