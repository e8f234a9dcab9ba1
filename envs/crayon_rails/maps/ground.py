"""The ground of a map: where its geography leaves room for mileposts, and the waters between them."""

from collections.abc import Iterable

from railgym.envs.core.geo.draws import draw
from railgym.envs.core.geo.geography import Ring, Surface
from railgym.envs.core.geo.hexagons import COLUMN, Hex, Point, centre, hexes_in, neighbours
from railgym.envs.core.geo.shapes import Area, Path
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.core.graphs import parts
from railgym.envs.crayon_rails.maps.geography import Geography
from railgym.envs.crayon_rails.maps.model import MAX_MILEPOSTS

__all__ = ["OPEN_SEA", "Ground"]

OPEN_SEA = "open sea"  # what closes a pair whose line leaves the land
AT_SEA = 0.25  # how much of the line may do so, for outlines are coarse
AFLOAT = 0.05  # how much of it lies on a lake that it passes

Pair = tuple[Hex, Hex]


class Ground:
    """The land of a geography in units of the distance between mileposts. Raises DataError if it makes no map.

    ``places`` are the places of the grid on land; of land in several parts only the largest, because no track leads to
    the others. ``waters`` holds the kind and name of all waters that the line between two neighbours crosses.
    """

    def __init__(self, geography: Geography, file: YamlFile) -> None:
        self._geography, self._file = geography, file
        self.surface = Surface(geography.projection, geography.spacing)
        self._read_shapes()
        self._check_room()
        file.faults.stop()
        dry = [place for place in self._grid() if self._is_land(centre(place))]
        self.waters = self._find_waters(dry)
        self.places = self._mainland(dry)
        self._check_use()

    def _read_shapes(self) -> None:
        geography, surface = self._geography, self.surface
        self.frame = self._area(geography.frame, "frame")
        land = [surface.ring(ring, self._file, "land", name) for name, ring in geography.land.items()]
        self.land = Area(ring for ring in land if ring).inside(self.frame)
        self.lakes = {name: self._area(ring, "lakes", name) for name, ring in geography.lakes.items()}
        self.ranges = {name: self._area(part.outline, "mountains", name) for name, part in geography.mountains.items()}
        self.rivers = {name: Path(surface.line(line)) for name, line in geography.rivers.items()}
        self.inlets = {name: Path(surface.line(line)) for name, line in geography.inlets.items()}
        self.frontiers = [Path(surface.line(line)) for line in geography.frontiers.values()]

    def _area(self, ring: Ring, *where: str) -> Area:
        found = self.surface.ring(ring, self._file, *where)
        return Area([found] if found else [])

    def _corners(self) -> tuple[Point, Point]:
        points = [point for ring in self.land.rings for point in ring] or [Point(0, 0)]
        xs, ys = zip(*points, strict=True)
        return Point(min(xs), min(ys)), Point(max(xs), max(ys))

    def _grid(self) -> Iterable[Hex]:
        return hexes_in(*self._corners())

    def _check_room(self) -> None:
        """Refuse geographies that would take too long, before their places are counted."""
        low, high = self._corners()
        spread, size = (high.x - low.x) * (high.y - low.y), self.land.size
        if not size and not self._file.faults.are_in(self._file.name):
            self._file.add("land: none of it is inside the frame: move one of them", "land")
        elif size / COLUMN > 1.2 * MAX_MILEPOSTS or spread / COLUMN > 40 * MAX_MILEPOSTS:
            text = f"spacing: about {size / COLUMN:.0f} mileposts, but no more than {MAX_MILEPOSTS} fit: widen it"
            self._file.add(text, "spacing")

    def _is_land(self, point: Point) -> bool:
        """Whether a point is on land."""
        return self.land.holds(point) and not self._is_lake(point)

    def _is_lake(self, point: Point) -> bool:
        """Whether a point is in a lake."""
        return any(lake.holds(point) for lake in self.lakes.values())

    def _find_waters(self, dry: list[Hex]) -> dict[Pair, list[tuple[str, str]]]:
        there = set(dry)
        pairs = ((a, b) for a in dry for b in neighbours(a) if a < b and b in there)
        return {pair: self._between(*map(centre, pair)) for pair in pairs}

    def _between(self, a: Point, b: Point) -> list[tuple[str, str]]:
        found = [("inlet", name) for name, line in self.inlets.items() if line.crosses(a, b)]
        if not found and self.land.share(a, b) < 1 - AT_SEA:
            found = [("inlet", OPEN_SEA)]
        found += [("lake", name) for name, lake in self.lakes.items() if lake.share(a, b) > AFLOAT]
        return found + [("river", name) for name, line in self.rivers.items() if line.crosses(a, b)]

    def is_open(self, a: Hex, b: Hex) -> bool:
        """Whether track may lie between two neighbouring places."""
        waters = self.waters.get((min(a, b), max(a, b)), [("inlet", OPEN_SEA)])
        return all(kind != "inlet" for kind, _ in waters)

    def _mainland(self, dry: list[Hex]) -> tuple[Hex, ...]:
        """The largest connected part of the land."""
        found: list[list[Hex]] = parts(pair for pair in self.waters if self.is_open(*pair))
        largest = max(found, key=len, default=dry[:1])
        return tuple(sorted(largest))

    def _check_use(self) -> None:
        """Check that all that is drawn is used, and that no more places are found than fit."""
        if len(self.places) > MAX_MILEPOSTS:
            text = f"spacing: {len(self.places)} mileposts, but no more than {MAX_MILEPOSTS} fit: widen it"
            self._file.add(text, "spacing")
        met = {water for pair in self.waters for water in self.waters[pair]}
        for name in self.rivers:
            if ("river", name) not in met:
                self._file.add(f"rivers.{name} runs between no two mileposts: lengthen or remove it", "rivers", name)
        for name, area in self.ranges.items():
            if not any(area.holds(centre(place)) for place in self.places):
                self._file.add(f"mountains.{name} holds no milepost: enlarge or remove it", "mountains", name)

    def border(self, place: Hex) -> str:
        """The border of a place, as ``mileposts.csv`` writes it: whether a neighbouring place in the frame is in the
        sea or across a frontier."""
        coast = frontier = False
        here, there = centre(place), set(self.places)
        for other in neighbours(place):
            point = centre(other)
            if not self.frame.holds(point):
                continue
            if any(line.crosses(here, point) for line in self.frontiers):
                frontier = True
            elif other not in there and not self.land.holds(point) and not self._is_lake(point):
                coast = True
        return "both" if coast and frontier else "coast" if coast else "frontier" if frontier else ""

    def mountains(self, taken: Iterable[Hex]) -> set[Hex]:
        """The places of mountains: for each region its share, drawn at random, outside cities."""
        left = set(self.places)
        found: set[Hex] = set()
        for name, area in self.ranges.items():
            region = {place for place in left if area.holds(centre(place))}
            left -= region
            number = round(self._geography.mountains[name].share * len(region))
            free = sorted(region.difference(taken), key=lambda place: draw(self._geography.seed, "mountain", *place))
            found.update(free[:number])
        return found
