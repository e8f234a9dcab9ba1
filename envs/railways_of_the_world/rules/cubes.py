"""Goods cubes in the bag and in cities, and the markers of empty cities."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from railgym.envs.railways_of_the_world.event_kinds import CUBE, EMPTIED, FILLED, LAST_TURN
from railgym.envs.railways_of_the_world.rules.phases import MARKERS
from railgym.envs.railways_of_the_world.state import BAG, COLORS

__all__ = ["cubes_in", "cubes_in_bag", "draw_cube", "draw_cubes", "put_cube", "return_cube", "take_cube"]


@kernel
def cubes_in(state, city):
    """The number of cubes in a city."""
    number = np.int64(0)
    for color in range(COLORS):
        number += np.int64(state.cubes[city, color])
    return number


@kernel
def return_cube(state, color):
    """Put a cube back into the bag (RW-6.8)."""
    state.bag[color] += 1


@kernel
def cubes_in_bag(state):
    """The number of cubes in the bag."""
    number = np.int64(0)
    for color in range(COLORS):
        number += np.int64(state.bag[color])
    return number


@kernel
def draw_cube(state):
    """Draw a random cube from the bag; returns its color, or -1 if the bag is empty."""
    left = cubes_in_bag(state)
    if left == 0:
        return np.int64(-1)
    place = below(state, BAG, left)
    color = np.int64(0)
    while place >= state.bag[color]:
        place -= np.int64(state.bag[color])
        color += 1
    state.bag[color] -= 1
    return color


@kernel
def draw_cubes(state, city, number, events):
    """Draw cubes into a city until the bag is empty; returns their number."""
    for drawn in range(number):
        color = draw_cube(state)
        if color < 0:
            return drawn
        put_cube(state, city, color, events)
    return number


@kernel
def put_cube(state, city, color, events):
    """Put a cube into a city, which loses its Empty City Marker (RW-4.2). A triggered end of the game stays triggered
    (RW-10.2)."""
    state.cubes[city, color] += 1
    emit(events, EVERYONE, CUBE, -1, city, color)
    if state.empty_marker[city] == 1:
        state.empty_marker[city] = 0
        state.num_empty_markers -= 1
        emit(events, EVERYONE, FILLED, -1, city)


@kernel
def take_cube(params, state, city, color, events):
    """Take a cube from a city. The last one leaves an Empty City Marker (RW-6.9, RS-6.8, RS-7.7). The last marker
    triggers the end: this turn is finished, and one more follows (RW-10.1, RS-10.1)."""
    state.cubes[city, color] -= 1
    if cubes_in(state, city) > 0 or state.empty_marker[city] == 1:
        return
    state.empty_marker[city] = 1
    state.num_empty_markers += 1
    emit(events, EVERYONE, EMPTIED, -1, city)
    if state.num_empty_markers >= params.markers_to_end and state.last_year == 0:
        state.last_year = state.year + 1
        state.last_year_reason = MARKERS
        emit(events, EVERYONE, LAST_TURN, -1, state.last_year)
