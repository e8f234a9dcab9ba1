"""Nine small counts packed into one int64, seven bits each, so that all of them are added or compared at once.

A count is at most 63: the seventh bit of every field is free for the carry of a subtraction.
"""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["BITS", "FIELD", "count_at", "excess", "pack", "total"]

BITS = 7
FIELDS = 9
FIELD = 127
CARRY = sum(64 << BITS * i for i in range(FIELDS))  # the highest bit of every field
EVERY_OTHER = sum(FIELD << BITS * i for i in range(0, FIELDS, 2))
LANES = sum(1 << 2 * BITS * i for i in range((FIELDS + 1) // 2))  # one in every lane of two fields


@kernel
def pack(counts):
    """The first nine of ``counts`` as one packed number."""
    packed = np.int64(0)
    for i in range(FIELDS):
        packed |= np.int64(counts[i]) << BITS * i
    return packed


@kernel
def count_at(packed, i):
    """Count number ``i`` of a packed number."""
    return (packed >> BITS * i) & FIELD


@kernel
def excess(a, b):
    """Packed max(0, a - b), field by field.

    The carry bit of a field survives the subtraction where a >= b; there the field is the difference.
    """
    difference = (a | CARRY) - b
    larger = difference & CARRY
    return difference & (larger - (larger >> BITS - 1))


@kernel
def total(packed):
    """The sum of all counts of a packed number, at most 255."""
    lanes = (packed & EVERY_OTHER) + (packed >> BITS & EVERY_OTHER)
    # Unsigned, since the product overflows on purpose: its highest lane, of eight bits, is the sum of all lanes.
    return np.int64((np.uint64(lanes) * np.uint64(LANES)) >> np.uint64(2 * BITS * (FIELDS // 2)))
