"""Plans to build: a link between each near pair of cities, and how far it can be finished in this turn.

A way that can be built is known for each pair (``near_*`` of the state), the cheapest when it was looked for. Another
is looked for where it is blocked. Where it may not be the cheapest any more (``near_stale``: it has become dearer, or
tiles were taken away) that waits until it is to be built. ``track_changed`` says in which hexes track has changed.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.building import (
    GOES_ON,
    continue_run,
    lay,
    own_run,
    run_origin,
    start_run,
    tiles_at_once,
)
from railgym.envs.railways_of_the_world.rules.cheapest_link import (
    hexes_of_way,
    price_of_way,
    search_from_city,
    search_from_run,
)
from railgym.envs.railways_of_the_world.rules.links import room_for_a_link
from railgym.envs.railways_of_the_world.state import FAR, MOST_TILES, RUNS_OF_A_SEAT, SIDES

__all__ = ["build_link", "forget_near_links", "legal_links", "plan_link", "refresh_near_links", "tiles_to_come"]


@kernel
def refresh_near_links(params, state, work):
    """Price the known ways anew that come through hexes where track has changed; look for others that are blocked."""
    if state.track_changed == 0:
        return
    for pair in range(params.num_pairs):
        if state.near_tiles[pair] > 0 and state.near_hexes[pair] & state.track_changed != 0:
            _price_anew(params, state, pair)
        if state.near_tiles[pair] == 0 and state.near_stale[pair] == 1:
            _look_for_link(params, state, work, pair)
    state.track_changed = 0


@kernel
def _price_anew(params, state, pair):
    tiles, way = np.int64(state.near_tiles[pair]), np.int64(state.near_way[pair])
    price = price_of_way(params, state, np.int64(params.pair_a[pair]), way, tiles)
    if price != state.near_price[pair]:
        state.near_price[pair] = price
        state.near_stale[pair] = 1
    if price == FAR:
        state.near_tiles[pair] = 0


@kernel
def _look_for_link(params, state, work, pair):
    """Know the cheapest there is."""
    tiles, price, way = _cheapest_link(params, state, work, pair)
    state.near_tiles[pair], state.near_price[pair], state.near_way[pair] = tiles, price, way
    state.near_hexes[pair] = hexes_of_way(params, np.int64(params.pair_a[pair]), way, tiles)
    state.near_stale[pair] = 0


@kernel
def _cheapest_link(params, state, work, pair):
    a, b, most = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair]), np.int64(params.pair_most[pair])
    return search_from_city(params, state, work, a, b, most)


@kernel
def forget_near_links(params, state, hex):
    """A tile was taken out of a hex: links through it may be cheaper again, unless they are those of the empty map."""
    state.track_changed |= bit(hex & 63)
    for pair in range(params.num_pairs):
        if state.near_way[pair] == params.near_way[pair] and state.near_price[pair] == params.near_price[pair]:
            continue
        from_a = np.int64(params.city_distance[params.pair_a[pair], hex])
        if from_a + params.city_distance[params.pair_b[pair], hex] <= params.pair_most[pair] + 1:
            state.near_stale[pair] = 1


@kernel
def tiles_to_come(params, state, player):
    """The tiles that the seat may still lay in this turn, if all its actions were for that; open runs have to be
    finished by its end."""
    actions = np.int64(state.players[player].actions)
    if params.solo == 1:
        actions += state.part == 0
    else:
        actions += phases.ROUNDS - 1 - np.int64(state.round)
    return actions * tiles_at_once(state, player)


@kernel
def legal_links(params, state, work, mask, player):
    """Every link that can be finished in this turn."""
    if not room_for_a_link(state):
        return
    most = tiles_to_come(params, state, player)
    origins = _origins_of_runs(params, state, player)
    for pair in range(params.num_pairs):
        tiles = np.int64(state.near_tiles[pair])
        begun = origins & (bit(params.pair_a[pair]) | bit(params.pair_b[pair])) != 0
        if 0 < tiles <= most or (begun and _goes_on(params, state, work, player, pair, most)[1] > 0):
            allow(work, mask, params.act_link + pair)


@kernel
def _origins_of_runs(params, state, player):
    """The cities that the seat's open runs come from, bits."""
    origins = np.int64(0)
    for run in range(np.int64(state.num_runs)):
        if state.run_owner[run] == player:
            origins |= bit(run_origin(params, state, run))
    return origins


@kernel
def _goes_on(params, state, work, player, pair, most):
    """An open run of the seat from one of the cities that can be finished at the other: its number, tiles, price, way;
    no tiles: there is none."""
    a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
    for number in range(RUNS_OF_A_SEAT if state.num_runs > 0 else 0):
        run = own_run(state, player, number)
        if run < 0:
            break
        origin = run_origin(params, state, run)
        if origin in (a, b):
            hex, side = np.int64(state.run_hex[run]), np.int64(state.run_side[run])
            goal = b if origin == a else a
            tiles, price, way = search_from_run(params, state, work, hex, side, goal, min(most, MOST_TILES))
            if tiles > 0:
                return number, tiles, price, way
    return -1, np.int64(0), np.int64(0), np.int64(0)


@kernel
def plan_link(params, state, work, player, pair):
    """What is built next for a link: the number of the open run that is continued (-1: none), tiles, price, way."""
    most = tiles_to_come(params, state, player)
    number, tiles, price, way = _goes_on(params, state, work, player, pair, most)
    if tiles > 0:
        return number, tiles, price, way
    if state.near_stale[pair] == 1:
        tiles, price, way = _cheapest_link(params, state, work, pair)
        if tiles <= most:  # with five tiles to an action a cheaper link may need one more
            return -1, tiles, price, way
    return -1, np.int64(state.near_tiles[pair]), np.int64(state.near_price[pair]), np.int64(state.near_way[pair])


@kernel
def build_link(params, state, work, player, pair, events):
    """Lay the tiles of one action; returns how that ended, as ``lay`` does."""
    number, _, _, way = plan_link(params, state, work, player, pair)
    if number >= 0:
        continue_run(params, state, player, number)
    else:
        start_run(params, state, np.int64(params.pair_a[pair]), way % SIDES)
    turns = way // SIDES
    outcome = GOES_ON
    while outcome == GOES_ON:
        outcome = lay(params, state, player, turns % 3, events)
        turns //= 3
    state.phase = phases.ACTION
    return outcome
