"""Which rows of an observation and which actions belong to the same things, for networks that fit every map."""

from typing import Any, NamedTuple

import numpy as np

__all__ = ["BY_ACTION", "Rows"]

BY_ACTION = "actions"  # the kind whose pieces hold a float for every plan


class Rows(NamedTuple):
    """Things of one kind, e.g. the cities of a map.

    The ``pieces`` of observations have a row for each of them, in their order, and the ``blocks`` of actions as many
    actions for each. ``ends`` names a kind of which each of these joins two, and says which: int (n, 2).
    """

    pieces: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    ends: tuple[str, np.ndarray[Any, Any]] | None = None
