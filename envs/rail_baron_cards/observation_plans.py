"""The observation by plans: the pieces of the vector, then estimates of railroads, engines and rides.

A network need not learn these estimates: what a railroad earns until the game ends, what it earns a rival, and what
every ride costs in fees and time. The value of a ride is 1 for the best, and 0 if it costs at least ``RANGE``
thousand dollars more than the best.
"""

from functools import cache

import numpy as np

from railgym.envs.core.arrays import lowest
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.estimates import (
    NO_RIDE,
    RIDES,
    cash_to_spend,
    engine_gain,
    estimate_rides,
    network,
    plays_for_two,
    railroad_value,
    ride_place,
    turns_left,
    worth_at_auction,
)
from railgym.envs.rail_baron_cards.observation import encode, layout
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.sale import least_bid
from railgym.envs.rail_baron_cards.state import SUPERCHIEF
from railgym.envs.rail_baron_cards.weights import MANY, TWO

__all__ = ["encode_plans", "plans_layout"]

RANGE = 12.0
OUTLOOK = 4
WORTH_FACTS = 4


@cache
def plans_layout(board: Board) -> ObservationLayout:
    """The pieces for a board, in the order in which :func:`encode_plans` writes them."""
    vector = [(p.name, p.shape, p.low, p.high, p.meaning) for p in layout(board)]
    return ObservationLayout(
        "plans",
        [
            *vector,
            ("outlook", (OUTLOOK,), -3, 3, "turns in which a railroad can earn / 20; cash beyond what is kept back for "
             "fees / 40,000; what the next engine earns above its price / price, -1 if there is none; at an auction, "
             "what the railroad is worth beyond the least bid / 20,000"),
            ("worth", (len(board.railroads), WORTH_FACTS), -1, 3, "by railroad: what it earns the observer until the "
             "game is over / 40,000; that above its price / price; it is the best of those that the bank has and cash "
             "beyond what is kept back can pay; what it earns the rival to whom it is worth most / 40,000"),
            ("rides", (RIDES,), 0, 1, "of stopping, and by ride: how near its cost comes to the best; 0: it cannot be "
             "had, or not be paid for"),
            ("best_ride", (RIDES,), 0, 1, "of stopping, and by ride: it is the best"),
        ],
    )  # fmt: skip


@kernel
def encode_plans(params, view, scratch, player, out):
    """Write the observation of ``player`` from their view into ``out``, float32 (F,)."""
    encode(params, view, scratch, player, out)
    rides = len(out) - 2 * RIDES
    worth = rides - params.num_railroads * WORTH_FACTS
    if plays_for_two(params):
        _encode_estimates(params, view, scratch, player, TWO, out, worth, rides)
    else:
        _encode_estimates(params, view, scratch, player, MANY, out, worth, rides)


@kernel
def _encode_estimates(params, view, scratch, player, weights, out, worth, rides):
    """Write the pieces after those of the vector: ``worth`` and ``rides`` are where these begin in ``out``."""
    turns = turns_left(params, view, weights)
    cash = cash_to_spend(params, view, scratch, player, weights)
    at = worth - OUTLOOK
    out[at] = _within(0, turns / 20)
    out[at + 1] = _within(-3, cash / 40)
    out[at + 2] = -1 if view.players[player].engine == SUPERCHIEF else _within(-1, engine_gain(turns, weights))
    if view.lot >= 0:
        most = worth_at_auction(params, view, scratch, player, network(params, view, player), turns, weights)
        out[at + 3] = _within(-3, (most - least_bid(params, view) / 1_000) / 20)
    _encode_worth(params, view, player, turns, cash, weights, out, worth)
    if view.phase == phases.MOVE and view.current_player == player and view.terminated == 0:
        _encode_rides(params, view, scratch, player, weights, out, rides)


@kernel
def _within(least, value):
    """A value as float32, limited to ``least`` and 3."""
    return np.float32(max(least, min(3.0, value)))


@kernel
def _encode_worth(params, view, player, turns, cash, weights, out, at):
    """Write the piece ``worth`` from ``out[at]`` on."""
    best, best_gain = -1, 0.0
    for p in range(params.num_players):
        if view.out[p] == 0:
            owned = network(params, view, p)
            for railroad in range(params.num_railroads):
                price = params.price[railroad] / 1_000
                value = railroad_value(params, view, p, owned & ~bit(railroad), railroad, turns, weights)
                gain = value / price - 1
                row = at + railroad * WORTH_FACTS
                if p == player:
                    out[row] = _within(0, value / 40)
                    out[row + 1] = _within(-1, gain)
                    if view.owner[railroad] < 0 and cash >= price and gain > best_gain:
                        best, best_gain = railroad, gain
                else:
                    out[row + 3] = max(out[row + 3], _within(0, value / 40))
    if best >= 0:
        out[at + best * WORTH_FACTS + 2] = 1


@kernel
def _encode_rides(params, view, scratch, player, weights, out, at):
    """Write the pieces ``rides`` and ``best_ride`` from ``out[at]`` on; the routes are in ``scratch`` already."""
    costs = np.zeros(RIDES)
    best = estimate_rides(params, view, scratch, player, weights, costs)
    least = lowest(costs)
    for i in range(RIDES):
        if costs[i] < NO_RIDE:
            out[at + i] = max(0.0, 1 - (costs[i] - least) / RANGE)
    out[at + RIDES + ride_place(params, best)] = 1
