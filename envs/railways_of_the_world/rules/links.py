"""Links: finished runs between two cities, who owns them, and what hangs together over them."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.log import LINKED
from railgym.envs.railways_of_the_world.rules.pieces import far_side, opposite, piece_at
from railgym.envs.railways_of_the_world.state import LINKS, OWNERS, RAILBOT

__all__ = ["cities_joined", "finish_link", "neighbors", "room_for_a_link"]


@kernel
def room_for_a_link(state):
    """A position holds more links than any game has; this only keeps the record whole."""
    return state.num_links < LINKS


@kernel
def finish_link(params, state, hex, side, owner, events):
    """A run that begins at a side of a hex, where it comes from a city, has come to another: mark it as a link
    (RW-3.4). There may be others between the two (RW-3.14)."""
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
    """The cities that a link of anyone leads to."""
    cities = np.int64(0)
    for owner in range(OWNERS):
        cities |= np.int64(state.joined[owner, city])
    return cities


@kernel
def cities_joined(state, owner, city, without_owner):
    """The cities that hang together with one over the links of an owner, or (``without_owner``) of all others."""
    found = bit(city)
    edge = found
    while edge != 0:
        reached = np.int64(0)
        for c in range(64):
            if edge >> c & 1:
                for other in range(OWNERS):
                    if (other == owner) != without_owner:
                        reached |= np.int64(state.joined[other, c])
        edge = reached & ~found
        found |= edge
    return found
