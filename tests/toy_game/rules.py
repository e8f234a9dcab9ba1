"""The rules of Night Mail as compiled functions."""

import numpy as np

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.decks import discard_all, draw, put_under, reshuffle, shuffle_deck, stack
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import leave, num_in, pay_rest_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from toy_game import tables
from toy_game.state import BOX, KINDS, SHUFFLE, SIGNALS

__all__ = ["apply", "legal", "reset"]

FIRST_HAND, FULL_HAND = 3, 5


@kernel
def reset(params, state):
    """Deal: everyone has three wagons in hand; seat 0 begins. The record is blank but for its header."""
    state.turn = 1
    state.drawn = -1
    stack(state.deck, BOX)
    shuffle_deck(state, SHUFFLE, state.deck)
    for player in range(params.num_players):
        for _ in range(FIRST_HAND):
            take(state.players[player], draw(state.deck))


@kernel
def legal(params, state, scratch, mask):
    """What the current seat may do; pass only if nothing else is legal."""
    clear_choices(scratch, mask)
    seat = state.players[state.current_player]
    if state.phase == tables.DECIDE:
        if seat.hand_size < FULL_HAND:
            allow(scratch, mask, tables.KEEP)
        allow(scratch, mask, tables.PUT_UNDER)
        return
    for kind in range(KINDS):
        if seat.hand[kind] > 0:
            allow(scratch, mask, tables.LOAD + kind)
    if state.deck.size + state.pile.size > 0:
        allow(scratch, mask, tables.LOOK)
    if scratch.num_choices == 0:
        allow(scratch, mask, tables.PASS)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action; once the turn is over, the next seat that is still in begins."""
    state.ply += 1
    player = np.int64(state.current_player)
    if action == tables.LOOK:
        apply_look(state, player, events)
        return
    if state.phase == tables.DECIDE:
        apply_decide(state, player, action, events)
    elif action == tables.PASS:
        emit(events, EVERYONE, tables.PASSED, player)
    else:
        apply_load(state, player, action - tables.LOAD, events)
    if game_is_over(params, state):
        return
    state.turn += 1
    player = (player + 1) % state.num_players
    while state.out[player] == 1:
        player = (player + 1) % state.num_players
    state.current_player = player


@kernel
def apply_look(state, player, events):
    """Draw the top wagon, which only the player sees. When the deck is empty, shuffle the discards into a new one."""
    if state.deck.size == 0:
        reshuffle(state, SHUFFLE, state.pile, state.deck)
        emit(events, EVERYONE, tables.RESHUFFLED, -1, state.deck.size)
    state.drawn = draw(state.deck)
    state.phase = tables.DECIDE
    emit(events, 1 << player, tables.LOOKED, player, state.drawn)


@kernel
def apply_decide(state, player, action, events):
    """The wagon goes into the hand, or under the deck, where only this player knows of it."""
    if action == tables.KEEP:
        take(state.players[player], state.drawn)
        emit(events, EVERYONE, tables.KEPT, player)
    else:
        put_under(state.deck, state.drawn, player)
        emit(events, EVERYONE, tables.RETURNED, player)
    state.drawn = -1
    state.phase = tables.ACTION


@kernel
def take(seat, wagon):
    seat.hand[wagon] += 1
    seat.hand_size += 1


@kernel
def apply_load(state, player, kind, events):
    """A wagon goes on the train; then a die is rolled, and at a 0 the train derails."""
    seat = state.players[player]
    seat.hand[kind] -= 1
    seat.hand_size -= 1
    seat.train[kind] += 1
    emit(events, EVERYONE, tables.LOADED, player, kind)
    die = below(state, SIGNALS + player, 6)
    emit(events, EVERYONE, tables.SIGNAL, player, die)
    if die == 0:
        derail(state, player, events)
    state.scores[player] = seat.train.sum() + (seat.train > 0).sum()


@kernel
def derail(state, player, events):
    """All wagons of the train are discarded; at the second time the player is out and discards the hand, too."""
    seat = state.players[player]
    seat.derailments += 1
    emit(events, EVERYONE, tables.DERAILED, player, seat.derailments)
    discard_all(state.pile, seat.train)
    if seat.derailments == 2:
        discard_all(state.pile, seat.hand)
        seat.hand_size = 0
        leave(state, player)
        emit(events, EVERYONE, tables.LEFT, player)


@kernel
def game_is_over(params, state):
    """After a turn: one player left, a train arrived, or the rounds are over. Then everyone is paid by rank."""
    state.end_reason = reason(params, state)
    if state.end_reason != tables.RUNNING:
        state.terminated = 1
        pay_rest_by_rank(state, state.scores)
    return state.terminated == 1


@kernel
def reason(params, state):
    for p in range(params.num_players):
        if state.players[p].train.sum() >= params.wagons:
            return tables.ARRIVAL
    if num_in(state) == 1:
        return tables.LAST_ONE
    if state.turn >= params.rounds * params.num_players:
        return tables.DAWN
    return tables.RUNNING
