"""Possible states of the Railbot's cards: which were removed unseen, and the order of the others."""

import numpy as np

from railgym.envs.core.decks import card_at
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.railways_of_the_world.maps.model import MAX_RAILBOT
from railgym.envs.railways_of_the_world.params import BOT_FINAL
from railgym.envs.railways_of_the_world.rules.solo_setup import HIDDEN_CARDS
from railgym.envs.railways_of_the_world.state import PUT_BACK

__all__ = ["deal_railbot"]


@kernel
def deal_railbot(params, view, key):
    """Fill in the removed cards and the deck.

    The three that were removed first are unseen cards of slot 1 that did not go back into the deck when the row was
    dealt (RS-2.8). Then follow those removed from the whole deck, and the deck, with the Final Evaluation, unless it
    was seen, among the last three.
    """
    first, others, final = np.zeros(MAX_RAILBOT, np.uint8), np.zeros(MAX_RAILBOT, np.uint8), -1
    number, rest = 0, 0
    for card in range(MAX_RAILBOT):
        if view.railbot_seen[card] == 1:
            continue
        if params.bot_kind[card] == BOT_FINAL:
            final = card
        elif params.bot_slot[card] == 1 and view.railbot_seen[card] != PUT_BACK:
            first[number] = card
            number += 1
        else:
            others[rest] = card
            rest += 1
    scramble(key, first, number)
    for i in range(HIDDEN_CARDS, number):
        others[rest] = first[i]
        rest += 1
    scramble(mix(key ^ np.uint64(7)), others, rest)
    for i in range(np.int64(view.removed_cards.size)):
        if i < HIDDEN_CARDS:
            view.removed_cards.cards[i] = first[i]
        else:
            rest -= 1
            view.removed_cards.cards[i] = card_at(others, rest)
    _stack(view, others, final, key)


@kernel
def _stack(view, cards, final, key):
    """The deck from the bottom; the Final Evaluation is one of its last three."""
    size = np.int64(view.railbot_deck.size)
    place = np.int64(-1)
    if final >= 0:
        place = np.int64(mix(key ^ np.uint64(9)) % np.uint64(min(np.int64(3), size)))
    used = 0
    for i in range(size):
        if i == place:
            view.railbot_deck.cards[i] = final
        else:
            view.railbot_deck.cards[i] = card_at(cards, used)
            used += 1
