"""Distances on the hexagonal grid, as kernels."""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["hexes"]


@kernel
def hexes(params, a, b):
    """The steps of the grid from one milepost to another, as ``core/geo/hexagons.py:distance``."""
    right = abs(np.int64(params.post_col[a]) - np.int64(params.post_col[b]))
    down = abs(np.int64(params.post_row[a]) - np.int64(params.post_row[b]))
    return right + max(0, (down - right) // 2)
