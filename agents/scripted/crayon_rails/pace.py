"""How soon an action brings the end of a crayon-rail game, which deliveries and linked major cities end."""

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import BORROW, DELIVER, DISCARD, DONE, OPEN, UPGRADE

__all__ = ["pace"]


@kernel
def pace(params, view, action):
    """Deliver, take goods, run, build; last end the phase, lose goods or discard."""
    if action == DISCARD:
        return 9
    if action == DONE:
        return 7
    if action == BORROW:
        return 8
    if action < DELIVER:
        return 6 if action >= UPGRADE else 8
    if action < OPEN:
        return 0
    if action < params.act_pick:
        return 4
    if action < params.act_drop:
        return 1
    if action < params.act_place:
        return 8
    if action < params.act_pay:
        return 2
    return 5 if action < params.act_build else 3
