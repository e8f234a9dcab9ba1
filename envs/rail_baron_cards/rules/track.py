"""Pieces of track: those ridden in a run cannot be ridden again in it."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel

__all__ = ["is_free", "mark_ridden", "other_end"]


@kernel
def _has(words, i):
    """Whether piece ``i`` is in a set of 64-bit words."""
    return (words[i >> 6] & bit(i & 63)) != 0


@kernel
def is_free(params, ridden, section):
    """Whether no piece of a section was ridden in this run (RB-R5.4)."""
    second = np.int64(params.section_piece[section, 1])
    free = not _has(ridden, np.int64(params.section_piece[section, 0]))
    return free and (second < 0 or not _has(ridden, second))


@kernel
def mark_ridden(params, ridden, section):
    """Mark the pieces of a section as ridden in this run (RB-R5.4, RB-R5.5)."""
    for side in range(2):
        piece = np.int64(params.section_piece[section, side])
        if piece >= 0:
            ridden[piece >> 6] |= bit(piece & 63)


@kernel
def other_end(params, section, dot):
    """The dot at the other end of a section."""
    a = np.int64(params.section_a[section])
    return np.int64(params.section_b[section]) if a == dot else a
