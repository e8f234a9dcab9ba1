"""Removing open runs from the map."""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import REMOVED
from railgym.envs.railways_of_the_world.rules.near_links import forget_near_links
from railgym.envs.railways_of_the_world.state import NO_PIECE, NOBODY, OPEN_RUN, OWNERS, RAILBOT

__all__ = ["remove_open_runs", "remove_railbot_run"]


@kernel
def _take_out(params, state, hex, slot):
    """Remove a piece of track from a hex."""
    state.track[hex, slot] = NO_PIECE
    state.owner[hex, slot] = NOBODY
    forget_near_links(params, state, hex)


@kernel
def remove_railbot_run(params, state):
    """Remove the track that the Railbot has laid since the last city."""
    for hex in range(params.num_hexes):
        for slot in range(2):
            if state.owner[hex, slot] == RAILBOT and state.link[hex, slot] == OPEN_RUN:
                _take_out(params, state, hex, slot)


@kernel
def remove_open_runs(params, state, events):
    """Remove the open runs at the end of the turn, without refund (RW-3.7)."""
    removed = np.zeros(OWNERS, np.int64)
    for hex in range(params.num_hexes):
        for slot in range(2):
            if state.track[hex, slot] != NO_PIECE and state.link[hex, slot] == OPEN_RUN:
                removed[state.owner[hex, slot]] += 1
                _take_out(params, state, hex, slot)
    state.num_runs = 0
    for player in range(params.num_companies):
        if removed[player] > 0:
            emit(events, EVERYONE, REMOVED, player, removed[player])
