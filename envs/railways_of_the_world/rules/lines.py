"""Major lines: for the first player to join two cities by own links."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import FOR_LINE, LINE
from railgym.envs.railways_of_the_world.rules.links import network_of
from railgym.envs.railways_of_the_world.rules.money import score

__all__ = ["score_lines"]


@kernel
def score_lines(params, state, player, events):
    """Score lines after a link of the seat was finished: unclaimed lines in play (RW-9.1, RS-2.3, RS-4.4) whose cities
    its own links join now (RW-9.2)."""
    for line in range(params.num_lines):
        if state.claimed_lines & bit(line) or params.line_in_play[line] == 0:
            continue
        if network_of(state, player, np.int64(params.line_a[line])) & bit(params.line_b[line]):
            state.claimed_lines |= bit(line)
            state.players[player].major_lines |= bit(line)
            emit(events, EVERYONE, LINE, player, line)
            score(state, player, np.int64(params.line_points[line]), FOR_LINE, events)
