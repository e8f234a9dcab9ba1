"""The observation, piece by piece, from the observer's seat with the others in turn order."""

import numpy as np

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from toy_game.state import KINDS, SEATS, WAGONS
from toy_game.views import num_hidden

__all__ = ["LAYOUT", "encode"]

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
    out[MY_DECISION] = view.current == player
    out[TABLE + params.num_players - 1] = 1
    if 0 <= view.drawn < UNKNOWN:
        out[DRAWN + view.drawn] = 1
    for i in range(params.num_players):
        seat = view.players[(player + i) % params.num_players]
        for kind in range(KINDS):
            out[TRAINS + KINDS * i + kind] = seat.train[kind] / np.float32(6)
            if i == 0:
                out[HAND + kind] = seat.hand[kind] / np.float32(6)
        out[HAND_SIZES + i] = seat.hand_size / np.float32(6)
        out[DERAILMENTS + i] = seat.derailments / np.float32(2)
    out[DECK] = view.deck.size / np.float32(WAGONS)
    out[DECK + 1] = num_hidden(view) / np.float32(WAGONS)
    out[NIGHT] = view.turn / np.float32(params.rounds * params.num_players)
