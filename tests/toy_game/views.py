"""What a seat sees: its view (``redact``), worlds that agree with it (``determinize``), its observation (``encode``).

Hidden are the hands of others, the wagon another seat is looking at, and the deck but for wagons one put under.
"""

import numpy as np

from railgym.envs.core.decks import (
    UNKNOWN,
    card_at,
    count_unknown,
    deal_unknown,
    fill_unknown,
    list_cards,
    redact_deck,
    subtract_known,
)
from railgym.envs.core.header import begin_view, begin_world
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout, write
from railgym.envs.core.rng import mix, scramble
from toy_game.state import BOX, KINDS, SEATS, WAGONS

__all__ = ["LAYOUT", "determinize", "encode", "redact"]


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public)."""
    if not begin_view(state, player):
        return
    redact_deck(state.deck, player if params.remember == 1 else -1)
    if state.drawn >= 0 and player != state.current_player:
        state.drawn = UNKNOWN
    for p in range(params.num_players):
        if p != player:
            state.players[p].hand[:] = 0


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one world, uniform over those that agree with it."""
    if not begin_world(view, seed):
        return
    pool = np.zeros(WAGONS, np.uint8)
    scramble(mix(view.key), pool, pool_wagons(params, view, pool))
    used = fill_unknown(view.deck, pool, 0)
    if view.drawn == UNKNOWN:
        view.drawn = card_at(pool, used)
        used += 1
    for p in range(params.num_players):
        if p != player:
            used = deal_unknown(view.players[p].hand, np.int64(view.players[p].hand_size), pool, used)


@kernel
def pool_wagons(params, view, pool):
    """Write the wagons that the viewer cannot place into ``pool``; returns how many they are."""
    counts = BOX.copy()
    if 0 <= view.drawn < UNKNOWN:
        counts[view.drawn] -= 1
    subtract_known(view.pile, counts)
    subtract_known(view.deck, counts)
    for p in range(params.num_players):
        for kind in range(KINDS):
            counts[kind] -= view.players[p].hand[kind] + view.players[p].train[kind]
    return list_cards(counts, pool)


LAYOUT = ObservationLayout(
    "vector",
    [
        ("my_decision", (1,), 0, 1, "1 if the observer decides"),
        ("table", (SEATS,), 0, 1, "one-hot: number of players"),
        ("hand", (KINDS,), 0, 1, "own wagons by kind / 6"),
        ("drawn", (KINDS,), 0, 1, "the wagon the observer looks at, one-hot"),
        ("trains", (SEATS, KINDS), 0, 1, "by seat: wagons on the train / 6"),
        ("hand_sizes", (SEATS,), 0, 1, "by seat: wagons in hand / 6"),
        ("derailments", (SEATS,), 0, 1, "by seat: derailments / 2"),
        ("deck", (2,), 0, 1, "wagons in the deck, and those of them that are unknown / 24"),
        ("night", (1,), 0, 1, "turns begun / turns there are"),
    ],
)
MY_DECISION, TABLE, HAND, DRAWN, TRAINS, HAND_SIZES, DERAILMENTS, DECK, NIGHT = (piece.start for piece in LAYOUT)


@kernel
def encode(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    out[:] = 0
    out[MY_DECISION] = view.current_player == player
    out[TABLE + params.num_players - 1] = 1
    write(out, HAND, view.players[player].hand, np.float32(1 / 6))
    if 0 <= view.drawn < UNKNOWN:
        out[DRAWN + view.drawn] = 1
    for i in range(params.num_players):
        seat = view.players[(player + i) % params.num_players]
        write(out, TRAINS + KINDS * i, seat.train, np.float32(1 / 6))
        out[HAND_SIZES + i] = seat.hand_size / np.float32(6)
        out[DERAILMENTS + i] = seat.derailments / np.float32(2)
    out[DECK] = view.deck.size / np.float32(WAGONS)
    out[DECK + 1] = count_unknown(view.deck) / np.float32(WAGONS)
    out[NIGHT] = view.turn / np.float32(params.rounds * params.num_players)
