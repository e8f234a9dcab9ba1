"""Scripted bots of Night Mail. (Those of a real game are in ``agents/scripted/<game>/``.)"""

import numpy as np

from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from toy_game.state import KINDS
from toy_game.tables import KEEP, LOAD

__all__ = ["BOTS"]

RANDOM, HASTY = 0, 1


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``; ``legal`` has filled ``scratch`` and ``mask``."""
    if bot == HASTY:
        for kind in range(KINDS):
            if mask[LOAD + kind]:
                return np.int64(LOAD + kind)
        if mask[KEEP]:
            return np.int64(KEEP)
    return random_choice(scratch, seed)


BOTS = ScriptedBots(("random", "hasty"), decide)
