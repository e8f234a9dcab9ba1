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
    """TC-4.17: turn the clock's next card and match it to the display. The one turned at set-up serves turn 1; one that
    was not taken is discarded (TC-R15)."""
    if state.turn > 1:
        if state.clock >= 0:
            state.discard[state.clock] += 1
        state.clock = draw(state.clock_deck)
    emit(events, EVERYONE, CLOCK_TURNED, -1, state.clock, state.clock_deck.size)
    match_clock(params, state, events)
    settle_robberies(params, state, events)


@kernel
def match_clock(params, state, events):
    """TC-4.18: face-up cards that match the clock's card are discarded and replaced; TC-4.19: replacements do not
    cascade; TC-4.20: a locomotive removes the other locomotives. The clock's card itself stays (TC-R15)."""
    kind = np.int64(state.clock)
    matching = np.int64(state.display[kind])
    if matching > 0:
        state.display[kind] = 0
        state.discard[kind] += matching
        emit(events, EVERYONE, CLOCK_MATCHED, -1, kind, matching)
        refill_display(params, state, events)


@kernel
def settle_robberies(params, state, events):
    """TC-4.29: rob and be robbed, lowest colour first, until no colour is out of balance (TC-R15). TC-4.26: the game
    robs you of a colour of which it shows more, when this is called (TC-R16); TC-4.30: ties rob nobody. Locomotives
    count as laid (TC-7.5)."""
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
    """TC-4.27: the draw area loses all cards of a colour; TC-4.28: they are replaced, the clock's card is not
    (TC-4.25)."""
    shown = display_count(state, colour)
    state.display[colour] = 0
    if state.clock == colour:
        state.clock = -1
    state.discard[colour] += shown
    emit(events, EVERYONE, ROBBED_DISPLAY, 0, colour, shown)
    refill_display(params, state, events)
