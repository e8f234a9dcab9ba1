"""Routes of the mover to their destination: the best by each of four kinds of weights for own and other track.

The search is A* from station to station, over links of which nothing was ridden in this run. Its lower bound is the
distance to the destination. The result stays in ``scratch`` with a hash of all inputs, so that the mask, the
observation and the move of one ply share it.
"""

import numpy as np

from railgym.envs.core.bits import lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix
from railgym.envs.rail_baron_cards.rules.fees import BANK_FEE, fee_rate, own_all
from railgym.envs.rail_baron_cards.rules.track import is_free, mark_ridden, other_end
from railgym.envs.rail_baron_cards.state import MOST_PIPS, PIECE_WORDS, RAILROADS

__all__ = ["CHEAPEST", "WEIGHTS", "can_reach", "find_routes", "search_routes"]

# The weights of a dot on own track, on the bank's and on that of other players, in the order of ``actions.ROUTES``. The
# first kind counts dots: the owner of the track only breaks ties.
WEIGHTS = np.array([[1000, 1001, 1003], [1000, 1050, 2000], [1000, 1200, 4000], [1000, 1600, 2000]], np.int64)
CHEAPEST = 2  # of the kinds
OWN, BANKS, FOREIGN = range(3)
_ENDLESS = np.int64(1) << 40
_DOT_BITS = 10  # the low bits of an entry of the heap; the higher bits are its cost


@kernel
def find_routes(params, state, scratch, kinds):
    """Write the first ``kinds`` routes of the mover into ``scratch.routes``, unless they are there already."""
    search_routes(params, state, scratch, params.card_city[state.players[state.mover].goal], kinds)


@kernel
def search_routes(params, state, scratch, goal, kinds):
    """As :func:`find_routes`, but to the city ``goal``."""
    stamp = _stamp(state, goal)
    if scratch.stamp == stamp and scratch.kinds >= kinds:
        return
    scratch.stamp = stamp
    scratch.kinds = kinds
    seat = state.players[state.mover]
    start = np.int64(seat.dot)
    _sort_railroads(params, state, scratch)
    _copy_ridden(seat, scratch)
    _block_ridden(params, scratch)
    for kind in range(kinds):
        known = _best_known(scratch, kind)
        if _search(params, scratch, kind, start, goal, _cost(scratch, kind, known)):
            _trace(params, scratch, start, params.city_dot[goal], scratch.routes[kind])
        else:
            scratch.routes[kind] = scratch.routes[known]
        _find_fresh(scratch, kind)


@kernel
def _cost(scratch, kind, known):
    """The cost of the route ``known`` by the weights of ``kind``; without a route (-1), more than any route costs."""
    if known < 0:
        return _ENDLESS
    route = scratch.routes[known]
    return route.own * WEIGHTS[kind, OWN] + route.bank * WEIGHTS[kind, BANKS] + route.foreign * WEIGHTS[kind, FOREIGN]


@kernel
def _best_known(scratch, kind):
    """The best of the routes found before, by the weights of ``kind``; -1 for the first kind."""
    best = -1
    for known in range(kind):
        if _cost(scratch, kind, known) < _cost(scratch, kind, best):
            best = known
    return best


@kernel
def can_reach(params, state, scratch, section):
    """Whether the destination can still be reached after the mover has ridden ``section`` (RB-R5.6)."""
    seat = state.players[state.mover]
    goal = params.card_city[seat.goal]
    _copy_ridden(seat, scratch)
    mark_ridden(params, scratch.ridden, section)
    _block_ridden(params, scratch)
    for railroad in range(params.num_railroads):
        scratch.owned_by[railroad] = OWN
    scratch.num_own = params.num_railroads
    return _search(params, scratch, 0, other_end(params, section, seat.dot), goal, _ENDLESS)


@kernel
def _stamp(state, goal):
    """A hash of everything that the routes to a city depend on; never 0."""
    seat = state.players[state.mover]
    h = mix(np.uint64(seat.old_bank_rate) ^ np.uint64(0x243F6A8885A308D3))
    h = mix(h ^ np.uint64(seat.old_owner_rate))
    h = mix(h ^ np.uint64(state.bought))
    place = np.int64(seat.dot) << 16 | np.int64(goal) << 8 | np.int64(state.mover)
    h = mix(h ^ np.uint64(place))
    for w in range(PIECE_WORDS):
        if seat.ridden[w]:
            h = mix(h ^ np.uint64(seat.ridden[w])) + np.uint64(w)
    owners = np.uint64(0)
    for railroad in range(RAILROADS):
        owners = owners * np.uint64(8) + np.uint64(state.owner[railroad] + 1)
        if railroad % 16 == 15:
            h = mix(h ^ owners)
            owners = np.uint64(0)
    return h | np.uint64(1)


@kernel
def _sort_railroads(params, state, scratch):
    """Sort the railroads into OWN, BANKS and FOREIGN, by what they cost the mover now."""
    seat = state.players[state.mover]
    all_owned = own_all(params, state, state.mover)
    scratch.num_own = 0
    for railroad in range(params.num_railroads):
        rate = fee_rate(params, state, state.mover, railroad, seat.old_bank_rate, seat.old_owner_rate, all_owned)
        scratch.owned_by[railroad] = OWN if rate == 0 else BANKS if rate == BANK_FEE else FOREIGN
        scratch.num_own += rate == 0


@kernel
def _copy_ridden(seat, scratch):
    """Copy the pieces that a player has ridden into ``scratch.ridden``."""
    for w in range(PIECE_WORDS):
        scratch.ridden[w] = seat.ridden[w]


@kernel
def _block_ridden(params, scratch):
    """Block every link with a ridden piece."""
    for link in range(params.num_links):
        scratch.blocked[link] = 0
    for w in range(PIECE_WORDS):
        left = scratch.ridden[w]
        while left:
            piece = 64 * w + lowest(left)
            left &= left - 1
            for i in range(params.piece_links[piece], params.piece_links[piece + 1]):
                scratch.blocked[params.links_of_piece[i]] = 1


@kernel
def _search(params, scratch, kind, start, goal, limit):
    """Search a way from the dot ``start`` to the city ``goal`` that costs less than ``limit``. Returns whether there is
    one; the best one is then in ``scratch.came_from``."""
    scratch.search += 1
    scratch.limit = limit
    scratch.heap_size = 0
    # No dot costs less than one of the cheapest class that exists.
    cheapest = WEIGHTS[kind, OWN if scratch.num_own > 0 else BANKS]
    _reach(params, scratch, goal, cheapest, start, 0, -1, -1, 0)
    while scratch.heap_size > 0:
        top = _pop(scratch)
        dot = top & (1 << _DOT_BITS) - 1
        here = np.int64(scratch.cost[dot])
        if top >> _DOT_BITS > here + cheapest * params.away[goal, dot]:
            continue  # a better way was found since
        if dot == params.city_dot[goal]:
            return True
        if params.dot_link[dot] >= 0:
            _leave_link(params, scratch, kind, goal, cheapest, dot)
        for i in range(params.dot_exits[dot], params.dot_exits[dot + 1]):
            link = np.int64(params.exit_link[i])
            if scratch.blocked[link] == 0:
                cost = here + params.exit_length[i] * WEIGHTS[kind, scratch.owned_by[params.exit_railroad[i]]]
                end = np.int64(params.exit_dot[i])
                _reach(params, scratch, goal, cheapest, end, cost, dot, link, params.exit_backwards[i])
    return False


@kernel
def _leave_link(params, scratch, kind, goal, cheapest, dot):
    """Reach both ends of the link around ``dot``, unless the track on the way was ridden."""
    link = np.int64(params.dot_link[dot])
    weight = WEIGHTS[kind, scratch.owned_by[params.link_railroad[link]]]
    first, end = np.int64(params.link_sections[link]), np.int64(params.link_sections[link + 1])
    here = first + params.dot_place[dot]
    free = True
    for i in range(here, end):
        free = free and is_free(params, scratch.ridden, params.sections_of_link[i])
    if free:
        _reach(params, scratch, goal, cheapest, np.int64(params.link_b[link]), (end - here) * weight, dot, link, 0)
    free = True
    for i in range(first, here):
        free = free and is_free(params, scratch.ridden, params.sections_of_link[i])
    if free:
        _reach(params, scratch, goal, cheapest, np.int64(params.link_a[link]), (here - first) * weight, dot, link, 1)


@kernel
def _reach(params, scratch, goal, cheapest, dot, cost, came_from, came_by, backwards):
    """Note a way to ``dot`` if it is the best so far and may lead to the goal within the limit."""
    bound = cost + cheapest * params.away[goal, dot]
    if bound >= scratch.limit:
        return
    if scratch.searched[dot] == scratch.search and cost >= scratch.cost[dot]:
        return
    scratch.searched[dot] = scratch.search
    scratch.cost[dot] = cost
    scratch.came_from[dot] = came_from
    scratch.came_by[dot] = came_by
    scratch.backwards[dot] = backwards
    _push(scratch, bound << _DOT_BITS | dot)


@kernel
def _push(scratch, key):
    """Put an entry into the heap."""
    i = np.int64(scratch.heap_size)
    scratch.heap_size += 1
    while i > 0:
        above = (i - 1) >> 1
        if scratch.heap[above] <= key:
            break
        scratch.heap[i] = scratch.heap[above]
        i = above
    scratch.heap[i] = key


@kernel
def _pop(scratch):
    """Take the least entry out of the heap and return it."""
    top = scratch.heap[0]
    scratch.heap_size -= 1
    size = np.int64(scratch.heap_size)
    key = scratch.heap[size]
    i = np.int64(0)
    while True:
        below = 2 * i + 1
        if below >= size:
            break
        if below + 1 < size and scratch.heap[below + 1] < scratch.heap[below]:
            below += 1
        if scratch.heap[below] >= key:
            break
        scratch.heap[i] = scratch.heap[below]
        i = below
    scratch.heap[i] = key
    return top


@kernel
def _trace(params, scratch, start, target, route):
    """Write the way that the search found from ``start`` to the dot ``target`` into ``route``."""
    stations = 0
    dot = target
    while dot != start:
        scratch.path[stations] = dot
        stations += 1
        dot = np.int64(scratch.came_from[dot])
    route.length = 0
    route.own = 0
    route.bank = 0
    route.foreign = 0
    for i in range(stations - 1, -1, -1):
        station = np.int64(scratch.path[i])
        _trace_link(params, scratch, np.int64(scratch.came_from[station]), station, route)


@kernel
def _trace_link(params, scratch, dot, station, route):
    """Add to ``route`` the part of a link from ``dot`` to ``station``, one of its ends."""
    link = np.int64(scratch.came_by[station])
    first, end = np.int64(params.link_sections[link]), np.int64(params.link_sections[link + 1])
    backwards = scratch.backwards[station] == 1
    if params.dot_link[dot] >= 0:
        if backwards:
            end = first + params.dot_place[dot]
        else:
            first += params.dot_place[dot]
    for k in range(end - first):
        if route.length + k >= MOST_PIPS:
            break
        section = np.int64(params.sections_of_link[end - 1 - k if backwards else first + k])
        dot = other_end(params, section, dot)
        route.sections[route.length + k] = section
        route.dots[route.length + k] = dot
    route.length += end - first
    whose = scratch.owned_by[params.link_railroad[link]]
    if whose == OWN:
        route.own += end - first
    elif whose == BANKS:
        route.bank += end - first
    else:
        route.foreign += end - first


@kernel
def _find_fresh(scratch, kind):
    """Write the least number of dots at which a route differs from all routes before it into ``fresh``."""
    route = scratch.routes[kind]
    fresh = 1
    for earlier in range(kind):
        other = scratch.routes[earlier]
        same = 0
        most = min(np.int64(route.length), np.int64(other.length), MOST_PIPS)
        while same < most and route.sections[same] == other.sections[same]:
            same += 1
        fresh = max(fresh, same + 1)
    route.fresh = fresh
