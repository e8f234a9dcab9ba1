"""The one kernel that plays every scripted bot of the crayon-rail games."""

import numpy as np

from railgym.agents.scripted.crayon_rails.greedy import greedy
from railgym.agents.scripted.crayon_rails.planner import planner
from railgym.agents.scripted.crayon_rails.styles import STYLES
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.core.nonsense import variants_of
from railgym.envs.crayon_rails.weights import WEIGHTS

__all__ = ["decide", "variant"]

VARIANTS = np.array(variants_of(WEIGHTS, STYLES))


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner."""
    if bot == 1:
        return greedy(params, view, scratch, mask, player)
    if bot == 2:
        return planner(params, view, scratch, mask, player, WEIGHTS)
    return random_choice(scratch, seed)


@kernel
def variant(params, view, scratch, mask, player, number, seed):
    """The choice of a planner with other weights."""
    return planner(params, view, scratch, mask, player, VARIANTS[number])
