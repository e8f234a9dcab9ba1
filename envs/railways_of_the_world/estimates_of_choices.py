"""Estimates of the choices that follow an action: barons, the color of a new city, the city where cubes are added; and
of those for the Railbot, with a ``sign`` of 1 if they favour the player, and -1 if they harm the player."""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.params import BLACK, BLUE, GRAY
from railgym.envs.railways_of_the_world.prospects import NO_WAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.railbot import next_exhaust
from railgym.envs.railways_of_the_world.state import COLORS

__all__ = ["best_color", "estimate_choices"]


@kernel
def estimate_choices(params, view, scratch, sign):
    """Write into ``scratch.action_value`` the values for the current choice; ``scratch`` holds the prospects of the
    player."""
    if view.phase == phases.URBANIZE:
        _estimate_gray_cities(params, view, scratch)
    elif view.phase == phases.COLOR:
        best_color(params, view, scratch, np.int64(view.current_place))
        for color in range(BLUE, BLACK + 1):
            scratch.action_value[params.act_color + color - BLUE] = scratch.color_value[color]
    elif view.phase == phases.GROW:
        _estimate_growth(params, scratch)
    elif view.phase == phases.TAKE_CUBE:
        city = np.int64(params.bot_city[view.resolving_card, view.resolving_pair])
        for color in range(COLORS):
            scratch.action_value[params.act_cube + color] = -sign * _loss(scratch, city, color)
    elif view.phase == phases.EXHAUST:
        color = next_exhaust(params, view)
        for city in range(params.num_cities):
            scratch.action_value[params.act_city + city] = -sign * _loss(scratch, city, color)
    elif view.phase == phases.CLAIM_LINE:
        for line in range(params.num_lines):
            scratch.action_value[params.act_line + line] = -sign * _line_value(params, scratch, line)
    else:
        scratch.action_value[:] = 0


@kernel
def _loss(scratch, city, color):
    """The value that the player loses with a cube."""
    return max(np.float32(0), scratch.cube_value[city, color]) + 0.5 * max(
        np.float32(0), scratch.next_cube_value[city, color]
    )


@kernel
def _line_value(params, scratch, line):
    """The value of a major line: its points, more with each end that the player's links reach."""
    ends = (scratch.own_neighbors[params.line_a[line]] != 0) + (scratch.own_neighbors[params.line_b[line]] != 0)
    return np.float32(params.line_points[line]) * (1 + ends)


@kernel
def best_color(params, view, scratch, city):
    """Write into ``scratch.color_value`` (K,) for each color of a new city how many cubes of the network would get a
    goal or a nearer one. Returns the best color and its value."""
    best = np.int64(BLUE)
    scratch.color_value[:] = NO_WAY
    for color in range(BLUE, BLACK + 1):
        if view.new_city_tiles[color] == 0:
            continue
        scratch.color_value[color] = 0
        for other in range(params.num_cities):
            if other != city and scratch.own_neighbors[other] != 0:
                worth = np.float32(0.3) if scratch.cube_value[other, color] > 0 else np.float32(1)
                scratch.color_value[color] += np.int64(view.cubes[other, color]) * worth
        if scratch.color_value[color] > scratch.color_value[best]:
            best = np.int64(color)
    return best, np.float32(scratch.color_value[best])


@kernel
def _estimate_gray_cities(params, view, scratch):
    """Estimate gray cities by the number of cubes that get a goal with the best color."""
    for city in range(params.num_cities):
        if view.color[city] == GRAY:
            _, cubes = best_color(params, view, scratch, city)
            scratch.action_value[params.act_urbanize + city] = cubes if scratch.own_neighbors[city] != 0 else cubes - 50


@kernel
def _estimate_growth(params, scratch):
    """Estimate the cities that may grow by the number of colors that can be delivered from each."""
    for city in range(params.num_cities):
        value = np.float32(1) if scratch.own_neighbors[city] != 0 else np.float32(0)
        for color in range(COLORS):
            value += max(np.float32(0), scratch.cube_value[city, color])
        scratch.action_value[params.act_grow + city] = value
