"""Array functions for compiled rules. They replace slice assignment, ``sort``, ``max`` and ``min``, which would need
Numba's runtime."""

from railgym.envs.core.kernel import kernel

__all__ = ["copy_array", "highest", "lowest", "sort_lowest_first"]


@kernel
def copy_array(target, source, size):
    """Copy the first ``size`` elements of ``source`` into ``target``."""
    for i in range(size):
        target[i] = source[i]


@kernel
def sort_lowest_first(values, size):
    """Sort the first ``size`` values in place, by insertion sort, which is fast for few values."""
    for i in range(1, size):
        value, place = values[i], i
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


@kernel
def highest(values):
    """The highest value of a non-empty array."""
    best = values[0]
    for value in values[1:]:
        best = max(best, value)
    return best


@kernel
def lowest(values):
    """The lowest value of a non-empty array."""
    best = values[0]
    for value in values[1:]:
        best = min(best, value)
    return best
