"""Small counts packed into one int64, seven bits each, so that nine colours are added or compared at once."""

from collections.abc import Sequence

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["count_at", "pack_clamped", "pack_counts", "shortfall"]

BITS = 7
FIELDS = 9
LOW = sum(1 << BITS * i for i in range(FIELDS))  # one in every field
GUARD = LOW << 3  # a bit above every count up to 7


def pack_counts(counts: Sequence[int]) -> int:
    """Up to nine counts of at most 127 as one number."""
    return sum(int(n) << BITS * i for i, n in enumerate(counts))


@kernel
def count_at(packed, i):
    """Count number ``i`` of a packed number."""
    return (packed >> BITS * i) & 127


@kernel
def pack_clamped(counts):
    """Pack nine counts, each cut to at most 2: no ticket asks for more of a colour."""
    packed = np.int64(0)
    for i in range(FIELDS):
        packed |= min(np.int64(2), np.int64(counts[i])) << BITS * i
    return packed


@kernel
def shortfall(need, have):
    """The sum over all fields of max(0, need - have), for fields of at most 7 and a sum of at most 127.

    The guard bit above every field survives the subtraction where need >= have; there the field is the difference.
    """
    difference = (need | GUARD) - have
    enough = (difference & GUARD) >> 3
    # Unsigned, for the product overflows on purpose: its top field is the sum of all.
    product = np.uint64(difference & (enough * 7)) * np.uint64(LOW)
    return np.int64((product >> np.uint64(BITS * (FIELDS - 1))) & np.uint64(127))
