"""Links: finished track between two cities, their owners, and the networks they form."""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import LINKED
from railgym.envs.railways_of_the_world.rules.pieces import far_side, opposite, piece_at
from railgym.envs.railways_of_the_world.state import LINKS, OWNERS, RAILBOT

__all__ = ["finish_link", "joined_by_others", "largest_network", "neighbors", "network_of", "room_for_a_link"]


@kernel
def room_for_a_link(state):
    """Whether the record has room for one more link. No game fills it."""
    return state.num_links < LINKS


@kernel
def finish_link(params, state, hex, side, owner, events):
    """Mark a run as a link (RW-3.4). It begins at a side of a hex, where it comes from a city, and has reached another
    city. Other links may join the same two (RW-3.14)."""
    number = np.int64(state.num_links)
    state.num_links += 1
    a = np.int64(params.hex_city[params.beside[hex, side]])
    tiles = 0
    city = np.int64(-1)
    while city < 0:
        slot = piece_at(state, hex, side)
        state.link[hex, slot] = number
        tiles += 1
        out = far_side(state, hex, slot, side)
        hex, side = np.int64(params.beside[hex, out]), opposite(out)
        city = np.int64(params.hex_city[hex])
    state.link_a[number] = a
    state.link_b[number] = city
    state.link_owner[number] = owner
    state.link_tiles[number] = tiles
    state.joined[owner, a] |= bit(city)
    state.joined[owner, city] |= bit(a)
    emit(events, EVERYONE, LINKED, owner if owner < RAILBOT else -1, a, city, tiles)
    return number


@kernel
def neighbors(state, city):
    """The cities that a link of any owner joins to a city, as bits."""
    cities = np.int64(0)
    for owner in range(OWNERS):
        cities |= np.int64(state.joined[owner, city])
    return cities


@kernel
def network_of(state, owner, city):
    """The cities that the links of an owner join to a city, as bits."""
    found = bit(city)
    edge = found
    while edge != 0:
        there = lowest(edge)
        edge &= edge - 1
        new = np.int64(state.joined[owner, there]) & ~found
        found |= new
        edge |= new
    return found


@kernel
def largest_network(params, state, owner):
    """The largest set of cities that the links of an owner join, as bits; 0 without links."""
    best, seen = np.int64(0), np.int64(0)
    for city in range(params.num_cities):
        if state.joined[owner, city] != 0 and not seen & bit(city):
            cities = network_of(state, owner, np.int64(city))
            seen |= cities
            if count_bits(cities) > count_bits(best):
                best = cities
    return best


@kernel
def joined_by_others(state, city, owner):
    """The cities that links join to a city without those of an owner (NOBODY: by all links), as bits."""
    found = bit(city)
    edge = found
    while edge != 0:
        there = lowest(edge)
        edge &= edge - 1
        for other in range(OWNERS):
            if other != owner:
                new = np.int64(state.joined[other, there]) & ~found
                found |= new
                edge |= new
    return found
