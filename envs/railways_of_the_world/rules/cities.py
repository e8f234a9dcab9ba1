"""Cities that change: New City tiles, growth, and the western link."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import GREW, URBANIZED
from railgym.envs.railways_of_the_world.event_kinds import WESTERN as WESTERN_LINK
from railgym.envs.railways_of_the_world.params import BLACK, BLUE, GRAY, RED
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cubes import cubes_in_bag, draw_cubes, put_cube
from railgym.envs.railways_of_the_world.rules.money import pay

__all__ = [
    "URBANIZE_PRICE",
    "any_to_grow",
    "any_to_urbanize",
    "build_western",
    "choose_city",
    "count_hotels",
    "grow",
    "grow_from_the_west",
    "legal_colors",
    "legal_growth",
    "legal_urbanize",
    "legal_western",
    "urbanize",
]

URBANIZE_PRICE, WESTERN_PRICE = 10, 30
NEW_CUBES = 2
WESTERN_CUBES = 4


@kernel
def _tiles_left(state):
    """The number of New City tiles that are left."""
    tiles = np.int64(0)
    for color in range(BLUE, BLACK + 1):
        tiles += np.int64(state.new_city_tiles[color])
    return tiles


@kernel
def _may_urbanize(params, state, city):
    """Whether a city can get a New City tile: only gray cities in play (RW-4.1, RS-9.5)."""
    return state.color[city] == GRAY and params.in_play[city] == 1


@kernel
def any_to_urbanize(params, state):
    """Whether any city can get a New City tile."""
    if _tiles_left(state) == 0:
        return False
    for city in range(params.num_cities):
        if _may_urbanize(params, state, city):
            return True
    return False


@kernel
def legal_urbanize(params, state, scratch, mask):
    """Allow gray cities anywhere (RW-4.1) while there are New City tiles (RW-4.3)."""
    if _tiles_left(state) == 0:
        return
    for city in range(params.num_cities):
        if _may_urbanize(params, state, city):
            allow(scratch, mask, params.act_urbanize + city)


@kernel
def choose_city(state, city):
    """Note the gray city that gets a New City tile; its color is chosen next (RW-4.1)."""
    state.current_place = city
    state.phase = phases.COLOR


@kernel
def legal_colors(params, state, scratch, mask):
    """Allow the colors of the tiles that are left; none is red (RW-4.3)."""
    for color in range(BLUE, BLACK + 1):
        if state.new_city_tiles[color] > 0:
            allow(scratch, mask, params.act_color + color - BLUE)


@kernel
def urbanize(state, player, color, events):
    """Give the city its color (RW-4.1) and two cubes (RW-4.2); a card may pay for it (RW-7.10)."""
    city = np.int64(state.current_place)
    if state.new_city_is_free == 0:
        pay(state, player, URBANIZE_PRICE, events)
    state.new_city_is_free = 0
    state.new_city_tiles[color] -= 1
    state.color[city] = color
    emit(events, EVERYONE, URBANIZED, player, city, color)
    draw_cubes(state, city, NEW_CUBES, events)


@kernel
def any_to_grow(params, state):
    """Whether there are cubes for a city to grow."""
    return cubes_in_bag(state) > 0


@kernel
def legal_growth(params, state, scratch, mask):
    """Allow any city in play, also one with an Empty City Marker (RW-7.11, RS-2.6)."""
    for city in range(params.num_cities):
        if params.in_play[city] == 1:
            allow(scratch, mask, params.act_grow + city)


@kernel
def grow(state, player, city, events):
    """Put two cubes from the bag into a city (RW-7.11)."""
    cubes = draw_cubes(state, city, NEW_CUBES, events)
    emit(events, EVERYONE, GREW, player, city, cubes)


@kernel
def legal_western(params, state, scratch, mask, player):
    """Allow a western link from a city that the seat's links reach and that has none (RW-4.4)."""
    for i in range(len(params.western_cities)):
        city = np.int64(params.western_cities[i])
        if city >= 0 and state.western_built[city] == 0 and state.joined[player, city] != 0:
            allow(scratch, mask, params.act_western + i)


@kernel
def build_western(params, state, player, city, events):
    """Build a western link for 30 (RW-4.4). The city gets four red cubes, or as many as the bag has (RW-4.5)."""
    pay(state, player, WESTERN_PRICE, events)
    state.western_built[city] = 1
    emit(events, EVERYONE, WESTERN_LINK, player, city)
    for _ in range(min(WESTERN_CUBES, np.int64(state.bag[RED]))):
        state.bag[RED] -= 1
        put_cube(state, city, RED, events)


@kernel
def grow_from_the_west(params, state, events):
    """Put two cubes into Chicago if a red cube was delivered there from a city with a western link (RW-4.6)."""
    goal = np.int64(params.western_goal)
    if state.cube_color == RED and state.current_place == goal and state.western_built[state.origin_city] == 1:
        draw_cubes(state, goal, NEW_CUBES, events)


@kernel
def count_hotels(params, state, player):
    """The number of hotels of a seat."""
    hotels = np.int64(0)
    for city in range(params.num_cities):
        hotels += state.hotel[city] == player
    return hotels
