"""Setting up a game."""

import numpy as np

from railgym.envs.core.decks import draw, shuffle_deck, stack
from railgym.envs.core.header import FULL
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import key_from_seed
from toy_game.state import COPIES, KINDS, SEATS, SHUFFLE

__all__ = ["reset"]


@kernel
def reset(params, state, seed):
    """Everyone has three wagons in hand; seat 0 begins."""
    clear(state)
    state.game = params.game
    state.key = key_from_seed(seed)
    state.viewer = FULL
    state.num_players = params.num_players
    state.turn = 1
    state.drawn = -1
    stack(state.deck, np.full(KINDS, COPIES, np.int64))
    shuffle_deck(state, SHUFFLE, state.deck)
    for player in range(params.num_players):
        for _ in range(3):
            state.players[player].hand[draw(state.deck)] += 1
        state.players[player].hand_size = 3


@kernel
def clear(state):
    """Every field: equal games must have equal bytes."""
    state.random_counts[:] = 0
    state.mode[:] = 0
    state.ply = 0
    state.phase = 0
    state.current = 0
    state.terminated = 0
    state.end_reason = 0
    for p in range(SEATS):
        state.payoff[p] = 0
        state.scores[p] = 0
        state.out[p] = 0
        seat = state.players[p]
        seat.kinds = 0
        seat.hand_size = 0
        seat.derailments = 0
        seat.left = 0
        for kind in range(KINDS):
            seat.hand[kind] = 0
            seat.train[kind] = 0
    clear_deck(state.deck)
    clear_deck(state.pile)


@kernel
def clear_deck(deck):
    deck.size = 0
    deck.cards[:] = 0
    deck.known[:] = 0
