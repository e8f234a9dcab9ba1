"""How soon an action brings the end of Rail Baron, which a player ends with enough cash at home."""

from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BUY, DICE, ENGINE, STOP
from railgym.envs.rail_baron_cards.state import MOST_PIPS

__all__ = ["pace"]

BUYING, STAYING = 800, 900


@kernel
def pace(params, view, action):
    """The fastest engine and the longest ride first; railroads cost the cash that the goal needs."""
    if action == STOP:
        return STAYING
    if ENGINE <= action < BUY:
        return BUY - action
    if action < ENGINE:
        return DICE
    if action < params.sell:
        return BUYING
    if params.ride <= action < params.region:
        route, dots = divmod(action - params.ride, MOST_PIPS)
        return MOST_PIPS * (1 + route) - dots
    return BUYING // 2
