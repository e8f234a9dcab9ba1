"""The prospects of a seat: the value of its cubes now, with one more link, and with the next engine.

These are the sums that a player does before an action. Agents and the observation ``plans`` use them. A search from
each city with cubes goes over the existing links, and over at most one that could be built::

    city --own link--> city --a link to build--> city --rival's link--> city of the color

Points of the seat count 1 each, those of rivals against it, shared among them. Against the Railbot each of its links on
the way costs a point.
"""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.params import GRAY
from railgym.envs.railways_of_the_world.rules.best_path import prepare_paths, prize
from railgym.envs.railways_of_the_world.rules.duel import engine_level
from railgym.envs.railways_of_the_world.state import COLORS

__all__ = ["NO_WAY", "survey_prospects"]

NO_WAY = -99.0
_STEPS = 400  # of the search from one city
_NO_PAIR = -1


@kernel
def survey_prospects(params, view, scratch, player):
    """Write the prospects of a seat, in points, into scratch.

    ``cube_value`` and ``next_cube_value`` (C, K): the best value of a cube of each color in each city with the engine
    of the seat, and with the next engine; NO_WAY: no delivery is possible. ``link_gain`` (N,): the value that a link
    between each near pair adds to all cubes. ``engine_gain``: the value that the next engine adds.
    """
    prepare_paths(params, view, scratch, player)
    level = engine_level(view, player)
    for city in range(params.num_cities):
        mine, theirs = prize(params, view, player, city, 1)
        scratch.prize[city] = mine - theirs * _rival_share(params)
    scratch.cube_value[:] = NO_WAY
    scratch.next_cube_value[:] = NO_WAY
    scratch.link_gain[:] = 0
    scratch.engine_gain = 0
    for city in range(params.num_cities):
        colors = _colors_in(view, city)
        if colors != 0:
            _search_from(params, view, scratch, city, colors, level)
            _add_up(view, scratch, city)


@kernel
def _rival_share(params):
    """The weight of a rival's point."""
    return np.float32(1.0 / max(1, params.num_companies - 1))


@kernel
def _colors_in(view, city):
    """The colors of the cubes in a city, as bits."""
    colors = np.int64(0)
    for color in range(COLORS):
        if view.cubes[city, color] > 0:
            colors |= bit(color)
    return colors


@kernel
def _search_from(params, view, scratch, origin, colors, level):
    """Search all paths from a city, depth first. A cube stops in the first city of its color. A path uses at most one
    new link, and not together with the next engine."""
    rivals_link = -_rival_share(params)
    passed = bit(origin)
    depth, steps = 0, 0
    _stand(params, scratch, 0, origin, np.float32(0), _NO_PAIR, colors, False)
    scratch.num_touched = 0
    while depth >= 0 and steps < _STEPS:
        here, pair = np.int64(scratch.stack_city[depth]), np.int64(scratch.stack_pair[depth])
        value, city = np.float32(scratch.stack_value[depth]), np.int64(-1)
        own, others = np.int64(scratch.stack_own[depth]) & ~passed, np.int64(scratch.stack_others[depth]) & ~passed
        if own != 0:
            city = lowest(own)
            scratch.stack_own[depth] = own & (own - 1)
            value += 1
        elif scratch.stack_next[depth] < scratch.stack_stop[depth]:
            candidate = np.int64(params.city_pairs[scratch.stack_next[depth]])
            scratch.stack_next[depth] += 1
            other = np.int64(params.pair_a[candidate]) + np.int64(params.pair_b[candidate]) - here
            if view.near_tiles[candidate] > 0 and not (passed | np.int64(scratch.own_neighbors[here])) & bit(other):
                city, pair = other, candidate
                value += 1
        elif others != 0:
            city = lowest(others)
            scratch.stack_others[depth] = others & (others - 1)
            value += rivals_link
        else:
            passed &= ~bit(here)
            depth -= 1
            continue
        if city < 0:
            continue
        steps += 1
        alive = _arrive(
            view, scratch, origin, city, value, pair, np.int64(scratch.stack_alive[depth]), depth + 1, level
        )
        if alive != 0 and depth + 1 < level + (pair == _NO_PAIR):
            depth += 1
            passed |= bit(city)
            _stand(params, scratch, depth, city, value, pair, alive, True)


@kernel
def _stand(params, scratch, depth, city, value, pair, alive, on_the_way):
    """Note the ways to go on from a city: over others' links only after the first link."""
    scratch.stack_city[depth] = city
    scratch.stack_own[depth] = scratch.own_neighbors[city]
    scratch.stack_others[depth] = scratch.other_neighbors[city] if on_the_way else 0
    scratch.stack_next[depth] = params.city_pairs_from[city]
    scratch.stack_stop[depth] = params.city_pairs_from[city + 1] if pair == _NO_PAIR else 0
    scratch.stack_value[depth] = value
    scratch.stack_pair[depth] = pair
    scratch.stack_alive[depth] = alive


@kernel
def _arrive(view, scratch, origin, city, value, pair, alive, links, level):
    """Note the value of cubes of the city's color that arrive there; returns the colors that may go on."""
    color = np.int64(view.color[city])
    if color == GRAY or not alive & bit(color):
        return alive
    value += scratch.prize[city]
    if pair == _NO_PAIR:
        scratch.next_cube_value[origin, color] = max(scratch.next_cube_value[origin, color], value)
        if links <= level:
            scratch.cube_value[origin, color] = max(scratch.cube_value[origin, color], value)
    else:
        if not _is_touched(scratch, pair):
            scratch.touched_slot[pair] = scratch.num_touched
            scratch.touched[scratch.num_touched] = pair
            scratch.num_touched += 1
            for k in range(COLORS):
                scratch.with_pair[pair, k] = NO_WAY
        scratch.with_pair[pair, color] = max(scratch.with_pair[pair, color], value)
    return alive & ~bit(color)


@kernel
def _is_touched(scratch, pair):
    """Whether a pair is in the list of those on paths from this city. ``touched_slot`` points at its entry, so that
    scratch need not be cleared."""
    slot = np.int64(scratch.touched_slot[pair])
    return 0 <= slot < scratch.num_touched and scratch.touched[slot] == pair


@kernel
def _add_up(view, scratch, city):
    """Add the gain of the links and of the engine for the cubes of a city."""
    for color in range(COLORS):
        number = np.int64(view.cubes[city, color])
        if number == 0:
            continue
        now = max(np.float32(0), scratch.cube_value[city, color])
        scratch.engine_gain += number * max(np.float32(0), scratch.next_cube_value[city, color] - now)
        for i in range(np.int64(scratch.num_touched)):
            pair = np.int64(scratch.touched[i])
            scratch.link_gain[pair] += number * max(np.float32(0), scratch.with_pair[pair, color] - now)
