"""Track in the notation of positions: links and open runs by their ways, and the known links between near cities.

A way leaves a city at a side, and then goes left, straight on or right, one tile at a time: ``["west", "left",
"right"]``. Hexes are written as "row,column", as in the map's ``hexes.csv``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from railgym.envs.core.errors import plain
from railgym.envs.core.notation_arrays import Elements
from railgym.envs.core.notation_kinds import Field, Json, Kind, Name, Parts, find_name, items, refuse, whole
from railgym.envs.railways_of_the_world.actions import SIDE_NAMES
from railgym.envs.railways_of_the_world.rules.pieces import ENDS, WAYS, opposite, piece_of, way_out
from railgym.envs.railways_of_the_world.state import (
    HEXES,
    LINKS,
    NO_PIECE,
    NOBODY,
    OPEN_RUN,
    RUNS,
    SIDES,
)

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["WAY_SCHEMA", "Ground", "HexList", "OwnerName", "entry", "track_fields"]

_ENDS = ENDS.tolist()
WAY_SCHEMA = {"type": "array", "items": {"enum": [*SIDE_NAMES, *WAYS]}}


class Ground:
    """The map of a game, on which ways are followed and laid; ``owners`` are the numbers of track owners by name."""

    def __init__(self, game: "HexRailways", owners: Mapping[str, int]) -> None:
        board = game.board
        self.beside, self.city_at = board.beside, [there.city for there in board.hexes]
        self.hexes = [f"{there.row},{there.col}" for there in board.hexes]
        self.cities, self.city_hex = [city.name for city in board.cities], [city.hex for city in board.cities]
        self.owners = owners
        self.owner_names = {number: name for name, number in owners.items()}

    def lay(self, record: Any, owner: int, link: int, city: int, way: Sequence[Json], where: str) -> tuple[int, int]:
        """Lay track along a way; returns the next hex and the side where it is entered."""
        hex, enter = self._leave(city, find_name(f"{where}[0]", "side", way[0], SIDE_NAMES))
        for i, turn in enumerate(way[1:], 1):
            there = f"{where}[{i}]"
            leave = way_out(enter, find_name(there, "turn", turn, WAYS))
            slot = self._room(record["track"], hex, enter, leave, there)
            record["track"][hex, slot] = piece_of(enter, leave)
            record["owner"][hex, slot], record["link"][hex, slot] = owner, link
            hex, enter = self.beside[hex][leave], opposite(leave)
        if hex < 0:
            raise refuse(where, "the way leaves the land")
        return hex, enter

    def _leave(self, city: int, side: int) -> tuple[int, int]:
        """The hex and side where a way from a city begins."""
        return self.beside[self.city_hex[city]][side], opposite(side)

    def _room(self, track: Any, hex: int, enter: int, leave: int, where: str) -> int:
        """The free slot for a piece in a hex."""
        if hex < 0:
            raise refuse(where, "the way leaves the land")
        if self.city_at[hex] >= 0:
            raise refuse(where, f"the way has come to {self.cities[self.city_at[hex]]} already")
        here: list[int] = track[hex].tolist()
        if NO_PIECE not in here or {enter, leave} & {end for k in here if k != NO_PIECE for end in _ENDS[k]}:
            raise refuse(where, f"in the hex {self.hexes[hex]} other track is in the way")
        return here.index(NO_PIECE)

    def run(self, track: list[list[int]], city: int, side: int) -> Iterator[tuple[int, int, int, int]]:
        """The pieces of the run that leaves a city at a side: hex, slot, side where it is entered, and side where it is
        left."""
        hex, enter = self._leave(city, side)
        while hex >= 0:
            found = [(slot, k) for slot, k in enumerate(track[hex]) if k != NO_PIECE and enter in _ENDS[k]]
            if not found:
                return
            slot, k = found[0]
            leave = sum(_ENDS[k]) - enter
            yield hex, slot, enter, leave
            hex, enter = self.beside[hex][leave], opposite(leave)

    def way_from(self, track: list[list[int]], city: int, side: int) -> list[str]:
        """The way of the track that leaves a city at a side."""
        turns = (WAYS[(leave - enter - 2) % SIDES] for _, _, enter, leave in self.run(track, city, side))
        return [SIDE_NAMES[side], *turns]

    def owner(self, value: Json, where: str) -> int:
        return self.owners[list(self.owners)[find_name(where, "owner", value, list(self.owners))]]

    def city(self, value: Json, where: str) -> int:
        return find_name(where, "city", value, self.cities)


@dataclass(frozen=True)
class OwnerName(Kind):
    """An owner of track; null if there is none."""

    name: str
    ground: Ground

    def dump(self, record: Any) -> Json:
        return self.ground.owner_names.get(int(record[self.name]))

    def load(self, record: Any, value: Json, where: str) -> None:
        record[self.name] = NOBODY if value is None else self.ground.owner(value, where)

    def schema(self) -> dict[str, Json]:
        return {"enum": [*self.ground.owners, None]}


def entry(value: Json, keys: Sequence[str], where: str) -> Mapping[str, Json]:
    """An object with some of these keys."""
    if not isinstance(value, Mapping):
        raise refuse(where, f"expected an object, got {plain(value)}")
    for key in value:
        find_name(where, "key", key, keys)
    return value


def way_of(value: Json, where: str) -> list[Json]:
    """A way of at least a side."""
    way = items(where, value, HEXES)
    if not way:
        raise refuse(where, f"expected a way such as {[SIDE_NAMES[0], WAYS[1]]}, got []")
    return way


@dataclass(frozen=True)
class Links(Kind):
    """Links, in the order in which they were finished."""

    ground: Ground

    def dump(self, record: Any) -> Json:
        track, link = record["track"].tolist(), record["link"].tolist()
        names = ("link_a", "link_b", "link_owner", "link_tiles")
        ends = zip(*(record[name][: int(record["num_links"])].tolist() for name in names))
        return [self._dump(track, link, number, *link_ends) for number, link_ends in enumerate(ends)]

    def _dump(
        self, track: list[list[int]], link: list[list[int]], number: int, a: int, b: int, owner: int, tiles: int
    ) -> Json:
        ground = self.ground
        found = {"cities": [ground.cities[a], ground.cities[b]], "owner": ground.owner_names.get(owner)}
        for side in range(SIDES):
            if any(link[hex][slot] == number for hex, slot, _, _ in islice(ground.run(track, a, side), 1)):
                return {**found, "way": ground.way_from(track, a, side)}
        return {**found, "tiles": tiles} if tiles != 1 else found

    def load(self, record: Any, value: Json, where: str) -> None:
        record["track"], record["owner"], record["link"] = NO_PIECE, NOBODY, OPEN_RUN
        record["link_owner"] = NOBODY
        links = items(where, value, LINKS)
        record["num_links"] = len(links)
        for number, link in enumerate(links):
            self._load(record, number, link, f"{where}[{number}]")

    def _load(self, record: Any, number: int, value: Json, where: str) -> None:
        link, ground = entry(value, ("cities", "owner", "way", "tiles"), where), self.ground
        cities = items(f"{where}.cities", link.get("cities"), 2)
        if len(cities) != 2 or cities[0] == cities[1]:
            raise refuse(f"{where}.cities", f"expected two cities, got {plain(cities)}")
        a, b = (ground.city(city, f"{where}.cities[{i}]") for i, city in enumerate(cities))
        owner = ground.owner(link.get("owner", next(iter(ground.owners))), f"{where}.owner")
        tiles = whole(f"{where}.tiles", link.get("tiles", 1), 0, 255)
        if "way" in link:
            way = way_of(link["way"], f"{where}.way")
            end = ground.city_at[ground.lay(record, owner, number, a, way, f"{where}.way")[0]]
            if end != b:
                come = "no city" if end < 0 else ground.cities[end]
                raise refuse(f"{where}.way", f"the way comes to {come}, not to {ground.cities[b]}")
            tiles = len(way) - 1
        record["link_a"][number], record["link_b"][number] = a, b
        record["link_owner"][number], record["link_tiles"][number] = owner, tiles

    def schema(self) -> dict[str, Json]:
        city = {"enum": self.ground.cities}
        parts = {
            "cities": {"type": "array", "items": city, "minItems": 2, "maxItems": 2},
            "owner": {"enum": list(self.ground.owners)},
            "way": WAY_SCHEMA,
            "tiles": {"type": "integer"},
        }
        link = {"type": "object", "properties": parts, "required": ["cities"], "additionalProperties": False}
        return {"type": "array", "items": link}


@dataclass(frozen=True)
class OpenRuns(Kind):
    """Track that is not a link yet, the oldest run first; last, with ``laying``, the run that is being laid now."""

    ground: Ground

    def dump(self, record: Any) -> Json:
        track, owner, link = (record[name].tolist() for name in ("track", "owner", "link"))
        if not ((record["track"] != NO_PIECE) & (record["link"] == OPEN_RUN)).any():
            return []
        ends = {(int(record["run_hex"][i]), int(record["run_side"][i])): i for i in range(int(record["num_runs"]))}
        runs = []
        for city in range(len(self.ground.cities)):
            for side in range(SIDES):
                pieces = list(self.ground.run(track, city, side))
                if pieces and link[pieces[0][0]][pieces[0][1]] == OPEN_RUN:
                    last, slot, _, leave = pieces[-1]
                    end = ends.get((self.ground.beside[last][leave], opposite(leave)), RUNS)
                    found = {"from": self.ground.cities[city], "owner": self.ground.owner_names[owner[last][slot]]}
                    run = {**found, "way": self.ground.way_from(track, city, side)}
                    runs.append((end, run | ({"laying": True} if end == RUNS else {})))
        return [run for _, run in sorted(runs, key=lambda pair: pair[0])]

    def load(self, record: Any, value: Json, where: str) -> None:
        record["num_runs"], record["run_owner"] = 0, NOBODY
        for i, run in enumerate(items(where, value, RUNS)):
            self._load(record, run, f"{where}[{i}]")

    def _load(self, record: Any, value: Json, where: str) -> None:
        run, ground = entry(value, ("from", "owner", "way", "laying"), where), self.ground
        city = ground.city(run.get("from"), f"{where}.from")
        owner = ground.owner(run.get("owner", next(iter(ground.owners))), f"{where}.owner")
        way = way_of(run.get("way"), f"{where}.way")
        hex, side = ground.lay(record, owner, OPEN_RUN, city, way, f"{where}.way")
        if ground.city_at[hex] >= 0:
            raise refuse(f"{where}.way", f"the way comes to {ground.cities[ground.city_at[hex]]}, so that it is a link")
        laying = run.get("laying", False)
        if not isinstance(laying, bool):
            raise refuse(f"{where}.laying", f"expected true or false, got {plain(laying)}")
        if not laying:
            number = int(record["num_runs"])
            record["run_hex"][number], record["run_side"][number], record["run_owner"][number] = hex, side, owner
            record["num_runs"] = number + 1

    def schema(self) -> dict[str, Json]:
        parts = {
            "from": {"enum": self.ground.cities},
            "owner": {"enum": list(self.ground.owners)},
            "way": WAY_SCHEMA,
            "laying": {"type": "boolean"},
        }
        run = {"type": "object", "properties": parts, "required": ["from", "way"], "additionalProperties": False}
        return {"type": "array", "items": run, "maxItems": RUNS}


def past_runs(ground: Ground) -> Elements:
    """The ends of former runs, after those that are open."""
    parts = [
        Field("hex", Name("run_hex", "hex", ground.hexes), "the hex that would come next", ground.hexes[0]),
        Field("side", Name("run_side", "side", SIDE_NAMES), "the side at which it would be entered", SIDE_NAMES[0]),
        Field("owner", OwnerName("run_owner", ground), "whose run it was"),
    ]
    return Elements(Parts(parts), RUNS, start="num_runs")


@dataclass(frozen=True)
class HexList(Kind):
    """A list of hexes."""

    ground: Ground

    def hexes(self, value: Json, where: str) -> list[int]:
        names = self.ground.hexes
        return [find_name(f"{where}[{i}]", "hex", hex, names) for i, hex in enumerate(items(where, value, HEXES))]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": self.ground.hexes}}


class SecondPlaces(HexList):
    """The hexes where the piece that is listed first lies in the second slot: it was laid later, or another piece that
    is gone was laid before it."""

    def dump(self, record: Any) -> Json:
        links = [(link["cities"][0], link["way"]) for link in Links(self.ground).dump(record) if "way" in link]
        runs = [(run["from"], run["way"]) for run in OpenRuns(self.ground).dump(record)]
        track, first = record["track"].tolist(), dict[int, int]()
        for city, way in [*links, *runs]:
            for hex, slot, _, _ in self.ground.run(track, self.ground.cities.index(city), SIDE_NAMES.index(way[0])):
                first.setdefault(hex, slot)
        return [self.ground.hexes[hex] for hex, slot in sorted(first.items()) if slot]

    def load(self, record: Any, value: Json, where: str) -> None:
        for hex in self.hexes(value, where):
            for name in ("track", "owner", "link"):
                record[name][hex] = record[name][hex][::-1].copy()


def track_fields(ground: Ground) -> list[Field]:
    """The keys of the track on the map."""
    return [
        Field(
            "links",
            Links(ground),
            'links, the first finished first: "cities"; "owner"; "way" from the first city, the side of its hex and '
            'then a turn for each tile. Without a way: how many "tiles" it counts (1), although no track lies',
            [],
        ),
        Field(
            "open_runs",
            OpenRuns(ground),
            'track that is no link yet, the oldest run first: "from", "owner" and "way" as of links; last, with '
            '"laying", what is being laid now',
            [],
        ),
        Field(
            "second_places",
            SecondPlaces(ground),
            "hexes in which pieces lie in the other order than links and runs are listed in",
            [],
        ),
        Field(
            "past_runs",
            past_runs(ground),
            "ends of runs that are open no more, which the record still holds; no rule reads them",
            [],
        ),
    ]
