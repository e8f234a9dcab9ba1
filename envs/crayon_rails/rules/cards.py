"""Cards in hand, the deck, and money from the bank."""

from railgym.envs.core.decks import discard, draw, reshuffle
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
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
    "may_borrow",
    "may_discard",
    "take_card",
]

CARDS_KEPT = 3
LOAN, OWED, INSTALMENT = 20, 40, 10


@kernel
def draw_top(state, events):
    """The top card; an empty deck is first made anew from the discarded cards (EB-R4)."""
    if state.deck.size == 0:
        emit(events, EVERYONE, RESHUFFLED, state.mover, state.pile.size)
        reshuffle(state, SHUFFLES, state.pile, state.deck)
    return draw(state.deck)


@kernel
def take_card(state, player, card, events):
    seat = state.players[player]
    seat.cards[seat.num_cards] = card
    seat.num_cards += 1
    emit(events, EVERYONE, DREW, player, card)


@kernel
def give_away(state, player, i):
    """A card of the hand goes to the discarded ones (RR-6.6), with all its demands (EB-5.28, RR-6.7)."""
    seat = state.players[player]
    discard(state.pile, seat.cards[i])
    for j in range(i, HAND - 1):
        seat.cards[j] = seat.cards[j + 1]
    seat.cards[HAND - 1] = NO_CARD
    seat.num_cards -= 1


@kernel
def give_up(state, player, i, events):
    """RR-12.7: of more cards than are kept one is given up."""
    emit(events, EVERYONE, GAVE, player, state.players[player].cards[i])
    give_away(state, player, i)


@kernel
def may_discard(params, state):
    """EB-R12, RR-5.8: before anything else is done in the turn; placing the train counts."""
    return params.discard_hand == 1 and state.acted == 0


@kernel
def discard_hand(state, player, events):
    """EB-R12, RR-5.7: the whole hand goes, in place of the turn."""
    emit(events, EVERYONE, DISCARDED, player, state.players[player].num_cards)
    while state.players[player].num_cards > 0:
        give_away(state, player, 0)


@kernel
def may_borrow(params, state, player):
    """EB-R15: once at a time, before building."""
    return params.borrow == 1 and state.players[player].debt == 0


@kernel
def borrow(state, player, events):
    state.scores[player] += LOAN
    state.players[player].debt = OWED
    emit(events, EVERYONE, BORROWED, player, LOAN, OWED)
