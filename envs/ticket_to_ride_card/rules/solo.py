"""The solo variant: the station clock, and robberies between the draw area and the player."""

import numpy as np

from railgym.envs.core.decks import draw
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import CLOCK_MATCHED, CLOCK_TURNED, ROBBED_DISPLAY
from railgym.envs.ticket_to_ride_card.rules.cards import display_count, refill_display
from railgym.envs.ticket_to_ride_card.rules.lay_trains import discard_group
from railgym.envs.ticket_to_ride_card.state import COLOURS

__all__ = ["advance_clock", "settle_robberies"]


@kernel
def advance_clock(params, state, events):
    """Turn up the clock's next card (TC-4.17), match it with the draw area and settle robberies.

    The card of the set-up is that of turn 1; a card that was not taken is discarded when the next is turned up
    (TC-R15).
    """
    if state.turn > 1:
        if state.clock >= 0:
            state.discard[state.clock] += 1
        state.clock = draw(state.clock_deck)
    emit(events, EVERYONE, CLOCK_TURNED, -1, state.clock, state.clock_deck.size)
    match_clock(params, state, events)
    settle_robberies(params, state, events)


@kernel
def match_clock(params, state, events):
    """Discard and replace the face-up cards of the colour of the clock's card (TC-4.18); a locomotive removes the other
    locomotives (TC-4.20).

    Replacements do not cascade (TC-4.19). The clock's card itself stays (TC-R15).
    """
    kind = np.int64(state.clock)
    matching = np.int64(state.display[kind])
    if matching > 0:
        state.display[kind] = 0
        state.discard[kind] += matching
        emit(events, EVERYONE, CLOCK_MATCHED, -1, kind, matching)
        refill_display(params, state, events)


@kernel
def settle_robberies(params, state, events):
    """Settle robberies between draw area and railyard, lowest colour first, until no colour is out of balance (TC-4.29,
    TC-R15.1, TC-R16).

    The game robs the player of a colour of which it shows more (TC-4.26). Equal counts rob neither (TC-4.30).
    Locomotives of the railyard count as the colour they were laid as (TC-7.5).
    """
    if params.solo == 0:
        return
    seat = state.players[0]
    colour = 0
    while colour < COLOURS:
        shown = display_count(state, colour)
        mine = seat.yard[colour] + seat.wild[colour]
        if shown == 0 or mine == 0 or shown == mine:
            colour += 1
        elif shown > mine:
            discard_group(state, 0, colour, -1, events)
            colour = 0
        else:
            rob_display(params, state, colour, events)
            colour = 0


@kernel
def rob_display(params, state, colour, events):
    """Discard all cards of a colour in the draw area (TC-4.27) and replace them (TC-4.28), but not the clock's card
    (TC-4.25)."""
    shown = display_count(state, colour)
    state.display[colour] = 0
    if state.clock == colour:
        state.clock = -1
    state.discard[colour] += shown
    emit(events, EVERYONE, ROBBED_DISPLAY, 0, colour, shown)
    refill_display(params, state, events)
