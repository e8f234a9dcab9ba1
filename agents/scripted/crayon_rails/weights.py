"""The planner's weights, found by evolution over games of two against itself and greedy.

No weights found for more players were stronger there. The cash kept back was set by hand: it pays for a fee, or for a
bridge that a flood has washed away.
"""

import numpy as np

from railgym.envs.crayon_rails.plans import ESTIMATE_NAMES, ESTIMATES, KEPT_BACK

__all__ = ["DISCARD_BELOW", "ENGINE_RESERVE", "LAST_ENGINE", "MAJOR_RESERVE", "NAMES", "WEIGHTS"]

NAMES = (
    *ESTIMATE_NAMES,
    "discard below",  # the value per turn below which a hand is discarded
    "engine reserve",  # cash kept back when the first better engine is bought
    "last engine",  # and when the last is
    "major reserve",  # and when a major city is joined
)
DISCARD_BELOW, ENGINE_RESERVE, LAST_ENGINE, MAJOR_RESERVE = range(len(ESTIMATE_NAMES), len(NAMES))
WEIGHTS = np.array([*ESTIMATES, 2.8, 12.0, 37.0, 58.0])
WEIGHTS[KEPT_BACK] = 4.0
