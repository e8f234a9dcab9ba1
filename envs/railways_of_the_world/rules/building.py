"""Building track tile by tile, and its prices.

::

    city --(start)--> LAY --(left, straight on, right)--> LAY ... until
        a city or an own open run is reached: the run is a link
        the tiles of the action are used up, or the seat stops: the run stays open until the turn ends
"""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import LAID
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE
from railgym.envs.railways_of_the_world.params import OPEN, TERRAIN_PRICE
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.links import finish_link, room_for_a_link
from railgym.envs.railways_of_the_world.rules.money import pay
from railgym.envs.railways_of_the_world.rules.pieces import (
    can_enter,
    ends_in,
    find_end,
    has_end,
    opposite,
    piece_at,
    put_piece,
    way_out,
)
from railgym.envs.railways_of_the_world.state import OPEN_RUN, RUNS_OF_A_SEAT, SIDES

__all__ = [
    "CROSSING",
    "FINISHED",
    "GOES_ON",
    "RIDGE",
    "STOPPED",
    "can_start",
    "continue_run",
    "finish_run",
    "lay",
    "legal_lay",
    "legal_starts",
    "may_leave",
    "own_run",
    "price_of_entering",
    "price_of_leaving",
    "run_origin",
    "start_run",
    "tile_price",
    "tiles_at_once",
]

RIDGE, CROSSING = 4, 2  # thousands
GOES_ON, STOPPED, FINISHED = range(3)


@kernel
def tiles_at_once(state, player):
    """The number of tiles of an action: four (RW-3.1), or five with Perfect Engineering (RW-7.9)."""
    return AT_ONCE + np.int64(state.players[player].perfect_engineering)


@kernel
def may_leave(params, state, player, origin, hex, side):
    """Whether a run from a city may leave a hex through a side. It may leave onto land; into a city in play other than
    its first (RW-3.4, RS-4.3); or where an open run of the same seat from another city ends (RW-3.8)."""
    there = np.int64(params.beside[hex, side])
    if there < 0 or has_end(state, hex, side):
        return False
    city = np.int64(params.hex_city[there])
    if city >= 0:
        return params.in_play[city] == 1 and city != origin
    if not has_end(state, there, opposite(side)):
        return True
    slot = piece_at(state, there, opposite(side))
    if state.owner[there, slot] != player or state.link[there, slot] != OPEN_RUN:
        return False
    return find_end(params, state, there, opposite(side)) != origin


@kernel
def can_lay(params, state, player, origin, hex, side):
    """Whether any tile may be laid in a hex that a run enters at a side."""
    if not can_enter(params, state, hex, side):
        return False
    for way in range(3):
        if may_leave(params, state, player, origin, hex, way_out(side, way)):
            return True
    return False


@kernel
def can_start(params, state, player, city, side):
    """Whether a run may begin at a side of a city. None begins in a city that is not in play (RS-4.3)."""
    if params.in_play[city] == 0:
        return False
    there = np.int64(params.beside[params.city_hex[city], side])
    return there >= 0 and can_lay(params, state, player, city, there, opposite(side))


@kernel
def legal_starts(params, state, scratch, mask, player):
    """Allow runs from any city, also without own links there (RW-3.2), and on from the ends of own open runs, but not
    of others (RW-3.3)."""
    if not room_for_a_link(state):
        return
    for city in range(params.num_cities):
        for side in range(SIDES):
            if can_start(params, state, player, city, side):
                allow(scratch, mask, params.act_start + city * SIDES + side)
    for number in range(RUNS_OF_A_SEAT):
        run = own_run(state, player, number)
        if run >= 0 and _can_continue(params, state, run):
            allow(scratch, mask, params.act_continue + number)


@kernel
def own_run(state, player, number):
    """The open run with that number among the seat's own; -1 if it has fewer."""
    for run in range(np.int64(state.num_runs)):
        if state.run_owner[run] == player:
            if number == 0:
                return run
            number -= 1
    return -1


@kernel
def run_origin(params, state, run):
    """The city from which an open run comes."""
    hex, side = np.int64(state.run_hex[run]), np.int64(state.run_side[run])
    return find_end(params, state, np.int64(params.beside[hex, side]), opposite(side))


@kernel
def _can_continue(params, state, run):
    """Whether a tile can be laid at the end of an open run."""
    hex, side = np.int64(state.run_hex[run]), np.int64(state.run_side[run])
    return can_lay(params, state, np.int64(state.run_owner[run]), run_origin(params, state, run), hex, side)


@kernel
def start_run(params, state, city, side):
    """Begin a run at a side of a city; its first tile is laid next."""
    state.current_place = params.beside[params.city_hex[city], side]
    state.enter_side = opposite(side)
    state.origin_city = city
    state.tiles_laid = 0
    state.phase = phases.LAY


@kernel
def continue_run(params, state, player, number):
    """Continue an open run of the seat from its end, which is removed from the list of ends."""
    run = own_run(state, player, number)
    state.current_place, state.enter_side = state.run_hex[run], state.run_side[run]
    state.origin_city = run_origin(params, state, run)
    state.tiles_laid = 0
    state.phase = phases.LAY
    _forget_run(state, run)


@kernel
def _forget_run(state, run):
    """Remove an open run from the list of ends."""
    state.num_runs -= 1
    for i in range(run, np.int64(state.num_runs)):
        state.run_hex[i], state.run_side[i] = state.run_hex[i + 1], state.run_side[i + 1]
        state.run_owner[i] = state.run_owner[i + 1]


@kernel
def legal_lay(params, state, scratch, mask, player):
    """Allow the tiles that fit into the next hex, and to stop after the first tile."""
    hex, side = np.int64(state.current_place), np.int64(state.enter_side)
    for way in range(3):
        if may_leave(params, state, player, np.int64(state.origin_city), hex, way_out(side, way)):
            allow(scratch, mask, params.act_lay + way)
    if state.tiles_laid > 0:
        allow(scratch, mask, params.act_stop)


@kernel
def tile_price(params, state, hex, enter, leave, free):
    """The price of a tile from one side of a hex to another."""
    return price_of_entering(params, state, hex, enter, free) + price_of_leaving(params, state, hex, leave)


@kernel
def price_of_entering(params, state, hex, enter, free):
    """The price by the terrain (RW-3.9), which is 0 in open land if ``free`` (RW-7.8), plus that of crossing other
    track (RW-3.11) and of a ridge on the side that is entered (RW-3.10)."""
    terrain = np.int64(params.terrain[hex])
    price = 0 if free and terrain == OPEN else TERRAIN_PRICE[terrain]
    if ends_in(state, hex) != 0:
        price += CROSSING
    return price + RIDGE * np.int64(params.ridge[hex, enter])


@kernel
def price_of_leaving(params, state, hex, leave):
    """The price of a ridge on the side that is left, if track or a city lies beyond (RW-3.10)."""
    if params.ridge[hex, leave] == 0:
        return 0
    there = np.int64(params.beside[hex, leave])
    return RIDGE if params.hex_city[there] >= 0 or has_end(state, there, opposite(leave)) else 0


@kernel
def lay(params, state, player, way, events):
    """Lay a tile and pay for it; returns GOES_ON, STOPPED or FINISHED. A finished link ends the action (RW-3.6)."""
    hex, enter = np.int64(state.current_place), np.int64(state.enter_side)
    leave = way_out(enter, way)
    price = tile_price(params, state, hex, enter, leave, state.grant_in_use == 1)
    pay(state, player, price, events)
    there, beyond = np.int64(params.beside[hex, leave]), opposite(leave)
    joins = params.hex_city[there] >= 0 or has_end(state, there, beyond)
    put_piece(state, hex, enter, leave, player)
    emit(events, EVERYONE, LAID, player, hex, enter, leave, price)
    state.tiles_laid += 1
    state.current_place, state.enter_side = there, beyond
    if joins:
        finish_run(params, state, player, hex, leave, events)
        return FINISHED
    if state.tiles_laid == tiles_at_once(state, player) or not can_lay(
        params, state, player, np.int64(state.origin_city), there, beyond
    ):
        stop(state, player)
        return STOPPED
    return GOES_ON


@kernel
def stop(state, player):
    """Leave the run open; it can be continued in this turn (RW-3.3)."""
    run = np.int64(state.num_runs)
    state.run_hex[run], state.run_side[run], state.run_owner[run] = state.current_place, state.enter_side, player
    state.num_runs += 1


@kernel
def finish_run(params, state, player, hex, leave, events):
    """Finish a run that has left its last hex into a city, or into another run of the same seat that had come to this
    hex (RW-3.8). The link is followed from the city where the run began."""
    for run in range(np.int64(state.num_runs)):
        if state.run_hex[run] == hex and state.run_side[run] == leave:
            _forget_run(state, run)
            break
    goal = find_end(params, state, np.int64(params.beside[hex, leave]), opposite(leave))
    start = np.int64(params.city_hex[state.origin_city])
    for side in range(SIDES):
        there = np.int64(params.beside[start, side])
        if there < 0 or not _is_open(state, there, opposite(side), player):
            continue
        if find_end(params, state, there, opposite(side)) == goal:
            finish_link(params, state, there, opposite(side), player, events)
            return


@kernel
def _is_open(state, hex, side, player):
    """Whether an open run of a seat ends at a side of a hex."""
    slot = piece_at(state, hex, side)
    return slot >= 0 and state.link[hex, slot] == OPEN_RUN and state.owner[hex, slot] == player
