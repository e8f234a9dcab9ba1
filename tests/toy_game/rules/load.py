"""The action "load a wagon": the train grows, and may run past a signal."""

import numpy as np

from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from toy_game.actions import LOAD
from toy_game.event_kinds import DERAILED, LOADED, OUT, SIGNAL
from toy_game.state import KINDS, SIGNALS

__all__ = ["apply_load", "legal_load"]


@kernel
def legal_load(state, scratch, mask):
    """Any kind that is in the hand."""
    for kind in range(KINDS):
        if state.players[state.current].hand[kind] > 0:
            allow(scratch, mask, LOAD + kind)


@kernel
def apply_load(params, state, action, events):
    """A wagon goes on the train; then a die is rolled, and at a 0 the train derails."""
    player = np.int64(state.current)
    seat = state.players[player]
    kind = action - LOAD
    seat.hand[kind] -= 1
    seat.hand_size -= 1
    seat.train[kind] += 1
    seat.kinds |= bit(kind)
    emit(events, EVERYONE, LOADED, player, kind)
    die = below(state, SIGNALS + player, 6)
    emit(events, EVERYONE, SIGNAL, player, die)
    if die == 0:
        derail(params, state, player, events)
    state.scores[player] = seat.train.sum() + count_bits(seat.kinds)


@kernel
def derail(params, state, player, events):
    """All wagons of the train are discarded; at the second time the player is out and discards his hand, too."""
    seat = state.players[player]
    seat.derailments += 1
    emit(events, EVERYONE, DERAILED, player, seat.derailments)
    throw_away(state, seat.train)
    seat.kinds = 0
    if seat.derailments == 2:
        throw_away(state, seat.hand)
        seat.hand_size = 0
        leave(params, state, player)
        emit(events, EVERYONE, OUT, player)


@kernel
def throw_away(state, wagons):
    for kind in range(KINDS):
        while wagons[kind] > 0:
            wagons[kind] -= 1
            discard(state.pile, kind)


@kernel
def leave(params, state, player):
    """The player has his final rank at once: below all who are still in."""
    before = 0
    for p in range(params.num_players):
        before += state.out[p]
    state.out[player] = 1
    state.players[player].left = before + 1
    better = params.num_players - before - 1
    state.payoff[player] = np.float32(1.0 - 2.0 * better / (params.num_players - 1))
