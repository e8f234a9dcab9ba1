"""Routes of the mover to its destination: the best by four ways of weighing dots on whose track they lie.

The search is A* from station to station over links not yet blocked by what was ridden, with the plain distance to the
destination as its bound. What it found stays in ``work`` with a hash of all that it depends on, so that the mask, the
observation and the move of one ply share it.
"""

import numpy as np

from railgym.envs.core.bits import lowest
from railgym.envs.core.chance import mix
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.rules.fees import BANK_FEE, fee_rate, own_all
from railgym.envs.rail_baron_cards.rules.track import is_free, mark_ridden, other_end
from railgym.envs.rail_baron_cards.state import MOST_PIPS, PIECE_WORDS, RAILROADS

__all__ = ["CHEAPEST", "WEIGHTS", "can_reach", "find_routes", "search_routes"]

# What a dot counts on own, the bank's, and others' track, in the order of ``actions.ROUTES``. The first counts dots
# alone: whose track it is only breaks ties.
WEIGHTS = np.array([[1000, 1001, 1003], [1000, 1050, 2000], [1000, 1200, 4000], [1000, 1600, 2000]], np.int64)
CHEAPEST = 2  # of the kinds
OWN, BANKS, FOREIGN = range(3)
_ENDLESS = np.int64(1) << 40
_DOT_BITS = 10  # of a heap entry: the higher ones are its cost


@kernel
def find_routes(params, state, work, kinds):
    """Fill the first ``kinds`` of ``work.routes`` for the mover, unless they are this position's already."""
    search_routes(params, state, work, params.card_city[state.players[state.mover].goal], kinds)


@kernel
def search_routes(params, state, work, goal, kinds):
    """As :func:`find_routes`, to the city ``goal``."""
    stamp = _stamp(state, goal)
    if work.stamp == stamp and work.kinds >= kinds:
        return
    work.stamp = stamp
    work.kinds = kinds
    seat = state.players[state.mover]
    start = np.int64(seat.dot)
    _sort_railroads(params, state, work)
    _copy_ridden(seat, work)
    _block_ridden(params, work)
    for kind in range(kinds):
        known = _best_known(work, kind)
        if _search(params, work, kind, start, goal, _cost(work, kind, known)):
            _trace(params, work, start, params.city_dot[goal], work.routes[kind])
        else:
            work.routes[kind] = work.routes[known]
        _find_fresh(work, kind)


@kernel
def _cost(work, kind, known):
    """What the route ``known`` costs by the weights of ``kind``; without a route, more than any does."""
    if known < 0:
        return _ENDLESS
    route = work.routes[known]
    return route.own * WEIGHTS[kind, OWN] + route.bank * WEIGHTS[kind, BANKS] + route.foreign * WEIGHTS[kind, FOREIGN]


@kernel
def _best_known(work, kind):
    """Which of the routes found before is the best by the weights of ``kind``; -1 for the first kind."""
    best = -1
    for known in range(kind):
        if _cost(work, kind, known) < _cost(work, kind, best):
            best = known
    return best


@kernel
def can_reach(params, state, work, section):
    """Whether the destination can still be reached after the mover has ridden ``section`` from where it stands."""
    seat = state.players[state.mover]
    goal = params.card_city[seat.goal]
    _copy_ridden(seat, work)
    mark_ridden(params, work.ridden, section)
    _block_ridden(params, work)
    for railroad in range(params.num_railroads):
        work.owned_by[railroad] = OWN
    work.num_own = params.num_railroads
    return _search(params, work, 0, other_end(params, section, seat.dot), goal, _ENDLESS)


@kernel
def _stamp(state, goal):
    """A hash of all that routes depend on."""
    seat = state.players[state.mover]
    h = mix(np.uint64(seat.old_bank) ^ np.uint64(0x243F6A8885A308D3))
    h = mix(h ^ np.uint64(seat.old_five))
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
def _sort_railroads(params, state, work):
    """Whose each railroad is to the mover, by what it costs him now."""
    seat = state.players[state.mover]
    all_owned = own_all(params, state, state.mover)
    work.num_own = 0
    for railroad in range(params.num_railroads):
        rate = fee_rate(state, state.mover, railroad, seat.old_bank, seat.old_five, all_owned)
        work.owned_by[railroad] = OWN if rate == 0 else BANKS if rate == BANK_FEE else FOREIGN
        work.num_own += rate == 0


@kernel
def _copy_ridden(seat, work):
    for w in range(PIECE_WORDS):
        work.ridden[w] = seat.ridden[w]


@kernel
def _block_ridden(params, work):
    """Block every link of which a piece was ridden."""
    for link in range(params.num_links):
        work.blocked[link] = 0
    for w in range(PIECE_WORDS):
        left = work.ridden[w]
        while left:
            piece = 64 * w + lowest(left)
            left &= left - 1
            for i in range(params.piece_links[piece], params.piece_links[piece + 1]):
                work.blocked[params.links_of_piece[i]] = 1


@kernel
def _search(params, work, kind, start, goal, limit):
    """A* from dot ``start`` to city ``goal``; returns whether there is a way that costs less than ``limit``, which is
    then in ``work.came_from``."""
    work.search += 1
    work.limit = limit
    work.heap_size = 0
    # No dot costs less than the cheapest class there is.
    cheapest = WEIGHTS[kind, OWN if work.num_own > 0 else BANKS]
    _reach(params, work, goal, cheapest, start, 0, -1, -1, 0)
    while work.heap_size > 0:
        top = _pop(work)
        dot = top & (1 << _DOT_BITS) - 1
        here = np.int64(work.cost[dot])
        if top >> _DOT_BITS > here + cheapest * params.away[goal, dot]:
            continue  # a better way was found since
        if dot == params.city_dot[goal]:
            return True
        if params.dot_link[dot] >= 0:
            _leave_link(params, work, kind, goal, cheapest, dot)
        for i in range(params.dot_exits[dot], params.dot_exits[dot + 1]):
            link = np.int64(params.exit_link[i])
            if work.blocked[link] == 0:
                cost = here + params.exit_length[i] * WEIGHTS[kind, work.owned_by[params.exit_railroad[i]]]
                end = np.int64(params.exit_dot[i])
                _reach(params, work, goal, cheapest, end, cost, dot, link, params.exit_backwards[i])
    return False


@kernel
def _leave_link(params, work, kind, goal, cheapest, dot):
    """From a dot inside a link both its ends are reached, unless the way was ridden."""
    link = np.int64(params.dot_link[dot])
    weight = WEIGHTS[kind, work.owned_by[params.link_railroad[link]]]
    first, end = np.int64(params.link_sections[link]), np.int64(params.link_sections[link + 1])
    here = first + params.dot_place[dot]
    free = True
    for i in range(here, end):
        free = free and is_free(params, work.ridden, params.sections_of_link[i])
    if free:
        _reach(params, work, goal, cheapest, np.int64(params.link_b[link]), (end - here) * weight, dot, link, 0)
    free = True
    for i in range(first, here):
        free = free and is_free(params, work.ridden, params.sections_of_link[i])
    if free:
        _reach(params, work, goal, cheapest, np.int64(params.link_a[link]), (here - first) * weight, dot, link, 1)


@kernel
def _reach(params, work, goal, cheapest, dot, cost, came_from, came_by, backwards):
    """Note a way to ``dot`` if it is the first or the best so far and may lead to the goal within the limit."""
    bound = cost + cheapest * params.away[goal, dot]
    if bound >= work.limit:
        return
    if work.searched[dot] == work.search and cost >= work.cost[dot]:
        return
    work.searched[dot] = work.search
    work.cost[dot] = cost
    work.came_from[dot] = came_from
    work.came_by[dot] = came_by
    work.backwards[dot] = backwards
    _push(work, bound << _DOT_BITS | dot)


@kernel
def _push(work, key):
    i = np.int64(work.heap_size)
    work.heap_size += 1
    while i > 0:
        above = (i - 1) >> 1
        if work.heap[above] <= key:
            break
        work.heap[i] = work.heap[above]
        i = above
    work.heap[i] = key


@kernel
def _pop(work):
    top = work.heap[0]
    work.heap_size -= 1
    size = np.int64(work.heap_size)
    key = work.heap[size]
    i = np.int64(0)
    while True:
        below = 2 * i + 1
        if below >= size:
            break
        if below + 1 < size and work.heap[below + 1] < work.heap[below]:
            below += 1
        if work.heap[below] >= key:
            break
        work.heap[i] = work.heap[below]
        i = below
    work.heap[i] = key
    return top


@kernel
def _trace(params, work, start, target, route):
    """Write down the way that the search found."""
    stations = 0
    dot = target
    while dot != start:
        work.path[stations] = dot
        stations += 1
        dot = np.int64(work.came_from[dot])
    route.length = 0
    route.own = 0
    route.bank = 0
    route.foreign = 0
    for i in range(stations - 1, -1, -1):
        station = np.int64(work.path[i])
        _trace_link(params, work, np.int64(work.came_from[station]), station, route)


@kernel
def _trace_link(params, work, dot, station, route):
    """Add the part of a link from ``dot`` to the station at its end."""
    link = np.int64(work.came_by[station])
    first, end = np.int64(params.link_sections[link]), np.int64(params.link_sections[link + 1])
    backwards = work.backwards[station] == 1
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
    whose = work.owned_by[params.link_railroad[link]]
    if whose == OWN:
        route.own += end - first
    elif whose == BANKS:
        route.bank += end - first
    else:
        route.foreign += end - first


@kernel
def _find_fresh(work, kind):
    """From how many dots on a route differs from all before it."""
    route = work.routes[kind]
    fresh = 1
    for earlier in range(kind):
        other = work.routes[earlier]
        same = 0
        most = min(np.int64(route.length), np.int64(other.length), MOST_PIPS)
        while same < most and route.sections[same] == other.sections[same]:
            same += 1
        fresh = max(fresh, same + 1)
    route.fresh = fresh
