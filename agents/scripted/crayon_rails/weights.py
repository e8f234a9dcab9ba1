"""The planner's weights for two players, found by evolution over games against itself and greedy, and for more, made of
them by trying a few values at tables of planners."""

import numpy as np

from railgym.envs.crayon_rails.plans import ESTIMATE_NAMES, ESTIMATES

__all__ = ["DISCARD_BELOW", "ENGINE_RESERVE", "LAST_ENGINE", "MAJOR_RESERVE", "MANY", "NAMES", "TWO"]

NAMES = (
    *ESTIMATE_NAMES,
    "discard below",  # the value a turn below which a hand is discarded
    "engine reserve",  # cash kept back when the first better engine is bought
    "last engine",  # and when the last is
    "major reserve",  # and when a major city is joined
)
DISCARD_BELOW, ENGINE_RESERVE, LAST_ENGINE, MAJOR_RESERVE = range(len(ESTIMATE_NAMES), len(NAMES))
TWO = np.array([*ESTIMATES, 2.8, 12.0, 37.0, 58.0])
MANY = np.array([0.5, 2.1, 1.0, 1.9, 0.05, 0.3, 1.3, 2.0, 4.0, 2.8, 28.0, 40.0, 58.0])
