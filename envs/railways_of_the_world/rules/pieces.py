"""Pieces of track: straights and gentle curves, at most two in a hex.

The sides of a hex are numbered clockwise from the north-east, and so are the directions through them::

         5   0
        4     1
         3   2

A piece joins two sides that are not next to each other. A run that enters a hex at side e goes left to e + 2, straight
on to e + 3, or right to e + 4.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN, SIDES

__all__ = [
    "ENDS",
    "WAYS",
    "can_enter",
    "ends_in",
    "far_side",
    "find_end",
    "free_slot",
    "has_end",
    "opposite",
    "piece_at",
    "piece_of",
    "put_piece",
    "way_out",
]

WAYS = ("left", "straight on", "right")
ENDS = np.array([[0, 3], [1, 4], [2, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0], [5, 1]], np.int64)
_SIDES_OF = np.array([(1 << a) + (1 << b) for a, b in ENDS.tolist()] + [0], np.int64)  # the last row: NO_PIECE
_PIECE_OF = np.array(
    [
        [next((k for k, ends in enumerate(ENDS.tolist()) if {a, b} == set(ends)), NO_PIECE) for b in range(6)]
        for a in range(6)
    ],
    np.int64,
)


@kernel
def opposite(side):
    """The number of the same side in the hex beyond it."""
    return side + 3 if side < 3 else side - 3


@kernel
def way_out(enter, way):
    """The side through which a run leaves that entered at another and went left (0), straight on (1), or right (2).
    There is no sharper curve (RW-3.12)."""
    side = enter + 2 + way
    return side - SIDES if side >= SIDES else side


@kernel
def piece_of(a, b):
    """The piece that joins two sides."""
    return _PIECE_OF[a, b]


@kernel
def ends_in(state, hex):
    """The sides of a hex where its pieces end, as bits."""
    return _SIDES_OF[state.track[hex, 0]] | _SIDES_OF[state.track[hex, 1]]


@kernel
def has_end(state, hex, side):
    """Whether a piece of a hex ends at a side."""
    return ends_in(state, hex) >> side & 1 == 1


@kernel
def piece_at(state, hex, side):
    """The slot of the piece of a hex that ends at a side: 0 or 1; -1 if there is none."""
    for slot in range(2):
        piece = np.int64(state.track[hex, slot])
        if piece != NO_PIECE and (ENDS[piece, 0] == side or ENDS[piece, 1] == side):
            return slot
    return -1


@kernel
def far_side(state, hex, slot, side):
    """The other end of a piece that ends at a side."""
    piece = np.int64(state.track[hex, slot])
    return ENDS[piece, 1] if ENDS[piece, 0] == side else ENDS[piece, 0]


@kernel
def free_slot(state, hex):
    """The free slot of a hex for another piece; -1 if there are two pieces."""
    for slot in range(2):
        if state.track[hex, slot] == NO_PIECE:
            return slot
    return -1


@kernel
def can_enter(params, state, hex, side):
    """Whether a run may enter a hex at a side: it is no city (RW-3.5), has room for a piece, and no piece ends there
    (RW-3.13, RW-R1)."""
    return hex >= 0 and params.hex_city[hex] < 0 and free_slot(state, hex) >= 0 and not has_end(state, hex, side)


@kernel
def put_piece(state, hex, enter, leave, player):
    """Lay a piece of an open run."""
    slot = free_slot(state, hex)
    state.track[hex, slot] = piece_of(enter, leave)
    state.owner[hex, slot] = player
    state.link[hex, slot] = OPEN_RUN
    state.track_changed |= bit(hex & 63)


@kernel
def find_end(params, state, hex, side):
    """Follow track from a side of a hex to its end; returns the city there, or -1 before a hex without track."""
    while True:
        city = np.int64(params.hex_city[hex])
        if city >= 0:
            return city
        slot = piece_at(state, hex, side)
        if slot < 0:
            return np.int64(-1)
        out = far_side(state, hex, slot, side)
        hex, side = np.int64(params.beside[hex, out]), opposite(out)
