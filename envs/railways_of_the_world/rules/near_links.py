"""Plans to build: a link between each near pair of cities, and how far it can be finished in this turn.

A plan builds the link that takes the fewest actions, at most two, then costs least, then has the fewest tiles. For each
pair the best way of a seat with four tiles per action is known (``near_*`` of the state). Another is searched if it is
blocked. If it may no longer be the best (``near_stale``: it has become dearer, or tiles were removed), the search waits
until it is built, unless another may take fewer actions. For a seat with Perfect Engineering, or one that uses a land
grant, the way is searched when it is built. ``track_changed`` holds the hexes where track has changed.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE
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
from railgym.envs.railways_of_the_world.state import FAR, MOST_TILES, NOBODY, PLAN_ACTIONS, RUNS_OF_A_SEAT, SIDES

__all__ = [
    "build_link",
    "forget_near_links",
    "legal_links",
    "most_tiles",
    "origins_of_runs",
    "plan_link",
    "refresh_near_links",
    "tiles_to_come",
]

KNOWN_TILES = MOST_TILES  # of the longest way that is known
# What ``near_stale`` says of a pair: the known way is the best; another may be cheaper; tiles were taken away, so that
# another may also take fewer actions; there is no way, and never will be, for no open run was in the way.
BEST, DEARER, FREED, BLOCKED = range(4)


@kernel
def refresh_near_links(params, state, scratch):
    """Update the prices of known ways through hexes where track has changed, and search others for those that are
    blocked."""
    if state.track_changed == 0:
        return
    for pair in range(params.num_pairs):
        if state.near_tiles[pair] > 0 and state.near_hexes[pair] & state.track_changed != 0:
            _reprice(params, state, scratch, pair)
        if _is_to_be_found(params, state, pair):
            _look_for_link(params, state, scratch, pair)
    state.track_changed = 0


@kernel
def _actions(tiles):
    """The number of actions for that number of tiles, four per action."""
    return (tiles + AT_ONCE - 1) // AT_ONCE


@kernel
def _is_to_be_found(params, state, pair):
    """Whether it is unknown in how many actions two cities can be linked."""
    tiles, stale = np.int64(state.near_tiles[pair]), state.near_stale[pair]
    if tiles == 0:
        return stale in (DEARER, FREED)
    return stale == FREED and _actions(np.int64(params.pair_least_tiles[pair])) < _actions(tiles)


@kernel
def _reprice(params, state, scratch, pair):
    """Update the price of a known way; search another if it is blocked."""
    tiles, way = np.int64(state.near_tiles[pair]), np.int64(state.near_way[pair])
    price = price_of_way(params, state, scratch, np.int64(params.pair_a[pair]), way, tiles)
    if price != state.near_price[pair]:
        state.near_price[pair] = price
        state.near_stale[pair] = max(np.int64(state.near_stale[pair]), DEARER)
    if price == FAR:
        state.near_tiles[pair] = 0


@kernel
def _look_for_link(params, state, scratch, pair):
    """Search for the best link of a pair and store it. Track of finished links stays for the rest of the game, and what
    it blocks stays blocked."""
    a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
    tiles, price, way = search_from_city(params, state, scratch, NOBODY, a, b, False, AT_ONCE, False, KNOWN_TILES)
    state.near_tiles[pair], state.near_price[pair], state.near_way[pair] = tiles, price, way
    state.near_hexes[pair] = hexes_of_way(params, np.int64(params.pair_a[pair]), way, tiles)
    state.near_stale[pair] = BLOCKED if tiles == 0 and state.num_runs == 0 else BEST


@kernel
def forget_near_links(params, state, hex):
    """Note that a tile was removed from a hex: links through it may be better again, except those of the empty map. A
    known link can only be improved by one of as many actions."""
    state.track_changed |= bit(hex & 63)
    for pair in range(params.num_pairs):
        if state.near_stale[pair] in (BLOCKED, FREED):
            continue
        if state.near_way[pair] == params.near_way[pair] and state.near_price[pair] == params.near_price[pair]:
            continue
        from_a = np.int64(params.city_distance[params.pair_a[pair], hex])
        tiles = np.int64(state.near_tiles[pair])
        most = AT_ONCE * _actions(tiles) if tiles > 0 else KNOWN_TILES
        if from_a + params.city_distance[params.pair_b[pair], hex] <= most + 1:
            state.near_stale[pair] = FREED


@kernel
def tiles_to_come(params, state, player):
    """The number of tiles that the seat can still lay in this turn, if it uses all actions for that. Open runs must be
    finished by its end."""
    actions = np.int64(state.players[player].actions_left)
    if params.solo == 1:
        actions += state.turn_part == 0
    else:
        actions += phases.ROUNDS - 1 - np.int64(state.round)
    return actions * tiles_at_once(state, player)


@kernel
def most_tiles(params, state, player):
    """The largest number of tiles of a link that a plan of the seat searches for: two actions, within this turn."""
    return min(tiles_to_come(params, state, player), PLAN_ACTIONS * tiles_at_once(state, player))


@kernel
def legal_links(params, state, scratch, mask, player):
    """Allow every link of at most two actions that can be finished in this turn."""
    if not room_for_a_link(state):
        return
    most = most_tiles(params, state, player)
    origins = origins_of_runs(params, state, player)
    for pair in range(params.num_pairs):
        if (
            _can_link(params, state, scratch, player, origins, pair, most)
            or _best_run(params, state, scratch, player, origins, pair, most)[2] > 0
        ):
            allow(scratch, mask, params.act_link + pair)


@kernel
def _can_link(params, state, scratch, player, origins, pair, most):
    """Whether a new link of at most that number of tiles can be built: the known one, or if that is too long, another
    one with five tiles per action."""
    tiles = np.int64(state.near_tiles[pair])
    if 0 < tiles <= most:
        return True
    if tiles == 0 or state.players[player].perfect_engineering == 0 or params.pair_least_tiles[pair] > most:
        return False
    return _new_link(params, state, scratch, player, origins, pair, most)[1] > 0


@kernel
def origins_of_runs(params, state, player):
    """The cities from which the seat's open runs come, as bits."""
    origins = np.int64(0)
    for run in range(np.int64(state.num_runs)):
        if state.run_owner[run] == player:
            origins |= bit(run_origin(params, state, run))
    return origins


@kernel
def _is_better(tiles, price, than_tiles, than_price, at_once):
    """Whether a link (0 tiles: none) takes fewer actions than another, or costs less, or has fewer tiles."""
    if tiles == 0 or than_tiles == 0:
        return tiles > 0
    actions, than_actions = (tiles - 1) // at_once, (than_tiles - 1) // at_once
    if actions != than_actions:
        return actions < than_actions
    return price < than_price if price != than_price else tiles < than_tiles


@kernel
def _best_run(params, state, scratch, player, origins, pair, most):
    """The best way to finish an open run of the seat from one city of a pair at the other: the number of the run (-1:
    there is none), the city it comes from, tiles, price, way."""
    a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
    at_once, free = tiles_at_once(state, player), state.grant_in_use == 1
    best, tiles, price, way, origin = np.int64(-1), np.int64(0), np.int64(FAR), np.int64(0), a
    for number in range(RUNS_OF_A_SEAT if origins & (bit(a) | bit(b)) != 0 else 0):
        run = own_run(state, player, number)
        if run < 0:
            break
        start = run_origin(params, state, run)
        if start != a and start != b:
            continue
        hex, side, goal = np.int64(state.run_hex[run]), np.int64(state.run_side[run]), b if start == a else a
        joins = origins & bit(goal) != 0
        found = search_from_run(params, state, scratch, player, hex, side, goal, joins, at_once, free, most)
        if _is_better(found[0], found[1], tiles, price, at_once):
            best, origin = np.int64(number), start
            tiles, price, way = found
    return best, origin, tiles, price, way


@kernel
def _new_link(params, state, scratch, player, origins, pair, most):
    """The best new link of a pair: the city where it begins, tiles (0: there is none), price, way. A land grant covers
    the tiles of one action, so that the city where it begins matters."""
    a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
    at_once, free = tiles_at_once(state, player), state.grant_in_use == 1
    known = np.int64(state.near_tiles[pair]), np.int64(state.near_price[pair]), np.int64(state.near_way[pair])
    if known[0] > most:
        known = np.int64(0), np.int64(FAR), np.int64(0)
    if not free and at_once == AT_ONCE and state.near_stale[pair] in (BEST, BLOCKED):
        return a, known[0], known[1], known[2]
    joins_a, joins_b = origins & bit(a) != 0, origins & bit(b) != 0
    there = search_from_city(params, state, scratch, player, a, b, joins_b, at_once, free, most)
    if free:
        back = search_from_city(params, state, scratch, player, b, a, joins_a, at_once, free, most)
        if _is_better(back[0], back[1], there[0], there[1], at_once):
            return b, back[0], back[1], back[2]
    if there[0] == 0:
        there = known
    return a, there[0], there[1], there[2]


@kernel
def plan_link(params, state, scratch, player, pair):
    """The next step of a link: the number of the open run to continue (-1: none), the city it comes from, tiles, price,
    way."""
    most, at_once = most_tiles(params, state, player), tiles_at_once(state, player)
    origins = origins_of_runs(params, state, player)
    number, origin, tiles, price, way = _best_run(params, state, scratch, player, origins, pair, most)
    new = _new_link(params, state, scratch, player, origins, pair, most)
    if _is_better(new[1], new[2], tiles, price, at_once):
        return np.int64(-1), new[0], new[1], new[2], new[3]
    return number, origin, tiles, price, way


@kernel
def build_link(params, state, scratch, player, pair, events):
    """Lay the tiles of one action; returns the outcome of the last, as ``lay``."""
    number, origin, _, _, way = plan_link(params, state, scratch, player, pair)
    if number >= 0:
        continue_run(params, state, player, number)
    else:
        start_run(params, state, origin, way % SIDES)
    turns = way // SIDES
    outcome = GOES_ON
    while outcome == GOES_ON:
        outcome = lay(params, state, player, turns % 3, events)
        turns //= 3
    state.phase = phases.ACTION
    return outcome
