"""The Railbot builds along a cheapest path; among several the player chooses (RW-R4.1)."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.building import finish_run
from railgym.envs.railways_of_the_world.rules.links import joined_by_others
from railgym.envs.railways_of_the_world.rules.open_runs import remove_railbot_run
from railgym.envs.railways_of_the_world.rules.pieces import opposite, put_piece, way_out
from railgym.envs.railways_of_the_world.rules.railbot_path import is_cheapest_way, measure_path
from railgym.envs.railways_of_the_world.state import FAR, NOBODY, OPEN_RUN, RAILBOT, SIDES

__all__ = ["build_on", "build_step", "legal_ways"]


@kernel
def legal_ways(params, state, scratch, mask):
    """Allow the next steps of a cheapest path; returns their number and the last one. A step is a way through the hex
    that is entered. In a city it is first the city to leave, which is any that links join to it, and then a side. A
    ``mask`` of length 0 stays unchanged."""
    found, last = 0, np.int64(-1)
    here = np.int64(state.current_place)
    if params.hex_city[here] < 0:
        for turn in range(3):
            if is_cheapest_way(params, state, scratch, here, np.int64(state.enter_side), turn):
                found, last = _allow_way(scratch, mask, found, params.act_way + turn)
    elif state.next_city >= 0:
        for side in range(SIDES):
            if _leads_out(params, scratch, np.int64(state.next_city), side):
                found, last = _allow_way(scratch, mask, found, params.act_side + side)
    else:
        cities = joined_by_others(state, np.int64(params.hex_city[here]), NOBODY)
        for city in range(params.num_cities):
            if cities & bit(city) and _has_way_out(params, scratch, city):
                found, last = _allow_way(scratch, mask, found, params.act_city + city)
    return found, last


@kernel
def _leads_out(params, scratch, city, side):
    """Whether a cheapest path leaves a city through a side."""
    there = np.int64(params.beside[params.city_hex[city], side])
    return there >= 0 and scratch.side_cost[there, opposite(side)] == scratch.city_cost[city]


@kernel
def _has_way_out(params, scratch, city):
    """Whether a cheapest path leaves a city through any side."""
    for side in range(SIDES):
        if _leads_out(params, scratch, city, side):
            return True
    return False


@kernel
def _allow_way(scratch, mask, found, way):
    """Allow a step if there is a mask; returns the number of steps found and this one."""
    if len(mask) > 0:
        allow(scratch, mask, way)
    return found + 1, np.int64(way)


@kernel
def build_on(params, state, scratch, events):
    """Build while there is only one cheapest way; returns whether the path is finished, or cannot be built (RS-6.9).
    Links on the path cost nothing from then on, and a run that meets itself pays for the crossing; the rest is then
    measured again. A run that has blocked its own way is removed: no path joins the cities, and nothing is built."""
    nothing = np.zeros(0, np.int8)
    measure_path(params, state, scratch)
    while True:
        city = np.int64(params.hex_city[state.current_place])
        if city >= 0 and scratch.city_cost[city] in (0, FAR):
            state.railbot_goal = -1
            return True
        found, way = legal_ways(params, state, scratch, nothing)
        if found != 1:  # there is track by now that was not there when it was measured
            measure_path(params, state, scratch)
            found, way = legal_ways(params, state, scratch, nothing)
        if found == 0:
            remove_railbot_run(params, state)
            state.railbot_goal = -1
            return True
        if found > 1:
            state.phase = phases.PATH
            return False
        links = np.int64(state.num_links)
        build_step(params, state, way, events)
        if state.num_links > links or _meets_itself(state, np.int64(state.current_place)):
            measure_path(params, state, scratch)


@kernel
def _meets_itself(state, hex):
    """Whether the run enters a hex that it has passed before."""
    for slot in range(2):
        if state.link[hex, slot] == OPEN_RUN and state.owner[hex, slot] == RAILBOT:
            return True
    return False


@kernel
def build_step(params, state, way, events):
    """Take one step of the path: to the city where it leaves, out of it, or over a tile (RS-2.16). Nothing is paid
    (RS-6.3, RS-3.4)."""
    if way < params.act_way:
        state.next_city = way - params.act_city
        return
    if way >= params.act_side:
        side = way - params.act_side
        state.origin_city = state.next_city
        state.current_place = params.beside[params.city_hex[state.origin_city], side]
        state.enter_side = opposite(side)
        state.next_city = -1
        return
    hex, enter = np.int64(state.current_place), np.int64(state.enter_side)
    leave = way_out(enter, way - params.act_way)
    put_piece(state, hex, enter, leave, RAILBOT)
    state.current_place = params.beside[hex, leave]
    state.enter_side = opposite(leave)
    if params.hex_city[state.current_place] >= 0:
        finish_run(params, state, RAILBOT, hex, leave, events)
