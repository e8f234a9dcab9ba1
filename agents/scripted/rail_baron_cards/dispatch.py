"""The kernel that plays every scripted bot of Rail Baron."""

import numpy as np

from railgym.agents.scripted.rail_baron_cards.greedy import greedy
from railgym.agents.scripted.rail_baron_cards.planner import planner
from railgym.agents.scripted.rail_baron_cards.styles import STYLES
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.core.nonsense import variants_of
from railgym.envs.rail_baron_cards.estimates import plays_for_two
from railgym.envs.rail_baron_cards.weights import MANY, TWO

__all__ = ["decide", "variant"]

VARIANTS_TWO, VARIANTS_MANY = (np.array(variants_of(weights, STYLES)) for weights in (TWO, MANY))


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner."""
    if bot == 1:
        return greedy(params, view, scratch, mask, player)
    if bot == 2:
        if plays_for_two(params):
            return planner(params, view, scratch, mask, player, TWO)
        return planner(params, view, scratch, mask, player, MANY)
    return random_choice(scratch, seed)


@kernel
def variant(params, view, scratch, mask, player, number, seed):
    """The choice of a planner with other weights."""
    weights = VARIANTS_TWO[number] if plays_for_two(params) else VARIANTS_MANY[number]
    return planner(params, view, scratch, mask, player, weights)
