"""Moving single train cards between deck, display, hands and discards; refilling the display."""

from railgym.envs.core.decks import draw
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import EXHAUSTED
from railgym.envs.ticket_to_ride_card.state import KINDS

__all__ = ["display_count", "exhaust", "note_exhaustion", "refill_display", "take", "take_open"]


@kernel
def take(state, player, kind):
    """Put a card into the hand of ``player``, unseen by the others."""
    state.players[player].hand[kind] += 1
    state.players[player].hand_size += 1


@kernel
def take_open(state, player, kind):
    """Put a card that everyone saw into the hand of ``player`` (TC-R13)."""
    take(state, player, kind)
    state.players[player].seen[kind] += 1


@kernel
def display_count(state, colour):
    """The number of face-up cards of a colour in the draw area, the clock's card included (TC-R15.1)."""
    return state.display[colour] + (1 if state.clock == colour else 0)


@kernel
def refill_display(params, state, events):
    """Fill the draw area from the deck (TC-4.8), as far as the deck goes (TC-7.6).

    Three or more face-up locomotives (TC-4.9) change nothing (TC-R6).
    """
    shown = 0
    for kind in range(KINDS):
        shown += state.display[kind]
    while shown < params.display_size and state.deck.size > 0:
        state.display[draw(state.deck)] += 1
        shown += 1
    note_exhaustion(params, state, events)


@kernel
def note_exhaustion(params, state, events):
    """Exhaust the deck if its last card has left it, by a draw or a refill (TC-6.1, TC-R12)."""
    if params.solo == 0 and state.final_turns < 0 and state.deck.size == 0:
        exhaust(params, state, events)


@kernel
def exhaust(params, state, events):
    """Begin the final turns: one for each player, the current player last (TC-6.2)."""
    state.final_turns = params.num_players + 1  # the current turn counts, too
    emit(events, EVERYONE, EXHAUSTED, state.current_player, state.deck_number, state.stalled)
