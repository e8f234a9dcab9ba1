"""Projections of the globe, taken for a sphere, onto the plane."""

from dataclasses import dataclass
from math import cos, log, pi, radians, sin, tan

from railgym.envs.core.geo.hexagons import Point

__all__ = ["EARTH", "MILE", "Cylindrical", "LambertConic"]

EARTH = 3958.8  # the mean radius in miles
MILE = 1.609344  # kilometres


@dataclass(frozen=True)
class LambertConic:
    """Lambert's conformal conic projection of a sphere.

    Formulas 15-1 to 15-5 of J. P. Snyder, Map Projections: A Working Manual (U.S. Geological Survey Professional Paper
    1395, 1987), pages 106 and 107. Angles are in degrees; ``radius`` is the sphere's and sets the unit of lengths. The
    standard parallels lie on one side of the equator, and may be equal.
    """

    parallels: tuple[float, float]
    latitude: float
    longitude: float
    radius: float = EARTH

    def __call__(self, longitude: float, latitude: float) -> Point:
        """Where a place of the globe comes to lie; x runs east and y north from the origin."""
        turn = self._cone * radians((longitude - self.longitude + 180) % 360 - 180)
        away = self._away(latitude)
        return Point(away * sin(turn), self._away(self.latitude) - away * cos(turn))

    @property
    def _cone(self) -> float:
        """The cone's constant (15-3)."""
        low, high = map(radians, self.parallels)
        if abs(high - low) < 1e-9:
            return sin(low)
        return log(cos(low) / cos(high)) / log(tan(pi / 4 + high / 2) / tan(pi / 4 + low / 2))

    def _away(self, latitude: float) -> float:
        """How far a parallel lies from the cone's tip (15-1, 15-2)."""
        low, n = radians(self.parallels[0]), self._cone
        ratio: float = (tan(pi / 4 + low / 2) / tan(pi / 4 + radians(latitude) / 2)) ** n
        return self.radius * cos(low) / n * ratio


@dataclass(frozen=True)
class Cylindrical:
    """The equidistant cylindrical projection of a sphere, true to scale along a parallel and along all meridians.

    Formulas 12-1 and 12-2 of the same manual, page 91. Farther from the equator than its parallel, the map is stretched
    from west to east.
    """

    parallel: float
    latitude: float
    longitude: float
    radius: float = EARTH

    def __call__(self, longitude: float, latitude: float) -> Point:
        """Where a place of the globe comes to lie; x runs east and y north from the origin."""
        east = radians((longitude - self.longitude + 180) % 360 - 180)
        return Point(self.radius * east * cos(radians(self.parallel)), self.radius * radians(latitude - self.latitude))
