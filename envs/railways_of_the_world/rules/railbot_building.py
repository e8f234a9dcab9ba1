"""The Railbot builds: along the cheapest path, with a choice wherever there are several (RW-R4)."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.building import finish_run
from railgym.envs.railways_of_the_world.rules.links import cities_joined
from railgym.envs.railways_of_the_world.rules.pieces import opposite, put_piece, way_out
from railgym.envs.railways_of_the_world.rules.railbot_path import is_way, measure_path
from railgym.envs.railways_of_the_world.state import FAR, NOBODY, RAILBOT, SIDES

__all__ = ["build_on", "go_way", "legal_ways"]


@kernel
def legal_ways(params, state, work, mask):
    """The ways to go on with the cheapest path: through the hex that is entered; or, from a city, out of any that is
    linked to it. Returns how many they are and the last; a ``mask`` of length 0 is left alone."""
    found, last = 0, np.int64(-1)
    here = np.int64(state.at)
    if params.hex_city[here] < 0:
        for turn in range(3):
            if is_way(params, state, work, here, np.int64(state.enter), turn):
                found, last = _note(work, mask, found, params.act_lay + turn)
        return found, last
    cities = cities_joined(state, NOBODY, np.int64(params.hex_city[here]), True)
    for city in range(params.num_cities):
        if not cities & bit(city):
            continue
        for side in range(SIDES):
            there = np.int64(params.beside[params.city_hex[city], side])
            if there >= 0 and work.side_cost[there, opposite(side)] == work.city_cost[city]:
                found, last = _note(work, mask, found, params.act_start + city * SIDES + side)
    return found, last


@kernel
def _note(work, mask, found, way):
    if len(mask) > 0:
        allow(work, mask, way)
    return found + 1, np.int64(way)


@kernel
def build_on(params, state, work, events):
    """Build as long as there is one cheapest way; returns whether the path is finished, or cannot be built."""
    nothing = np.empty(0, np.int8)
    measure_path(params, state, work)
    while True:
        city = np.int64(params.hex_city[state.at])
        if city >= 0 and work.city_cost[city] in (0, FAR):
            state.path_to = -1
            return True
        found, way = legal_ways(params, state, work, nothing)
        if found != 1:
            state.phase = phases.PATH
            return False
        go_way(params, state, way, events)


@kernel
def go_way(params, state, way, events):
    """One step of the path: out of a city, or over a tile; nothing is paid."""
    if way < params.act_lay:
        city, side = divmod(way - params.act_start, SIDES)
        state.origin = city
        state.at = params.beside[params.city_hex[city], side]
        state.enter = opposite(side)
        return
    hex, enter = np.int64(state.at), np.int64(state.enter)
    leave = way_out(enter, way - params.act_lay)
    put_piece(state, hex, enter, leave, RAILBOT)
    state.at = params.beside[hex, leave]
    state.enter = opposite(leave)
    if params.hex_city[state.at] >= 0:
        finish_run(params, state, RAILBOT, hex, leave, events)
