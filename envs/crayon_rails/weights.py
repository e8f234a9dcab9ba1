"""The weights of the search for plans and of the agent ``planner``, found by evolution in two-player games against
itself and against ``greedy``.

Weights found for more players were not stronger there. The cash that the planner keeps back was set by hand: it pays a
fee, or a bridge that a flood has destroyed.
"""

import numpy as np

__all__ = [
    "CREDIT",
    "DETOUR",
    "DISCARD_BELOW",
    "ENGINE_RESERVE",
    "ESTIMATES",
    "FEES",
    "INVESTED",
    "INVESTED_LATE",
    "KEPT_BACK",
    "LAST_ENGINE",
    "MAJOR_RESERVE",
    "MARGIN",
    "NAMES",
    "START",
    "TURN_COST",
    "WEIGHTS",
]

NAMES = (
    "invested",  # the share of the cost of track that counts against a plan at the beginning
    "invested late",  # the same with the cash to win
    "detour",  # length of a path along track per step of the grid
    "start",  # turns added to the length of every plan
    "turn cost",  # subtracted from the value of every plan
    "credit",  # the share of the cost of track into a major city that counts for a plan
    "margin",  # cash needed per million of the estimated cost of track
    "fees",  # cost of a million of fees, in millions of track
    "kept back",  # cash that no plan may spend
    "discard below",  # the value per turn below which the planner discards its hand
    "engine reserve",  # cash kept back when the first better engine is bought
    "last engine",  # cash kept back when the best engine is bought
    "major reserve",  # cash kept back when a major city is joined
)
INVESTED, INVESTED_LATE, DETOUR, START, TURN_COST, CREDIT, MARGIN, FEES, KEPT_BACK = range(9)
DISCARD_BELOW, ENGINE_RESERVE, LAST_ENGINE, MAJOR_RESERVE = range(9, len(NAMES))

ESTIMATES = np.array([0.5, 2.1, 1.0, 1.9, 0.05, 0.3, 1.1, 8.0, 0.0])  # of the observation by plans
WEIGHTS = np.array([*ESTIMATES[:KEPT_BACK], 4.0, 2.8, 12.0, 37.0, 58.0])  # of the planner
