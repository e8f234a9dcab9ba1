"""The hand, the pool of demands, the deck, and loans from the bank."""

import numpy as np

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard, draw, reshuffle
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import GIVE, LINES
from railgym.envs.crayon_rails.event_kinds import BORROWED, DISCARDED, DREW, GAVE, RESHUFFLED
from railgym.envs.crayon_rails.state import HAND, NO_CARD, SHUFFLES

__all__ = [
    "CARDS_KEPT",
    "INSTALMENT",
    "borrow",
    "discard_hand",
    "draw_top",
    "give_away",
    "give_up",
    "is_open",
    "legal_give_up",
    "may_borrow",
    "may_discard",
    "may_replace",
    "share_cards",
    "take_card",
]

CARDS_KEPT = 3
LOAN, OWED, INSTALMENT = 20, 40, 10


@kernel
def draw_top(state, events):
    """Draw the top card; an empty deck is first made of the shuffled discard pile (EB-R4.3)."""
    if state.deck.size == 0:
        emit(events, EVERYONE, RESHUFFLED, state.mover, state.pile.size)
        reshuffle(state, SHUFFLES, state.pile, state.deck)
    return draw(state.deck)


@kernel
def is_open(seat, good):
    """Whether the seat may deliver for demands of a good, because no other player has locked them (EB-R16.7)."""
    return seat.closed_goods & bit(good) == 0


@kernel
def share_cards(params, state, player):
    """With a pool of demands, show the cards of one seat to all seats: there is one pool (EB-R16.6)."""
    if params.pool == 1:
        for p in range(params.num_players):
            copy_array(state.players[p].cards, state.players[player].cards, HAND)
            state.players[p].num_cards = state.players[player].num_cards


@kernel
def take_card(params, state, player, card, events):
    """Add a card to the hand, or to the pool."""
    seat = state.players[player]
    seat.cards[seat.num_cards] = card
    seat.num_cards += 1
    share_cards(params, state, player)
    emit(events, EVERYONE, DREW, player, card)


@kernel
def give_away(params, state, player, i):
    """Discard a card of the hand or the pool (RR-6.6) with all its demands (EB-5.28, RR-6.7)."""
    seat = state.players[player]
    discard(state.pile, seat.cards[i])
    for j in range(i, HAND - 1):
        seat.cards[j] = seat.cards[j + 1]
    seat.cards[HAND - 1] = NO_CARD
    seat.num_cards -= 1
    share_cards(params, state, player)


@kernel
def legal_give_up(state, scratch, mask):
    """Allow each card of the hand to be given up (RR-12.7, RR-R1.5, EB-R16.1)."""
    for i in range(np.int64(state.players[state.mover].num_cards)):
        allow(scratch, mask, GIVE + i)


@kernel
def give_up(params, state, player, i, events):
    """Discard one of the cards that are too many (RR-12.7)."""
    emit(events, EVERYONE, GAVE, player, state.players[player].cards[i])
    give_away(params, state, player, i)


@kernel
def may_discard(params, state):
    """Whether the hand may be discarded: before anything else is done in the turn (EB-R12.1, RR-5.8), placing the train
    included (EB-R12.2). Of a pool some card has to be replaced (EB-R16.8)."""
    if params.discard_hand == 0 or state.acted == 1:
        return False
    seat = state.players[state.mover]
    for i in range(np.int64(seat.num_cards)):
        if may_replace(params, seat, i):
            return True
    return params.pool == 0


@kernel
def may_replace(params, seat, i):
    """Whether a card is discarded with the hand: all are, but those of a pool with a demand that another player has
    locked (EB-R16.8)."""
    for line in range(LINES):
        if not is_open(seat, params.card_good[seat.cards[i], line]):
            return False
    return True


@kernel
def discard_hand(params, state, player, events):
    """Discard the whole hand, instead of the turn (EB-R12.1, RR-5.7), or what may be replaced of the pool."""
    seat = state.players[player]
    before, i = np.int64(seat.num_cards), 0
    while i < seat.num_cards:
        if may_replace(params, seat, i):
            give_away(params, state, player, i)
        else:
            i += 1
    emit(events, EVERYONE, DISCARDED, player, before - seat.num_cards)


@kernel
def may_borrow(params, state, player):
    """Whether the player may take a loan: only one at a time, before building (EB-R15.1)."""
    return params.borrow == 1 and state.players[player].debt == 0


@kernel
def borrow(state, player, events):
    """Take the loan of 20, against a debt of 40 (EB-R15.1)."""
    state.scores[player] += LOAN
    state.players[player].debt = OWED
    emit(events, EVERYONE, BORROWED, player, LOAN, OWED)
