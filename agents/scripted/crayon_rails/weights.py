"""The planner's weights for two players, found by evolution over games against itself and greedy, and for more, made of
them by trying a few values at tables of planners."""

import numpy as np

__all__ = [
    "CREDIT",
    "DETOUR",
    "DISCARD_BELOW",
    "ENGINE_RESERVE",
    "FEES",
    "INVESTED",
    "INVESTED_LATE",
    "KEPT_BACK",
    "LAST_ENGINE",
    "MAJOR_RESERVE",
    "MANY",
    "MARGIN",
    "NAMES",
    "START",
    "TURN_COST",
    "TWO",
]

NAMES = (
    "invested",  # of what track costs, what counts against a plan at the beginning
    "invested late",  # and with the cash to win
    "detour",  # how much longer the way along track is than over the grid
    "start",  # turns added to the length of every plan
    "turn cost",  # what is taken from every plan
    "credit",  # of what track into a major city costs, what counts for a plan
    "discard below",  # the value a turn below which a hand is discarded
    "engine reserve",  # cash kept back when the first better engine is bought
    "last engine",  # and when the last is
    "major reserve",  # and when a major city is joined
    "margin",  # of what track is thought to cost, how much cash there has to be
    "fees",  # how much worse a fee is than the same money spent on track
    "kept back",  # cash that no plan may spend
)
(
    INVESTED,
    INVESTED_LATE,
    DETOUR,
    START,
    TURN_COST,
    CREDIT,
    DISCARD_BELOW,
    ENGINE_RESERVE,
    LAST_ENGINE,
    MAJOR_RESERVE,
    MARGIN,
    FEES,
    KEPT_BACK,
) = range(len(NAMES))
TWO = np.array([0.5, 2.1, 1.0, 1.9, 0.05, 0.3, 2.8, 12.0, 37.0, 58.0, 1.1, 8.0, 0.0])
MANY = np.array([0.5, 2.1, 1.0, 1.9, 0.05, 0.3, 2.8, 28.0, 40.0, 58.0, 1.3, 2.0, 4.0])
