"""Sets of up to 63 things as int64 bit masks."""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["bit", "count_bits", "lowest"]


@kernel
def bit(i):
    """The set that holds only ``i``."""
    return np.int64(1) << np.int64(i)


@kernel
def count_bits(mask):
    """How many things a set holds (LLVM turns this loop into one instruction)."""
    n = np.int64(0)
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def lowest(mask):
    """The lowest thing in a set that is not empty."""
    return count_bits((mask & -mask) - 1)
