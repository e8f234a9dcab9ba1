"""Hands of destination cards: drawing, redrawing, and orders in which all cards can be used."""

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

_MOST_GENERATIONS = 65_535  # that are told apart
_REDRAWS = 20  # of a hand of three, before it is kept as it is


@kernel
def card_region(params, card):
    return params.city_region[params.card_city[card]]


@kernel
def add_card(state, player, card):
    """A player has drawn a card."""
    insert_card(state.players[player], card, state.generation)


@kernel
def insert_card(seat, card, generation):
    """Put a card into a hand, in ascending order."""
    i = np.int64(seat.hand_size)
    while i > 0 and seat.hand[i - 1] > card:
        seat.hand[i] = seat.hand[i - 1]
        seat.drawn[i] = seat.drawn[i - 1]
        i -= 1
    seat.hand[i] = card
    seat.drawn[i] = generation
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
    """Draw the top card. An empty deck, or a reshuffle card, has the used and discarded cards shuffled in (RB-4.16,
    RB-4.17): not the cards that lie face up as starts and destinations."""
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
    """RB-7.5: all used and discarded cards, not those that lie face up or are held, are shuffled into the deck."""
    state.generation = min(np.int64(state.generation) + 1, _MOST_GENERATIONS)
    emit(events, EVERYONE, RESHUFFLED, -1, state.pile.size)
    for i in range(np.int64(state.pile.size)):
        state.entered[state.pile.cards[i]] = state.generation
    reshuffle(state, SHUFFLES, state.pile, state.deck)


@kernel
def crowded_region(params, state, player):
    """The region of which a hand holds three or more cards, or -1 (RB-3.3)."""
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
    """Whether the first ``n`` of three cards can be used in some order from a region, with no run inside one (RB-4.15,
    RB-5.10, RB-5.12).

    One card: another region. Two: two regions, for at most one of them is where the train stands. Three: some card can
    be first and leaves two regions.
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
    """Whether hand card ``i`` may be the destination from ``region``: a run between regions that leaves a hand which
    can be used up (RB-4.10, RB-4.15, RB-5.11, RB-7.4, RB-R4); a hand that cannot be used up at all needs only the
    first."""
    seat = state.players[player]
    if card_region(params, seat.hand[i]) == region:
        return False
    return seat.loose == 1 or can_use_others(params, seat, i)


@kernel
def can_use_others(params, seat, i):
    """Whether all other cards of a hand can be used in some order after card ``i``."""
    a = np.int64(seat.hand[1 if i == 0 else 0])
    b = np.int64(seat.hand[2 if i <= 1 else 1])
    c = np.int64(seat.hand[3 if i <= 2 else 2])
    return usable(params, card_region(params, seat.hand[i]), a, b, c, np.int64(seat.hand_size) - 1)


@kernel
def is_repeated(params, seat, i):
    """Whether a hand's card ``i`` names the same city as the one before it: it is offered but once."""
    return i > 0 and params.card_city[seat.hand[i]] == params.card_city[seat.hand[i - 1]]


@kernel
def prepare_goals(params, state, player, events):
    """Draw three cards if none are left, and skip those that no run may end at, until there is a destination to choose
    (RB-4.11, RB-R4)."""
    seat = state.players[player]
    region = card_region(params, seat.start)
    while True:
        if seat.hand_size == 0:
            draw_three(params, state, player, region, events)
        for i in range(np.int64(seat.hand_size)):
            if can_follow(params, state, player, i, region):
                return
        if seat.loose == 1:
            card = remove_card(state, player, 0)
            discard(state.pile, card)
            emit(events, EVERYONE, SKIPPED, player, params.card_city[card])
        seat.loose = 1


@kernel
def draw_three(params, state, player, region, events):
    """RB-4.11: three new cards; RB-4.13, RB-7.1: redrawn while they and the current city's make three of a region.
    All see the redrawn cards, only the player those kept (RB-R12)."""
    seat = state.players[player]
    seat.loose = 0
    seat.kept = -1
    seat.kept_left = 0
    for redraw in range(_REDRAWS):
        for _ in range(3):
            add_card(state, player, draw_card(params, state, events))
        if usable(params, region, np.int64(seat.hand[0]), np.int64(seat.hand[1]), np.int64(seat.hand[2]), 3):
            break
        if redraw == _REDRAWS - 1:
            seat.loose = 1
            break
        a, b, c = hand_cities(params, seat)
        emit(events, EVERYONE, REDREW, player, a, b, c)
        for _ in range(3):
            discard(state.pile, remove_card(state, player, 0))
    a, b, c = hand_cities(params, seat)
    emit(events, 1 << player, DREW, player, a, b, c)


@kernel
def hand_cities(params, seat):
    return params.card_city[seat.hand[0]], params.card_city[seat.hand[1]], params.card_city[seat.hand[2]]
