"""The order of the seats in a turn: clockwise from the first one, unless the option ``bidding`` gives each seat a
place."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import PLACED
from railgym.envs.railways_of_the_world.rules.end import is_ahead
from railgym.envs.railways_of_the_world.state import NOBODY, SEATS

__all__ = ["order_by_points", "place_of", "seat_at"]


@kernel
def seat_at(params, state, place):
    """The seat at a place in the order of the turn, from 0: the one of ``order``, else clockwise (RW-2.6, RW-R10.1)."""
    if state.order[place] != NOBODY:
        return np.int64(state.order[place])
    return (np.int64(state.first_seat) + place) % params.num_companies


@kernel
def place_of(params, state, player):
    """The place of a seat in the order of the turn, from 0."""
    for place in range(params.num_companies):
        if state.order[place] == player:
            return place
    return (player - np.int64(state.first_seat)) % params.num_companies


@kernel
def order_by_points(params, state, events):
    """Order the seats by points, the fewest first. Of seats with equal points the one goes first that would lose the
    tie at the end of the game; if there is none, they keep their order (RW-R10.3)."""
    before = np.zeros(SEATS, np.int64)
    for place in range(params.num_companies):
        before[place] = seat_at(params, state, place)
    for number in range(params.num_companies):
        player, place = before[number], number
        while place > 0 and is_ahead(state, np.int64(state.order[place - 1]), player):
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = player
    state.first_seat = state.order[0]
    for place in range(params.num_companies):
        emit(events, EVERYONE, PLACED, np.int64(state.order[place]), place + 1)
