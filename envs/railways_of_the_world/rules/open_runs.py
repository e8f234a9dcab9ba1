"""Open runs at the end of a turn."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.log import REMOVED
from railgym.envs.railways_of_the_world.rules.near_links import forget_near_links
from railgym.envs.railways_of_the_world.state import NO_PIECE, NOBODY, OPEN_RUN, OWNERS

__all__ = ["remove_open_runs"]


@kernel
def remove_open_runs(params, state, events):
    """What is not finished by the end of the turn is taken off the map, and nothing is paid back (RW-3.7)."""
    removed = np.zeros(OWNERS, np.int64)
    for hex in range(params.num_hexes):
        for slot in range(2):
            if state.track[hex, slot] != NO_PIECE and state.link[hex, slot] == OPEN_RUN:
                removed[state.owner[hex, slot]] += 1
                state.track[hex, slot] = NO_PIECE
                state.owner[hex, slot] = NOBODY
                forget_near_links(params, state, hex)
    state.num_runs = 0
    for player in range(params.num_companies):
        if removed[player] > 0:
            emit(events, EVERYONE, REMOVED, player, removed[player])
