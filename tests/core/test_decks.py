"""Decks and their ledger of who knows which card."""

from collections.abc import Sequence

import numpy as np
import pytest
from jit import call
from toy_game.state import STATE

from railgym.envs.core import decks
from railgym.envs.core.game import Array
from railgym.envs.core.rng import key_from_seed

EVERYONE = 255


def deck_of(*cards: int, capacity: int = 8, known: Sequence[int] = ()) -> Array:
    """A deck, from its bottom to its top."""
    deck = np.zeros(1, decks.deck_dtype(capacity))
    deck["size"] = len(cards)
    deck["cards"][0, : len(cards)] = cards
    deck["known"][0, : len(known)] = known
    return deck


def cards(deck: Array) -> list[int]:
    return deck["cards"][0, : deck["size"][0]].tolist()


def known(deck: Array) -> list[int]:
    return deck["known"][0, : deck["size"][0]].tolist()


def unused_is_clean(deck: Array) -> bool:
    size = deck["size"][0]
    return not deck["cards"][0, size:].any() and not deck["known"][0, size:].any()


def test_draw__takes_the_top_card_and_leaves_no_trace() -> None:
    deck = deck_of(3, 1, 2, known=[0, 0, 4])
    assert call(decks.draw, deck[0]) == 2
    assert (cards(deck), known(deck)) == ([3, 1], [0, 0])
    assert unused_is_clean(deck)


def test_put_under__is_drawn_last_and_known_to_its_seat() -> None:
    deck = deck_of(1, 2, known=[1, 0])
    call(decks.put_under, deck[0], 7, 2)
    assert (cards(deck), known(deck)) == ([7, 1, 2], [4, 1, 0])
    call(decks.put_under, deck[0], 6, -1)
    assert (cards(deck), known(deck)) == ([6, 7, 1, 2], [0, 4, 1, 0])
    assert [int(call(decks.draw, deck[0])) for _ in range(4)] == [2, 1, 7, 6]


def test_discard__is_seen_by_everyone() -> None:
    pile = deck_of(5, known=[EVERYONE])
    call(decks.discard, pile[0], 3)
    assert (cards(pile), known(pile)) == ([5, 3], [EVERYONE] * 2)
    call(decks.redact_deck, pile[0], -1)
    assert (cards(pile), known(pile)) == ([5, 3], [EVERYONE] * 2)


def test_stack__lays_counts_on_top() -> None:
    deck = deck_of(9, known=[1])
    call(decks.stack, deck[0], np.array([2, 0, 1]))
    assert (cards(deck), known(deck)) == ([9, 0, 0, 2], [1, 0, 0, 0])


def test_shuffle_deck__keeps_the_cards_and_forgets_who_knew_them() -> None:
    state = np.zeros(1, STATE)
    state["key"] = call(key_from_seed, 3)
    deck = deck_of(*range(8), known=[1] * 8)
    call(decks.shuffle_deck, state[0], 0, deck[0])
    assert sorted(cards(deck)) == list(range(8)) != cards(deck)
    assert known(deck) == [0] * 8
    assert state["random_counts"][0].tolist() == [7, 0, 0, 0]


def test_reshuffle__moves_the_pile_into_the_deck() -> None:
    state = np.zeros(1, STATE)
    state["key"] = call(key_from_seed, 3)
    pile, deck = deck_of(4, 5, 6, known=[EVERYONE] * 3), deck_of(1, known=[1])
    call(decks.reshuffle, state[0], 0, pile[0], deck[0])
    assert sorted(cards(deck)) == [1, 4, 5, 6]
    assert (cards(pile), known(deck)) == ([], [0] * 4)
    assert unused_is_clean(pile) and unused_is_clean(deck)


@pytest.mark.parametrize("seat, seen", [(0, [7, 255, 255, 4]), (1, [255, 6, 255, 4]), (-1, [255, 255, 255, 4])])
def test_hide_deck__shows_what_the_seat_knows_and_not_who_else_does(seat: int, seen: list[int]) -> None:
    deck = deck_of(7, 6, 5, 4, known=[1, 2, 0, EVERYONE])
    call(decks.redact_deck, deck[0], seat)
    assert cards(deck) == seen
    mine = 1 << seat if seat >= 0 else 0
    assert known(deck) == [known & mine for known in (1, 2, 0)] + [EVERYONE]
    assert call(decks.count_unknown, deck[0]) == seen.count(decks.UNKNOWN)


def test_fill_unknown__fills_the_gaps_in_order() -> None:
    deck = deck_of(255, 3, 255, 255)
    pool = np.array([9, 9, 1, 2, 4, 9], np.uint8)
    assert call(decks.fill_unknown, deck[0], pool, 2) == 5
    assert cards(deck) == [1, 3, 2, 4]


def test_hand__is_listed_discarded_and_dealt_by_kind() -> None:
    pile, hand = deck_of(1), np.array([2, 0, 1])
    call(decks.discard_all, pile[0], hand)
    assert (cards(pile), hand.tolist(), known(pile)[1:]) == ([1, 0, 0, 2], [0, 0, 0], [EVERYONE] * 3)
    counts = np.array([3, 3, 3])
    call(decks.subtract_known, pile[0], counts)
    assert counts.tolist() == [1, 2, 2]
    pool = np.zeros(9, np.uint8)
    assert call(decks.list_cards, counts, pool) == 5
    assert pool.tolist()[:5] == [0, 1, 1, 2, 2]
    assert call(decks.deal_unknown, hand, 3, pool, 1) == 4
    assert hand.tolist() == [0, 2, 1]
