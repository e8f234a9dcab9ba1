"""The ground of a map: the hexes with enough land, their terrain, and the sides with ridges."""

from math import dist

from railgym.envs.core.geo.geography import Line, Ring, Surface
from railgym.envs.core.geo.hexagons import COLUMN, Point
from railgym.envs.core.geo.offset import Cell, cells_in, centre, corners, nearest, neighbours
from railgym.envs.core.geo.projection import MILE
from railgym.envs.core.geo.shapes import Area, Path
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.railways_of_the_world.maps.geography import CityPart, Geography
from railgym.envs.railways_of_the_world.maps.model import MAX_HEXES

__all__ = ["Ground"]

SEA = 0.14  # land of a hex below which it is left to the sea
SHORE = 0.72  # land of a hex below which it is water
HILL = 0.42  # share of a hex from which hills make it one
BANK = 0.33  # how near to its middle a river runs that makes a hex water
FAR = 3  # hexes that a city may be moved


class Ground:
    """The land of a geography in units of the distance between hexes. Raises DataError if it makes no map.

    ``terrain`` holds the hexes with enough land, each open, water or hill; ``ridges`` pairs of them.
    """

    def __init__(self, geography: Geography, file: YamlFile) -> None:
        self._geography, self._file = geography, file
        self.surface = Surface(geography.projection, geography.spacing / MILE)
        self._read_shapes()
        self._check_room()
        file.faults.stop()
        self.terrain = self._find_terrain()
        self.ridges = self._find_ridges()
        self._check_use()

    def _read_shapes(self) -> None:
        geography = self._geography
        self.frame = self._area({"frame": geography.frame}, "")
        self._land = self._area(geography.land, "land")
        self.land = self._land.inside(self.frame)
        self.abroad = self._area(geography.abroad, "abroad")
        self.lakes = self._area(geography.lakes, "lakes")
        self._wet = self.lakes.inside(self._land)
        self._hills = {name: self._area({name: ring}, "hills") for name, ring in geography.hills.items()}
        self._all_hills = self._area(geography.hills, "hills")
        self.rivers = self._paths(geography.rivers)
        self._crests = self._paths(geography.crests)
        self.frontiers = self._paths(geography.frontiers)

    def _area(self, rings: dict[str, Ring], part: str) -> Area:
        where = (part,) if part else ()
        found = [self.surface.ring(ring, self._file, *where, name) for name, ring in rings.items()]
        return Area(ring for ring in found if ring)

    def _paths(self, lines: dict[str, Line]) -> dict[str, Path]:
        return {name: Path(self.surface.line(line)) for name, line in lines.items()}

    def _corners(self) -> tuple[Point, Point]:
        points = [point for ring in self.frame.rings for point in ring] or [Point(0, 0)]
        xs, ys = zip(*points, strict=True)
        return Point(min(xs), min(ys)), Point(max(xs), max(ys))

    def _check_room(self) -> None:
        """Refuse geographies that would take too long, before their hexes are counted."""
        low, high = self._corners()
        spread, size = (high.x - low.x) * (high.y - low.y), self.land.size
        if not size and not self._file.faults.are_in(self._file.name):
            self._file.add("land: none of it is inside the frame: move one of them", "land")
        elif size / COLUMN > 1.2 * MAX_HEXES or spread / COLUMN > 40 * MAX_HEXES:
            text = f"spacing: about {size / COLUMN:.0f} hexes, but no more than {MAX_HEXES} fit: widen it"
            self._file.add(text, "spacing")

    def _find_terrain(self) -> dict[Cell, str]:
        cells = [cell for cell in cells_in(*self._corners()) if self.frame.holds(centre(cell))]
        return {cell: terrain for cell in sorted(cells) if (terrain := self._terrain(cell))}

    def _terrain(self, cell: Cell) -> str:
        """The terrain of a hex; empty for the sea."""
        ring = corners(cell)
        land = self._land.part(ring) - self._wet.part(ring)
        if land < SEA:
            return ""
        if self._all_hills.part(ring) >= HILL:
            return "hill"
        near = any(river.distance(centre(cell)) <= BANK for river in self.rivers.values())
        return "water" if near or land < SHORE else "open"

    def _find_ridges(self) -> list[tuple[Cell, Cell]]:
        pairs = ((a, b) for a in self.terrain for b in neighbours(a) if a < b and b in self.terrain)
        return [pair for pair in pairs if any(crest.crosses(*map(centre, pair)) for crest in self._crests.values())]

    def _check_use(self) -> None:
        """Check that all that is drawn is used, and that no more hexes are found than fit."""
        file = self._file
        if len(self.terrain) > MAX_HEXES:
            text = f"spacing: {len(self.terrain)} hexes, but no more than {MAX_HEXES} fit: widen it"
            file.add(text, "spacing")
        for name, river in self.rivers.items():
            if all(river.distance(centre(cell)) > BANK for cell in self.terrain):
                file.add(f"rivers.{name} runs through no hex: lengthen or remove it", "rivers", name)
        for name, area in self._hills.items():
            if not any(area.part(corners(cell)) for cell, terrain in self.terrain.items() if terrain == "hill"):
                file.add(f"hills.{name} make no hex a hill: enlarge or remove them", "hills", name)
        for name, crest in self._crests.items():
            if not any(crest.crosses(*map(centre, pair)) for pair in self.ridges):
                file.add(f"crests.{name} runs between no two hexes: lengthen or remove it", "crests", name)

    # --- cities -------------------------------------------------------------------------------------------------------

    def place_cities(self) -> dict[Cell, int]:
        """The city of every hex that a city takes, in the order of the file; a city without room is a fault."""
        placed: dict[Cell, int] = {}
        for i, city in enumerate(self._geography.cities):
            cell = self._room(city, placed)
            if cell is None:
                text = f"cities.{i}: no room for {city.city} within {FAR} hexes: widen the land there, or move the city"
                self._file.add(text, "cities", i)
            else:
                placed[cell] = i
        return placed

    def _room(self, city: CityPart, placed: dict[Cell, int]) -> Cell | None:
        """The nearest hex that is free and not beside another city."""
        point = self.surface.point((city.lon, city.lat))
        taken = {other for cell in placed for other in (cell, *neighbours(cell))}
        ways = [(dist(centre(cell), point), cell) for cell in self.terrain if cell not in taken]
        away, cell = min(ways, default=(FAR + 1.0, nearest(point)))
        return cell if away <= FAR else None
