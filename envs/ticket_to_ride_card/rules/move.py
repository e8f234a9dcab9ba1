"""Step 1 of a turn: cards move from the railyard on the track."""

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import MOVED
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["move_cards"]


@kernel
def move_cards(state, player, events):
    """TC-4.2: one card of each colour in the railyard goes on the track (TC-5.2); TC-4.3: a locomotive of the group
    first (TC-5.4). Solo alike (TC-4.21)."""
    seat = state.players[player]
    colours = 0
    moved = 0
    for colour in range(COLOURS):
        if seat.wild[colour] > 0:
            seat.wild[colour] -= 1
            seat.track[LOCO] += 1
        elif seat.yard[colour] > 0:
            seat.yard[colour] -= 1
            seat.track[colour] += 1
        else:
            continue
        moved += 1
        colours |= 1 << colour
    if moved > 0:
        seat.track_size += moved
        seat.moves += 1
        emit(events, EVERYONE, MOVED, player, moved, colours)
