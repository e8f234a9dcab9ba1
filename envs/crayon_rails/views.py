"""What a seat cannot see (``redact``), and states that agree with what it sees (``determinize``).

Only the order of the deck is hidden: all players see hands, money and trains.
"""

import numpy as np

from railgym.envs.core.decks import fill_unknown, redact_deck
from railgym.envs.core.header import begin_view, begin_world
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble

__all__ = ["determinize", "redact"]


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key.

    Hands lie face up (EB-3.7), and all players see the supply of goods (EB-2.9).
    """
    if begin_view(state, player):
        redact_deck(state.deck, player)


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one possible state: the cards that are in no known place form the deck, in
    random order."""
    if not begin_world(view, seed):
        return
    elsewhere = np.zeros(256, np.uint8)
    for i in range(np.int64(view.pile.size)):
        elsewhere[view.pile.cards[i]] = 1
    for event in range(params.num_events):
        if view.event_turns_left[event] > 0:
            elsewhere[params.num_cards + event] = 1
    for p in range(params.num_players):
        for i in range(np.int64(view.players[p].num_cards)):
            elsewhere[view.players[p].cards[i]] = 1
    cards = np.zeros(256, np.uint8)
    size = 0
    for card in range(params.num_cards + params.num_events):
        if elsewhere[card] == 0:
            cards[size] = card
            size += 1
    scramble(mix(view.key), cards, size)
    fill_unknown(view.deck, cards[:size], 0)
