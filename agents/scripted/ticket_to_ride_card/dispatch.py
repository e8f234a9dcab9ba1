"""The one kernel that plays every scripted bot of the card game."""

from railgym.agents.scripted.ticket_to_ride_card.greedy import greedy
from railgym.agents.scripted.ticket_to_ride_card.planner import planner
from railgym.agents.scripted.ticket_to_ride_card.styles import STYLES
from railgym.agents.scripted.ticket_to_ride_card.weights import FOUR, SOLO, THREE, TWO, Weights
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.core.nonsense import variants_of

__all__ = ["decide", "variant"]

VARIANTS_SOLO, VARIANTS_TWO, VARIANTS_THREE, VARIANTS_FOUR = (
    tuple(Weights(*variant) for variant in variants_of(weights, STYLES)) for weights in (SOLO, TWO, THREE, FOUR)
)


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner."""
    if bot == 1:
        return greedy(params, view, scratch, mask, player, seed)
    if bot == 2:
        if params.solo == 1:
            return planner(params, view, scratch, mask, player, SOLO)
        if params.num_players == 2:
            return planner(params, view, scratch, mask, player, TWO)
        return planner(params, view, scratch, mask, player, THREE if params.num_players == 3 else FOUR)
    return random_choice(scratch, seed)


@kernel
def variant(params, view, scratch, mask, player, number, seed):
    """The choice of a planner with other weights."""
    if params.solo == 1:
        return planner(params, view, scratch, mask, player, VARIANTS_SOLO[number])
    if params.num_players == 2:
        return planner(params, view, scratch, mask, player, VARIANTS_TWO[number])
    weights = VARIANTS_THREE[number] if params.num_players == 3 else VARIANTS_FOUR[number]
    return planner(params, view, scratch, mask, player, weights)
