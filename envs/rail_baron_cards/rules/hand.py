"""Hands of destination cards: drawing, redrawing, and the orders in which all cards can be used."""

import numpy as np

from railgym.envs.core.decks import discard, draw, reshuffle
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.event_kinds import DREW, REDREW, RESHUFFLED, SKIPPED
from railgym.envs.rail_baron_cards.state import NO_CARD, SHUFFLES

__all__ = [
    "add_card",
    "can_follow",
    "can_use_others",
    "card_region",
    "crowded_region",
    "draw_card",
    "insert_card",
    "is_repeated",
    "prepare_goals",
    "remove_card",
    "usable",
]

_MOST_SHUFFLES = 65_535  # that are counted
_REDRAWS = 20  # draws of three cards before the last three are kept


@kernel
def card_region(params, card):
    """The region of the city that a card names."""
    return params.city_region[params.card_city[card]]


@kernel
def add_card(state, player, card):
    """Put a card that was just drawn into the hand of a player."""
    insert_card(state.players[player], card, state.shuffles)


@kernel
def insert_card(seat, card, drawn):
    """Put a card into a hand, in ascending order; it was drawn after ``drawn`` shuffles."""
    i = np.int64(seat.hand_size)
    while i > 0 and seat.hand[i - 1] > card:
        seat.hand[i] = seat.hand[i - 1]
        seat.drawn[i] = seat.drawn[i - 1]
        i -= 1
    seat.hand[i] = card
    seat.drawn[i] = drawn
    seat.hand_size += 1


@kernel
def remove_card(state, player, i):
    """Take card ``i`` out of a hand and return it."""
    seat = state.players[player]
    card = np.int64(seat.hand[i])
    seat.hand_size -= 1
    for j in range(i, np.int64(seat.hand_size)):
        seat.hand[j] = seat.hand[j + 1]
        seat.drawn[j] = seat.drawn[j + 1]
    seat.hand[seat.hand_size] = NO_CARD
    seat.drawn[seat.hand_size] = 0
    return card


@kernel
def draw_card(params, state, events):
    """Draw the top card of the deck and return it. Where the deck is empty (RB-4.16), or a reshuffle card is drawn
    (RB-4.17), the used and discarded cards are shuffled into the deck first."""
    while True:
        if state.deck.size == 0:
            shuffle_anew(state, events)
        card = draw(state.deck)
        if card < params.cards:
            return card
        discard(state.pile, card)
        shuffle_anew(state, events)


@kernel
def shuffle_anew(state, events):
    """Shuffle all used and discarded cards into the deck, but no card that lies face up or is in a hand (RB-7.5)."""
    state.shuffles = min(np.int64(state.shuffles) + 1, _MOST_SHUFFLES)
    emit(events, EVERYONE, RESHUFFLED, -1, state.pile.size)
    for i in range(np.int64(state.pile.size)):
        state.shuffled_in[state.pile.cards[i]] = state.shuffles
    reshuffle(state, SHUFFLES, state.pile, state.deck)


@kernel
def crowded_region(params, state, player):
    """The region with three or more cards in a hand, or -1 (RB-3.3)."""
    seat = state.players[player]
    for i in range(np.int64(seat.hand_size)):
        region = card_region(params, seat.hand[i])
        count = 0
        for j in range(np.int64(seat.hand_size)):
            count += card_region(params, seat.hand[j]) == region
        if count >= 3:
            return region
    return np.int64(-1)


@kernel
def usable(params, region, a, b, c, n):
    """Whether the first ``n`` of three cards can be used in some order from a region, without a run inside a region
    (RB-4.15, RB-5.10, RB-5.12).

    One card needs another region. Two cards need two regions: at most one of them is where the train stands, and the
    other comes first. Of three cards, one has to be in another region and leave two cards of two regions.
    """
    if n == 0:
        return True
    ra = card_region(params, a)
    if n == 1:
        return ra != region
    rb = card_region(params, b)
    if n == 2:
        return ra != rb
    rc = card_region(params, c)
    return (ra != region and rb != rc) or (rb != region and ra != rc) or (rc != region and ra != rb)


@kernel
def can_follow(params, state, player, i, region):
    """Whether hand card ``i`` may be the destination from ``region``: it is of another region (RB-4.10, RB-5.11,
    RB-7.4), and all other cards can be used after it (RB-4.15, RB-R4). The second part does not apply to a hand that is
    not usable anyway."""
    seat = state.players[player]
    if card_region(params, seat.hand[i]) == region:
        return False
    return seat.not_usable == 1 or can_use_others(params, seat, i)


@kernel
def can_use_others(params, seat, i):
    """Whether all other cards of a hand can be used in some order after card ``i`` (RB-4.15)."""
    a = np.int64(seat.hand[1 if i == 0 else 0])
    b = np.int64(seat.hand[2 if i <= 1 else 1])
    c = np.int64(seat.hand[3 if i <= 2 else 2])
    return usable(params, card_region(params, seat.hand[i]), a, b, c, np.int64(seat.hand_size) - 1)


@kernel
def is_repeated(params, seat, i):
    """Whether card ``i`` of a hand names the same city as the card before it, which is offered instead."""
    return i > 0 and params.card_city[seat.hand[i]] == params.card_city[seat.hand[i - 1]]


@kernel
def prepare_goals(params, state, player, events):
    """Give a player a destination to choose: draw three cards if none is left (RB-4.11), and discard cards to which
    there can be no run (RB-R4)."""
    seat = state.players[player]
    region = card_region(params, seat.start)
    while True:
        if seat.hand_size == 0:
            draw_three(params, state, player, region, events)
        for i in range(np.int64(seat.hand_size)):
            if can_follow(params, state, player, i, region):
                return
        if seat.not_usable == 1:
            card = remove_card(state, player, 0)
            discard(state.pile, card)
            emit(events, EVERYONE, SKIPPED, player, params.card_city[card])
        seat.not_usable = 1


@kernel
def draw_three(params, state, player, region, events):
    """Draw three cards (RB-4.11), and redraw them while they and the card of the current city have three of a region
    (RB-4.13, RB-7.1). All players see the redrawn cards, and only the player sees those kept (RB-R12)."""
    seat = state.players[player]
    seat.not_usable = 0
    seat.kept_region = -1
    seat.kept_cards = 0
    for redraw in range(_REDRAWS):
        for _ in range(3):
            add_card(state, player, draw_card(params, state, events))
        if usable(params, region, np.int64(seat.hand[0]), np.int64(seat.hand[1]), np.int64(seat.hand[2]), 3):
            break
        if redraw == _REDRAWS - 1:
            seat.not_usable = 1
            break
        a, b, c = hand_cities(params, seat)
        emit(events, EVERYONE, REDREW, player, a, b, c)
        for _ in range(3):
            discard(state.pile, remove_card(state, player, 0))
    a, b, c = hand_cities(params, seat)
    emit(events, 1 << player, DREW, player, a, b, c)


@kernel
def hand_cities(params, seat):
    """The cities of the first three cards of a hand."""
    return params.card_city[seat.hand[0]], params.card_city[seat.hand[1]], params.card_city[seat.hand[2]]
