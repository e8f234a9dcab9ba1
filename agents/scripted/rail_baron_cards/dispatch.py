"""The kernel that plays every scripted bot of Rail Baron."""

import numpy as np

from railgym.agents.scripted.rail_baron_cards.greedy import greedy
from railgym.agents.scripted.rail_baron_cards.planner import planner
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.core.nonsense import DISTURBED, disturbed_weights
from railgym.envs.rail_baron_cards.weights import MANY, TWO

__all__ = ["decide", "disturbed"]

OTHERS_TWO, OTHERS_MANY = (
    np.array([disturbed_weights(weights, k) for k in range(len(DISTURBED))]) for weights in (TWO, MANY)
)


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner."""
    if bot == 1:
        return greedy(params, view, scratch, mask, player)
    if bot == 2:
        if params.num_players == 2:
            return planner(params, view, scratch, mask, player, TWO)
        return planner(params, view, scratch, mask, player, MANY)
    return random_choice(scratch, seed)


@kernel
def disturbed(params, view, scratch, mask, player, number, seed):
    """The choice of a disturbed planner."""
    weights = OTHERS_TWO[number] if params.num_players == 2 else OTHERS_MANY[number]
    return planner(params, view, scratch, mask, player, weights)
