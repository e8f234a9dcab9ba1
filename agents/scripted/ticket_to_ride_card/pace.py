"""How soon an action brings the end of the card game, which ends when the train deck is used up."""

from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import DECIDE, DRAW_BLIND, DRAW_TICKETS

__all__ = ["pace"]


@kernel
def pace(params, view, action):
    """Drawing from the deck first, then cards that are replaced from the deck; all else uses no card."""
    if action == DRAW_BLIND:
        return 0
    if DRAW_BLIND < action < DRAW_TICKETS:
        return 1
    return 2 if action >= DECIDE else 3
