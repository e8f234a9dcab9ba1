"""Decks of cards: piles with a hidden order, which record the seats that know each card.

A deck is a record ``{size, cards, known}``: ``cards[size - 1]`` is the top, ``cards[0]`` the bottom, a card is a
number in 0..254, and bit s of ``known[i]`` says that seat s knows the card at place i. A discard pile is a deck, too.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle

__all__ = [
    "UNKNOWN",
    "card_at",
    "count_unknown",
    "deal_unknown",
    "deck_dtype",
    "discard",
    "discard_all",
    "draw",
    "fill_unknown",
    "list_cards",
    "put_under",
    "redact_deck",
    "reshuffle",
    "shuffle_deck",
    "stack",
    "subtract_known",
]

UNKNOWN = 255


def deck_dtype(capacity: int) -> np.dtype:
    """The dtype of a deck of at most ``capacity`` cards."""
    return np.dtype([("size", "i2"), ("cards", "u1", (capacity,)), ("known", "u1", (capacity,))])


@kernel
def draw(deck):
    """Take the top card. The deck must not be empty."""
    top = np.int64(deck.size) - 1
    card = np.int64(deck.cards[top])
    deck.cards[top] = 0
    deck.known[top] = 0
    deck.size = top
    return card


@kernel
def lay_on_top(deck, card, known):
    """Put ``card`` on top of the deck. A full deck is not changed: a position that was changed by hand may have more
    cards than the game."""
    if deck.size < len(deck.cards):
        deck.cards[deck.size] = card
        deck.known[deck.size] = known
        deck.size += 1


@kernel
def discard(pile, card):
    """Lay ``card`` face up on ``pile``: everyone knows it."""
    lay_on_top(pile, card, 255)


@kernel
def discard_all(pile, counts):
    """Lay all cards of a hand, which counts them by kind, face up on ``pile``."""
    for kind in range(len(counts)):
        while counts[kind] > 0:
            counts[kind] -= 1
            discard(pile, kind)


@kernel
def stack(deck, counts):
    """Put ``counts[k]`` cards of each kind k on top of the deck, unknown to all, in order of kind (shuffle next)."""
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            lay_on_top(deck, kind, 0)


@kernel
def put_under(deck, card, seat):
    """Put ``card`` under the deck, unless it is full; only ``seat`` knows it (-1: no seat)."""
    if deck.size == len(deck.cards):
        return
    for i in range(np.int64(deck.size), 0, -1):
        deck.cards[i] = deck.cards[i - 1]
        deck.known[i] = deck.known[i - 1]
    deck.cards[0] = card
    deck.known[0] = (1 << seat) if seat >= 0 else 0
    deck.size += 1


@kernel
def shuffle_deck(state, stream, deck):
    """Shuffle the whole deck; no seat knows its order afterwards."""
    size = np.int64(deck.size)
    shuffle(state, stream, deck.cards, size)
    for i in range(size):
        deck.known[i] = 0


@kernel
def reshuffle(state, stream, pile, deck):
    """Move all of ``pile`` into ``deck`` and shuffle it."""
    for _ in range(np.int64(pile.size)):
        lay_on_top(deck, draw(pile), 0)
    shuffle_deck(state, stream, deck)


@kernel
def redact_deck(deck, seat):
    """Hide the cards that ``seat`` does not know (-1: the public), and what others know."""
    bit = (1 << seat) if seat >= 0 else 0
    for i in range(np.int64(deck.size)):
        known = np.int64(deck.known[i])
        if known == 255:
            continue
        deck.known[i] = known & bit
        if known & bit == 0:
            deck.cards[i] = UNKNOWN


@kernel
def count_unknown(deck):
    """How many cards of a hidden deck are unknown to its viewer."""
    unknown = 0
    for i in range(np.int64(deck.size)):
        if deck.cards[i] == UNKNOWN:
            unknown += 1
    return unknown


@kernel
def fill_unknown(deck, cards, start):
    """Fill the unknown places of a hidden deck with ``cards[start:]``, in order; return where it stopped."""
    for i in range(np.int64(deck.size)):
        if deck.cards[i] == UNKNOWN:
            deck.cards[i] = card_at(cards, start)
            start += 1
    return start


@kernel
def card_at(cards, place):
    """A card of a pool. A view that was changed by hand may have more unknown places than cards; these get card 0."""
    return np.int64(cards[place]) if 0 <= place < len(cards) else np.int64(0)


@kernel
def deal_unknown(hand, number, cards, start):
    """Add ``number`` of ``cards[start:]``, in order, to a hand that counts cards by kind; return where it stopped."""
    for _ in range(number):
        hand[card_at(cards, start)] += 1
        start += 1
    return start


@kernel
def subtract_known(deck, counts):
    """Take the cards of a deck that its viewer knows off ``counts``, by kind."""
    for i in range(np.int64(deck.size)):
        if deck.cards[i] != UNKNOWN:
            counts[deck.cards[i]] -= 1


@kernel
def list_cards(counts, cards):
    """Write ``counts[k]`` cards of each kind k into ``cards``, in order of kind; return how many they are."""
    size = 0
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            cards[size] = kind
            size += 1
    return size
