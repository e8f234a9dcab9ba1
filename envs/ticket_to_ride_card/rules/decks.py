"""The end of a train deck: the second deck, or the end of the game."""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.decks import draw, shuffle_deck, stack
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import DEALT, NEW_DECK
from railgym.envs.ticket_to_ride_card.rules.cards import refill_display, take
from railgym.envs.ticket_to_ride_card.rules.scoring import complete_tickets, finish
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SHUFFLE_TRAINS

__all__ = ["end_deck"]


@kernel
def end_deck(params, state, scratch, events):
    """Begin the second deck after the final turns of the first (TC-R4), or end the game after those of the last
    (TC-6.5). Between the decks completed tickets are scored, if the option says so (TC-R4.1)."""
    if state.deck_number < params.decks:
        if params.score_between == 1:
            for player in range(params.num_players):
                complete_tickets(params, state, player, scratch, events)
                note_open_tickets(params, state, player)
        deal_second_deck(params, state, events)
    else:
        finish(params, state, scratch, events)


@kernel
def note_open_tickets(params, state, player):
    """Note what all players know of the tickets that ``player`` still holds: none of them could have been completed
    together with the completed ones (TC-R13.5)."""
    seat = state.players[player]
    seat.kept_after_setup = 0
    for viewer in range(params.num_players):
        kept = state.players[viewer].kept_since_untracked
        kept[player] = min(kept[player], seat.num_tickets)
    missing = np.zeros(COLOURS, np.int64)  # circles of completed tickets beyond the cards of the colour
    for colour in range(COLOURS):
        missing[colour] = -seat.track[colour]
    done = seat.done
    while done:
        missing += params.need[lowest(done)]
        done &= done - 1
    seat.ruled_out = 0
    for ticket in range(params.num_tickets):
        locomotives = 0
        for colour in range(COLOURS):
            locomotives += max(0, missing[colour] + params.need[ticket, colour])
        if locomotives <= seat.track[LOCO]:
            seat.ruled_out |= bit(ticket)


@kernel
def deal_second_deck(params, state, events):
    """Shuffle discards, railyards, on-the-track stacks and the rest of the deck into the second deck (TC-6.3); deal
    from it and fill the draw area (TC-R4.2)."""
    for player in range(params.num_players):
        discard_table(state, state.players[player])
    stack(state.deck, state.discard)
    for kind in range(KINDS):
        state.discard[kind] = 0
    shuffle_deck(state, SHUFFLE_TRAINS, state.deck)
    state.deck_number += 1
    state.final_turns = -1
    state.idle_turns = 0
    state.stalled = 0
    deal_four(params, state, events)
    emit(events, EVERYONE, NEW_DECK, -1, state.deck.size)
    refill_display(params, state, events)
    if state.final_turns > 0:
        state.final_turns -= 1  # exhausted between two turns: there is no current turn to count


@kernel
def discard_table(state, seat):
    """Discard the railyard and the on-the-track stack of a seat."""
    for colour in range(COLOURS):
        state.discard[colour] += seat.yard[colour] + seat.track[colour]
        state.discard[LOCO] += seat.wild[colour]
        seat.yard[colour] = 0
        seat.wild[colour] = 0
    state.discard[LOCO] += seat.track[LOCO]
    for kind in range(KINDS):
        seat.track[kind] = 0
    seat.track_size = 0
    seat.moves = 0


@kernel
def deal_four(params, state, events):
    """Deal four cards to everyone (TC-6.4), one by one from the next seat on, as far as they go (TC-R4.2)."""
    dealt = 0
    while dealt < 4 * params.num_players and state.deck.size > 0:
        player = (state.current_player + 1 + dealt) % params.num_players
        take(state, player, draw(state.deck))
        dealt += 1
    emit(events, EVERYONE, DEALT, -1, dealt)
