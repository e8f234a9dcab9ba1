"""Areas and lines of the plane, by shapely. Whatever builds a map asks these; nothing else needs that library."""

from collections.abc import Iterable, Sequence
from typing import Any

from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.geo.hexagons import Point

__all__ = ["Area", "Path", "fault_of_ring"]

Ring = Sequence[Point]


def _shapely() -> Any:
    try:
        import shapely
    except ImportError:
        raise MissingExtraError("maps", "shapely") from None
    return shapely


def fault_of_ring(ring: Ring) -> str:
    """What keeps a closed line from being the edge of an area, in words; empty if nothing does."""
    shapely = _shapely()
    if len(set(ring)) < 3:
        return "fewer than three different points"
    reason = str(shapely.is_valid_reason(shapely.Polygon(ring)))
    return "" if reason == "Valid Geometry" else "the line crosses or touches itself"


class Area:
    """What some closed lines hold, all of them together. Each line has to be free of faults."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        shapely = _shapely()
        self._lib = shapely
        self._shape = shapely.unary_union([shapely.Polygon(ring) for ring in rings])
        shapely.prepare(self._shape)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return bool(self._lib.contains_xy(self._shape, point.x, point.y))

    def share(self, a: Point, b: Point) -> float:
        """How much of the straight line between two points lies inside, from 0 to 1."""
        line = self._lib.LineString((a, b))
        if not self._lib.intersects(self._shape, line):
            return 0.0
        return float(self._lib.intersection(self._shape, line).length / line.length)

    def part(self, ring: Ring) -> float:
        """How much of what a closed line holds lies inside, from 0 to 1."""
        other = self._lib.Polygon(ring)
        if not self._lib.intersects(self._shape, other):
            return 0.0
        return float(self._lib.intersection(self._shape, other).area / other.area)

    def inside(self, frame: "Area") -> "Area":
        """The part of it that lies inside another area."""
        return self._made(self._lib.intersection(self._shape, frame._shape))

    def without(self, other: "Area") -> "Area":
        """The part of it that lies outside another area."""
        return self._made(self._lib.difference(self._shape, other._shape))

    def _made(self, shape: Any) -> "Area":
        area = Area(())
        area._shape = shape
        self._lib.prepare(shape)
        return area

    @property
    def size(self) -> float:
        """How large it is, in squares of the unit."""
        return float(self._shape.area)

    @property
    def rings(self) -> list[list[Point]]:
        """The lines around it and around its holes, without the repeated last point."""
        found = []
        for part in self._lib.get_parts(self._shape):
            if part.geom_type == "Polygon":
                found += [part.exterior, *part.interiors]
        return [[Point(x, y) for x, y in ring.coords[:-1]] for ring in found]


class Path:
    """A line through some points."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._lib = _shapely()
        self._shape = self._lib.LineString(list(points))
        self._lib.prepare(self._shape)

    def crosses(self, a: Point, b: Point) -> bool:
        """Whether the straight line between two points meets it."""
        return bool(self._lib.intersects(self._shape, self._lib.LineString((a, b))))

    def distance(self, point: Point) -> float:
        """How far a point lies from it."""
        return float(self._lib.distance(self._shape, self._lib.Point(point)))

    def inside(self, frame: Area) -> list[list[Point]]:
        """Its pieces inside an area."""
        cut = self._lib.line_merge(self._lib.intersection(self._shape, frame._shape))
        return [[Point(x, y) for x, y in part.coords] for part in self._lib.get_parts(cut) if part.length > 0]
