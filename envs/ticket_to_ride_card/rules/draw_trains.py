"""The action "draw train cards", as one or two decisions."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import DRAW_BLIND, DRAW_CLOCK, FACE_UP
from railgym.envs.ticket_to_ride_card.event_kinds import DREW_BLIND, DREW_CLOCK, DREW_FACE_UP
from railgym.envs.ticket_to_ride_card.rules.cards import note_exhaustion, take, take_open
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, SECOND_CARD
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["apply_draw", "legal_draw"]


@kernel
def legal_draw(state, scratch, mask):
    """Allow to draw from the deck or any face-up card (TC-4.6), a face-up locomotive only as the whole draw (TC-4.7,
    TC-R7).

    Solo: any face-up card includes the clock's (TC-4.24), but the clock's deck cannot be drawn from (TC-4.23).
    """
    first = state.phase == ACTION
    if state.deck.size > 0:
        allow(scratch, mask, DRAW_BLIND)
    for colour in range(COLOURS):
        if state.display[colour] > 0:
            allow(scratch, mask, FACE_UP + colour)
    if first and state.display[LOCO] > 0:
        allow(scratch, mask, FACE_UP + LOCO)
    if state.clock >= 0 and (first or state.clock != LOCO):
        allow(scratch, mask, DRAW_CLOCK)


@kernel
def apply_draw(params, state, action, events):
    """Draw one train card; returns whether the draw is over.

    Face-up cards are not replaced before the turn ends (TC-4.8), the clock's not at all (TC-4.25). A locomotive from
    the deck is an ordinary card (TC-R7).
    """
    player = np.int64(state.current_player)
    state.moved_cards = 1
    if action == DRAW_BLIND:
        kind = draw(state.deck)
        take(state, player, kind)
        emit(events, 1 << player, DREW_BLIND, player, kind)
        note_exhaustion(params, state, events)
        whole = False
    elif action == DRAW_CLOCK:
        kind = np.int64(state.clock)
        take_open(state, player, kind)
        emit(events, EVERYONE, DREW_CLOCK, player, kind)
        state.clock = -1
        whole = kind == LOCO
    else:
        kind = action - FACE_UP
        take_open(state, player, kind)
        emit(events, EVERYONE, DREW_FACE_UP, player, kind)
        state.display[kind] -= 1
        whole = kind == LOCO
    if whole or state.phase == SECOND_CARD or not second_card_exists(state):
        return True
    state.phase = SECOND_CARD
    return False


@kernel
def second_card_exists(state):
    """Whether there is a card that can be drawn as the second one; if not, one card is the whole draw (TC-R11)."""
    if state.deck.size > 0 or (state.clock >= 0 and state.clock != LOCO):
        return True
    for colour in range(COLOURS):
        if state.display[colour] > 0:
            return True
    return False
