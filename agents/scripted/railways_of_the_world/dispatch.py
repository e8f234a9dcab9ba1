"""The one kernel that plays every scripted bot of Railways of the World and of the game against the Railbot."""

from railgym.agents.scripted.railways_of_the_world.greedy import greedy
from railgym.agents.scripted.railways_of_the_world.planner import planner
from railgym.agents.scripted.railways_of_the_world.railbot import railbot_heuristic, railbot_kind
from railgym.agents.scripted.railways_of_the_world.styles import STYLES
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.core.nonsense import variants_of
from railgym.envs.railways_of_the_world.weights import PLAYERS, SOLO

__all__ = ["decide", "variant"]

VARIANTS, VARIANTS_SOLO = (tuple(map(tuple, variants_of(weights, STYLES))) for weights in (PLAYERS, SOLO))


@kernel
def decide(params, view, scratch, mask, player, bot, seed):
    """The choice of bot number ``bot``: 0 random, 1 greedy, 2 planner, 3 railbot:kind, 4 railbot:random, 5
    railbot:heuristic."""
    if bot == 1:
        return greedy(params, view, scratch, mask, player)
    if bot == 2 and player < params.num_companies:
        if params.solo == 1:
            return planner(params, view, scratch, mask, player, SOLO)
        return planner(params, view, scratch, mask, player, PLAYERS)
    if bot == 3:
        return railbot_kind(params, view, scratch, mask, player)
    if bot == 5 or bot == 2:  # the advice in the seat of the Railbot is that of its own bot
        return railbot_heuristic(params, view, scratch, mask, player)
    return random_choice(scratch, seed)


@kernel
def variant(params, view, scratch, mask, player, number, seed):
    """The choice of a planner with other weights; in the seat of the Railbot, a random one."""
    if player >= params.num_companies:
        return random_choice(scratch, seed)
    weights = VARIANTS_SOLO[number] if params.solo == 1 else VARIANTS[number]
    return planner(params, view, scratch, mask, player, weights)
