"""The position of Night Mail as one record.

Kinds of wagon are numbered 0..3 in the order of ``actions.KIND_NAMES``. Letters in shapes: P = 3 seats, K = 4 kinds.

=========== ====== ========================================================================================
field       shape  meaning
=========== ====== ========================================================================================
drawn       ()     the wagon that is being looked at; -1 none; UNKNOWN in the view of another seat
deck        deck   wagons to be drawn, hidden; a seat knows those it put under
pile        deck   discarded wagons, open
players     (P,)   kinds: the kinds on the train as a set of bits; hand, train: (K,) wagons by kind;
                   hand_size; derailments; left: 1 for the first seat that went out, 2 for the second
=========== ====== ========================================================================================
"""

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import UNKNOWN, deck_dtype
from railgym.envs.core.header import header_fields
from railgym.envs.core.ranges import ANY, Range, deck_ranges, members, upto
from toy_game.actions import NUM_ACTIONS

__all__ = [
    "COPIES",
    "HAND_LIMIT",
    "KINDS",
    "PLAYER",
    "RANGES",
    "SCRATCH",
    "SEATS",
    "SHUFFLE",
    "SIGNALS",
    "STATE",
    "WAGONS",
]

SEATS = 3
KINDS = 4
COPIES = 6
WAGONS = KINDS * COPIES
HAND_LIMIT = 5

# Streams of chance: one for the deck, and one a seat, so that no seat's luck hangs on what the others do.
SHUFFLE = 0
SIGNALS = 1

PLAYER = np.dtype(
    [
        ("kinds", "i8"),
        ("hand", "i1", (KINDS,)),
        ("train", "i1", (KINDS,)),
        ("hand_size", "i1"),
        ("derailments", "i1"),
        ("left", "i1"),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=1 + SEATS),
        ("drawn", "i2"),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(WAGONS)),
        ("pile", deck_dtype(WAGONS)),
    ]
)

# What the rules rely on, should a position come from outside.
RANGES = {
    "drawn": Range(-1, UNKNOWN),
    "players.kinds": members(KINDS),
    "players.hand": upto(WAGONS),
    "players.train": upto(WAGONS),
    "players.hand_size": upto(WAGONS),
    "players.derailments": ANY,
    "players.left": upto(2),
    **deck_ranges("deck", STATE, KINDS),
    **deck_ranges("pile", STATE, KINDS),
}

SCRATCH = np.dtype(choice_fields(NUM_ACTIONS))
