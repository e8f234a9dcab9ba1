"""What a player cannot see (``redact``), and worlds that agree with what they see (``determinize``) (TC-R13).

Hidden are the order of all decks, the cards in other hands that were not taken face up, the tickets of other players
and, solo, the opponent's tickets. A player with human memory also sees no on-the-track stack and none of the cards that
they saw others take. ``views_tickets.py`` keeps what a player knows of tickets that they put under the deck.

A world is made by pooling all cards that the viewer cannot place, shuffling the pool and dealing it to the hidden
places, so all worlds that agree with the view are equally likely. What the rules make certain holds in every world
(TC-R13.2): a forgotten stack has at most as many cards of a colour as there were turns in which cards moved to it. A
player who has laid no locomotive since the set-up still holds the one that they were dealt.

In an unfinished draw of another player, the tickets kept and returned so far are drawn at random, too. The cards that
another player is choosing to lay are hidden until they are laid, so in a view that choice has not begun.
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

_TRIES = 1_000  # about 1 deal in 100 agrees; after so many tries the last one is used


@kernel
def forgets(params, player):
    """Whether the viewer has human memory."""
    return player >= 0 and params.human_memory[player] == 1


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key.

    Decks, other hands and tickets are hidden (TC-R13.1). Human memory sees no on-the-track stack (TC-4.4, TC-7.4).
    """
    if not begin_view(state, player):
        return
    blank_deck(state.deck)
    blank_deck(state.clock_deck)
    redact_deck(state.ticket_deck, player)
    state.opponent_tickets = 0
    if player != state.current_player:
        hide_lay(state)
    for p in range(params.num_players):
        seat = state.players[p]
        if forgets(params, player):
            seat.track[:] = 0
            seat.ruled_out = 0
        if p != player:
            hide_hand(params, seat, player)
            hide_tickets(seat)


@kernel
def hide_hand(params, seat, player):
    """Hide the cards of another hand that were not taken face up; human memory knows only of the first locomotive
    (TC-R13.2)."""
    if forgets(params, player):
        seat.seen[:] = 0
        seat.seen[LOCO] = seat.first_loco
    for kind in range(KINDS):
        seat.hand[kind] = seat.seen[kind]


@kernel
def hide_lay(state):
    """Hide the cards that another player is choosing to lay, until they are laid."""
    if state.phase == LAY_NATURAL or state.phase == LAY_WILD:
        state.phase = ACTION
        state.lay_colour = -1
        state.lay_natural = 0


@kernel
def blank_deck(deck):
    """Hide all cards of a deck of which no player ever knows one."""
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
    """The number of cards in another hand that the viewer does not know."""
    missing = np.int64(seat.hand_size)
    for kind in range(KINDS):
        missing -= seat.hand[kind]
    return missing


@kernel
def stacks_agree(params, view, player, pool):
    """Whether every forgotten stack is dealt at most as many cards of a colour as there were turns in which cards moved
    to it (TC-4.2, TC-R13.2)."""
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
    """Write the train cards that the viewer cannot place into ``pool``; returns their number."""
    counts = np.zeros(KINDS, np.int64)
    count_unseen(params, view, counts)
    return list_cards(counts, pool)
