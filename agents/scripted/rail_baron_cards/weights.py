"""The planner's weights for two players and for more, found by evolution over games against itself and greedy,
and rounded; ``pressure`` by trying a few values at tables of greedy bots."""

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
    "foreign",  # of an owner's fee, what a dot of others' track ahead costs
    "bank",  # what it costs to ride the bank's track later
    "ahead",  # how much runs after the next count
    "auction",  # of its value, what a railroad is worth at auction
    "bid",  # for the order of play
    "lost",  # dots of a roll that arriving loses
    "short",  # up to so many dots an Express goes by its one die first
    "toll",  # of an owner's fee, what it costs at least to ride others' track later
    "wait",  # what it costs to stand still
    "pressure",  # how much more a newly served city saves when others own many railroads
)
TWO = np.array([5.4, 8.2, 4.6, 0.8, 1.0, 2.0, 1.8, 0.4, 2.4, 0.24, 2.2, 1.0, 2.7, 0.5, 1.7, 4.9, 2.5, 4.9, 0])
MANY = np.array([1.9, 37, 2.0, 1.9, 5.3, 0.9, 0.6, 0.26, 0.7, 0.04, 1.7, 1.2, 2.5, 2.0, 5.4, 4.2, 2.5, 4.6, 150])
