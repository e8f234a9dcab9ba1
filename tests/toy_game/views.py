"""What a seat cannot see (``hide``), and worlds that agree with what it sees (``determinize``).

Hidden are the hands of others, the wagon another seat is looking at, and the deck but for wagons one put under.
"""

import numpy as np

from railgym.envs.core.decks import UNKNOWN, count_unknown, fill_unknown, redact_deck
from railgym.envs.core.header import FULL
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import key_from_seed, mix, scramble
from toy_game.state import COPIES, KINDS, WAGONS

__all__ = ["determinize", "redact"]


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key."""
    state.viewer = player
    state.key = 0
    if state.terminated == 1:
        return
    redact_deck(state.deck, player if params.remember == 1 else -1)
    if state.drawn >= 0 and player != state.current:
        state.drawn = UNKNOWN
    for p in range(params.num_players):
        if p != player:
            state.players[p].hand[:] = 0


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one world, uniform over those that agree with it."""
    view.viewer = FULL
    view.key = key_from_seed(seed)
    if view.terminated == 1:
        return
    pool = np.empty(WAGONS, np.uint8)
    size = pool_wagons(params, view, pool)
    scramble(mix(view.key), pool, size)
    used = fill_unknown(view.deck, pool, 0)
    if view.drawn == UNKNOWN:
        view.drawn = pool[used]
        used += 1
    for p in range(params.num_players):
        if p != player:
            for _ in range(np.int64(view.players[p].hand_size)):
                view.players[p].hand[pool[used]] += 1
                used += 1


@kernel
def pool_wagons(params, view, pool):
    """Write the wagons that the viewer cannot place into ``pool``; returns how many they are."""
    counts = np.full(KINDS, COPIES, np.int64)
    if view.drawn >= 0 and view.drawn != UNKNOWN:
        counts[view.drawn] -= 1
    for i in range(np.int64(view.pile.size)):
        counts[view.pile.cards[i]] -= 1
    for i in range(np.int64(view.deck.size)):
        if view.deck.cards[i] != UNKNOWN:
            counts[view.deck.cards[i]] -= 1
    size = 0
    for kind in range(KINDS):
        for p in range(params.num_players):
            counts[kind] -= view.players[p].hand[kind] + view.players[p].train[kind]
        pool[size : size + counts[kind]] = kind
        size += counts[kind]
    return size


@kernel
def num_hidden(view):
    """How many wagons of the deck a viewer does not know."""
    return count_unknown(view.deck)
