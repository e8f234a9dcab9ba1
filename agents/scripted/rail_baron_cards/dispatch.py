"""The one kernel that plays every scripted bot of Rail Baron."""

from railgym.agents.scripted.rail_baron_cards.greedy import greedy
from railgym.agents.scripted.rail_baron_cards.planner import planner
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.weights import MANY, TWO

__all__ = ["decide"]


@kernel
def decide(params, view, work, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner."""
    if bot == 1:
        return greedy(params, view, work, mask, player)
    if bot == 2:
        if params.num_players == 2:
            return planner(params, view, work, mask, player, TWO)
        return planner(params, view, work, mask, player, MANY)
    return random_choice(work, seed)
