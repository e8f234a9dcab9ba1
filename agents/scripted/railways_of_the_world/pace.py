"""How soon an action brings the end of Railways of the World, which empty cities end."""

from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.state import COLORS

__all__ = ["pace"]


@kernel
def pace(params, view, action):
    """Deliver cubes, then build links and engines for deliveries; new cubes delay the end most."""
    if action == PASS:
        return 7
    if params.act_deliver <= action < params.act_deliver + COLORS * params.num_cities:
        return 0
    if params.act_link <= action < params.act_deliver:
        return 1
    if params.act_upgrade <= action < params.act_take:
        return 2
    if params.act_urbanize <= action < params.act_link:
        return 9
    return 4
