"""The rows of an observation and the actions that belong to the same objects, for networks that fit every map."""

from typing import Any, NamedTuple

import numpy as np

__all__ = ["BY_ACTION", "Rows"]

BY_ACTION = "actions"  # the kind whose pieces hold a float for every plan, or for every action


class Rows(NamedTuple):
    """Objects of one kind, such as the cities of a map.

    The ``pieces`` of observations have one row per object, in order, and the ``blocks`` of actions the same number of
    actions per object. ``ends``, for objects that join two objects of another kind, such as links of cities: the name
    of that kind, and their numbers, int (n, 2).
    """

    pieces: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    ends: tuple[str, np.ndarray[Any, Any]] | None = None
