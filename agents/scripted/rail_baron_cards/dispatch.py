"""The kernel that plays every scripted bot of Rail Baron."""

from railgym.agents.scripted.rail_baron_cards.greedy import greedy
from railgym.agents.scripted.rail_baron_cards.planner import planner
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.weights import MANY, TWO

__all__ = ["decide"]


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
