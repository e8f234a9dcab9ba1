"""Pieces of track: what was ridden in this run and cannot be ridden again (RB-R5)."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel

__all__ = ["is_free", "mark_ridden", "other_end"]


@kernel
def _has(words, i):
    return (words[i >> 6] & bit(i & 63)) != 0


@kernel
def is_free(params, ridden, section):
    """Whether no piece of a section was ridden."""
    second = np.int64(params.section_piece[section, 1])
    free = not _has(ridden, np.int64(params.section_piece[section, 0]))
    return free and (second < 0 or not _has(ridden, second))


@kernel
def mark_ridden(params, ridden, section):
    """A section is ridden: its pieces are used up for this run."""
    for side in range(2):
        piece = np.int64(params.section_piece[section, side])
        if piece >= 0:
            ridden[piece >> 6] |= bit(piece & 63)


@kernel
def other_end(params, section, dot):
    """The dot at the other end of a section."""
    a = np.int64(params.section_a[section])
    return np.int64(params.section_b[section]) if a == dot else a
