"""The cheapest links of an empty map, which every game of it begins with."""

from railgym.envs.core.kernel import entry_point
from railgym.envs.railways_of_the_world.rules.near_links import refresh_near_links
from railgym.envs.railways_of_the_world.rules.setup import reset

__all__ = ["find_first_links"]


@entry_point("P[1] S[1] W[1]")
def find_first_links(params, states, scratches):
    """Deal any game and look for the links between near pairs of cities."""
    reset(params[0], states[0], 0)
    refresh_near_links(params[0], states[0], scratches[0])
