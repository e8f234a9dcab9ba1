"""The planner's weights, found by evolution over some hundred thousand games against itself and greedy."""

import numpy as np

__all__ = ["MANY", "NAMES", "TWO"]

NAMES = (
    "rent",  # what a dot of traffic on a railroad brings in from each rival and turn
    "monopoly",  # what a city served by nobody else brings in
    "traffic",  # what own traffic on it saves
    "access",  # what a newly served city saves
    "engine",  # what a dot more a turn is worth
    "reserve",  # cash kept back for each rival with railroads, and
    "margin",  # cash kept back in any case
    "horizon",  # of the turns that the game seems to go on
    "hurry",  # what a dot is worth in a move
    "foreign",  # what a dot of others' track ahead costs
    "bank",  # what it costs to ride the bank's track later
    "ahead",  # how much runs after the next count
    "auction",  # of its value, what a railroad is worth at auction
    "bid",  # for the order of play
    "lost",  # dots of a roll that arriving loses
    "short",  # up to so many dots an Express goes by its one die first
    "toll",  # what it costs at least to ride others' track later
)
TWO = np.array([2.8, 11.0, 1.8, 0.8, 0.91, 2.2, 1.0, 1.1, 2.7, 10.0, 0.1, 0.94, 1.8, 1.0, 2.0, 4.0, 6.0])
MANY = TWO.copy()
