"""The hand, the deck, and loans from the bank."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard, draw, reshuffle
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import GIVE
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
    "legal_give_up",
    "may_borrow",
    "may_discard",
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
def take_card(state, player, card, events):
    """Add a card to the hand."""
    seat = state.players[player]
    seat.cards[seat.num_cards] = card
    seat.num_cards += 1
    emit(events, EVERYONE, DREW, player, card)


@kernel
def give_away(state, player, i):
    """Discard a card of the hand (RR-6.6) with all its demands (EB-5.28, RR-6.7)."""
    seat = state.players[player]
    discard(state.pile, seat.cards[i])
    for j in range(i, HAND - 1):
        seat.cards[j] = seat.cards[j + 1]
    seat.cards[HAND - 1] = NO_CARD
    seat.num_cards -= 1


@kernel
def legal_give_up(state, scratch, mask):
    """Allow each card of the hand to be given up (RR-12.7, RR-R1.5, EB-R16.1)."""
    for i in range(np.int64(state.players[state.mover].num_cards)):
        allow(scratch, mask, GIVE + i)


@kernel
def give_up(state, player, i, events):
    """Discard one of the cards that are too many (RR-12.7)."""
    emit(events, EVERYONE, GAVE, player, state.players[player].cards[i])
    give_away(state, player, i)


@kernel
def may_discard(params, state):
    """Whether the hand may be discarded: before anything else is done in the turn (EB-R12.1, RR-5.8), placing the train
    included (EB-R12.2)."""
    return params.discard_hand == 1 and state.acted == 0


@kernel
def discard_hand(state, player, events):
    """Discard the whole hand, instead of the turn (EB-R12.1, RR-5.7)."""
    emit(events, EVERYONE, DISCARDED, player, state.players[player].num_cards)
    while state.players[player].num_cards > 0:
        give_away(state, player, 0)


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
