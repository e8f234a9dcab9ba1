"""What a seat cannot see (``hide``), and worlds that agree with what it sees (``determinize``) (TC-R13).

Hidden are the order of all decks, the hands of others but for cards they were seen to take, the tickets of others,
and solo the opponent's tickets. A seat with human memory sees, besides, no on-the-track stack and none of the cards it
saw others take. What a seat knows of tickets that it has put under the deck: see ``hidden_tickets.py``.

A world is made by pooling all cards the viewer cannot place, shuffling the pool and dealing it out to the places it
cannot see, so all worlds that agree with the view are equally likely. What the rules make certain holds in all of them,
of a forgotten stack that it has no more cards of a colour than cards moved there in turns, and of a rival that has laid
no locomotive that it has its first one. Tickets kept and returned before the draw is decided are drawn at random, too;
of a lay that another seat is still choosing nothing is seen, so it has not begun.
"""

import numpy as np

from railgym.envs.core.decks import UNKNOWN, card_at, deal_unknown, fill_unknown, list_cards, redact_deck
from railgym.envs.core.header import begin_view, begin_world
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, LAY_NATURAL, LAY_WILD
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, TRAIN_CARDS
from railgym.envs.ticket_to_ride_card.views_tickets import hide_tickets, place_tickets

__all__ = ["count_unseen", "determinize", "redact"]

_TRIES = 1_000  # a deal in a hundred or more agrees; after so many the last one stands


@kernel
def forgets(params, player):
    """Whether the viewer has human memory."""
    return player >= 0 and params.human_memory[player] == 1


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key.

    Human memory sees no on-the-track stack (TC-4.4, TC-7.4).
    """
    if not begin_view(state, player):
        return
    blank_deck(state.deck)
    blank_deck(state.clock_deck)
    redact_deck(state.ticket_deck, player)
    state.rival = 0
    if player != state.current_player:
        hide_lay(state)
    for p in range(params.num_players):
        seat = state.players[p]
        if forgets(params, player):
            seat.track[:] = 0
            seat.too_easy = 0
        if p != player:
            hide_hand(params, seat, player)
            hide_tickets(seat)


@kernel
def hide_hand(params, seat, player):
    """Of another hand cards are seen that were taken face up; human memory knows of the first locomotive alone."""
    if forgets(params, player):
        seat.seen[:] = 0
        seat.seen[LOCO] = seat.first_loco
    for kind in range(KINDS):
        seat.hand[kind] = seat.seen[kind]


@kernel
def hide_lay(state):
    """The cards that another seat is choosing to lay are seen when they are laid."""
    if state.phase == LAY_NATURAL or state.phase == LAY_WILD:
        state.phase = ACTION
        state.lay_colour = -1
        state.lay_natural = 0


@kernel
def blank_deck(deck):
    """Hide a deck of which nobody ever knows a card."""
    for i in range(np.int64(deck.size)):
        deck.cards[i] = UNKNOWN


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one world, uniform over those that agree with it."""
    if not begin_world(view, seed):
        return
    place_trains(params, view, player, mix(view.key))
    place_tickets(params, view, player, mix(view.key + np.uint64(1)))


@kernel
def place_trains(params, view, player, key):
    """Deal the train cards that the viewer cannot place to hands, tracks and decks."""
    pool = np.zeros(TRAIN_CARDS, np.uint8)
    size = pool_trains(params, view, pool)
    for attempt in range(_TRIES):
        scramble(key + np.uint64(attempt), pool, size)
        if not forgets(params, player) or stacks_agree(params, view, player, pool):
            break
    used = 0
    for p in range(params.num_players):
        seat = view.players[p]
        if p != player:
            used = deal_unknown(seat.hand, cards_unseen(seat), pool, used)
        if forgets(params, player):
            used = deal_unknown(seat.track, np.int64(seat.track_size), pool, used)
    used = fill_unknown(view.clock_deck, pool, used)
    fill_unknown(view.deck, pool, used)


@kernel
def cards_unseen(seat):
    """How many cards of another hand the viewer does not know."""
    missing = np.int64(seat.hand_size)
    for kind in range(KINDS):
        missing -= seat.hand[kind]
    return missing


@kernel
def stacks_agree(params, view, player, pool):
    """Whether no forgotten stack is dealt more cards of a colour than turns in which cards moved there (TC-4.2)."""
    used = 0
    for p in range(params.num_players):
        seat = view.players[p]
        if p != player:
            used += cards_unseen(seat)
        counts = np.zeros(KINDS, np.int64)
        for _ in range(np.int64(seat.track_size)):
            counts[card_at(pool, used)] += 1
            used += 1
        for colour in range(COLOURS):
            if counts[colour] > seat.moves:
                return False
    return True


@kernel
def count_unseen(params, view, counts):
    """Count by kind the train cards that the viewer cannot place: ``counts`` (K,)."""
    for kind in range(KINDS):
        counts[kind] = params.cards_of[kind] - view.display[kind] - view.discard[kind]
    if view.clock >= 0:
        counts[view.clock] -= 1
    for p in range(params.num_players):
        seat = view.players[p]
        for kind in range(KINDS):
            counts[kind] -= seat.hand[kind] + seat.track[kind]
        for colour in range(COLOURS):
            counts[colour] -= seat.yard[colour]
            counts[LOCO] -= seat.wild[colour]


@kernel
def pool_trains(params, view, pool):
    """Write the train cards that the viewer cannot place into ``pool``; returns how many they are."""
    counts = np.empty(KINDS, np.int64)
    count_unseen(params, view, counts)
    return list_cards(counts, pool)
