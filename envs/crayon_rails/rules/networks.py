"""What hangs together: each seat's network, and everybody's track as one; and which cities are full.

All of it follows from ``state.track`` and is kept up to date segment by segment; where track is washed away or an event
closes the country, ``survey`` works it out anew.
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
    "follow_train",
    "grow",
    "has_track",
    "is_whole",
    "join_all",
    "join_nets",
    "measure_home",
    "settle_home",
    "survey",
]


@kernel
def survey(params, state, scratch):
    """Work out everything that follows from the track."""
    join_all(params, state)
    for player in range(params.num_players):
        settle_home(params, state, scratch, player)
    for city in range(params.num_cities):
        close_city(params, state, city)
    label_regions(params, state, scratch)


@kernel
def join_all(params, state):
    """Work out who has track where, and what everybody's track joins."""
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
            join_nets(params, state, owner, a, b)


# --- a seat's network -------------------------------------------------------------------------------------------------


@kernel
def settle_home(params, state, scratch, player):
    """Find the seat's network anew."""
    choose_home(params, state, player)
    measure_home(params, state, scratch, player)


@kernel
def choose_home(params, state, player):
    """The seat's network is where its train stands if its track reaches there, else where it was, else any."""
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
    """Work out what belongs to the seat's network, and how far it is from there to each city."""
    seat = state.players[player]
    for post in range(params.num_mileposts):
        state.in_network[post] &= ~(1 << player)
    seat.linked_cities = 0
    seat.join_cost[:] = FAR
    seat.join_from[:] = -1
    if seat.home_milepost >= 0:
        grow(params, state, scratch, player, np.int64(seat.home_milepost))
    seat.one_network = is_whole(params, state, player)


@kernel
def follow_train(params, state, scratch, player):
    """Where the seat's train stands on track of its own outside of its network, that track is the network from now
    on."""
    post = np.int64(state.players[player].train)
    if post >= 0 and state.in_network[post] >> player & 1 == 0 and has_track(params, state, player, post):
        settle_home(params, state, scratch, player)


@kernel
def is_whole(params, state, player):
    """Whether all the seat's track belongs to its network."""
    for post in range(params.num_mileposts):
        if state.track_seats[post] & ~state.in_network[post] & (1 << player):
            return 0
    return 1


@kernel
def has_track(params, state, player, post):
    """Whether the seat's track reaches a milepost, or the major city that it lies in."""
    if params.post_major[post] == 0:
        return state.track_seats[post] >> player & 1 == 1
    city = np.int64(params.post_city[post])
    for i in range(np.int64(params.city_num_posts[city])):
        if state.track_seats[params.city_posts[city, i]] >> player & 1:
            return True
    return False


@kernel
def grow(params, state, scratch, player, start):
    """Take a milepost, and all that the seat's track joins to it, into the seat's network."""
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
    """Add a milepost, of a major city all, to the seat's network and to the mileposts to go on from."""
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
    """How many major cities the seat's track joins to one another, at most (EB-6.1, RR-1.1); by loops and branches as
    well (EB-7.8)."""
    most = 0
    for i in range(params.num_majors):
        most = max(most, _majors_joined_to(params, state, scratch, player, np.int64(params.major_city[i])))
    return most


@kernel
def _majors_joined_to(params, state, scratch, player, city):
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
    for i in range(np.int64(params.city_num_posts[city])):
        scratch.seen[params.city_posts[city, i]] = scratch.search_number
        scratch.queue[size] = params.city_posts[city, i]
        size += 1
    return size


# --- everybody's track ------------------------------------------------------------------------------------------------


@kernel
def join_nets(params, state, player, a, b):
    """A segment joins two mileposts and what hangs on them."""
    one, other = np.int64(state.component[a]), np.int64(state.component[b])
    if one == 0 and other == 0:
        one = _free_net(state)
    elif one == 0:
        one = other
    elif other != 0 and other != one:
        _merge_nets(params, state, one, other)
    _mark_net(params, state, a, one)
    _mark_net(params, state, b, one)
    state.component_seats[one] |= 1 << player


@kernel
def _free_net(state):
    for net in range(1, COMPONENTS):
        if state.component_seats[net] == 0:
            return net
    return COMPONENTS - 1


@kernel
def _merge_nets(params, state, into, other):
    for post in range(params.num_mileposts):
        if state.component[post] == other:
            state.component[post] = into
    state.component_cities[into] |= state.component_cities[other]
    state.component_seats[into] |= state.component_seats[other]
    state.component_cities[other] = 0
    state.component_seats[other] = 0


@kernel
def _mark_net(params, state, post, net):
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
    """EB-R8, RR-R6: who may lay no further segment at a city. It takes so many players, a small one two (EB-5.13,
    RR-9.2), a medium one three (EB-5.12, RR-9.4), a major one all (RR-9.6), and three segments of each; and ways enough
    have to stay free for those who may still come (RR-9.10, RR-9.11), whichever they are (RR-9.12). An edge by which no
    track can come is no way."""
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
