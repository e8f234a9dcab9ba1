"""Planner: the action with the best estimate; links that are begun come first."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.estimates import estimate
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.near_links import origins_of_runs, plan_link

__all__ = ["best_choice", "planner"]

_FIRST = 200  # points added to links that are begun, more than any other action is worth


@kernel
def planner(params, view, scratch, mask, player, weights):
    """The best legal action by its weights."""
    estimate(params, view, scratch, player, weights)
    if view.phase == phases.ACTION and view.num_runs > 0:
        _finish_first(params, view, scratch, mask, player)
    return best_choice(scratch, mask)


@kernel
def _finish_first(params, view, scratch, mask, player):
    """Raise the values of links that are begun: track that is not a link by the end of the turn is lost."""
    begun = origins_of_runs(params, view, player)
    for pair in range(params.num_pairs):
        ends = bit(params.pair_a[pair]) | bit(params.pair_b[pair])
        if mask[params.act_link + pair] and begun & ends and plan_link(params, view, scratch, player, pair)[0] >= 0:
            scratch.action_value[params.act_link + pair] += _FIRST


@kernel
def best_choice(scratch, mask):
    """The legal action with the highest value; among equals the first."""
    best = np.int64(scratch.choices[0])
    for i in range(np.int64(scratch.num_choices)):
        action = np.int64(scratch.choices[i])
        if scratch.action_value[action] > scratch.action_value[best]:
            best = action
    return best
