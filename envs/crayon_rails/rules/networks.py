"""Connected track: each seat's network, the components of all track, and the cities that are full.

All of it follows from ``state.track`` and is updated segment by segment. After a flood, ``derive_from_track`` computes
it again.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.rules.regions import label_regions
from railgym.envs.crayon_rails.state import COMPONENTS, DIRECTIONS, NOBODY

__all__ = [
    "choose_home",
    "close_city",
    "count_majors",
    "derive_from_track",
    "find_components",
    "follow_train",
    "grow",
    "has_one_network",
    "has_track",
    "join_components",
    "measure_home",
    "settle_home",
]


@kernel
def derive_from_track(params, state, scratch):
    """Compute everything that follows from the track."""
    find_components(params, state)
    for player in range(params.num_players):
        settle_home(params, state, scratch, player)
    for city in range(params.num_cities):
        close_city(params, state, city)
    label_regions(params, state, scratch)


@kernel
def find_components(params, state):
    """Find which seats have track at each milepost, and the components of all track."""
    state.track_seats[:] = 0
    state.component[:] = 0
    state.component_cities[:] = 0
    state.component_seats[:] = 0
    for edge in range(params.num_edges):
        owner = np.int64(state.track[edge])
        if owner != NOBODY:
            a, b = np.int64(params.edge_a[edge]), np.int64(params.edge_b[edge])
            state.track_seats[a] |= 1 << owner
            state.track_seats[b] |= 1 << owner
            join_components(params, state, owner, a, b)


# --- a seat's network -------------------------------------------------------------------------------------------------


@kernel
def settle_home(params, state, scratch, player):
    """Choose the seat's network and fill it."""
    choose_home(params, state, player)
    measure_home(params, state, scratch, player)


@kernel
def choose_home(params, state, player):
    """Choose the milepost of the seat's network: where the train stands, if track of the seat is there; else the same
    as before; else the first milepost with track of the seat."""
    seat = state.players[player]
    if seat.train >= 0 and has_track(params, state, player, seat.train):
        seat.home_milepost = seat.train
    elif seat.home_milepost < 0 or not (
        params.post_major[seat.home_milepost] == 1 or has_track(params, state, player, seat.home_milepost)
    ):
        seat.home_milepost = -1
        for post in range(params.num_mileposts):
            if state.track_seats[post] >> player & 1:
                seat.home_milepost = post
                break


@kernel
def measure_home(params, state, scratch, player):
    """Fill the seat's network, and compute the cost of joining each city to it."""
    seat = state.players[player]
    for post in range(params.num_mileposts):
        state.in_network[post] &= ~(1 << player)
    seat.linked_cities = 0
    seat.join_cost[:] = FAR
    seat.join_from[:] = -1
    if seat.home_milepost >= 0:
        grow(params, state, scratch, player, np.int64(seat.home_milepost))
    seat.one_network = has_one_network(params, state, player)


@kernel
def follow_train(params, state, scratch, player):
    """Make the track where the seat's train stands its network, if it is track of the seat outside of the network."""
    post = np.int64(state.players[player].train)
    if post >= 0 and state.in_network[post] >> player & 1 == 0 and has_track(params, state, player, post):
        settle_home(params, state, scratch, player)


@kernel
def has_one_network(params, state, player):
    """1 if all track of the seat belongs to its network, else 0."""
    for post in range(params.num_mileposts):
        if state.track_seats[post] & ~state.in_network[post] & (1 << player):
            return 0
    return 1


@kernel
def has_track(params, state, player, post):
    """Whether the seat's track reaches a milepost, or the major city of that milepost."""
    if params.post_major[post] == 0:
        return state.track_seats[post] >> player & 1 == 1
    city = np.int64(params.post_city[post])
    for i in range(np.int64(params.city_num_posts[city])):
        if state.track_seats[params.city_posts[city, i]] >> player & 1:
            return True
    return False


@kernel
def grow(params, state, scratch, player, start):
    """Add a milepost, and everything that the seat's track joins to it, to the seat's network."""
    size = _take(params, state, scratch, player, start, 0)
    while size > 0:
        size -= 1
        post = np.int64(scratch.queue[size])
        for way in range(DIRECTIONS):
            edge = np.int64(params.post_edge[post, way])
            if edge >= 0 and state.track[edge] == player:
                size = _take(params, state, scratch, player, np.int64(params.post_next[post, way]), size)


@kernel
def _take(params, state, scratch, player, post, size):
    """Add a milepost to the seat's network and to the queue, with all of a major city; returns the size of the
    queue."""
    if state.in_network[post] >> player & 1:
        return size
    city = np.int64(params.post_city[post])
    if city >= 0:
        state.players[player].linked_cities |= bit(city)
    if params.post_major[post] == 0:
        return _take_one(params, state, scratch, player, post, size)
    for i in range(np.int64(params.city_num_posts[city])):
        size = _take_one(params, state, scratch, player, np.int64(params.city_posts[city, i]), size)
    return size


@kernel
def _take_one(params, state, scratch, player, post, size):
    """Add one milepost to the seat's network and to the queue; returns the size of the queue."""
    state.in_network[post] |= 1 << player
    seat = state.players[player]
    for city in range(params.num_cities):
        cost = params.build_cost[post, city]
        if cost < seat.join_cost[city]:
            seat.join_cost[city] = cost
            seat.join_from[city] = post
    scratch.queue[size] = post
    return size + 1


@kernel
def count_majors(params, state, scratch, player):
    """The largest number of major cities that the seat's track joins (EB-6.1, RR-1.1), with loops and branches
    (EB-7.8)."""
    most = 0
    for i in range(params.num_majors):
        most = max(most, _majors_joined_to(params, state, scratch, player, np.int64(params.major_city[i])))
    return most


@kernel
def _majors_joined_to(params, state, scratch, player, city):
    """The number of major cities that the seat's track joins to one of them, that city included; 0 without track
    there."""
    if not has_track(params, state, player, params.city_posts[city, 0]):
        return 0
    scratch.search_number += 1
    found = 1
    size = _mark_city(params, scratch, city, 0)
    while size > 0:
        size -= 1
        post = np.int64(scratch.queue[size])
        for way in range(DIRECTIONS):
            edge = np.int64(params.post_edge[post, way])
            beyond = np.int64(params.post_next[post, way])
            if edge < 0 or state.track[edge] != player or scratch.seen[beyond] == scratch.search_number:
                continue
            if params.post_major[beyond] == 1:
                found += 1
                size = _mark_city(params, scratch, np.int64(params.post_city[beyond]), size)
            else:
                scratch.seen[beyond] = scratch.search_number
                scratch.queue[size] = beyond
                size += 1
    return found


@kernel
def _mark_city(params, scratch, city, size):
    """Mark the mileposts of a major city as seen and add them to the queue; returns its size."""
    for i in range(np.int64(params.city_num_posts[city])):
        scratch.seen[params.city_posts[city, i]] = scratch.search_number
        scratch.queue[size] = params.city_posts[city, i]
        size += 1
    return size


# --- the track of all players -----------------------------------------------------------------------------------------


@kernel
def join_components(params, state, player, a, b):
    """Join the components of two mileposts by a segment."""
    one, other = np.int64(state.component[a]), np.int64(state.component[b])
    if one == 0 and other == 0:
        one = _free_component(state)
    elif one == 0:
        one = other
    elif other != 0 and other != one:
        _merge_components(params, state, one, other)
    _mark_component(params, state, a, one)
    _mark_component(params, state, b, one)
    state.component_seats[one] |= 1 << player


@kernel
def _free_component(state):
    """The first number that no component has."""
    for net in range(1, COMPONENTS):
        if state.component_seats[net] == 0:
            return net
    return COMPONENTS - 1


@kernel
def _merge_components(params, state, into, other):
    """Merge one component into another."""
    for post in range(params.num_mileposts):
        if state.component[post] == other:
            state.component[post] = into
    state.component_cities[into] |= state.component_cities[other]
    state.component_seats[into] |= state.component_seats[other]
    state.component_cities[other] = 0
    state.component_seats[other] = 0


@kernel
def _mark_component(params, state, post, net):
    """Add a milepost, with its city, to a component."""
    city = np.int64(params.post_city[post])
    state.component[post] = net
    if city < 0:
        return
    state.component_cities[net] |= bit(city)
    for i in range(np.int64(params.city_num_posts[city])):
        state.component[params.city_posts[city, i]] = net


# --- cities that are full ---------------------------------------------------------------------------------------------


@kernel
def close_city(params, state, city):
    """Write which seats may lay no further segment at a city (RR-R6.1). A small city takes two players (EB-5.13,
    RR-9.2), a medium one three (EB-5.12, RR-9.4), a major one all (EB-R8.2, RR-9.6), and at most three segments of a
    player (EB-R8.3). Enough ways in stay free for players who may still come (EB-R8.4, RR-9.10, RR-9.11), whichever
    ways these are (RR-9.12). An edge on which no track can come from another city is no way in."""
    free = 0
    segments = np.zeros(8, np.int64)
    for i in range(np.int64(params.city_num_entries[city])):
        owner = np.int64(state.track[params.city_entries[city, i]])
        if owner != NOBODY:
            segments[owner] += 1
        elif i < params.city_num_ways[city]:
            free += 1
    inside = 0
    for player in range(params.num_players):
        inside += segments[player] > 0
    limit = np.int64(params.city_limit[city])
    for player in range(params.num_players):
        if segments[player] == 0:
            closed = inside >= limit or free < limit - inside
        else:
            closed = free < limit - inside + 1 or (segments[player] >= 3 and params.city_num_posts[city] == 1)
        if closed:
            state.players[player].closed_cities |= bit(city)
        else:
            state.players[player].closed_cities &= ~bit(city)
