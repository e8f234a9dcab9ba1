"""Greedy: makes the delivery with the most points now; otherwise builds the link, or buys the engine, that adds most
value to all cubes for its price."""

import numpy as np

from railgym.agents.scripted.railways_of_the_world.planner import best_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.estimates import estimate_claims
from railgym.envs.railways_of_the_world.estimates_of_choices import estimate_choices
from railgym.envs.railways_of_the_world.params import ENGINE_PRICE
from railgym.envs.railways_of_the_world.prospects import NO_WAY, survey_prospects
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import BEST_ENGINE
from railgym.envs.railways_of_the_world.state import COLORS

__all__ = ["greedy"]

_BASE = 4  # thousands added to the price of every action


@kernel
def greedy(params, view, scratch, mask, player):
    """The action with the highest estimate of one step."""
    scratch.action_value[:] = NO_WAY
    scratch.action_value[PASS] = 0
    if view.phase != phases.AUCTION:
        company = min(player, params.num_companies - 1)
        survey_prospects(params, view, scratch, company)
        if view.phase == phases.ACTION:
            _weigh_actions(params, view, scratch, company)
        else:
            estimate_choices(params, view, scratch, 1.0 if player == company else -1.0)
    return best_choice(scratch, mask)


@kernel
def _weigh_actions(params, view, scratch, player):
    """Write the value of each action; deliveries come first, and barons that can be claimed are claimed."""
    for city in range(params.num_cities):
        for color in range(COLORS):
            if scratch.cube_value[city, color] > 0:
                scratch.action_value[params.act_deliver + city * COLORS + color] = 10 + scratch.cube_value[city, color]
    for pair in range(params.num_pairs):
        scratch.action_value[params.act_link + pair] = scratch.link_gain[pair] / np.float32(
            _BASE + view.near_price[pair]
        )
    engine = np.int64(view.players[player].engine)
    if engine < BEST_ENGINE:
        scratch.action_value[params.act_upgrade] = scratch.engine_gain / np.float32(_BASE + ENGINE_PRICE[engine + 1])
    estimate_claims(params, view, scratch, player)
