"""The action "look at the top wagon", and the decision that follows it."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw, put_under, reshuffle
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from toy_game.actions import KEEP
from toy_game.actions import PUT_UNDER as PUT
from toy_game.event_kinds import KEPT, LOOKED, PUT_UNDER, RESHUFFLED
from toy_game.rules.phases import ACTION, DECIDE
from toy_game.state import HAND_LIMIT, SHUFFLE

__all__ = ["apply_decide", "apply_look", "legal_decide", "legal_look"]


@kernel
def legal_look(state):
    """While there is a wagon in the deck or among the discards."""
    return state.deck.size + state.pile.size > 0


@kernel
def apply_look(state, events):
    """Draw the top wagon; an empty deck is made anew from the discards. Only the player sees the wagon."""
    player = np.int64(state.current)
    if state.deck.size == 0:
        reshuffle(state, SHUFFLE, state.pile, state.deck)
        emit(events, EVERYONE, RESHUFFLED, -1, state.deck.size)
    state.drawn = draw(state.deck)
    state.phase = DECIDE
    emit(events, 1 << player, LOOKED, player, state.drawn)


@kernel
def legal_decide(state, scratch, mask):
    """A full hand takes no more wagons."""
    if state.players[state.current].hand_size < HAND_LIMIT:
        allow(scratch, mask, KEEP)
    allow(scratch, mask, PUT)


@kernel
def apply_decide(state, action, events):
    """The wagon goes into the hand, or under the deck, where only this player knows of it."""
    player = np.int64(state.current)
    if action == KEEP:
        state.players[player].hand[state.drawn] += 1
        state.players[player].hand_size += 1
        emit(events, EVERYONE, KEPT, player)
    else:
        put_under(state.deck, state.drawn, player)
        emit(events, EVERYONE, PUT_UNDER, player)
    state.drawn = -1
    state.phase = ACTION
