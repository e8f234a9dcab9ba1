"""The rows of an observation and the actions that belong to the same objects, for networks that fit every map."""

from typing import Any, NamedTuple

import numpy as np

__all__ = ["BY_ACTION", "Rows"]

_WAVES = (4.0, 2.0, 1.0)  # wavelengths
_RADII = (0.25, 0.5, 1.0)  # within which the others are counted

BY_ACTION = "actions"  # the kind whose pieces hold a float for every plan


class Rows(NamedTuple):
    """Objects of one kind, such as the cities of a map.

    The ``pieces`` of observations have one row per object, in order, and the ``blocks`` of actions the same number of
    actions per object. ``ends``, for objects that join two objects of another kind, such as links of cities: the name
    of that kind, and their numbers, int (n, 2). ``places``, for objects that lie on the map: their rows and columns,
    float (n, 2).
    """

    pieces: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    ends: tuple[str, np.ndarray[Any, Any]] | None = None
    places: np.ndarray[Any, Any] | None = None

    @property
    def map_facts(self) -> np.ndarray[Any, Any]:
        """Facts of the objects that the map fixes, float32 (n, k): their rows and columns from the middle of all, sines
        and cosines of these with several wavelengths, the distances to the three nearest others, and the shares of the
        others within several radii. The unit of length is the mean distance from the middle, so that maps of all sizes
        look alike. For objects without places, k is 0."""
        if self.places is None:
            return np.zeros((0, 0), np.float32)
        places = self.places - self.places.mean(0)
        places = places / np.linalg.norm(places, axis=1).mean()
        waves = [wave(places * (2 * np.pi / length)) for length in _WAVES for wave in (np.sin, np.cos)]
        distances = np.linalg.norm(places[:, None] - places[None], axis=2)
        near = [(distances < radius).mean(1, keepdims=True) for radius in _RADII]
        return np.concatenate([places, *waves, np.sort(distances, 1)[:, 1:4], *near], 1).astype(np.float32)
