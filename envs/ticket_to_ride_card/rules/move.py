"""Step 1 of a turn (solo: step 2): cards move from the railyard to the on-the-track stack."""

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import MOVED
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["move_cards"]


@kernel
def move_cards(state, player, events):
    """Move one card of each colour from the railyard of ``player`` to their on-the-track stack (TC-4.2, TC-5.2); a
    locomotive of the colour moves first (TC-4.3, TC-5.4). Solo, the same (TC-4.21)."""
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
