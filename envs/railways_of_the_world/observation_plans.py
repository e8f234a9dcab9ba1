"""The observation by plans: the facts, the estimated value of every plan, and the prospects from which it follows.

It spares a network sums that a person does with pencil and paper: the value of each cube, and what a link or the next
engine would add to all of them. Estimates are written as their distance from the best: 1 is the best, 0 is ``RANGE``
points or more below it.
"""

from functools import cache

import numpy as np

from railgym.envs.core.arrays import highest
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.railways_of_the_world.actions import table
from railgym.envs.railways_of_the_world.estimates import estimate
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.observation import company_of, encode_facts, pieces
from railgym.envs.railways_of_the_world.prospects import NO_WAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import COLORS
from railgym.envs.railways_of_the_world.weights import PLAYERS, SOLO

__all__ = ["encode_plans", "plans_layout"]

RANGE = 4.0


@cache
def plans_layout(board: Map, solo: bool, bids: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode_plans` writes them."""
    actions = table(board, solo, False)
    pairs = len(actions.blocks["link"].labels)
    return ObservationLayout(
        "plans",
        [
            *pieces(board, solo, bids),
            ("best", (2,), -3, 3, "the best estimate of a plan that is to be had, in points / 10; what the next engine "
             "would add to all cubes / 30"),
            ("estimates", (len(actions),), 0, 1, "by plan: how near its estimate comes to the best, 0: not to be had"),
            ("best_plan", (len(actions),), 0, 1, "by plan: its estimate is the best"),
            ("cubes", (len(board.cities), COLORS), -1, 2, "by city and color: points that a cube would bring now / 5"),
            ("gains", (pairs,), 0, 3, "by near pair: points that a link would add to all cubes / 10"),
        ],
    )  # fmt: skip


@kernel
def encode_plans(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    out[:] = 0
    at = encode_facts(params, view, scratch, player, out)
    plans = np.int64(params.act_start)
    if view.current_player != player or view.terminated == 1:
        return
    if params.solo == 1:
        estimate(params, view, scratch, player, SOLO)
    else:
        estimate(params, view, scratch, player, PLAYERS)
    best = highest(scratch.action_value[:plans])
    out[at] = max(np.float32(-3), min(np.float32(3), best / np.float32(10)))
    if view.phase != phases.AUCTION:  # where nothing is worked out of what cubes would bring
        out[at + 1] = max(np.float32(0), min(np.float32(3), scratch.engine_gain / np.float32(30)))
    at += 2
    for action in range(plans):
        value = scratch.action_value[action]
        if value > NO_WAY:
            out[at + action] = max(np.float32(0), 1 - (best - value) / np.float32(RANGE))
            out[at + plans + action] = value == best
    at += 2 * plans
    if view.phase == phases.AUCTION or company_of(params, player) != player:
        return
    for city in range(params.num_cities):
        for color in range(COLORS):
            if scratch.cube_value[city, color] > NO_WAY:
                out[at + city * COLORS + color] = max(
                    np.float32(-1), min(np.float32(2), scratch.cube_value[city, color] / 5)
                )
    at += params.num_cities * COLORS
    for pair in range(params.num_pairs):
        out[at + pair] = min(np.float32(3), scratch.link_gain[pair] / np.float32(10))
